//! The kinds of registry entries, and how to find the file that each lists.

use crate::read::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};
use toolc_model::config::EntryKind;
use toolc_model::reading::words_of_others::explain_word;

/// A file listed by an entry.
pub(super) struct Found {
    pub(super) path: Spanned<String>,
    /// The help line to use if it is missing.
    pub(super) advice: String,
}

/// A type of registry entry that a loader adds.
#[derive(Debug)]
pub struct AddedKind<'k> {
    /// The value of `type`.
    pub name: &'k str,
    /// How what the loader returns is read.
    pub kind: EntryKind,
    /// The keys that the loader reads.
    pub keys: &'k [&'k str],
}

/// Whether toolc has a type of registry entry with this name.
pub fn is_built_in(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name)
}

/// A kind of registry entry.
pub(in crate::read) struct Kind<'k> {
    /// The value of `type`.
    pub(super) name: &'k str,
    pub(super) kind: EntryKind,
    /// The keys specific to it.
    pub(in crate::read) keys: &'k [&'k str],
    /// Whether its keys count besides those of all tools.
    is_added: bool,
    /// Keys that belong elsewhere, with where to write them.
    pub(super) elsewhere: &'static [(&'static str, &'static str)],
    /// Finds the file listed by the entry.
    pub(super) find: fn(&mut Diagnostics, &Map, Span) -> Option<Found>,
}

impl<'k> Kind<'k> {
    /// The kind that a loader adds.
    pub(super) fn added(added: &AddedKind<'k>) -> Self {
        Kind {
            name: added.name,
            kind: added.kind,
            keys: added.keys,
            is_added: true,
            elsewhere: &[],
            find: |_, _, _| None,
        }
    }

    /// Every key of its own.
    pub(super) fn own_keys(&self) -> Vec<&'k str> {
        let of_tools: &[&str] = if self.is_added { OF_TOOLS } else { &[] };
        [self.keys, of_tools].concat()
    }
}

/// Keys that say something of each tool of an entry, whoever wrote it.
const OF_TOOLS: &[&str] = &["closed_objects", "overrides"];

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
    ("tags", "write `operations: { include: [\"tag:NAME\"] }`"),
    ("path", IN_SPEC),
    ("file", IN_SPEC),
    (
        "headers",
        "a header is an argument or a credential: see `auth` of an engine, and `constants` of `overrides`",
    ),
];

const IN_SPEC: &str = "write `spec: FILE`";

const IN_ENGINE: &str = "write it in an engine, `engines: { NAME: { type: http, … } }`, and name that here: \
                         `engine: NAME`";

/// The kinds of registry entries.
pub(in crate::read) const KINDS: &[Kind<'static>] = &[
    Kind {
        name: "file",
        kind: EntryKind::File,
        keys: &["path", "closed_objects", "overrides"],
        is_added: false,
        elsewhere: &[],
        find: find_file,
    },
    Kind {
        name: "mcp",
        kind: EntryKind::Mcp,
        keys: &["snapshot", "url", "closed_objects", "overrides"],
        is_added: false,
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
        is_added: false,
        elsewhere: CALLED,
        find: find_rest,
    },
    Kind {
        name: "inline",
        kind: EntryKind::Inline,
        keys: &["tools", "closed_objects", "overrides"],
        is_added: false,
        elsewhere: &[],
        find: |_, _, _| None,
    },
    Kind {
        name: COMMAND,
        kind: EntryKind::File,
        keys: &["command", "snapshot", "closed_objects", "overrides"],
        is_added: false,
        elsewhere: &[],
        find: find_command,
    },
];

/// The type of entries whose file `toolc snapshot` makes by running a command.
const COMMAND: &str = "command";

/// The kind of an entry; reports an entry without a valid one.
pub(super) fn read_kind<'k>(
    diagnostics: &mut Diagnostics,
    map: &Map,
    span: Span,
    added: &'k [Kind<'k>],
) -> Option<&'k Kind<'k>> {
    let kinds = || KINDS.iter().chain(added);
    let names = || kinds().map(|kind| kind.name);
    let Some(node) = map.get("type") else {
        let help = format!("add `type:` with one of {}", fields::quote_names(names()));
        diagnostics.push(
            Diagnostic::new(Code::WRONG_SHAPE, span, "a registry entry has no `type`").help(help),
        );
        return None;
    };
    let word = fields::read_string(diagnostics, node, "`type`")?;
    let found = kinds().find(|kind| kind.name == word.value);
    if found.is_none() {
        let all = || {
            let names = fields::quote_names(names());
            format!(
                "write one of {names}; other types are those of loaders that a build script adds with `Builder::loader`"
            )
        };
        let help = match explain_word(&word.value, names()) {
            Some(sentence) => sentence.into(),
            None => did_you_mean(&word.value, names()).unwrap_or_else(|| all().into()),
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
        // the other name of the key has been reported
        if map.contains("path") || map.contains("file") {
            return None;
        }
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

fn find_command(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Option<Found> {
    if !map.contains("command") {
        let message = "a `command` entry has no `command`";
        let found = Diagnostic::new(Code::WRONG_SHAPE, span, message);
        diagnostics
            .push(found.help("add `command: [python3, list_tools.py]`, for `toolc snapshot`"));
    }
    let path = match map.get("snapshot") {
        Some(snapshot) => fields::read_string(diagnostics, snapshot, "`snapshot`")?,
        None => Spanned::new(own_file(map, "command", "tools"), span),
    };
    let advice = advise(true, "the command", "prints", &path.value);
    Some(Found { path, advice })
}

/// The words of the command of such an entry.
pub(super) fn read_command(
    diagnostics: &mut Diagnostics,
    map: &Map,
    kind: &Kind<'_>,
) -> Vec<Spanned<String>> {
    let node = map.get("command").filter(|_| kind.name == COMMAND);
    let words = node.and_then(|node| fields::read_strings(diagnostics, node, "`command`"));
    let words = words.unwrap_or_default();
    if let Some(node) = node.filter(|node| node.as_list().is_some_and(<[Node]>::is_empty)) {
        let found = Diagnostic::new(Code::WRONG_SHAPE, node.span, "the command has no words");
        diagnostics.push(found.help("write `command: [python3, list_tools.py]`"));
    }
    words
}

/// The name of the loader that reads an entry, if one does.
pub(super) fn find_loader(map: &Map, kind: &Kind<'_>) -> Option<Spanned<String>> {
    let node = map.get("type").filter(|_| kind.is_added)?;
    Some(Spanned::new(node.as_str()?.to_owned(), node.span))
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
