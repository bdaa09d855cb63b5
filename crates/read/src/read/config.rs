//! `toolc.yaml`: the files to load, the engines, the export targets, and the levels of findings.

mod bodies;
mod budgets;
mod defaults;
pub(in crate::read) mod engines;
mod enrichments;
mod exports;
mod formats;
mod inline;
pub(in crate::read) mod kinds;
mod lints;
mod operations;
mod outputs;
mod overrides;
mod rust_options;
mod schemas;
mod targets;

use super::fields::{self, Keys};
use super::flow_text::{write_flow, write_text};
use super::secrets::find_secrets;
use super::worker::flow::read_general_flow;
use defaults::read_defaults;
use engines::read_engines;
use enrichments::read_enrichments;
pub(super) use inline::read_inline_tools;
pub use kinds::{AddedKind, is_built_in};
use kinds::{KINDS, Kind, read_kind};
use operations::read_operations;
use outputs::read_output;
use overrides::read_overrides;
use rust_options::read_rust_options;
pub use schemas::ListedSchemas;
use schemas::read_schemas;
use targets::report_targets;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Map, Node, Value};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::{Lists, Span, Spanned};
use toolc_model::config::{Config, Entry, EntryKind};
use toolc_model::draft::Lost;

/// The contents of `toolc.yaml`: the model's part, and what `load` needs.
#[derive(Debug, Default)]
pub struct Settings {
    /// The part for later stages.
    pub config: Config,
    /// The registry entries.
    pub entries: Vec<ListedEntry>,
    /// The documents that schemas may refer to.
    pub schemas: Vec<ListedSchemas>,
    /// Entries without any readable content.
    pub lost: Vec<Lost>,
    /// Which lists exist.
    pub lists: Lists,
    /// The patterns under `workers`.
    pub workers: Vec<Spanned<String>>,
}

/// A registry entry, with the file that it lists.
#[derive(Debug)]
pub struct ListedEntry {
    /// The entry; it has no index yet.
    pub entry: Entry,
    /// The file, if one is named.
    pub file: Option<ListedFile>,
    /// The loader, if the entry is of a type that one adds.
    pub loader: Option<ListedLoader>,
}

/// A loader that an entry names, and what the entry says to it.
#[derive(Debug)]
pub struct ListedLoader {
    /// The `type` of the entry.
    pub name: Spanned<String>,
    /// The entry.
    pub settings: Map,
}

/// A file listed in the registry, as written.
#[derive(Debug)]
pub struct ListedFile {
    /// A path or pattern relative to `toolc.yaml`; may contain `${VAR}`.
    pub path: Spanned<String>,
    /// Its overlays, relative to `toolc.yaml`.
    pub overlays: Vec<Spanned<String>>,
    /// The help line to use if the file is missing.
    pub advice: String,
}

/// The top-level keys.
pub(in crate::read) const TOP_KEYS: &[&str] = &[
    "tools", "schemas", "workers", "targets", "exports", "rust", "formats", "lints", "flow",
    "budgets", "defer",
];

/// Keys for programs that a build would run: specs come from others, so that only who builds may name one.
const PROGRAMS: &[(&str, &str)] = &[
    ("plugin", NAMED_BY_BUILDERS),
    ("plugins", NAMED_BY_BUILDERS),
    (
        "loaders",
        "specs may come from others, so that they name no code that a build runs; a build script adds a loader with `Builder::loader`, and an entry of the registry names it under `type`",
    ),
];

/// Keys that belong one level below.
const BELOW_TOOLS: &[(&str, &str)] = &[
    (
        "registry",
        "write it below `tools:`, as `tools: { registry: […] }`",
    ),
    (
        "engines",
        "write it below `tools:`, as `tools: { engines: {…} }`",
    ),
    (
        "enrichments",
        "write it below `tools:`, as `tools: { enrichments: […] }`",
    ),
    ("mcpServers", MCP_SERVERS),
];

/// The same where `tools` is the registry itself.
const BESIDE_REGISTRY: &[(&str, &str)] = &[
    (
        "engines",
        "write `tools: { registry: […], engines: {…} }`, with the list that `tools` is now under `registry`",
    ),
    (
        "enrichments",
        "write `tools: { registry: […], enrichments: […] }`, with the list that `tools` is now under `registry`",
    ),
];

fn beside_registry(map: &Map) -> &'static [(&'static str, &'static str)] {
    match map.get("tools").and_then(Node::as_list) {
        Some(_) => BESIDE_REGISTRY,
        None => &[],
    }
}

/// Keys for what a command or a build script is told.
const OF_COMMANDS: &[(&str, &str)] = &[
    ("out", SAID_TO_COMMANDS),
    ("out_dir", SAID_TO_COMMANDS),
    ("output", SAID_TO_COMMANDS),
];

