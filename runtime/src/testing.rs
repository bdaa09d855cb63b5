//! Tools for testing agents: mock handlers, a scripted approver, an event recorder, a manual timer, an
//! executor, and what stores have to pass. None of them has state outside its own value.

mod approver;
mod behavior;
mod executor;
mod faults;
mod instead;
mod kept;
mod mocks;
mod recorder;
#[cfg(feature = "http")]
mod request;
mod schemas;
mod simulation;
#[cfg(feature = "approvals")]
mod stores;
mod timer;

pub use crate::simulate::{Generator, PastCall, WrongArguments};
pub use approver::ScriptedApprover;
pub use behavior::{BehaviorReport, check_behavior, check_behavior_for_real, check_wrapper};
pub use executor::{block_on, poll_once};
pub use faults::{FaultKind, FaultPlan, InjectedFault};
pub(crate) use instead::Instead;
pub use kept::{DerivedSchema, keep_schemas};
pub use mocks::{LoggedCall, Mocks, Unanswered};
pub use recorder::{EventRecorder, Recorded};
#[cfg(feature = "http")]
pub use request::{FailedRequest, request};
pub use schemas::{assert_same_input, assert_same_output, schema_differences};
pub use simulation::{Simulate, SimulatedCall, Simulation, Snapshot};
#[cfg(all(feature = "approvals", feature = "pages"))]
pub use stores::check_result_store;
#[cfg(feature = "approvals")]
pub use stores::{StoreCase, StoreVerdict, check_forgetting, check_store};
pub use timer::ManualTimer;
