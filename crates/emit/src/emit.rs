//! Verb: Checked to Artifacts. Nothing is written to disk here.

mod attributes;
mod ident;
mod rust;

pub use attributes::Attributes;
#[cfg(feature = "cli")]
pub use rust::name_tool;
pub use rust::{emit_artifacts, report_artifacts};
