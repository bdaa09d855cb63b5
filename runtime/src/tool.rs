//! A tool as a type.

use crate::args::Args;
use crate::entry::ToolEntry;
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
