//! Hooks that judge calls before anybody is asked about them.

#[cfg(feature = "policies")]
mod hook;
#[cfg(feature = "policies")]
mod judge;
mod outcome;

#[cfg(feature = "policies")]
pub use hook::{OnError, Policy, PolicyDecision, PolicyRequest};
#[cfg(feature = "policies")]
pub(crate) use judge::{Heard, Judged, Policies};
pub use outcome::PolicyOutcome;
