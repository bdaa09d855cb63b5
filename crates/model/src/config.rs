//! Noun: the contents of `toolc.yaml`. Sources and tools refer to the entries of its registry by index.

use crate::model::approval::Approval;
use crate::model::effect::Stated;
use crate::model::engine::Engine;
use crate::model::enrichment::Enrichment;
use crate::model::evolution::Evolution;
use crate::model::exports::{Budget, Export};
use crate::model::flow::FlowPolicy;
use crate::model::rust_options::RustOptions;
use toolc_base::diagnostic::level::Lint;
use toolc_base::node::Node;
use toolc_base::source::{EntryId, Role, SourceId, Span, Spanned, next_number};
use toolc_schema::schema::formats::Formats;

/// The contents of `toolc.yaml`, or of several that are compiled together.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The targets for which every exported definition must be legal.
    pub targets: Vec<Spanned<String>>,
    /// Which tools are strict for targets that support strict tools.
    pub exports: Vec<Export>,
    /// `flow`: which labels workers may combine.
    pub flow: FlowPolicy,
    /// `budgets`: how many tokens the definitions of workers may take.
    pub budgets: Vec<Budget>,
    /// `defer`: the tools that models find by searching.
    pub deferred: Vec<Spanned<String>>,
    /// The engines under `tools.engines`.
    pub engines: Vec<Engine>,
    /// The enrichments under `tools.enrichments`, in the order in which they run.
    pub enrichments: Vec<Enrichment>,
    /// The Rust options for all tools.
    pub rust: RustOptions,
    /// How `format` is treated in the schemas of all tools.
    pub formats: Option<Formats>,
    /// The entries of `tools.registry`; an [`EntryId`] is a position here.
    pub entries: Vec<Entry>,
    /// Whether `workers` is present; if so, nobody needs to be told that there are none.
    pub lists_workers: bool,
    /// `lints`: codes, and the levels of their findings.
    pub lints: Vec<Lint>,
}

impl Config {
    /// The file that it was read from, if it has entries.
    pub fn source(&self) -> Option<SourceId> {
        self.entries.first().map(|entry| entry.span.source)
    }

    /// Adds an entry and returns its index.
    pub fn add(&mut self, entry: Entry) -> EntryId {
        let id = EntryId(next_number(self.entries.len()));
        self.entries.push(Entry { id, ..entry });
        id
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this index.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.0 as usize)
    }

    /// Sets the overlays that an entry lists.
    pub fn set_overlays(&mut self, id: EntryId, overlays: Vec<SourceId>) {
        if let Some(entry) = self.entries.get_mut(id.0 as usize) {
            entry.overlays = overlays;
        }
    }

    /// The entry that lists a source of this role.
    pub fn entry_of(&self, role: &Role) -> Option<&Entry> {
        match role {
            Role::Listed(id) | Role::Overlay(id) => self.entry(*id),
            _ => None,
        }
    }

    /// The entries that name an engine, with the engine's name.
    pub fn routes(&self) -> impl Iterator<Item = (&Entry, &Spanned<String>)> {
        let entries = self.entries.iter();
        entries.filter_map(|entry| Some((entry, entry.engine.as_ref()?)))
    }
}

/// An entry in the registry.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its index.
    pub id: EntryId,
    /// `type`
    pub kind: EntryKind,
    /// `namespace`: the namespace of its tools.
    pub namespace: Option<Spanned<String>>,
    /// `engine`: what runs its tools.
    pub engine: Option<Spanned<String>>,
    /// The Rust options for its tools.
    pub rust: RustOptions,
    /// How `format` is treated in its schemas.
    pub formats: Option<Formats>,
    /// `url`: where `toolc snapshot` fetches its contents. A build never does.
    pub url: Option<Spanned<String>>,
    /// `trusted: true`: results of its tools are trusted like those of the user's own program.
    pub trusted: bool,
    /// `closed_objects: true`: objects of its tools' arguments take no properties that are not declared.
    pub closes_objects: bool,
    /// Where `defaults: fill` is: calls of its tools are filled with the defaults that they leave out.
    pub fills: Option<Span>,
    /// Where `prefix: false` is: the names of its tools on the wire are without the namespace.
    pub bare: Option<Span>,
    /// `output`: whether models and clients of MCP are shown the output schemas of its tools, if that is stated.
    pub shows_output: Option<bool>,
    /// `tools` of an inline entry.
    pub tools: Option<Node>,
    /// `command`: what `toolc snapshot` runs for its contents. A build never does.
    pub command: Vec<Spanned<String>>,
    /// `operations`: which operations of an API description become tools. The first matching choice
    /// decides; if there are no choices, every operation becomes a tool.
    pub operations: Vec<Choice>,
    /// Settings of single operations.
    pub overrides: Vec<Override>,
    /// How request bodies become arguments.
    pub bodies: BodyOptions,
    /// The overlays to apply to the description before it is read.
    pub overlays: Vec<SourceId>,
    /// The place of the entry.
    pub span: Span,
}

