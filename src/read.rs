//! Verb: a Node to a Draft. Which format it is, is decided by the content, never by the name.

pub mod config;
mod dialect;
mod document;
mod effects;
mod entry;
mod errors;
mod fields;
mod fingerprint;
mod foreign;
mod inject;
mod item;
mod mcp;
mod openapi;
mod overlay;
mod provider;
mod quantity;
mod restricted;
mod rule;
mod secrets;
mod tools;
mod worker;

use crate::config::{Config, Entry, EntryKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::{DocumentKind, Draft, DraftDocument, Lost, Skipped, Unlisted};
use crate::model::failure::DeclaredError;
use crate::node::Node;
use crate::schema::uri;
use crate::source::{Lists, Role, SchemaListing, Source, SourceId, Sources, Span, Spanned};
pub use dialect::Dialects;
pub use document::referred;
use entry::Surroundings;
pub use openapi::parts::{Wanted, follow, join, may_refer_out};
pub use overlay::apply as apply_overlay;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
pub use worker::delegate::{WORKERS, list_called};

/// A kind of input: how it is told from others, and who reads it.
struct Format {
    /// What it is called in messages.
    name: &'static str,
    /// By what it is recognised, in words.
    sign: &'static str,
    /// What it gives beside schemas.
    gives: Gives,
    /// The registry entries that may list it.
    kinds: &'static [EntryKind],
    /// Whether a document is of this kind, where an entry of a type may list it.
    recognise: fn(&Node, Option<EntryKind>) -> bool,
    read: fn(&mut Reading<'_>, Node),
}

/// What a document gives, and by which list of `toolc.yaml` it does.
#[derive(Clone, Copy)]
enum Gives {
    Tools,
    Workers,
    Nothing,
}

/// Every format; the first that recognises a document reads it.
const FORMATS: &[Format] = &[
    Format {
        name: "an OpenAPI document",
        sign: "`openapi`",
        gives: Gives::Tools,
        kinds: &[EntryKind::Rest, EntryKind::File],
        recognise: openapi::recognise,
        read: openapi::read,
    },
    Format {
        name: "an OpenAPI overlay",
        sign: "`overlay`",
        gives: Gives::Nothing,
        kinds: &[],
        recognise: overlay::recognise,
        read: overlay::read,
    },
    Format {
        name: "an MCP snapshot",
        sign: "`tools` with `inputSchema`",
        gives: Gives::Tools,
        kinds: &[EntryKind::Mcp, EntryKind::File],
        recognise: mcp::recognise,
        read: mcp::read,
    },
    Format {
        name: "a provider's tool list",
        sign: "`function`, `input_schema` or `functionDeclarations`",
        gives: Gives::Tools,
        kinds: &[EntryKind::File],
        recognise: provider::recognise,
        read: provider::read,
    },
    Format {
        name: "a worker",
        sign: "`toolsets`",
        gives: Gives::Workers,
        kinds: &[],
        recognise: worker::recognise,
        read: worker::read,
    },
    Format {
        name: "a tool file",
        sign: "tools with `parameters`",
        gives: Gives::Tools,
        kinds: &[EntryKind::File],
        recognise: tools::recognise,
        read: tools::read,
    },
    Format {
        name: "a JSON Schema",
        sign: "`$schema`, `$id`, `$defs` or `properties`",
        gives: Gives::Nothing,
        kinds: &[],
        recognise: document::recognise,
        read: document::read,
    },
];

/// One document while it is read.
struct Reading<'r> {
    diagnostics: &'r mut Diagnostics,
    role: &'r Role,
    /// The path of the document as it is shown.
    path: &'r str,
    dialects: &'r Dialects,
    /// The registry entry that lists the document or, of `toolc.yaml`, holds the tools.
    entry: Option<&'r Entry>,
    /// Whether nothing lists the document and a tool in it is written as servers write theirs.
    is_by_server: bool,
    /// What the program gives to the handlers of all tools of the file.
    inject: Vec<Spanned<String>>,
    /// The failures that the file declares for all of its tools.
    errors: Vec<DeclaredError>,
    /// The keys without effect that were told.
    idle: HashSet<String>,
    draft: Draft,
}

impl Reading<'_> {
    /// Lets the schemas of other files refer to this document.
    fn offer(&mut self, node: &Arc<Node>, kind: DocumentKind) {
        let path = uri::of_path(self.path);
        let addresses = match self.role {
            Role::Schema(SchemaListing { uri: Some(uri), .. }) => vec![uri.clone(), path],
            _ => vec![path],
        };
        self.draft.documents.push(DraftDocument {
            node: Arc::clone(node),
            kind,
            addresses,
        });
    }

    /// Leaves a tool out: its finding, its name as far as one is known, and what stands around it.
    fn skip(&mut self, name: &str, around: &Surroundings, diagnostic: Diagnostic) {
        if let Some(span) = diagnostic.span() {
            let entry = self.entry.and_then(|entry| entry.namespace.as_ref());
            let namespace = around.own.as_ref().or(entry).or(around.namespace.as_ref());
            self.draft.skipped.push(Skipped {
                name: name.to_owned(),
                namespace: namespace.map(|namespace| namespace.value.clone()),
                foreign: around.foreign.is_some(),
                code: diagnostic.code,
                cause: span,
                span,
            });
        }
        self.diagnostics.push(diagnostic);
    }

    /// Says that what was reported hides the tools of the document, or of one namespace in it.
    fn lose(&mut self, namespace: Option<&str>) {
        let lost = Lost::of(self.role, self.entry).map(|lost| Lost {
            namespace: lost.namespace.or(namespace.map(str::to_owned)),
        });
        self.draft.lost.extend(lost);
    }
}

