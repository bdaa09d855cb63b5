//! A tool as a type, and who handles it.

use crate::approve::Approval;
use crate::args::Args;
use crate::call::Call;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::output::Output;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

/// A tool. Generated code has one marker type for each.
pub trait Tool: 'static {
    /// What is known of it.
    const ENTRY: &'static ToolEntry;
    /// `namespace::tool`
    const NAME: &'static str = Self::ENTRY.name;
    /// Its arguments.
    type Args<'a>: Args<'a> + Send;
    /// What its handler returns.
    type Output: Output + Send;
    /// Whether every value of that type is what the output schema says, so that none is checked.
    const OUTPUT_HOLDS: bool = false;
    /// What it takes to give the tool to a worker. Generated code keeps it to itself, so that no
    /// other code can choose the approval of a tool.
    type Key: Copy;
}

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
