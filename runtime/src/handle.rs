//! Who handles the calls of a tool.

use crate::approve::Approval;
use crate::call::Call;
use crate::context::Context;
use crate::error::ToolFailure;
use crate::tool::Tool;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

/// Handles the calls of one tool. A worker's handlers implement it once for every granted tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handler for the granted tool `{T}`",
    label = "the worker grants `{T}`, and `{Self}` does not handle it",
    note = "write `impl Handle<{T}> for {Self} {{ async fn handle(&self, call: Call<'_, {T}>) -> … }}`, or take the tool off the worker's list"
)]
pub trait Handle<T: Tool>: Send + Sync {
    /// Does the work. The call is checked and approved.
    fn handle(
        &self,
        call: Call<'_, T>,
    ) -> impl Future<Output = Result<T::Output, ToolFailure>> + Send;

    /// What these arguments need, beyond what the worker's configuration says: the stricter of the
    /// two holds. It may wait for something, within the time that the handler has; a panic or no
    /// answer is a refusal.
    ///
    /// ```rust,ignore
    /// async fn needs_approval(&self, args: &TransferArgs, context: &Context) -> Option<Approval> {
    ///     let limit = self.limits.of(context.session()).await;
    ///     (args.amount > limit).then_some(Approval::Ask)
    /// }
    /// ```
    // The lifetime is at the context too, so that arguments with and without one can be awaited.
    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let _ = (args, context);
        Nothing
    }
}

/// Needs nothing, has no state, and so costs nothing.
pub(crate) struct Nothing;

impl Future for Nothing {
    type Output = Option<Approval>;

    #[inline]
    fn poll(self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<Self::Output> {
        Poll::Ready(None)
    }
}
