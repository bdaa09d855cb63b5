//! Noun and its two forms: what a catalog offers and allows, as accepted by a person. `take` makes
//! it from a catalog, `write` turns it into the text of `toolc.lock`, and `read` parses that.

#[cfg(feature = "drift")]
mod accept;
mod answers;
mod definitions;
mod engines;
mod entry;
#[cfg(feature = "drift")]
mod migrate;
#[cfg(feature = "drift")]
mod moved;
mod old_names;
mod prose;
mod read;
mod renames;
mod row;
mod rules;
#[cfg(feature = "drift")]
mod same;
mod servers;
mod strict;
mod subject;
mod take;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod tools;
mod tree;
pub(crate) mod workers;
mod write;

#[cfg(feature = "drift")]
pub use accept::accept_changes;
pub(crate) use entry::Entry;
#[cfg(feature = "drift")]
pub(crate) use moved::{Paired, pair_by_name, rename_tools, same_raw};
#[cfg(feature = "drift")]
pub(crate) use old_names::{
    ALIASES, ARGUMENT_ALIASES, list_aliases, read_alias, split_argument_alias,
};
#[cfg(feature = "drift")]
pub use old_names::{list_old_arguments, list_old_names};
pub(crate) use prose::is_prose;
#[cfg(feature = "drift")]
pub(crate) use prose::is_read;
pub use read::read_lock_file;
#[cfg(feature = "drift")]
pub use read::read_or_migrate;
pub(crate) use renames::keep_keys;
#[cfg(feature = "drift")]
pub(crate) use row::describe_change;
#[cfg(feature = "drift")]
pub(crate) use rules::{INHERITED_RULES, RULES};
#[cfg(feature = "drift")]
pub(crate) use same::{find_unlike, is_same, is_written_alike};
#[cfg(feature = "drift")]
pub(crate) use strict::{SHOWN, STRICT};
pub use subject::{Subject, quote_word};
pub use take::take_catalog;
pub use take::take_lock;
pub use text::{is_of_later_version, is_text_of, keep_line_endings};
pub(crate) use tools::ANSWER;
#[cfg(feature = "drift")]
pub(crate) use tools::{ADDRESS, ENGINE, OF_ENGINE, TOOL_SETTINGS};
#[cfg(feature = "drift")]
pub(crate) use tree::{REFERENCE, each_reference};
#[cfg(feature = "drift")]
pub(crate) use workers::{FLOW, INSTRUCTIONS, RESULTS, SCOPES, WORKER_SETTINGS};
pub(crate) use write::write_entry;
pub use write::{HEADER, write_lock};

use std::collections::BTreeMap;
use toolc_base::node::Node;
use toolc_base::source::{SourceId, Span, Spanned};
use toolc_model::model::Tool;
use toolc_model::model::approval::Approval;

/// The place of settings that no file decides.
const NOWHERE: Span = Span {
    source: SourceId(0),
    start: 0,
    end: 0,
};

/// The format version that is written and read. It changes when a reader of the version before would misread
/// the text, or when the same specs would get other fingerprints. A setting that is new is drift, like any setting.
pub const VERSION: u32 = 2;

/// Everything that drift is measured against.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lock {
    /// Tools, sorted by qualified name and overload.
    pub tools: Vec<LockedTool>,
    /// Shared schemas by key; other schemas refer to them as `#/$defs/KEY`.
    pub definitions: BTreeMap<String, Node>,
    /// Engines that make requests, sorted by name.
    pub engines: Vec<LockedEngine>,
    /// Workers, sorted by name.
    pub workers: Vec<LockedWorker>,
    /// What models said, by the names of artifacts. The specs do not tell: only whoever reads the files knows.
    pub artifacts: BTreeMap<String, LockedArtifact>,
}

/// A file that a model had a part in, as it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedArtifact {
    /// The model that was asked.
    pub model: String,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// Settings of a tool, an engine or a worker that have no dedicated field: lists of strings,
/// numbers, words. The span of each is where it is decided.
pub type Settings = BTreeMap<String, Node>;

/// A tool as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedTool {
    /// `namespace::name`
    pub name: String,
    /// 0 for the first tool of this name.
    pub overload: u32,
    /// The wire name.
    pub wire_name: String,
    /// SHA-256 of the input schema as written.
    pub raw_fingerprint: String,
    /// SHA-256 of what the input schema accepts.
    pub structural_fingerprint: String,
    /// The description shown to the model.
    pub description: String,
    /// The place of the description.
    pub described: Option<Span>,
    /// A short human title.
    pub title: Option<String>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// Which engine sends its requests, where, and with what credentials; and how `format` is
    /// treated.
    pub settings: Settings,
    /// Annotations and metadata, sorted by key.
    pub metadata: BTreeMap<String, Node>,
    /// The input schema, its keys in the order that models see.
    pub input: Node,
    /// The output schema, likewise, if it is shown or results are held to it.
    pub output: Option<Node>,
    /// SHA-256 of what any other output schema accepts.
    pub output_fingerprint: Option<String>,
    /// The place of the current definition, or of the entry in the lock.
    pub span: Option<Span>,
}

impl LockedTool {
    /// Whether it is a final answer and not a tool. Its schema is where a tool has the schema of its arguments.
    pub fn is_answer(&self) -> bool {
        self.settings.contains_key(ANSWER)
    }

    /// The key of the tool in the lock: the qualified name, plus the start of its fingerprint for a
    /// further overload, so that it does not change when others are added or removed.
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

fn tool_key(tool: &Tool) -> String {
    locked_key(&tool.qualified(), tool.overload, &tool.raw_fingerprint)
}

/// The qualified name in a key of the lock.
pub(crate) fn name_of(key: &str) -> &str {
    key.split_once('#').map_or(key, |(name, _)| name)
}

/// The name without its namespace.
#[cfg(feature = "drift")]
pub(crate) fn bare_name_of(name: &str) -> &str {
    name.rsplit_once("::").map_or(name, |(_, bare)| bare)
}

/// Where the requests of an engine go, what they identify themselves as, and within what limits, as
/// it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedEngine {
    /// Its name.
    pub name: String,
    /// All of its settings.
    pub settings: Settings,
    /// The place of the current engine, or of the entry in the lock.
    pub span: Option<Span>,
}

/// A worker as it was accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedWorker {
    /// Its name.
    pub name: String,
    /// Its settings, other than those of its tools.
    pub settings: Settings,
    /// The tools that it may call, by [`LockedTool::key`].
    pub grants: BTreeMap<String, LockedGrant>,
    /// The qualified names of blocked tools.
    pub blocked: BTreeMap<String, LockedBlock>,
    /// The place of the current worker, or of the entry in the lock.
    pub span: Option<Span>,
}

/// A tool that a worker may call.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedGrant {
    /// Whether a person is asked.
    pub approval: Approval,
    /// The place that sets the approval.
    pub span: Option<Span>,
    /// The place that grants it.
    pub listed: Option<Span>,
}

/// A tool that a worker names but can never call.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedBlock {
    /// What callers are told.
    pub reason: String,
    /// The place that blocks it.
    pub span: Option<Span>,
    /// The place of the reason.
    pub reason_span: Option<Span>,
}
