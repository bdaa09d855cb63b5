//! Verb: Layout to text. Each file writes one kind of item.

mod aliases;
mod compared;
mod complexity;
mod declared;
mod defaults;
mod docs;
mod failures;
mod holds;
mod http;
mod index;
mod lifetimes;
mod mcp;
pub mod module;
mod mounts;
mod native;
mod patterns;
mod phrases;
mod prose;
mod reading;
pub mod results;
pub mod root;
mod rules;
mod sources;
mod tables;
pub mod tools;
mod toolset;
mod types;
pub mod worker;
mod writing;

/// A module of the output.
pub struct Module {
    /// What it is called.
    pub name: String,
    /// What the root says of it.
    pub doc: String,
    /// All of it.
    pub text: String,
}
