//! Who is asked before a call runs, and the proof that it was approved.

#[cfg(feature = "ask")]
mod audit;
#[cfg(feature = "channel")]
mod channel;
#[cfg(feature = "ask")]
mod decision;
#[cfg(feature = "ask")]
mod earlier_yes;
#[cfg(feature = "ask")]
mod gate;
#[cfg(feature = "ask")]
mod memory;
#[cfg(feature = "ask")]
mod modes;
#[cfg(any(feature = "channel", feature = "sqlite", feature = "terminal"))]
mod oneshot;
mod redact;
#[cfg(feature = "ask")]
mod request;
#[cfg(feature = "terminal")]
mod terminal;

#[cfg(feature = "approvals")]
mod account;
#[cfg(feature = "approvals")]
mod facts;
#[cfg(feature = "approvals")]
mod kept;
#[cfg(feature = "approvals")]
mod lease;
#[cfg(feature = "approvals")]
mod outline;
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
mod unique;

pub use crate::approval::Approval;
pub use crate::hidden::Secrets;
#[cfg(feature = "ask")]
pub use audit::{DecidedBy, Reason};
#[cfg(feature = "channel")]
pub use channel::{ChannelApprover, Question, Questions};
#[cfg(feature = "ask")]
pub use decision::{Decision, Remember};
#[cfg(feature = "ask")]
pub use earlier_yes::EarlierYes;
#[cfg(feature = "ask")]
pub(crate) use gate::Gate;
#[cfg(feature = "ask")]
pub use memory::ApprovalMemory;
#[cfg(feature = "ask")]
pub use modes::{ApproveAll, AutoDeny, Interactive};
pub(crate) use redact::mask_message;
pub(crate) use redact::{Hidden, Hiding, redact_secrets};
#[cfg(feature = "ask")]
pub use request::ApprovalRequest;
#[cfg(feature = "terminal")]
pub use terminal::Terminal;

#[cfg(all(feature = "approvals", feature = "testing"))]
pub(crate) use facts::Facts;
#[cfg(feature = "approvals")]
pub use kept::MemoryStore;
#[cfg(feature = "approvals")]
pub(crate) use lease::Lease;
#[cfg(feature = "approvals")]
pub use outline::{Outline, Stage};
#[cfg(feature = "approvals")]
pub use pending::PendingCall;
#[cfg(all(feature = "pages", feature = "sqlite"))]
pub(crate) use record::{time_of, unix_millis};
#[cfg(feature = "approvals")]
pub use resume::ResumeError;
#[cfg(feature = "approvals")]
pub use ruling::Ruling;
#[cfg(feature = "approvals")]
pub use seal::{SealKey, WeakKey};
#[cfg(feature = "approvals")]
pub(crate) use settled::{Additions, Settled};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteStore, StoreReport};
#[cfg(feature = "approvals")]
pub use store::{ApprovalStore, Claim, State, StoredCall};
#[cfg(all(feature = "approvals", feature = "testing"))]
pub(crate) use unique::unique_id;

#[cfg(feature = "ask")]
use std::pin::Pin;
#[cfg(feature = "ask")]
use std::sync::Arc;

/// Decides about calls that need approval.
#[cfg(feature = "ask")]
pub trait Approver: Send + Sync + 'static {
    /// Decides about one call. A panic, or no answer in time, counts as a denial.
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send;
}

#[cfg(feature = "ask")]
impl<A: Approver> Approver for Arc<A> {
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send {
        A::decide(self, request)
    }
}

/// The proof that a call may run. Only this module can construct one.
pub(crate) struct Granted(());

impl Granted {
    /// For a call that needs no approval.
    #[inline]
    pub fn freely(needs: Approval) -> Option<Self> {
        (needs == Approval::PreApproved).then_some(Granted(()))
    }

    /// For a call that a person makes directly: making it is the approval.
    #[cfg(not(feature = "ask"))]
    pub fn manually() -> Self {
        Granted(())
    }
}

/// An object-safe version of [`Approver`].
#[cfg(feature = "ask")]
pub(crate) trait AnyApprover: Send + Sync {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>>;
}

#[cfg(feature = "ask")]
impl<A: Approver> AnyApprover for A {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>> {
        // Inside the future, so that a panic in the first step is caught as well.
        Box::pin(async move { self.decide(request).await })
    }
}

/// How a call that needed approval got it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    #[cfg(feature = "ask")]
    Asked,
    #[cfg(feature = "ask")]
    Remembered,
    /// Approved with other arguments or another tool than the model asked for.
    #[cfg(feature = "approvals")]
    Edited,
    Manually,
}

impl Passed {
    /// The name of the variant as results report it.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "ask")]
            Passed::Asked => "asked",
            #[cfg(feature = "ask")]
            Passed::Remembered => "remembered",
            #[cfg(feature = "approvals")]
            Passed::Edited => "edited",
            Passed::Manually => "manually",
        }
    }
}
