//! Verb: Checked to Artifacts. Nothing is written to disk here.

mod attributes;
mod ident;
mod rust;

pub use attributes::Attributes;
pub use rust::{emit_artifacts, report_artifacts};
#[cfg(feature = "cli")]
pub use rust::{name_answer, name_tool};
