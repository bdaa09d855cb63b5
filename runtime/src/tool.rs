//! A tool as a type, and who handles it.

use crate::approve::Approval;
use crate::args::Args;
use crate::call::Call;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::output::Output;

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
    /// two holds.
    fn needs_approval(&self, args: &T::Args<'_>) -> Option<Approval> {
        let _ = args;
        None
    }
}
