//! Tool files: a namespace above a list, several of these, `{namespace, tools}`, a bare list, or a
//! name above each definition. The whole document decides, not its first entry.

use super::Reading;
use super::answers::{has_answers, take_answers};
use super::beside;
use super::declared::read_declared;
use super::dialect::Dialect;
use super::entry::{self, has_misspelt_schema, has_schema};
use super::errors;
use super::fields::{self, Keys};
use super::inject;
use super::item::read_list;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::Spanned;
use toolc_model::config::EntryKind;
use toolc_model::model::ANSWERS;
use toolc_model::reading::Surroundings;

/// The keys of a tool file that sets its namespace.
pub(super) const FILE_KEYS: &[&str] = &[
    "namespace",
    "tools",
    "errors",
    "inject",
    "config",
    "events",
    "metadata",
];

/// Whether a document is a tool file. Unless a registry entry lists it, it must contain a schema.
pub(super) fn recognise_tools(node: &Node, listed: Option<EntryKind>) -> bool {
    let any = |items: &[Node]| items.iter().any(is_tool);
    let listed = listed.is_some();
    if !listed && is_schema(node) {
        return false;
    }
    match &node.value {
        Value::List(items) => listed || any(items),
        Value::Map(map) => {
            listed
                || has_answers(map)
                || map
                    .iter()
                    .any(|entry| is_tool(&entry.value) || entry.value.as_list().is_some_and(any))
        }
        _ => false,
    }
}

fn is_tool(node: &Node) -> bool {
    has_schema(node)
        || has_misspelt_schema(node)
        || has_listed_arguments(node)
        || has_named_arguments(node)
}

/// Whether a tool with a name and a description has names of arguments in place of a schema, which is reported where it is read.
fn has_named_arguments(node: &Node) -> bool {
    let is_tool = node.get_str("name").is_some() && node.get_str("description").is_some();
    let arguments = node.get("parameters").map(|arguments| &arguments.value);
    is_tool && matches!(arguments, Some(Value::String(_) | Value::List(_)))
}

/// Whether a named tool lists its arguments in place of a schema, which is reported where it is read.
fn has_listed_arguments(node: &Node) -> bool {
    let is_argument =
        |node: &Node| node.get_str("name").is_some() && node.get_str("type").is_some();
    let arguments = node.get_list("parameters").unwrap_or_default();
    let is_named = node.get_str("name").is_some();
    is_named && !arguments.is_empty() && arguments.iter().all(is_argument)
}

/// Whether a document is a JSON Schema, which may have a property named like a key of a tool.
fn is_schema(node: &Node) -> bool {
    node.get("properties")
        .is_some_and(|properties| properties.as_map().is_some())
        && node.get("type").is_none_or(|kind| kind.as_map().is_none())
}

/// Reads the tools in a document.
pub(super) fn read_tools(reading: &mut Reading<'_>, node: Node) {
    match node.value {
        Value::List(items) => {
            let items = beside::refuse_declarations(reading, items);
            read_list(reading, items, None)
        }
        Value::Map(mut map) => {
            let has_answers = map.contains(ANSWERS);
            take_answers(reading, &mut map);
            match (map.contains("namespace"), map.contains("tools")) {
                (true, true) => read_named_list(reading, map),
                (true, false) | (false, true) if has_answers => read_named_list(reading, map),
                _ => read_map(reading, map),
            }
        }
        _ => {}
    }
}

/// `{namespace: …, tools: […]}`
fn read_named_list(reading: &mut Reading<'_>, mut map: Map) {
    let namespace = fields::read_namespace(reading.diagnostics, &map);
    let tools = map.remove("tools");
    reading.inject = inject::read_inject(reading.diagnostics, &map);
    reading.errors = errors::read_errors(reading.diagnostics, &map);
    const COMMENT: &str = "write it as a comment: `# …`";
    let keys = Keys {
        owner: "a tool file",
        known: FILE_KEYS,
        restrictions: OF_CONFIG,
        idle: &[("version", COMMENT), ("description", COMMENT)],
        called: &[],
        elsewhere: &[(DEFINITIONS, SHARE)],
    };
    fields::check_keys(reading.diagnostics, &map, &keys);
    read_declared(reading, &map, namespace.as_ref());
    let Some(Entry { value, .. }) = tools else {
        return;
    };
    match value {
        Node {
            value: Value::List(items),
            ..
        } => read_list(reading, items, namespace),
        Node {
            value: Value::Map(map),
            ..
        } => read_definitions(reading, map, namespace),
        other => {
            reading.note_lost(namespace.as_ref().map(|namespace| namespace.value.as_str()));
            fields::wrong_kind(reading.diagnostics, &other, "`tools`", "a list of tools");
        }
    }
}

