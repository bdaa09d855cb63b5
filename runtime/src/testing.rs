//! For tests of agents: mock handlers, a scripted approver, a recorder of events, a timer that
//! stands still, and an executor. None of them has any state beyond its value.

mod approver;
mod executor;
mod generate;
mod mocks;
mod random;
mod recorder;
#[cfg(feature = "http")]
mod request;
mod timer;

pub use approver::ScriptedApprover;
pub use executor::{block_on, poll_once};
pub use generate::{Generator, WrongArguments};
pub use mocks::{LoggedCall, Mocks, Unanswered};
pub use recorder::{EventRecorder, Recorded};
#[cfg(feature = "http")]
pub use request::{FailedRequest, request};
pub use timer::ManualTimer;
