//! Handlers of tool calls.

use crate::approve::Approval;
use crate::call::Call;
use crate::context::Context;
use crate::tool::Tool;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

/// Handles the calls of one tool. A worker's handlers must implement it for every granted tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handler for the granted tool `{T}`",
    label = "the worker grants `{T}`, and `{Self}` does not handle it",
    note = "write `impl Handle<{T}> for {Self} {{ async fn handle(&self, call: Call<'_, {T}>) -> … }}`, or take the tool off the worker's list"
)]
pub trait Handle<T: Tool>: Send + Sync {
    /// Performs the call, which is validated and approved.
    fn handle(
        &self,
        call: Call<'_, T>,
    ) -> impl Future<Output = Result<T::Output, T::Failure>> + Send;

    /// The approval that a call with these arguments needs, in addition to the worker's configuration: the
    /// stricter of the two applies. It may wait, within the handler's time limit; a panic or a timeout means
    /// a refusal.
    ///
    /// ```rust,ignore
    /// async fn needs_approval(&self, args: &TransferArgs, context: &Context) -> Option<Approval> {
    ///     let limit = self.limits.of(context.session()).await;
    ///     (args.amount > limit).then_some(Approval::Ask)
    /// }
    /// ```
    // The context has the lifetime too, so that the future works for arguments with and without one.
    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// Needs no approval, has no state, and so costs nothing.
pub(crate) struct Nothing;

impl Future for Nothing {
    type Output = Option<Approval>;

    #[inline]
    fn poll(self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<Self::Output> {
        Poll::Ready(None)
    }
}
