//! Fault injection: makes services and handlers fail according to a plan.

use crate::call::Work;
use crate::entry::ToolEntry;
use crate::error::{DeclaredError, ListedErrors, ToolFailure};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::simulate::{Generator, Random, failed_service, garble};
use std::sync::{Arc, Mutex, PoisonError};

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// The service cannot be reached; the same call may succeed later. No handler runs.
    NetworkError,
    /// The result is a meaningless string.
    UnparseableResult,
    /// The result violates the output schema, if the tool has one that can be violated.
    SchemaViolation,
    /// The handler fails with this error and never runs, if the spec of the tool lists it.
    DeclaredError(&'static DeclaredError),
    /// The handler panics.
    Panic,
    /// The call never finishes by itself.
    Hang,
}

/// Which faults happen, and how often: see [`Worker::faults`](crate::Worker::faults).
///
/// Each kind is drawn independently; if several apply to one call, one of them is chosen. The outcome depends
/// only on the seed, the tool and the id of the call, so it is the same in every run, no matter which calls
/// run concurrently. Clones share the log.
#[derive(Debug, Clone, Default)]
pub struct FaultPlan {
    seed: u64,
    kinds: Vec<Planned>,
    injected: Arc<Mutex<Vec<InjectedFault>>>,
}

#[derive(Debug, Clone)]
struct Planned {
    kind: FaultKind,
    probability: f64,
    message: String,
}

/// A fault that was injected.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InjectedFault {
    /// The qualified name of the tool: `namespace::tool`.
    pub tool: &'static str,
    /// The provider's id of the call.
    pub call_id: String,
    /// The kind of fault.
    pub kind: FaultKind,
}

impl FaultPlan {
    /// Creates a plan without faults.
    pub fn new(seed: u64) -> Self {
        FaultPlan {
            seed,
            ..FaultPlan::default()
        }
    }

    /// Adds a kind of fault with this probability, from 0 to 1. The model reads the message of a network
    /// error; for other kinds, the message is for the observers. For errors that specs list, there is
    /// [`with_error`](Self::with_error).
    #[must_use]
    pub fn with(mut self, kind: FaultKind, probability: f64, message: impl Into<String>) -> Self {
        self.kinds.push(Planned {
            kind,
            probability,
            message: message.into(),
        });
        self
    }

    /// Adds an error with this probability, from 0 to 1, to the calls of tools whose specs list it.
    #[must_use]
    pub fn with_error(self, probability: f64, error: impl ListedErrors) -> Self {
        let error = error.declared();
        self.with(FaultKind::DeclaredError(error), probability, "")
    }

    /// The faults that were injected so far.
    pub fn injected(&self) -> Vec<InjectedFault> {
        self.log().clone()
    }

    fn log(&self) -> std::sync::MutexGuard<'_, Vec<InjectedFault>> {
        self.injected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault for a call, and the random numbers for its details.
    fn draw(
        &self,
        entry: &ToolEntry,
        listed: &[&DeclaredError],
        call: &Incoming,
    ) -> Option<(&Planned, Random)> {
        let mut random = Random::of(self.seed, &["fault", entry.wire_name, &call.id]);
        let mut happens = Vec::new();
        for planned in &self.kinds {
            let is_possible = match planned.kind {
                FaultKind::DeclaredError(error) => listed.contains(&error),
                _ => true,
            };
            if random.fraction() < planned.probability && is_possible {
                happens.push(planned);
            }
        }
        let planned = *random.pick(&happens)?;
        Some((planned, random))
    }

    /// The work, or a fault in its place.
    pub(crate) fn disturb<'c>(
        &self,
        entry: &'static ToolEntry,
        listed: &[&'static DeclaredError],
        call: &Incoming,
        work: Work<'c>,
    ) -> Work<'c> {
        let Some((planned, mut random)) = self.draw(entry, listed, call) else {
            return work;
        };
        self.log().push(InjectedFault {
            tool: entry.name,
            call_id: call.id.clone(),
            kind: planned.kind,
        });
        let message = planned.message.clone();
        match planned.kind {
            FaultKind::NetworkError => Box::pin(async move { Err(failed_service(&message)) }),
            FaultKind::DeclaredError(error) => Box::pin(async move {
                let failure = ToolFailure::from(error);
                Err(match message.is_empty() {
                    true => failure,
                    false => failure.with_detail(message),
                })
            }),
            FaultKind::Panic => Box::pin(async move { std::panic::panic_any(message) }),
            FaultKind::Hang => Box::pin(std::future::pending()),
            FaultKind::UnparseableResult => Box::pin(async move {
                work.await?;
                Ok(garble(&message))
            }),
            FaultKind::SchemaViolation => Box::pin(async move {
                let output = work.await?;
                let wrong = entry
                    .output
                    .and_then(|schema| Generator::new(random.next()).refused(schema));
                Ok(wrong.map_or(output, Json::trusted))
            }),
        }
    }
}
