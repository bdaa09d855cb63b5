//! Noun: what `toolc.yaml` says. Sources and tools refer to the entries of its registry by number.

use crate::diagnostic::level::Lint;
use crate::model::approval::Approval;
use crate::model::effect::Stated;
use crate::model::engine::Engine;
use crate::model::exports::{Budget, Export};
use crate::model::flow::FlowPolicy;
use crate::model::rust_options::RustOptions;
use crate::node::Node;
use crate::schema::formats::Formats;
use crate::source::{EntryId, Role, SourceId, Span, Spanned, next_number};

/// What `toolc.yaml` says; several of them, where they are compiled together.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The providers where every exported definition must be legal.
    pub targets: Vec<Spanned<String>>,
    /// Which tools are strict for targets that take strict ones.
    pub exports: Vec<Export>,
    /// `flow`: what may flow through workers.
    pub flow: FlowPolicy,
    /// `budgets`: how many tokens the definitions of workers may have.
    pub budgets: Vec<Budget>,
    /// `defer`: the tools that models find by a search.
    pub deferred: Vec<Spanned<String>>,
    /// What is under `tools.engines`.
    pub engines: Vec<Engine>,
    /// What the Rust of all tools looks like.
    pub rust: RustOptions,
    /// What becomes of `format` in the schemas of all tools.
    pub formats: Option<Formats>,
    /// The entries of `tools.registry`; an [`EntryId`] is a position here.
    pub entries: Vec<Entry>,
    /// Whether `workers` is written: then nobody has to be told that there are none.
    pub lists_workers: bool,
    /// `lints`: codes and what becomes of their findings.
    pub lints: Vec<Lint>,
}

impl Config {
    /// Takes an entry in and says under which number.
    pub fn add(&mut self, entry: Entry) -> EntryId {
        let id = EntryId(next_number(self.entries.len()));
        self.entries.push(Entry { id, ..entry });
        id
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this number.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.0 as usize)
    }

    /// Says which overlays an entry lists.
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

    /// The entries that name an engine, with its name.
    pub fn routes(&self) -> impl Iterator<Item = (&Entry, &Spanned<String>)> {
        let entries = self.entries.iter();
        entries.filter_map(|entry| Some((entry, entry.engine.as_ref()?)))
    }
}

/// An entry of the registry.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its number.
    pub id: EntryId,
    /// `type`
    pub kind: EntryKind,
    /// `namespace`: that of its tools.
    pub namespace: Option<Spanned<String>>,
    /// `engine`: what runs its tools.
    pub engine: Option<Spanned<String>>,
    /// What their Rust looks like.
    pub rust: RustOptions,
    /// What becomes of `format` in their schemas.
    pub formats: Option<Formats>,
    /// `url`: where what it lists can be fetched, which `toolc snapshot` does and a build never.
    pub url: Option<Spanned<String>>,
    /// `trusted: true`: their results count as those of the user's own program.
    pub trusted: bool,
    /// `tools` of an inline entry.
    pub tools: Option<Node>,
    /// `operations`: which operations of an API description become tools. The first choice that
    /// matches decides; without any, every operation does.
    pub operations: Vec<Choice>,
    /// What is said about single operations.
    pub overrides: Vec<Override>,
    /// How the bodies of requests become arguments.
    pub bodies: BodyOptions,
    /// The overlays that change the description before it is read.
    pub overlays: Vec<SourceId>,
    /// The entry itself.
    pub span: Span,
}

impl Entry {
    /// An entry that says nothing but its type.
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
            tools: None,
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
    /// A stored answer to `tools/list`.
    Mcp,
    /// An OpenAPI document.
    Rest,
    /// Tool definitions in the entry itself.
    Inline,
}

impl EntryKind {
    /// Whether others wrote the file: no key in it says another namespace than the entry does.
    pub fn is_foreign(self) -> bool {
        match self {
            EntryKind::Mcp | EntryKind::Rest => true,
            EntryKind::File | EntryKind::Inline => false,
        }
    }
}

/// Lets in, or leaves out, the operations that a pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Whether they are let in.
    pub include: bool,
    /// The pattern as it is written.
    pub pattern: Spanned<String>,
}

/// How the bodies of an API's requests become arguments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyOptions {
    /// `content`: the media types that are taken before others.
    pub content: Vec<Spanned<String>>,
    /// `body: nested`: a body is one argument, also where its properties could be arguments.
    pub nested: bool,
}

/// What a registry entry says of some operations.
#[derive(Debug, Clone)]
pub struct Override {
    /// The pattern that names them.
    pub pattern: Spanned<String>,
    /// The name of the tool.
    pub name: Option<Spanned<String>>,
    /// What the model is told.
    pub description: Option<Spanned<String>>,
    /// The tool's own approval.
    pub approval: Option<Spanned<Approval>>,
    /// What a call does.
    pub effect: Option<Stated>,
    /// What MCP calls annotations: `readOnlyHint` and the like.
    pub annotations: Option<Node>,
    /// Arguments that the model does not see.
    pub hidden: Vec<Spanned<String>>,
    /// Arguments with fixed values.
    pub constants: Vec<(Spanned<String>, Node)>,
    /// Arguments that the program gives.
    pub injected: Vec<Spanned<String>>,
    /// Arguments whose schemas show a default.
    pub defaults: Vec<(Spanned<String>, Node)>,
    /// The tool that is in place of the operation.
    pub replaced_by: Option<Spanned<String>>,
}
