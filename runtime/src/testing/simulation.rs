//! Results without handlers and services: made from the output schemas, or by whoever a test names.

use super::generate::Generator;
use crate::call::Work;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::incoming::Incoming;
use crate::json::{Json, canonical_json};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Makes results in place of handlers and engines; a model can be behind it.
pub trait Simulate: Send + Sync + 'static {
    /// The result of a call that was validated and approved.
    fn simulate(
        &self,
        call: &SimulatedCall,
    ) -> impl Future<Output = Result<Json, ToolFailure>> + Send;
}

/// A call whose result is wanted.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SimulatedCall {
    /// The tool.
    pub entry: &'static ToolEntry,
    /// The arguments as they came.
    pub arguments: String,
    /// The calls of the same session before this one, with their results.
    pub history: Vec<PastCall>,
}

/// A call that was simulated.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PastCall {
    /// `namespace::tool`
    pub tool: &'static str,
    /// The arguments as they came.
    pub arguments: String,
    /// The result; `None` where the call failed.
    pub output: Option<Json>,
}

/// A simulated world: see [`Worker::simulated`](crate::Worker::simulated). It remembers the calls of
/// each session, so that later ones can follow from earlier ones. Clones share what it remembers.
#[derive(Clone)]
pub struct Simulation {
    source: Arc<dyn AnySimulate>,
    history: Arc<Mutex<History>>,
}

/// Of each session, and of calls without one, what was called.
type History = HashMap<Option<String>, Vec<PastCall>>;

/// What a [`Simulation`] remembered at some time.
#[derive(Debug, Clone, Default)]
pub struct Snapshot(History);

impl Simulation {
    /// Results made from the output schemas of the tools: the same for the same seed, tool and
    /// arguments. A tool without an output schema gives `null`.
    pub fn new(seed: u64) -> Self {
        Simulation::by(FromSchemas { seed })
    }

    /// Results that something else makes.
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

    /// What is remembered now, to go back to it.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.lock().clone())
    }

    /// Goes back: what was called since then never happened.
    pub fn restore(&self, snapshot: &Snapshot) {
        *self.lock() = snapshot.0.clone();
    }

    /// A world of its own that begins with what this one remembers.
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

    /// The work of a call that is only simulated.
    pub(crate) fn stand_in<'c>(
        &'c self,
        entry: &'static ToolEntry,
        call: &'c Incoming,
        session: Option<&'c str>,
    ) -> Work<'c> {
        Box::pin(async move {
            let simulated = SimulatedCall {
                entry,
                arguments: call.text().to_owned(),
                history: self.history(session),
            };
            let end = self.source.simulate_boxed(&simulated).await;
            let past = PastCall {
                tool: entry.name,
                arguments: simulated.arguments,
                output: end.as_ref().ok().cloned(),
            };
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

/// A [`Simulate`] of any type.
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
        let Some(schema) = call.entry.output else {
            return Ok(Json::null());
        };
        let arguments = canonical_json(&call.arguments).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        (self.seed, call.entry.wire_name, arguments).hash(&mut hasher);
        match Generator::new(hasher.finish()).value(schema) {
            Some(text) => Ok(Json::trusted(text)),
            None => Err(ToolFailure::internal(format!(
                "no result of `{}` was found that its output schema accepts",
                call.entry.name
            ))),
        }
    }
}
