//! Who is asked before a call runs, and the proof that somebody agreed.

mod audit;
#[cfg(feature = "channel")]
mod channel;
mod decision;
mod gate;
mod memory;
mod modes;
#[cfg(any(feature = "channel", feature = "sqlite", feature = "terminal"))]
mod oneshot;
mod redact;
mod request;
#[cfg(feature = "terminal")]
mod terminal;

#[cfg(feature = "approvals")]
mod kept;
#[cfg(feature = "approvals")]
mod pending;
#[cfg(feature = "approvals")]
mod record;
#[cfg(feature = "approvals")]
mod resume;
#[cfg(feature = "approvals")]
mod ruling;
#[cfg(feature = "approvals")]
mod seal;
#[cfg(feature = "approvals")]
mod settled;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "approvals")]
mod store;
#[cfg(feature = "approvals")]
mod store_error;

pub use audit::{DecidedBy, Reason};
#[cfg(feature = "channel")]
pub use channel::{ChannelApprover, Question, Questions};
pub use decision::{Decision, Remember};
pub(crate) use gate::Gate;
pub use memory::{ApprovalMemory, EarlierYes};
pub use modes::{ApproveAll, AutoDeny, Interactive};
pub use redact::Secrets;
pub(crate) use redact::{mask_said, redact_secrets};
pub use request::ApprovalRequest;
#[cfg(feature = "terminal")]
pub use terminal::Terminal;

#[cfg(feature = "approvals")]
pub use kept::MemoryStore;
#[cfg(feature = "approvals")]
pub use pending::PendingCall;
#[cfg(feature = "approvals")]
pub use resume::ResumeError;
#[cfg(feature = "approvals")]
pub use ruling::Ruling;
#[cfg(feature = "approvals")]
pub use seal::{SealKey, WeakKey};
#[cfg(feature = "approvals")]
pub(crate) use settled::Settled;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
#[cfg(feature = "approvals")]
pub use store::{ApprovalStore, Claim, State, StoredCall};
#[cfg(feature = "approvals")]
pub use store_error::StoreError;

use std::pin::Pin;
use std::sync::Arc;

/// What has to happen before a call runs. Ordered: a later value is stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs at once.
    PreApproved,
    /// Runs after a yes.
    Ask,
    /// Never runs.
    Blocked,
}

/// Decides about calls that need approval.
pub trait Approver: Send + Sync + 'static {
    /// Decides about one call. A panic or no answer in time is a denial.
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send;
}

impl<A: Approver> Approver for Arc<A> {
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send {
        A::decide(self, request)
    }
}

/// The proof that a call may run. Only this module makes one.
pub(crate) struct Granted(());

impl Granted {
    /// Of calls that nobody has to be asked about.
    #[inline]
    pub fn freely(needs: Approval) -> Option<Self> {
        (needs == Approval::PreApproved).then_some(Granted(()))
    }
}

/// An [`Approver`] of any type.
pub(crate) trait AnyApprover: Send + Sync {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>>;
}

impl<A: Approver> AnyApprover for A {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>> {
        // Within the future, so that a panic of the first step is contained too.
        Box::pin(async move { self.decide(request).await })
    }
}

/// How a call got through the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    Asked,
    Remembered,
    /// With other arguments or another tool than the model asked for.
    #[cfg(feature = "approvals")]
    Edited,
    Manually,
}

impl Passed {
    /// How a result says it.
    pub fn name(self) -> &'static str {
        match self {
            Passed::Asked => "asked",
            Passed::Remembered => "remembered",
            #[cfg(feature = "approvals")]
            Passed::Edited => "edited",
            Passed::Manually => "manually",
        }
    }
}