impl Entry {
    /// An entry with nothing but its type.
    pub fn new(kind: EntryKind, span: Span) -> Self {
        Entry {
            id: EntryId(u32::MAX),
            kind,
            namespace: None,
            engine: None,
            rust: RustOptions::default(),
            formats: None,
            url: None,
            trusted: false,
            closes_objects: false,
            fills: None,
            bare: None,
            shows_output: None,
            tools: None,
            command: Vec::new(),
            operations: Vec::new(),
            overrides: Vec::new(),
            bodies: BodyOptions::default(),
            overlays: Vec::new(),
            span,
        }
    }
}

/// The `type` of a registry entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// Tool definitions in YAML or JSON.
    File,
    /// A stored `tools/list` response.
    Mcp,
    /// An OpenAPI document.
    Rest,
    /// Tool definitions in the entry itself.
    Inline,
}

impl EntryKind {
    /// Whether the file is written by others. Its tools then take their namespace from the entry
    /// alone.
    pub fn is_foreign(self) -> bool {
        match self {
            EntryKind::Mcp | EntryKind::Rest => true,
            EntryKind::File | EntryKind::Inline => false,
        }
    }
}

/// Includes or excludes the operations that match a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Whether matching operations are included.
    pub include: bool,
    /// The pattern as written.
    pub pattern: Spanned<String>,
}

/// How the request bodies of an API become arguments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyOptions {
    /// `content`: the preferred media types.
    pub content: Vec<Spanned<String>>,
    /// `body: nested`: a body is a single argument even if its properties could be arguments.
    pub nested: bool,
}

/// Settings that a registry entry makes for some operations.
#[derive(Debug, Clone, PartialEq)]
pub struct Override {
    /// The pattern that selects them.
    pub pattern: Spanned<String>,
    /// The name of the tool.
    pub name: Option<Spanned<String>>,
    /// The description shown to the model.
    pub description: Option<Spanned<String>>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// The effect of a call.
    pub effect: Option<Stated>,
    /// MCP annotations, such as `readOnlyHint`.
    pub annotations: Option<Node>,
    /// Arguments that the model does not see.
    pub hidden: Vec<Spanned<String>>,
    /// Arguments with fixed values.
    pub constants: Vec<(Spanned<String>, Node)>,
    /// Arguments that the program provides.
    pub injected: Vec<Spanned<String>>,
    /// Arguments, and the defaults that their schemas show.
    pub defaults: Vec<(Spanned<String>, Node)>,
    /// Arguments that approvers and logs do not see.
    pub secret: Vec<Spanned<String>>,
    /// The engine that runs the tool.
    pub engine: Option<Spanned<String>>,
    /// The tool that replaces the operation.
    pub replaced_by: Option<Spanned<String>>,
    /// The name of the tool on the wire.
    pub wire_name: Option<Spanned<String>>,
    /// The names that the tool and its arguments had, and whether they are to go.
    pub evolution: Evolution,
    /// The arguments of which something is said.
    pub arguments: Vec<Spanned<String>>,
}

impl Override {
    /// The names that it gives, which one tool alone can have.
    pub fn names(&self) -> impl Iterator<Item = &Spanned<String>> {
        let old = self.evolution.old_names.iter().map(|old| &old.name);
        self.name.iter().chain(&self.wire_name).chain(old)
    }
}
