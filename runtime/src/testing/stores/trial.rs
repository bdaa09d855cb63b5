//! What the cases store: calls with ids of their own, in a store that is opened again and again.

use super::report::Outcome;
use crate::approve::{
    ApprovalStore, Facts, PendingCall, ResumeError, SealKey, State, StoredCall, unique_id,
};
use crate::called_by::CalledBy;
use crate::json::Json;
use crate::result::{Metadata, ToolResult};
use crate::store_error::StoreError;
use std::fmt::Debug;
use std::pin::Pin;
use std::thread;
use std::time::{Duration, SystemTime};

/// How long a lease or a question lasts that a case waits for.
pub(super) const MOMENT: Duration = Duration::from_millis(25);

/// How long one lasts that no case waits for.
pub(super) const LONG: Duration = Duration::from_secs(600);

type Opening<'o, S> = Pin<Box<dyn Future<Output = Result<S, StoreError>> + 'o>>;

/// A store that is checked.
pub(super) struct Trial<'o, S> {
    opened: Box<dyn Fn() -> Opening<'o, S> + 'o>,
    pub key: SealKey,
}

impl<'o, S> Trial<'o, S> {
    pub fn new<F>(open: &'o impl Fn() -> F) -> Self
    where
        F: Future<Output = Result<S, StoreError>> + 'o,
    {
        Trial {
            opened: Box::new(move || Box::pin(open())),
            key: check_key(),
        }
    }

    /// Opens the store as another process would.
    pub async fn open(&self) -> Result<S, String> {
        let opened = (self.opened)().await;
        opened.map_err(|error| format!("the store cannot be opened: {error}"))
    }
}

impl<S: ApprovalStore> Trial<'_, S> {
    /// A question that expires after some time, by the clock of the store.
    pub async fn question(&self, store: &S, within: Duration) -> Result<PendingCall, String> {
        let now = expect("the time", store.now().await)?;
        Ok(ask_at(now, within))
    }

    /// A question that was put.
    pub async fn asked(&self, store: &S) -> Result<PendingCall, String> {
        let pending = self.question(store, LONG).await?;
        expect("put", store.put(&pending, &self.key).await)?;
        Ok(pending)
    }

    /// A question that was put, and approved.
    pub async fn approved(&self, store: &S) -> Result<PendingCall, String> {
        let pending = self.asked(store).await?;
        let ruling = pending.approve();
        expect("decide", store.decide(&ruling, &self.key).await)?;
        Ok(pending)
    }

    /// The call that the store has under this id.
    pub async fn stored(&self, store: &S, id: &str) -> Result<StoredCall, String> {
        let found = expect("get", store.get(id).await)?;
        found.ok_or_else(|| format!("the call `{id}` is lost"))
    }
}

/// The key that seals what is stored here, which need not be secret.
fn check_key() -> SealKey {
    let secret = b"8f14e45fceea167a5a36dedd4bea2543";
    SealKey::new("check", secret).unwrap_or_else(|weak| unreachable!("{weak}"))
}

fn ask_at(asked_at: SystemTime, within: Duration) -> PendingCall {
    let text = |text: &str| text.to_owned();
    let arguments = r#"{"note":"it's \"here\", 100 % ü\u0000🦀"}"#;
    PendingCall::of(Facts {
        id: unique_id(),
        worker: text("store_check"),
        tool: text("check::call"),
        wire_name: text("check__call"),
        description: text("Does nothing"),
        effect: text("write"),
        definition: text("0"),
        arguments: text(arguments),
        shown_arguments: text(arguments),
        logged_arguments: None,
        written: None,
        reason: None,
        call_id: text("call_1"),
        called: text("check::call"),
        called_by: CalledBy::Unknown,
        principal: Some(text("ada")),
        session: None,
        delegation: Vec::new(),
        asked_at,
        until: asked_at + within,
    })
}

/// A row that no key has sealed: stores do not look into the texts.
pub(super) fn row(id: &str, state: State) -> StoredCall {
    StoredCall {
        id: id.to_owned(),
        revision: 0,
        state,
        question: "a question".to_owned(),
        ruling: None,
    }
}

/// An id that nobody else has.
pub(super) fn new_id() -> String {
    unique_id()
}

/// The result of a call.
pub(super) fn result(text: &str) -> ToolResult {
    ToolResult {
        call_id: "call_1".to_owned(),
        name: "check::call".to_owned(),
        success: true,
        output: Json::encode(text).ok(),
        error: None,
        note: None,
        metadata: Metadata::default(),
    }
}

/// Waits until what lasts a moment is over.
pub(super) fn wait_a_moment() {
    thread::sleep(MOMENT * 2);
}

/// The value, or that a step failed.
pub(super) fn expect<T, E: std::fmt::Display>(step: &str, done: Result<T, E>) -> Result<T, String> {
    done.map_err(|error| format!("`{step}` failed: {error}"))
}

/// Whether a step ended as it should.
pub(super) fn expect_code<T>(step: &str, code: &str, done: Result<T, ResumeError>) -> Outcome {
    let ended = match &done {
        Ok(_) => "done",
        Err(error) => error.code(),
    };
    expect_equal(step, ended, code)
}

/// Whether something is as it should be.
pub(super) fn expect_equal<T: PartialEq + Debug + ?Sized>(
    what: &str,
    is: &T,
    should: &T,
) -> Outcome {
    match is == should {
        true => Ok(()),
        false => Err(format!("{what}: {} in place of {}", cut(is), cut(should))),
    }
}

/// A value in a message, which may be long.
fn cut(value: impl Debug) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}
