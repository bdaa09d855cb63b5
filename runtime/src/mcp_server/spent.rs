//! Remembers which answers were used: the store of a server that was given none.

use crate::approve::{ApprovalStore, State, StoreError, StoredCall};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The answered calls of this process, kept until their states expire. A question takes no space before it is
/// answered.
pub(super) struct Spent {
    /// By id, with the time of the answer.
    calls: Mutex<HashMap<String, (Instant, StoredCall)>>,
    /// How long a sealed state is valid.
    keep: Duration,
}

impl Spent {
    pub fn new(keep: Duration) -> Self {
        Spent {
            calls: Mutex::default(),
            keep,
        }
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<String, (Instant, StoredCall)>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ApprovalStore for Spent {
    async fn insert(&self, call: &StoredCall) -> Result<bool, StoreError> {
        let (now, mut calls) = (Instant::now(), self.calls());
        // The times in a sealed text are rounded.
        let keep = self.keep + Duration::from_secs(2);
        if calls.len().is_power_of_two() {
            // A call that still runs then needs no record either: its question cannot be answered again.
            calls.retain(|_, (at, _)| now.duration_since(*at) < keep);
        }
        let is_new = !calls.contains_key(&call.id);
        if is_new {
            calls.insert(call.id.clone(), (now, call.clone()));
        }
        Ok(is_new)
    }

    async fn get(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        Ok(self.calls().get(id).map(|(_, call)| call.clone()))
    }

    async fn replace(&self, revision: u32, call: &StoredCall) -> Result<bool, StoreError> {
        let mut calls = self.calls();
        let known = calls.get_mut(&call.id);
        let Some((_, known)) = known.filter(|(_, known)| known.revision == revision) else {
            return Ok(false);
        };
        *known = call.clone();
        if let State::Finished { result } = &mut known.state {
            // From here on, it only matters that the answer was used.
            *result = None;
            known.ruling = None;
            known.question = String::new();
        }
        Ok(true)
    }

    async fn open(&self) -> Result<Vec<StoredCall>, StoreError> {
        let calls = self.calls();
        let open = calls.values().map(|(_, call)| call);
        let open = open.filter(|call| !matches!(call.state, State::Finished { .. }));
        Ok(open.cloned().collect())
    }
}