const SAID_TO_COMMANDS: &str = "remove it: where the code goes is said to `toolc build --out DIR`; a build script writes into `OUT_DIR`";

/// The key under which clients of MCP list the servers that they start.
const MCP_SERVERS: &str = "write each server as an engine, `tools: { engines: { NAME: { type: mcp, stdio: [PROGRAM, ARGUMENT] } } }`, and \
                           its tools as an entry of the registry with `type: mcp` and `engine: NAME`; `toolc init --mcp CMD` writes both";

const NAMED_BY_BUILDERS: &str = "specs may come from others, so that they name no program that a build runs; name it on the command line, \
                                 `toolc build --plugin CMD --out DIR`, or in a build script with `Builder::plugin`";

/// Keys that every entry may have.
pub(in crate::read) const ENTRY_KEYS: &[&str] = &[
    "type",
    "namespace",
    "engine",
    "description",
    "rust",
    "formats",
    "trusted",
    "output",
    "prefix",
    "defaults",
];

/// Reads all of `toolc.yaml` except inline tools.
pub fn read_config(diagnostics: &mut Diagnostics, node: &Node) -> Settings {
    read_config_by(diagnostics, node, &[])
}

/// The same, with types of registry entries that loaders add.
pub fn read_config_by(
    diagnostics: &mut Diagnostics,
    node: &Node,
    added: &[AddedKind<'_>],
) -> Settings {
    let added: Vec<Kind<'_>> = added.iter().map(Kind::added).collect();
    find_secrets(diagnostics, node);
    let mut settings = Settings::default();
    let map = match &node.value {
        Value::Map(map) => map,
        Value::Null => return settings,
        _ => {
            fields::wrong_kind(
                diagnostics,
                node,
                "`toolc.yaml`",
                "a mapping with `tools`, `workers` and `targets`",
            );
            return settings;
        }
    };
    let keys = Keys {
        owner: "`toolc.yaml`",
        known: TOP_KEYS,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: &[PROGRAMS, beside_registry(map), BELOW_TOOLS, OF_COMMANDS].concat(),
    };
    fields::check_keys(diagnostics, map, &keys);
    settings.schemas = read_schemas(diagnostics, map);
    settings.workers = list_at(diagnostics, map, "workers");
    settings.lists = lists(map);
    settings.config.targets = list_at(diagnostics, map, "targets");
    report_targets(diagnostics, &settings.config.targets);
    fields::report_repeated(
        diagnostics,
        Severity::Error,
        "targets",
        &settings.config.targets,
    );
    settings.config.exports = exports::read_exports(diagnostics, map);
    settings.config.rust = read_rust_options(diagnostics, map);
    settings.config.formats = formats::read_formats(diagnostics, map);
    settings.config.flow = read_general_flow(diagnostics, map);
    settings.config.budgets = budgets::read_budgets(diagnostics, map);
    settings.config.deferred = list_at(diagnostics, map, "defer");
    fields::report_repeated(
        diagnostics,
        Severity::Error,
        "defer",
        &settings.config.deferred,
    );
    settings.config.lints = lints::read_lints(diagnostics, map);
    if let Some(node) = map.get("tools")
        && let Some(tools) = node.as_map()
    {
        let keys = Keys {
            owner: "`tools`",
            known: &["registry", "engines", "enrichments"],
            restrictions: OF_CONFIG,
            idle: &[],
            called: &[],
            elsewhere: &[PROGRAMS, &[("mcpServers", MCP_SERVERS)]].concat(),
        };
        if tools.is_empty() {
            diagnostics.push(nothing_listed(node));
        }
        fields::check_keys(diagnostics, tools, &keys);
        settings.config.engines = read_engines(diagnostics, tools);
        settings.config.enrichments = read_enrichments(diagnostics, tools);
    }
    for node in registry(map) {
        let entry = read_entry(diagnostics, node, &added);
        let is_read = |listed: &ListedEntry| {
            let is_inline = listed.entry.kind == EntryKind::Inline;
            listed.file.is_some() || listed.loader.is_some() || is_inline
        };
        if !entry.as_ref().is_some_and(is_read) {
            settings.lost.push(lost(node));
        }
        settings.entries.extend(entry);
    }
    if let Some((wrong, what, wanted)) = wrong_registry(map) {
        settings.lost.push(Lost { namespace: None });
        match wrong.as_map() {
            Some(_) => {
                let help = format!("write `[{}]`", write_flow(wrong));
                fields::refuse_kind(diagnostics, wrong, what, wanted, help);
            }
            None => fields::wrong_kind(diagnostics, wrong, what, wanted),
        }
    }
    settings
}

/// What a list must be that means something else than its absence if it is empty.
const EVEN_EMPTY: &str = "a list, such as `[]`";

fn lists(map: &Map) -> Lists {
    let list = |map: &Map, key: &str| {
        let entry = map.entry(key)?;
        entry.value.as_list().map(|_| entry.key_span)
    };
    let registry = |tools: &Node| list(tools.as_map()?, "registry");
    Lists {
        tools: list(map, "tools").or_else(|| registry(map.get("tools")?)),
        workers: list(map, "workers"),
    }
}

/// What is lost with an entry. Tools in a file may set their own namespaces.
fn lost(entry: &Node) -> Lost {
    let kind = KINDS
        .iter()
        .find(|kind| word(entry, "type") == Some(kind.name));
    let is_foreign = kind.is_some_and(|kind| kind.kind.is_foreign());
    let namespace = word(entry, "namespace").filter(|_| is_foreign);
    Lost {
        namespace: namespace.map(str::to_owned),
    }
}

fn word<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key).and_then(Node::as_str)
}

