//! Noun and its two forms: what a catalog offers and allows, as a person has accepted it. `take`
//! makes it of a catalog, `write` turns it into the text of `toolc.lock`, `read` back.

mod accept;
mod definitions;
mod read;
mod same;
mod take;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use accept::accept;
pub use read::read;
pub(crate) use same::{REFERENCE, find_unlike, is_same};
pub use take::take;
pub(crate) use tree::each_reference;
#[cfg(test)]
pub(crate) use tree::parse_text;
pub use write::write;

use crate::model::policy::Approval;
use crate::node::Node;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// Everything that drift is measured by.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lock {
    /// Tools, sorted by qualified name and overload.
    pub tools: Vec<LockedTool>,
    /// Schemas that any other refers to by `#/$defs/KEY`, by that key.
    pub definitions: BTreeMap<String, Node>,
    /// Engines that make requests, sorted by name; `None` in a lock that was written when toolc did
    /// not note them.
    pub engines: Option<Vec<LockedEngine>>,
    /// Workers, sorted by name.
    pub workers: Vec<LockedWorker>,
}

/// A tool as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedTool {
    /// `namespace::name`
    pub name: String,
    /// 0 for the first tool of this name.
    pub overload: u32,
    /// The name on the wire.
    pub wire_name: String,
    /// SHA-256 of the input schema as written.
    pub raw_fingerprint: String,
    /// SHA-256 of what the input schema accepts.
    pub structural_fingerprint: String,
    /// What the model is told.
    pub description: String,
    /// A short human title.
    pub title: Option<String>,
    /// The tool's own approval.
    pub approval: Option<Approval>,
    /// Annotations and metadata, sorted by key.
    pub metadata: BTreeMap<String, Node>,
    /// The input schema.
    pub input: Node,
    /// The output schema.
    pub output: Option<Node>,
    /// The definition today, or the entry in the lock.
    pub span: Option<Span>,
}

impl LockedTool {
    /// The key of the tool in the lock: the qualified name, and for a further overload the start of
    /// its fingerprint, so that it stays when others come and go.
    pub fn key(&self) -> String {
        locked_key(&self.name, self.overload, &self.raw_fingerprint)
    }
}

fn locked_key(name: &str, overload: u32, raw_fingerprint: &str) -> String {
    match overload {
        0 => name.to_owned(),
        _ => format!(
            "{name}#{}",
            raw_fingerprint.get(..8).unwrap_or(raw_fingerprint)
        ),
    }
}

/// Where the requests of an engine go, and who they say that they come from, as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedEngine {
    /// Its name.
    pub name: String,
    /// The addresses of its tools.
    pub addresses: BTreeSet<String>,
    /// Hosts that they may be redirected to.
    pub hosts: BTreeSet<String>,
    /// What credentials its tools are called with, each alternative in words.
    pub credentials: BTreeSet<String>,
    /// The engine today, or the entry in the lock.
    pub span: Option<Span>,
}

/// A worker as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedWorker {
    /// Its name.
    pub name: String,
    /// The tools that it may call, by [`LockedTool::key`].
    pub grants: BTreeMap<String, Approval>,
    /// The qualified names of blocked tools, and the reasons.
    pub blocked: BTreeMap<String, String>,
    /// The worker today, or the entry in the lock.
    pub span: Option<Span>,
}
