//! Which output of a tool, or which part of one, can be which argument of another: decided by what their shapes
//! accept. Names and descriptions only say which of them come first.

mod graph;
mod parts;
mod rank;
mod verdict;
mod words;
mod write;

pub use graph::{Dataflow, Edge, ToolKey, find_dataflow};
pub use parts::{MAX_DEPTH, MAX_PARTS, Part, list_parts};
pub use verdict::{Decided, Verdict, Verdicts, intern_shapes};
