//! Verb: Layout to text. Each file writes one kind of item.

mod aliases;
mod answers;
pub mod artifacts;
mod closures;
mod compared;
mod complexity;
mod declared;
mod defaults;
mod docs;
mod failures;
mod filled;
mod holds;
mod http;
mod index;
mod kept;
mod lifetimes;
mod mcp;
pub mod module;
mod mounts;
mod native;
mod patterns;
mod phrases;
mod prose;
mod reading;
mod receivers;
pub mod results;
pub mod root;
mod search;
mod simulated;
mod sources;
mod tables;
pub mod tools;
mod toolset;
mod types;
pub mod worker;
mod writing;

/// A module of the output.
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its documentation in the root.
    pub doc: String,
    /// The whole text.
    pub text: String,
}
