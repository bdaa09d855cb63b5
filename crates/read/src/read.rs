//! Verb: a Node to a Draft. The format is determined by the content, never by the file name.

mod answers;
mod beside;
mod closed;
pub mod config;
mod declared;
mod document;
mod effects;
mod entry;
mod envelope;
mod errors;
mod fingerprint;
mod flow_text;
mod inject;
mod item;
mod mcp;
mod mirrored;
mod modules;
mod overlay;
mod plan;
mod provider;
mod quantity;
mod rule;
mod secrets;
mod tools;
mod unknown_format;
mod variables;
mod worker;

pub use closed::close_objects;
pub use document::read_referred;
#[cfg(feature = "rust-modules")]
pub use modules::list_candidates;
pub use modules::read_modules;
pub use overlay::apply_overlay;
use std::collections::BTreeMap;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::{Lists, Role, Source, SourceId, Sources, Span};
use toolc_model::config::{Config, Entry, EntryKind};
use toolc_model::draft::{Draft, Unlisted};
pub use toolc_model::reading::dialect::Dialects;
use toolc_model::reading::{Reading, dialect, fields, foreign, restricted};
use toolc_openapi::openapi;
pub use toolc_openapi::openapi::{Wanted, follow_reference, join_files, may_refer_out};
use unknown_format::explain_unknown;
pub use worker::delegate::list_called;