/// The registry entries: `tools` itself, or `tools.registry`.
fn registry(map: &Map) -> &[Node] {
    let tools = map.get("tools");
    let list = tools.and_then(|tools| tools.as_list().or_else(|| tools.get("registry")?.as_list()));
    list.unwrap_or(&[])
}

/// A registry that is not a list, what messages call it, and what it must be.
fn wrong_registry(map: &Map) -> Option<(&Node, &'static str, &'static str)> {
    let tools = map.get("tools")?;
    match &tools.value {
        Value::List(_) => None,
        Value::Map(inner) => {
            let registry = inner.get("registry")?;
            let is_wrong = registry.as_list().is_none();
            is_wrong.then_some((registry, "`registry`", EVEN_EMPTY))
        }
        _ => {
            let wanted = "a list of entries, or a mapping with `registry`";
            Some((tools, "`tools`", wanted))
        }
    }
}

fn nothing_listed(node: &Node) -> Diagnostic {
    let message = "`tools` must list something, found an empty mapping";
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label("this lists nothing")
        .help("write `registry: [{ type: file, path: tools.yaml }]` in it, or remove it: every tool file is then read")
}

fn list_at(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Vec<Spanned<String>> {
    let Some(node) = map.get(key) else {
        return Vec::new();
    };
    let what = format!("`{key}`");
    if matches!(node.value, Value::Null) {
        fields::wrong_kind(diagnostics, node, &what, EVEN_EMPTY);
        return Vec::new();
    }
    fields::read_strings(diagnostics, node, &what).unwrap_or_default()
}

/// The place of `prefix: false`.
fn read_prefix(diagnostics: &mut Diagnostics, map: &Map) -> Option<Span> {
    let has_prefix = fields::flag_at(diagnostics, map, "prefix").unwrap_or(true);
    let place = map.get("prefix").map(|node| node.span);
    place.filter(|_| !has_prefix)
}

fn read_entry(
    diagnostics: &mut Diagnostics,
    node: &Node,
    added: &[Kind<'_>],
) -> Option<ListedEntry> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{type: file, path: …}`";
        let help = match node.as_str() {
            Some(path) => format!("write `{{ type: file, path: {} }}`", write_text(path)),
            None => format!("write {wanted}"),
        };
        fields::refuse_kind(diagnostics, node, "a registry entry", wanted, help);
        return None;
    };
    let kind = read_kind(diagnostics, map, node.span, added)?;
    let keys = Keys {
        owner: &format!("a registry entry of type `{}`", kind.name),
        known: &[ENTRY_KEYS, &kind.own_keys()].concat(),
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: kind.elsewhere,
    };
    fields::check_keys(diagnostics, map, &keys);
    let entry = Entry {
        namespace: fields::read_namespace(diagnostics, map),
        engine: fields::string_at(diagnostics, map, "engine"),
        rust: read_rust_options(diagnostics, map),
        formats: formats::read_formats(diagnostics, map),
        url: kinds::find_url(map),
        trusted: fields::flag_at(diagnostics, map, "trusted").unwrap_or(false),
        closes_objects: fields::flag_at(diagnostics, map, "closed_objects").unwrap_or(false),
        fills: read_defaults(diagnostics, map),
        bare: read_prefix(diagnostics, map),
        shows_output: read_output(diagnostics, map),
        tools: map.get("tools").cloned(),
        command: kinds::read_command(diagnostics, map, kind),
        operations: read_operations(diagnostics, map),
        overrides: read_overrides(diagnostics, map),
        bodies: bodies::read_bodies(diagnostics, map),
        ..Entry::new(kind.kind, node.span)
    };
    let file = (kind.find)(diagnostics, map, node.span).map(|found| ListedFile {
        path: found.path,
        overlays: list_at(diagnostics, map, "overlays"),
        advice: found.advice,
    });
    let loader = kinds::find_loader(map, kind).map(|name| ListedLoader {
        name,
        settings: map.clone(),
    });
    Some(ListedEntry {
        entry,
        file,
        loader,
    })
}