/// Where JSON Schema has shared schemas.
const DEFINITIONS: &str = "$defs";

/// How tools share a schema.
const SHARE: &str = "put shared schemas into a file of their own, such as `common.yaml` with `$defs: {…}`, and refer to \
                     them: `$ref: \"common.yaml#/$defs/NAME\"`";

/// Reads a mapping of either namespaces to lists or names to definitions, but never both.
fn read_map(reading: &mut Reading<'_>, mut map: Map) {
    drop_extensions(reading, &mut map);
    beside::take_declarations(reading, &mut map);
    if let Some(shared) = map.remove(DEFINITIONS) {
        let message = format!("a tool file has no key `{DEFINITIONS}`");
        let found = Diagnostic::new(Code::UNKNOWN_KEY, shared.key_span, message);
        reading.diagnostics.push(found.help(SHARE));
    }
    let list = map.iter().find(|entry| entry.value.as_list().is_some());
    let definition = map.iter().find(|entry| entry.value.as_map().is_some());
    match (list, definition) {
        (Some(list), Some(definition)) => {
            let message = "the file mixes lists of tools with single tools";
            let finding = Diagnostic::new(Code::MIXED_SHAPES, definition.key_span, message)
                .label("a single tool")
                .also(list.key_span, "a namespace above a list")
                .help("write `namespace: [tools]` throughout, or `name: tool` throughout");
            reading.diagnostics.push(finding);
            reading.note_lost(None);
        }
        (Some(_), None) => map
            .into_entries()
            .into_iter()
            .for_each(|entry| read_namespace(reading, entry)),
        (None, _) => read_definitions(reading, map, None),
    }
}

/// Removes what is under keys that begin with `x-`, which may be used freely, unless it is tools. What may have been
/// meant as tools is reported.
fn drop_extensions(reading: &mut Reading<'_>, map: &mut Map) {
    let is_extension =
        |entry: &Entry| entry.key.starts_with("x-") && !items_of(&entry.value).iter().any(is_tool);
    let entries = std::mem::take(map).into_entries();
    let (extensions, rest) = entries.into_iter().partition(is_extension);
    *map = Map::new(rest);
    let has_name = |node: &Node| node.get("name").is_some_and(|name| name.as_str().is_some());
    let extensions: Vec<Entry> = extensions;
    for entry in extensions
        .iter()
        .filter(|entry| items_of(&entry.value).iter().any(has_name))
    {
        let message = format!(
            "`{}` begins with `x-` and has no schemas, so it is not read as tools",
            entry.key
        );
        let finding = Diagnostic::new(Code::IDLE_KEY, entry.key_span, message);
        let help = "if these are tools, give them `parameters`, or rename the key";
        reading.diagnostics.push(finding.help(help));
    }
}

/// The items of a list; anything else as the only one.
fn items_of(node: &Node) -> &[Node] {
    node.as_list().unwrap_or(std::slice::from_ref(node))
}

fn read_namespace(reading: &mut Reading<'_>, entry: Entry) {
    let namespace = Spanned::new(entry.key, entry.key_span);
    let Value::List(items) = entry.value.value else {
        let what = format!("the namespace `{}`", namespace.value);
        reading.note_lost(Some(&namespace.value));
        let wanted = "a list of tools";
        let help = match namespace.value.starts_with("//") {
            true => "if this is a comment, begin it with `#`: YAML reads `//` as a text",
            false => "write a list of tools",
        };
        return fields::refuse_kind(reading.diagnostics, &entry.value, &what, wanted, help);
    };
    if namespace.value.trim().is_empty() {
        reading
            .diagnostics
            .push(fields::empty_namespace(namespace.span));
        return read_list(reading, items, None);
    }
    read_list(reading, items, Some(namespace));
}

fn read_definitions(reading: &mut Reading<'_>, map: Map, namespace: Option<Spanned<String>>) {
    for entry in map.into_entries() {
        let key = Spanned::new(entry.key, entry.key_span);
        let around = Surroundings {
            namespace: namespace.clone(),
            key: Some(key),
            ..Surroundings::default()
        };
        entry::read_entry(reading, entry.value, around, Dialect::TOOL);
    }
}
