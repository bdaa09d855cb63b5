//! Noun and its two forms: what a catalog offers and allows, as a person has accepted it. `take`
//! makes it of a catalog, `write` turns it into the text of `toolc.lock`, `read` back.

mod accept;
mod answers;
mod commands;
mod definitions;
mod migrate;
mod read;
mod renames;
mod rules;
mod same;
mod servers;
mod settings;
mod strict;
mod subject;
mod take;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod write;

pub use accept::accept_changes;
pub use read::{read_lock_file, read_or_migrate};
pub(crate) use renames::keep_keys;
pub(crate) use same::{REFERENCE, find_unlike, is_same, is_written_alike};
pub(crate) use settings::{FLOW, SCOPES};
pub(crate) use strict::{SHOWN, STRICT};
pub use subject::Subject;
pub use take::take_lock;
pub use text::is_text_of;
pub(crate) use tree::each_reference;
pub(crate) use tree::parse_text;
pub use write::{HEADER, write_lock};

use crate::model::approval::Approval;
use crate::node::Node;
use crate::source::{SourceId, Span, Spanned};
use std::collections::BTreeMap;

/// The place of what no file decides.
const NOWHERE: Span = Span {
    source: SourceId(0),
    start: 0,
    end: 0,
};

/// The version of the format that is written and read. It changes with whatever changes the text of a
/// lock of the same specs, the lines at its top among it.
pub const VERSION: u32 = 2;

/// Everything that drift is measured by.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lock {
    /// Tools, sorted by qualified name and overload.
    pub tools: Vec<LockedTool>,
    /// Schemas that any other refers to by `#/$defs/KEY`, by that key.
    pub definitions: BTreeMap<String, Node>,
    /// Engines that make requests, sorted by name.
    pub engines: Vec<LockedEngine>,
    /// Workers, sorted by name.
    pub workers: Vec<LockedWorker>,
}

/// What is decided about a tool, an engine or a worker beside what is in fields of its own: lists of
/// strings, numbers, words. The place of each is where it is decided.
pub type Settings = BTreeMap<String, Node>;

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
    /// Where that is.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// Which engine sends its requests, where, and with what credentials; what `format` means.
    pub settings: Settings,
    /// Annotations and metadata, sorted by key.
    pub metadata: BTreeMap<String, Node>,
    /// The input schema, its keys in the order in which a model is shown them.
    pub input: Node,
    /// The output schema, likewise.
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

/// The qualified name in a key of the lock.
pub(crate) fn name_of(key: &str) -> &str {
    key.split_once('#').map_or(key, |(name, _)| name)
}

/// The name without its namespace.
pub(crate) fn bare_name_of(name: &str) -> &str {
    name.rsplit_once("::").map_or(name, |(_, bare)| bare)
}

/// Where the requests of an engine go, who they say that they come from, and within what limits, as it
/// was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedEngine {
    /// Its name.
    pub name: String,
    /// All of it.
    pub settings: Settings,
    /// The engine today, or the entry in the lock.
    pub span: Option<Span>,
}

/// A worker as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedWorker {
    /// Its name.
    pub name: String,
    /// What is decided about it beside its tools.
    pub settings: Settings,
    /// The tools that it may call, by [`LockedTool::key`].
    pub grants: BTreeMap<String, LockedGrant>,
    /// The qualified names of blocked tools.
    pub blocked: BTreeMap<String, LockedBlock>,
    /// The worker today, or the entry in the lock.
    pub span: Option<Span>,
}

/// A tool that a worker may call.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedGrant {
    /// Whether someone is asked.
    pub approval: Approval,
    /// What says so.
    pub span: Option<Span>,
    /// What grants it.
    pub listed: Option<Span>,
}

/// A tool that a worker names but can never call.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedBlock {
    /// What a caller is told.
    pub reason: String,
    /// What says that it is blocked.
    pub span: Option<Span>,
    /// Where the reason stands.
    pub reason_span: Option<Span>,
}
