//! The kinds of registry entries, and the file that each one lists.

use crate::config::EntryKind;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Map, Node};
use crate::read::fields;
use crate::source::{Span, Spanned};

/// A file that an entry lists.
pub(super) struct Found {
    pub(super) path: Spanned<String>,
    /// A help line for the case that it is missing.
    pub(super) advice: String,
}

/// A kind of registry entry.
pub(in crate::read) struct Kind {
    /// The word under `type`.
    pub(super) name: &'static str,
    pub(super) kind: EntryKind,
    /// Its own keys.
    pub(in crate::read) keys: &'static [&'static str],
    /// Keys that stand elsewhere, and where.
    pub(super) elsewhere: &'static [(&'static str, &'static str)],
    /// Finds the file that the entry lists.
    pub(super) find: fn(&mut Diagnostics, &Map, Span) -> Option<Found>,
}

/// Settings of a connection to a server.
const LIVE: &[(&str, &str)] = &[
    ("headers", UNCONNECTED),
    ("auth", UNCONNECTED),
    ("transport", UNCONNECTED),
    ("base_url", UNCONNECTED),
    ("command", UNCONNECTED),
    ("args", UNCONNECTED),
    ("env", UNCONNECTED),
];

const UNCONNECTED: &str = "remove it: nothing that toolc builds connects to an MCP server yet, and the handlers \
                           of its tools have settings of their own";

/// Settings of calls to an API.
const CALLED: &[(&str, &str)] = &[
    ("base_url", IN_ENGINE),
    ("auth", IN_ENGINE),
    ("timeout", IN_ENGINE),
    (
        "headers",
        "a header is an argument or a credential: see `auth` of an engine, and `constants` of `overrides`",
    ),
];

const IN_ENGINE: &str = "write it in an engine, `engines: { NAME: { type: http, … } }`, and name that here: \
                         `engine: NAME`";

/// The kinds of registry entries.
pub(in crate::read) const KINDS: &[Kind] = &[
    Kind {
        name: "file",
        kind: EntryKind::File,
        keys: &["path"],
        elsewhere: &[],
        find: find_file,
    },
    Kind {
        name: "mcp",
        kind: EntryKind::Mcp,
        keys: &["snapshot", "url"],
        elsewhere: LIVE,
        find: find_mcp,
    },
    Kind {
        name: "rest",
        kind: EntryKind::Rest,
        keys: &[
            "spec",
            "url",
            "operations",
            "overrides",
            "overlays",
            "content",
            "body",
        ],
        elsewhere: CALLED,
        find: find_rest,
    },
    Kind {
        name: "inline",
        kind: EntryKind::Inline,
        keys: &["tools"],
        elsewhere: &[],
        find: |_, _, _| None,
    },
];

/// The kind of an entry; reported where it is none.
pub(super) fn read_kind(
    diagnostics: &mut Diagnostics,
    map: &Map,
    span: Span,
) -> Option<&'static Kind> {
    let names = || KINDS.iter().map(|kind| kind.name);
    let Some(node) = map.get("type") else {
        let help = format!("add `type:` with one of {}", fields::quote_names(names()));
        diagnostics.push(
            Diagnostic::new(Code::WRONG_SHAPE, span, "a registry entry has no `type`").help(help),
        );
        return None;
    };
    let word = fields::read_string(diagnostics, node, "`type`")?;
    let found = KINDS.iter().find(|kind| kind.name == word.value);
    if found.is_none() {
        let help = match did_you_mean(&word.value, names()) {
            Some(help) => help,
            None => format!("write one of {}", fields::quote_names(names())),
        };
        let message = format!("`{}` is not a type of registry entry", word.value);
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    found
}

fn find_file(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    if !map.contains("path") {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, span, "a `file` entry has no `path`");
        diagnostics.push(finding.help("add `path: tools.yaml`"));
    }
    let path = fields::string_at(diagnostics, map, "path")?;
    Some(Found {
        path,
        advice: "correct the path; it is relative to `toolc.yaml`".to_owned(),
    })
}

fn find_mcp(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    let url = fields::string_at(diagnostics, map, "url");
    let server = url.map_or("the server".to_owned(), |url| format!("`{}`", url.value));
    let advice =
        |file: &str| format!("store what {server} answers to `tools/list` as the file `{file}`");
    if let Some(snapshot) = map.get("snapshot") {
        let path = fields::read_string(diagnostics, snapshot, "`snapshot`")?;
        let advice = advice(&path.value);
        return Some(Found { path, advice });
    }
    let namespace = map
        .get("namespace")
        .and_then(Node::as_str)
        .unwrap_or("server");
    let file = format!("{namespace}.mcp.json");
    report_live(
        diagnostics,
        span,
        &format!("{} and name it: `snapshot: {file}`", advice(&file)),
    );
    None
}

fn find_rest(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    let namespace = map.get("namespace").and_then(Node::as_str).unwrap_or("api");
    let file = format!("{namespace}.openapi.json");
    let Some(spec) = map.get("spec").or_else(|| map.get("url")) else {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, span, "a `rest` entry has no `spec`");
        diagnostics.push(finding.help(format!("add `spec: {file}`")));
        return None;
    };
    let path = fields::read_string(diagnostics, spec, "`spec`")?;
    if path.value.starts_with("http://") || path.value.starts_with("https://") {
        let help = format!(
            "store the document at `{}` as a file beside `toolc.yaml` and write `spec: {file}`",
            path.value
        );
        report_live(diagnostics, path.span, &help);
        return None;
    }
    Some(Found {
        path,
        advice: "correct the path, or store the OpenAPI document there".to_owned(),
    })
}

fn report_live(diagnostics: &mut Diagnostics, span: Span, help: &str) {
    let message = "the entry has no snapshot, and a build never uses the network";
    diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, span, message).help(help));
}
