//! Verb: Checked to Artifacts. Nothing is written to disk here.

mod ident;
mod rust;

pub use rust::emit_artifacts;
#[cfg(feature = "cli")]
pub use rust::name_tool;
