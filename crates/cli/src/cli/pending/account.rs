//! The calls of a store, as they are told.

use super::Place;
use crate::cli::Exit;
use crate::cli::any_store::AnyStore;
use crate::cli::output::{print_line, refuse_with};
use crate::cli::questions::{open_known_store, start_runtime};
use crate::cli::seal_keys::read_seal_keys;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;
use toolc_runtime::{ApprovalStore, Json, SealKey, StoredCall};
use toolc_server::write_time;

/// The members of a description that are points in time, which stores have as milliseconds since 1970.
const TIMES: [&str; 4] = ["asked_at", "until", "decided_at", "claimed_until"];

/// An open store, and what is needed to work with it.
pub(super) struct Desk {
    pub store: AnyStore,
    pub key: SealKey,
    pub runtime: Runtime,
    pub now: SystemTime,
}

impl Desk {
    pub fn open(place: &Place) -> Result<Self, Exit> {
        let key = read_seal_keys(&place.seal_keys)?;
        let store = open_known_store(&place.store)?;
        let runtime = start_runtime().map_err(fail)?;
        let now = runtime.block_on(store.now()).map_err(fail)?;
        Ok(Desk {
            store,
            key,
            runtime,
            now,
        })
    }

    /// The call with this id.
    pub fn find(&self, id: &str) -> Result<StoredCall, Exit> {
        let found = self.runtime.block_on(self.store.get(id)).map_err(fail)?;
        found.ok_or_else(|| {
            refuse_with(
                &format!("the store has no call `{id}`"),
                "`toolc approvals list` has the ids; what was decided and forgotten is in `toolc approvals export`",
            );
            Exit::Findings
        })
    }

    /// All that may be told of a call. What was sealed with another key, or changed, is refused.
    pub fn describe(&self, call: &StoredCall) -> Result<Map<String, Value>, Exit> {
        let described = call.describe(&self.key, self.now);
        let described = described
            .map_err(|error| fail(format!("the call `{}` is not told: {error}", call.id)))?;
        Ok(read_members(&described))
    }
}

/// The members of a description, with times as people and other programs read them.
pub(super) fn read_members(described: &Json) -> Map<String, Value> {
    let mut members = match described.value() {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    for name in TIMES {
        let Some(time) = members.get_mut(name) else {
            continue;
        };
        let millis = time.as_str().and_then(|text| text.parse().ok());
        if let Some(at) =
            millis.and_then(|millis| UNIX_EPOCH.checked_add(Duration::from_millis(millis)))
        {
            *time = write_time(at).into();
        }
    }
    members
}

/// A text of a description, or nothing.
pub(super) fn text<'m>(members: &'m Map<String, Value>, name: &str) -> &'m str {
    members
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// ``approved by `ann` at 2026-11-28T09:12:31Z``; `None` if nobody has decided.
pub(super) fn tell_decision(members: &Map<String, Value>) -> Option<String> {
    let decision = members.get("decision")?.as_str()?.replace('_', " ");
    let by = match text(members, "decided_by") {
        "" => String::new(),
        name => format!(" by `{name}`"),
    };
    Some(format!("{decision}{by} at {}", text(members, "decided_at")))
}

/// How long something takes, in its largest unit: `3 min`.
pub(super) fn tell_span(span: Duration) -> String {
    match span.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min", seconds / 60),
        seconds @ 3_600..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// Says why the store does not do what was asked.
pub(super) fn fail(error: impl Display) -> Exit {
    print_line(&format!("error: {error}"));
    Exit::Findings
}
