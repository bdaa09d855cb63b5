//! Tools as types.

use crate::args::Args;
use crate::entry::ToolEntry;
use crate::error::HandlerFailure;
use crate::output::Output;

/// A tool. Generated code has one marker type for each.
pub trait Tool: 'static {
    /// The static data of the tool.
    const ENTRY: &'static ToolEntry;
    /// The qualified name: `namespace::tool`.
    const NAME: &'static str = Self::ENTRY.name;
    /// The type of its arguments.
    type Args<'a>: Args<'a> + Send;
    /// What its handler returns.
    type Output: Output + Send;
    /// How its handler fails: [`ToolFailure`](crate::ToolFailure), or [`Failure`](crate::Failure) with the errors that its spec lists.
    type Failure: HandlerFailure;
    /// Whether every value of that type matches the output schema, so that outputs need no check.
    const OUTPUT_HOLDS: bool = false;
    /// A capability that is required to add the tool to a worker. Generated code keeps it private, so that no
    /// other code can choose the approval of a tool.
    type Key: Copy;
}