/// Reads one document: its tools, its worker or its schemas. What cannot be read is reported and
/// left out.
pub fn read(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    dialects: &Dialects,
    id: SourceId,
    node: Node,
) -> Draft {
    let Source { role, path, .. } = sources.get(id);
    let mut reading = Reading {
        diagnostics,
        role,
        path,
        dialects,
        entry: config.entry_of(role),
        is_by_server: foreign::is_by_server(role, &node),
        inject: Vec::new(),
        errors: Vec::new(),
        idle: HashSet::new(),
        draft: Draft::default(),
    };
    match role {
        Role::Config => config::read_inline_tools(&mut reading, config, id),
        Role::Worker => worker::read(&mut reading, node),
        Role::Schema(_) => document::read(&mut reading, node),
        // it is applied to the description of its entry
        Role::Overlay(_) => {}
        Role::Listed(_) | Role::Found => match reading.entry {
            Some(entry) => read_listed(&mut reading, node, entry, id),
            None => read_found(&mut reading, node, id),
        },
        Role::Beside(lists) => read_beside(&mut reading, node, *lists, id),
        // what refers to it has it in its tree
        Role::Part => {}
        Role::Shipped(_) => tools::read(&mut reading, node),
    }
    reading.draft
}

/// Whether a document is an API description.
pub fn is_description(node: &Node) -> bool {
    openapi::recognise(node, None)
}

/// Whether a document is of a format that toolc reads.
pub fn is_known(node: &Node) -> bool {
    FORMATS.iter().any(|format| (format.recognise)(node, None))
}

/// What is not listed counts where its kind is not; what is of no known format does not matter.
fn read_beside(reading: &mut Reading<'_>, node: Node, lists: Lists, id: SourceId) {
    let mut formats = FORMATS.iter();
    let Some(format) = formats.find(|format| (format.recognise)(&node, None)) else {
        return;
    };
    let (list, under) = match format.gives {
        Gives::Tools => (lists.tools, "tools"),
        Gives::Workers => (lists.workers, "workers"),
        Gives::Nothing => (None, ""),
    };
    match list {
        Some(list) => reading.draft.unlisted.push(Unlisted {
            source: id,
            list,
            under,
        }),
        None => (format.read)(reading, node),
    }
}

/// Names the files that lie beside what `toolc.yaml` lists, once for each list.
pub fn report_unlisted(diagnostics: &mut Diagnostics, sources: &Sources, draft: &Draft) {
    let mut lists: BTreeMap<(Span, &str), Vec<&str>> = BTreeMap::new();
    for file in &draft.unlisted {
        let files = lists.entry((file.list, file.under)).or_default();
        files.push(&sources.get(file.source).path);
    }
    for ((list, under), files) in lists {
        diagnostics.push(unlisted(list, sources.text(list), under, &files));
    }
}

fn unlisted(list: Span, key: &str, under: &str, files: &[&str]) -> Diagnostic {
    const SHOWN: usize = 5;
    let shown = files.iter().take(SHOWN).copied();
    let verb = if files.len() == 1 { "is" } else { "are" };
    let more = match files.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!(" and {more} more"),
        _ => String::new(),
    };
    let message = format!(
        "{}{more} {verb} not compiled: `toolc.yaml` does not list {}",
        fields::quoted(shown),
        if files.len() == 1 { "it" } else { "them" }
    );
    let label = match (key, under) {
        ("workers", "tools") | ("tools" | "registry", "workers") => {
            "beside a list, files in the folders below count where they are listed".to_owned()
        }
        _ => format!("`{key}` is the whole list"),
    };
    Diagnostic::new(Code::UNLISTED_FILE, list, message)
        .label(label)
        .help(format!(
            "list under `{under}` what is to be compiled, and move the rest elsewhere"
        ))
}

fn read_found(reading: &mut Reading<'_>, node: Node, id: SourceId) {
    if let Some(format) = FORMATS
        .iter()
        .find(|format| (format.recognise)(&node, None))
    {
        return (format.read)(reading, node);
    }
    let signs: Vec<String> = FORMATS
        .iter()
        .map(|format| format!("{} ({})", format.name, format.sign))
        .collect();
    reading.diagnostics.push(
        Diagnostic::new(
            Code::UNKNOWN_FORMAT,
            Span::file(id),
            "the file is none of the formats that toolc reads",
        )
        .label(format!("it is {}", node.kind()))
        .help(format!(
            "toolc looked for {}; list the file in `toolc.yaml` to say what it is",
            signs.join(", ")
        )),
    );
}

fn read_listed(reading: &mut Reading<'_>, node: Node, entry: &Entry, id: SourceId) {
    let allowed = || {
        FORMATS
            .iter()
            .filter(|format| format.kinds.contains(&entry.kind))
    };
    if let Some(format) = allowed().find(|format| (format.recognise)(&node, Some(entry.kind))) {
        return (format.read)(reading, node);
    }
    reading.lose(None);
    let wanted: Vec<String> = allowed()
        .map(|format| format!("{} ({})", format.name, format.sign))
        .collect();
    reading.diagnostics.push(
        Diagnostic::new(
            Code::WRONG_SHAPE,
            Span::file(id),
            format!("the file is not {}", wanted.join(", nor ")),
        )
        .label(format!("it is {}", node.kind()))
        .also(entry.span, "listed here")
        .help("correct the entry's `type`, or list another file"),
    );
}

#[cfg(test)]
mod tests;
