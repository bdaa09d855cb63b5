//! Approvers that need no terminal: a callback, one that always approves, one that always denies.

use super::{ApprovalRequest, Approver, Decision};
use std::fmt;

/// Asks a callback of the program, such as one that opens a dialog.
pub struct Interactive<F>(F);

impl<F, Answer> Interactive<F>
where
    F: Fn(ApprovalRequest) -> Answer + Send + Sync + 'static,
    Answer: Future<Output = Decision> + Send,
{
    /// Creates an approver that asks this callback.
    pub fn new(callback: F) -> Self {
        Interactive(callback)
    }
}

impl<F, Answer> Approver for Interactive<F>
where
    F: Fn(ApprovalRequest) -> Answer + Send + Sync + 'static,
    Answer: Future<Output = Decision> + Send,
{
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        (self.0)(request.clone()).await
    }
}

impl<F> fmt::Debug for Interactive<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interactive").finish_non_exhaustive()
    }
}

/// Approves every call that is not blocked.
#[derive(Debug)]
pub struct ApproveAll(());

impl ApproveAll {
    /// Creates it. For tests only: nobody is asked, whatever a tool does.
    pub fn for_tests_only() -> Self {
        ApproveAll(())
    }
}

impl Approver for ApproveAll {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        Decision::approve()
    }
}

/// Denies every call that needs approval: for programs that run unattended.
#[derive(Debug, Clone, Copy, Default)]
pub struct AutoDeny;

impl Approver for AutoDeny {
    async fn decide(&self, request: &ApprovalRequest) -> Decision {
        Decision::deny(format!(
            "Auto-deny mode: `{}` requires approval",
            request.wire_name
        ))
    }
}
