//! The kinds of registry entries, and how to find the file that each lists.

use crate::read::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};
use toolc_model::config::EntryKind;

/// A file listed by an entry.
pub(super) struct Found {
    pub(super) path: Spanned<String>,
    /// The help line to use if it is missing.
    pub(super) advice: String,
}

/// A kind of registry entry.
pub(in crate::read) struct Kind {
    /// The value of `type`.
    pub(super) name: &'static str,
    pub(super) kind: EntryKind,
    /// The keys specific to it.
    pub(in crate::read) keys: &'static [&'static str],
    /// Keys that belong elsewhere, with where to write them.
    pub(super) elsewhere: &'static [(&'static str, &'static str)],
    /// Finds the file listed by the entry.
    pub(super) find: fn(&mut Diagnostics, &Map, Span) -> Option<Found>,
}

/// Settings for a connection to a server, which belong in an engine.
const LIVE: &[(&str, &str)] = &[
    ("headers", UNCONNECTED),
    ("auth", UNCONNECTED),
    ("transport", UNCONNECTED),
    ("base_url", UNCONNECTED),
    ("command", UNCONNECTED),
    ("args", UNCONNECTED),
    ("env", UNCONNECTED),
];

const UNCONNECTED: &str = "write it in an engine, `engines: { NAME: { type: mcp, … } }`, and name that here: \
                           `engine: NAME`";

/// Settings for calls to an API, which belong in an engine.
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
        keys: &["path", "closed_objects", "overrides"],
        elsewhere: &[],
        find: find_file,
    },
    Kind {
        name: "mcp",
        kind: EntryKind::Mcp,
        keys: &["snapshot", "url", "closed_objects", "overrides"],
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
            "closed_objects",
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
        keys: &["tools", "closed_objects", "overrides"],
        elsewhere: &[],
        find: |_, _, _| None,
    },
];

/// The kind of an entry; reports an entry without a valid one.
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
            None => format!("write one of {}", fields::quote_names(names())).into(),
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

/// The address from which an entry's contents can be fetched.
pub(super) fn find_url(map: &Map) -> Option<Spanned<String>> {
    let url = |key: &str| {
        let node = map.get(key)?;
        let text = node.as_str().filter(|text| is_url(text))?;
        Some(Spanned::new(text.to_owned(), node.span))
    };
    url("url").or_else(|| url("spec"))
}

fn is_url(text: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| text.starts_with(scheme))
}

fn find_mcp(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    let url = fields::string_at(diagnostics, map, "url");
    let server = url
        .as_ref()
        .map_or("the server".to_owned(), |url| format!("`{}`", url.value));
    if let Some(snapshot) = map.get("snapshot") {
        let path = fields::read_string(diagnostics, snapshot, "`snapshot`")?;
        let advice = advise(
            url.is_some(),
            &server,
            "answers to `tools/list`",
            &path.value,
        );
        return Some(Found { path, advice });
    }
    let file = own_file(map, "server", "mcp");
    if url.is_none()
        && let Some(engine) = map.get("engine")
    {
        // its contents come from the engine's server
        let advice = advise(
            true,
            "the server of its engine",
            "answers to `tools/list`",
            &file,
        );
        let path = Spanned::new(file, engine.span);
        return Some(Found { path, advice });
    }
    let Some(url) = url else {
        let message = "an `mcp` entry has neither `snapshot` nor `url`";
        diagnostics.push(
            Diagnostic::new(Code::WRONG_SHAPE, span, message).help(format!(
                "add `snapshot: {file}`, or the `url` of the server for `toolc snapshot`"
            )),
        );
        return None;
    };
    if !is_url(&url.value) {
        let message = format!("`{}` is not the address of a server", url.value);
        let help = "write it as `https://mcp.example.com/mcp`";
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, url.span, message).help(help));
        return None;
    }
    let advice = advise(true, &server, "answers to `tools/list`", &file);
    let path = Spanned::new(file, url.span);
    Some(Found { path, advice })
}

fn find_rest(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    let file = own_file(map, "api", "openapi");
    let Some(spec) = map.get("spec").or_else(|| map.get("url")) else {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, span, "a `rest` entry has no `spec`");
        diagnostics.push(finding.help(format!("add `spec: {file}`")));
        return None;
    };
    let path = fields::read_string(diagnostics, spec, "`spec`")?;
    if is_url(&path.value) {
        let advice = advise(true, &format!("`{}`", path.value), "describes", &file);
        let path = Spanned::new(file, path.span);
        return Some(Found { path, advice });
    }
    let advice = match find_url(map) {
        Some(url) => advise(true, &format!("`{}`", url.value), "describes", &path.value),
        None => "correct the path, or store the OpenAPI document there".to_owned(),
    };
    Some(Found { path, advice })
}

/// The default file name for an entry.
fn own_file(map: &Map, usual: &str, kind: &str) -> String {
    let namespace = map.get("namespace").and_then(Node::as_str);
    format!("{}.{kind}.json", namespace.unwrap_or(usual))
}

/// Advice on how to obtain a file that others write.
fn advise(can_fetch: bool, server: &str, does: &str, file: &str) -> String {
    if can_fetch {
        format!(
            "run `toolc snapshot`, which stores what {server} {does} as `{file}`: a build never uses the network"
        )
    } else {
        format!("store what {server} {does} as the file `{file}`: `toolc snapshot mcp` does so")
    }
}
