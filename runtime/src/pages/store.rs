//! Noun: where whole results are kept of which a model was shown a part.

use crate::store_error::StoreError;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

/// How many results a store keeps for a worker; the oldest make room.
pub const MOST_RESULTS: usize = 64;

/// How many bytes of JSON a store keeps for a worker in all. A result that is longer is not kept.
pub const MOST_BYTES: usize = 32_000_000;

/// A whole result, for whoever was shown a part of it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptResult {
    /// The SHA-256 of its handle, in hex: whoever reads the store cannot read on in the model's place.
    pub id: String,
    /// The name of the worker.
    pub worker: String,
    /// The wire name of the tool.
    pub tool: String,
    /// The session of the call.
    pub session: Option<String>,
    /// The principal of the call.
    pub principal: Option<String>,
    /// When it is to be forgotten.
    pub until: SystemTime,
    /// The result as JSON.
    pub output: Arc<str>,
}

impl KeptResult {
    /// A result that a store has read.
    pub fn new(id: String, worker: String, tool: String, until: SystemTime, output: &str) -> Self {
        KeptResult {
            id,
            worker,
            tool,
            session: None,
            principal: None,
            until,
            output: output.into(),
        }
    }

    /// The same, of a call with this session and this principal.
    #[must_use]
    pub fn of(self, session: Option<String>, principal: Option<String>) -> Self {
        KeptResult {
            session,
            principal,
            ..self
        }
    }
}

/// Keeps results that are read page by page (`rest: page` in a worker file), so that a model can read on after a restart, or in
/// another process: see [`Worker::keep_results_in`](crate::Worker::keep_results_in).
///
/// It has whole results, what no model is shown included. Whom a result is for is checked by the worker.
pub trait ResultStore: Send + Sync {
    /// Keeps a result. Those that are over are forgotten, and the oldest of the same worker make room: there are at most
    /// [`MOST_RESULTS`] of it, with at most [`MOST_BYTES`] of JSON.
    fn keep(&self, result: &KeptResult) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The result with this id, unless it is over.
    fn find(&self, id: &str)
    -> impl Future<Output = Result<Option<KeptResult>, StoreError>> + Send;
}

/// What a store answers with, boxed.
type Answered<'s, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 's>>;

/// A store of any kind.
pub(super) trait AnyStore: Send + Sync {
    fn keep_any<'s>(&'s self, result: &'s KeptResult) -> Answered<'s, ()>;
    fn find_any<'s>(&'s self, id: &'s str) -> Answered<'s, Option<KeptResult>>;
}

impl<S: ResultStore> AnyStore for S {
    fn keep_any<'s>(&'s self, result: &'s KeptResult) -> Answered<'s, ()> {
        Box::pin(self.keep(result))
    }

    fn find_any<'s>(&'s self, id: &'s str) -> Answered<'s, Option<KeptResult>> {
        Box::pin(self.find(id))
    }
}

/// Leaves out the result, which may have secrets.
impl std::fmt::Debug for KeptResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptResult")
            .field("worker", &self.worker)
            .field("tool", &self.tool)
            .field("until", &self.until)
            .finish_non_exhaustive()
    }
}
