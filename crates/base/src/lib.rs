//! The ground that every stage of toolc stands on: sources, trees in which each value knows its place, findings and how
//! they are rendered, and the readers of JSON and YAML.

pub mod date;
pub mod diagnostic;
#[cfg(feature = "cli")]
pub mod format;
pub mod json_text;
pub mod node;
pub mod order;
pub mod parse;
pub mod quantity;
pub mod restriction;
pub mod secret;
pub mod sha256;
pub mod source;
pub mod toolsets;