/// An input format: how to recognize it, and how to read it.
struct Format {
    /// Its name in messages.
    name: &'static str,
    /// What it is recognized by, in words.
    sign: &'static str,
    /// What it contributes besides schemas.
    gives: Gives,
    /// Whether it is toolc's own, so that `toolc fmt` lays it out.
    is_own: bool,
    /// The kinds of registry entries that may list it.
    kinds: &'static [EntryKind],
    /// Whether a document, listed by an entry of this kind if any, has this format.
    recognise: fn(&Node, Option<EntryKind>) -> bool,
    read: fn(&mut Reading<'_>, Node),
}

/// What a document contributes, and so which list in `toolc.yaml` it belongs to.
#[derive(Clone, Copy)]
enum Gives {
    Tools,
    Workers,
    Nothing,
}

/// Every format; the first that recognizes a document is used to read it.
const FORMATS: &[Format] = &[
    Format {
        name: "an OpenAPI document",
        sign: "`openapi`",
        gives: Gives::Tools,
        is_own: false,
        kinds: &[EntryKind::Rest, EntryKind::File],
        recognise: openapi::recognise_openapi,
        read: openapi::read_openapi,
    },
    Format {
        name: "an OpenAPI overlay",
        sign: "`overlay`",
        gives: Gives::Nothing,
        is_own: false,
        kinds: &[],
        recognise: overlay::recognise_overlay,
        read: overlay::read_overlay,
    },
    Format {
        name: "an MCP snapshot",
        sign: "`tools` with `inputSchema`",
        gives: Gives::Tools,
        is_own: false,
        kinds: &[EntryKind::Mcp, EntryKind::File],
        recognise: mcp::recognise_mcp,
        read: mcp::read_mcp,
    },
    Format {
        name: "a provider's tool list",
        sign: "`function`, `input_schema` or `functionDeclarations`",
        gives: Gives::Tools,
        is_own: false,
        kinds: &[EntryKind::File],
        recognise: provider::recognise_provider,
        read: provider::read_provider,
    },
    Format {
        name: "a worker",
        sign: "`toolsets`",
        gives: Gives::Workers,
        is_own: true,
        kinds: &[],
        recognise: worker::recognise_worker,
        read: worker::read_worker,
    },
    Format {
        name: "a tool file",
        sign: "tools with `parameters`",
        gives: Gives::Tools,
        is_own: true,
        kinds: &[EntryKind::File],
        recognise: tools::recognise_tools,
        read: tools::read_tools,
    },
    Format {
        name: "a JSON Schema",
        sign: "`$schema`, `$id`, `$defs` or `properties`",
        gives: Gives::Nothing,
        is_own: false,
        kinds: &[],
        recognise: document::recognise_document,
        read: document::read_document,
    },
];

/// Reads one document: its tools, its worker or its schemas. Parts that cannot be read are reported
/// and left out.
pub fn read_source(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    dialects: &Dialects,
    id: SourceId,
    node: Node,
) -> Draft {
    let source = sources.get(id);
    let Source { role, path, .. } = source;
    let mut reading = Reading {
        body: source.instructions(id),
        entry: config.entry_of(role),
        is_by_server: foreign::is_by_server(role, &node),
        ..Reading::new(diagnostics, role, path, dialects)
    };
    match role {
        Role::Config => config::read_inline_tools(&mut reading, config, id),
        Role::Worker => worker::read_worker(&mut reading, node),
        Role::Schema(_) => document::read_document(&mut reading, node),
        // an overlay is applied to the description of its entry
        Role::Overlay(_) => {}
        Role::Listed(_) | Role::Found => match reading.entry {
            Some(entry) => read_listed(&mut reading, node, entry, id),
            None => read_found(&mut reading, node, id),
        },
        Role::Beside(lists) => read_beside(&mut reading, node, *lists, id),
        // parts are in the tree of the description that refers to them, and modules are not trees
        Role::Part | Role::Module(_) | Role::ModuleSchemas(_) => {}
        Role::Shipped(_) => tools::read_tools(&mut reading, node),
    }
    reading.draft
}

/// Whether a document is an API description.
pub fn is_description(node: &Node) -> bool {
    openapi::recognise_openapi(node, None)
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognised {
    /// With an article: `a tool file`.
    pub name: &'static str,
    /// Whether people write it for toolc.
    pub is_own: bool,
}

/// Recognises a document by its content, and by the type of the registry entry that lists it; `None` if toolc cannot read it.
pub fn recognise_document_kind(node: &Node, listed: Option<EntryKind>) -> Option<Recognised> {
    let may_be = |format: &&Format| listed.is_none_or(|kind| format.kinds.contains(&kind));
    let mut formats = FORMATS.iter().filter(may_be);
    let found = formats.find(|format| (format.recognise)(node, listed));
    found.map(|format| Recognised {
        name: format.name,
        is_own: format.is_own,
    })
}

/// Whether a document has a format that toolc can read.
pub fn is_known(node: &Node) -> bool {
    FORMATS.iter().any(|format| (format.recognise)(node, None))
}

/// An unlisted document counts if nothing of its kind is listed; documents in unknown formats are
/// ignored.
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

/// Reports the files next to those that `toolc.yaml` lists, once for each list.
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
    let verb = if files.len() == 1 { "is" } else { "are" };
    let message = format!(
        "{} {verb} not compiled: `toolc.yaml` does not list {}",
        quote_some(files, SHOWN),
        if files.len() == 1 { "it" } else { "them" }
    );
    let label = match (key, under) {
        ("workers", "tools") | ("tools" | "registry", "workers") => {
            "where there is a list, files in the folders below count only if they are listed"
                .to_owned()
        }
        _ => format!("`{key}` is the whole list"),
    };
    Diagnostic::new(Code::UNLISTED_FILE, list, message)
        .label(label)
        .help(format!(
            "list under `{under}` what is to be compiled, and move the rest elsewhere"
        ))
}

/// The finding on a document that others' programs read or write, and that has no tools.
fn find_other(node: &Node) -> Option<Diagnostic> {
    mcp::find_stored_error(node).or_else(|| plan::find_mount_plan(node))
}

fn read_found(reading: &mut Reading<'_>, node: Node, id: SourceId) {
    if let Some(format) = FORMATS
        .iter()
        .find(|format| (format.recognise)(&node, None))
    {
        return (format.read)(reading, node);
    }
    if let Some(finding) = find_other(&node) {
        reading.note_lost(None);
        return reading.diagnostics.push(finding);
    }
    let finding = explain_unknown(&node, reading.path, id);
    reading.diagnostics.push(finding);
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
    reading.note_lost(None);
    if let Some(finding) = find_other(&node) {
        return reading
            .diagnostics
            .push(finding.also(entry.span, "listed here"));
    }
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
