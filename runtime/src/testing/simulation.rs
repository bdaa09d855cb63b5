//! Results without handlers and services: generated from the output schemas, or by a source that the test
//! chooses.

use crate::call::Work;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::incoming::Incoming;
use crate::json::Json;
use crate::simulate::{PastCall, generate_result};
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Produces results in place of handlers and engines; it can be backed by a model.
pub trait Simulate: Send + Sync + 'static {
    /// The result of a call that is validated and approved.
    fn simulate(
        &self,
        call: &SimulatedCall,
    ) -> impl Future<Output = Result<Json, ToolFailure>> + Send;
}

/// A call to produce a result for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SimulatedCall {
    /// The tool.
    pub entry: &'static ToolEntry,
    /// The arguments as they came in.
    pub arguments: String,
    /// The earlier calls of the same session, with their results.
    pub history: Vec<PastCall>,
}

/// A simulated world: see [`Worker::simulated`](crate::Worker::simulated). It remembers the calls of each
/// session, so that later results can depend on earlier ones. Clones share the memory.
#[derive(Clone)]
pub struct Simulation {
    source: Arc<dyn AnySimulate>,
    history: Arc<Mutex<History>>,
}

/// The calls of each session, and of calls without one.
type History = HashMap<Option<String>, Vec<PastCall>>;

/// The state of a [`Simulation`] at some time.
#[derive(Debug, Clone, Default)]
pub struct Snapshot(History);

impl Simulation {
    /// Generates results from the output schemas of the tools: the same for the same seed, tool and
    /// arguments. A tool without an output schema gives `null`.
    pub fn new(seed: u64) -> Self {
        Simulation::by(FromSchemas { seed })
    }

    /// Takes results from another source.
    pub fn by(source: impl Simulate) -> Self {
        Simulation {
            source: Arc::new(source),
            history: Arc::default(),
        }
    }

    /// The calls of a session so far.
    pub fn history(&self, session: Option<&str>) -> Vec<PastCall> {
        let history = self.lock();
        history
            .get(&session.map(str::to_owned))
            .cloned()
            .unwrap_or_default()
    }

    /// The current state, to return to it later.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.lock().clone())
    }

    /// Returns to an earlier state, forgetting all calls since then.
    pub fn restore(&self, snapshot: &Snapshot) {
        *self.lock() = snapshot.0.clone();
    }

    /// Creates an independent simulation that starts with the current state of this one.
    #[must_use]
    pub fn fork(&self) -> Self {
        Simulation {
            source: Arc::clone(&self.source),
            history: Arc::new(Mutex::new(self.lock().clone())),
        }
    }

    fn lock(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of a simulated call.
    pub(crate) fn stand_in<'c>(
        &'c self,
        entry: &'static ToolEntry,
        call: &'c Incoming,
        session: Option<&'c str>,
    ) -> Work<'c> {
        Box::pin(async move {
            let simulated = SimulatedCall {
                entry,
                arguments: call.complete_text().to_owned(),
                history: self.history(session),
            };
            let end = self.source.simulate_boxed(&simulated).await;
            let past = PastCall::new(entry, &simulated.arguments, &end);
            let mut history = self.lock();
            history
                .entry(session.map(str::to_owned))
                .or_default()
                .push(past);
            end
        })
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("history", &*self.lock())
            .finish_non_exhaustive()
    }
}

/// An object-safe version of [`Simulate`].
trait AnySimulate: Send + Sync {
    fn simulate_boxed<'a>(
        &'a self,
        call: &'a SimulatedCall,
    ) -> Pin<Box<dyn Future<Output = Result<Json, ToolFailure>> + Send + 'a>>;
}

impl<S: Simulate> AnySimulate for S {
    fn simulate_boxed<'a>(
        &'a self,
        call: &'a SimulatedCall,
    ) -> Pin<Box<dyn Future<Output = Result<Json, ToolFailure>> + Send + 'a>> {
        Box::pin(self.simulate(call))
    }
}

struct FromSchemas {
    seed: u64,
}

impl Simulate for FromSchemas {
    async fn simulate(&self, call: &SimulatedCall) -> Result<Json, ToolFailure> {
        generate_result(self.seed, call.entry, &call.arguments)
    }
}
