//! Noun: the whole results that a worker keeps for a while, each under a handle that nobody can guess.

use super::memory::MemoryResults;
use super::store::{AnyStore, KeptResult, MOST_BYTES, ResultStore};
use crate::context::Context;
use crate::results::Results;
use crate::store_error::StoreError;
use hmac_sha256::Hash;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use uuid::Uuid;

/// How long a result is kept, unless the program says something else.
const USUAL_TIME: Duration = Duration::from_secs(15 * 60);

/// The results that a worker keeps.
pub(crate) struct KeptResults {
    worker: &'static str,
    /// What is shown of the tools whose results can be read on, by their wire names.
    tools: Vec<(&'static str, &'static Results)>,
    store: Box<dyn AnyStore>,
    time: Duration,
}

/// A result in which a model reads on.
pub(super) struct Found {
    /// The whole result as JSON text.
    pub output: Arc<str>,
    /// What is shown of it.
    pub results: &'static Results,
}

impl Default for KeptResults {
    fn default() -> Self {
        KeptResults {
            worker: "",
            tools: Vec::new(),
            store: Box::new(MemoryResults::default()),
            time: USUAL_TIME,
        }
    }
}

impl KeptResults {
    /// Sets the worker, and those of its tools whose results can be read on.
    pub fn set_worker(
        &mut self,
        worker: &'static str,
        tools: impl Iterator<Item = (&'static str, &'static Results)>,
    ) {
        self.worker = worker;
        self.tools = tools.filter(|(_, results)| results.pages).collect();
    }

    /// Sets how long results are kept.
    pub fn set_time(&mut self, time: Duration) {
        self.time = time;
    }

    /// Sets where results are kept.
    pub fn set_store(&mut self, store: impl ResultStore + 'static) {
        self.store = Box::new(store);
    }

    /// Keeps a result for the session and the principal of a context, and returns its handle; `None` if it is too long, or the
    /// store failed.
    pub async fn keep_result(
        &self,
        context: &Context,
        tool: &'static str,
        output: &str,
    ) -> Option<String> {
        if output.len() > MOST_BYTES {
            return None;
        }
        let handle = make_handle();
        let kept = KeptResult {
            id: digest_handle(&handle),
            worker: self.worker.to_owned(),
            tool: tool.to_owned(),
            session: context.session().map(str::to_owned),
            principal: context.principal().map(str::to_owned),
            until: SystemTime::now().checked_add(self.time)?,
            output: output.into(),
        };
        self.store.keep_any(&kept).await.ok()?;
        Some(handle)
    }

    /// The result with a handle, for the session and the principal that it was kept for.
    pub(super) async fn find_result(
        &self,
        context: &Context,
        handle: &str,
    ) -> Result<Option<Found>, StoreError> {
        let id = digest_handle(handle);
        let Some(kept) = self.store.find_any(&id).await? else {
            return Ok(None);
        };
        let is_theirs = kept.id == id
            && kept.worker == self.worker
            && kept.session.as_deref() == context.session()
            && kept.principal.as_deref() == context.principal()
            && kept.until > SystemTime::now();
        // a store outlives the program, whose worker may show less by now
        let tool = self.tools.iter().find(|(name, _)| *name == kept.tool);
        Ok(tool.filter(|_| is_theirs).map(|(_, results)| Found {
            output: kept.output,
            results,
        }))
    }
}

/// 244 random bits of the operating system.
fn make_handle() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

fn digest_handle(handle: &str) -> String {
    let mut out = String::with_capacity(64);
    for byte in Hash::hash(handle.as_bytes()) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}
