//! `config`, `events`, `errors` and `inject` next to tools, in a file without `namespace`, where
//! such a key may also be the name of a namespace or a tool.

use super::Reading;
use super::declared::read_declared;
use super::entry::{has_misspelt_schema, has_schema};
use super::{errors, inject};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Spanned;

/// The keys that a file may declare for all its tools.
const DECLARATIONS: &[&str] = &["config", "events", "errors", "inject"];

/// Those that apply to a namespace, and so not in a file with several.
const OF_NAMESPACE: &[&str] = &["config", "events"];

/// Keywords that identify a mapping as a schema rather than a tool.
const OF_SCHEMA: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "$ref",
];

/// Keys that identify a mapping as a tool rather than a set of failures.
const OF_TOOL: &[&str] = &[
    "name",
    "description",
    "title",
    "metadata",
    "effect",
    "approval",
];

/// Extracts from a mapping of tools the declarations for all of them.
pub(super) fn take_declarations(reading: &mut Reading<'_>, map: &mut Map) {
    let lists = map.iter().filter(|entry| is_tools(&entry.value));
    let namespaces: Vec<_> = lists
        .map(|entry| Spanned::new(entry.key.clone(), entry.key_span))
        .collect();
    let has_lists = !namespaces.is_empty();
    let entries = std::mem::replace(map, Map::new(Vec::new())).into_entries();
    let (declared, rest): (Vec<Entry>, Vec<Entry>) = entries
        .into_iter()
        .partition(|entry| is_declaration(entry, has_lists));
    *map = Map::new(rest);
    let mut declared = Map::new(declared);
    reading.inject = inject::read_inject(reading.diagnostics, &declared);
    reading.errors = errors::read_errors(reading.diagnostics, &declared);
    match namespaces.as_slice() {
        [] => read_declared(reading, &declared, None),
        [namespace] => read_declared(reading, &declared, Some(namespace)),
        [first, ..] => {
            for entry in OF_NAMESPACE.iter().filter_map(|key| declared.remove(key)) {
                reading.diagnostics.push(of_several(&entry, first));
            }
        }
    }
}

/// Whether a node is a list of tools, possibly with errors, rather than a list of names.
fn is_tools(node: &Node) -> bool {
    let is_text = |item: &Node| item.as_str().is_some();
    node.as_list()
        .is_some_and(|items| items.is_empty() || !items.iter().all(is_text))
}

/// Whether an entry is one of the declarations, and not a namespace or a tool with such a name.
fn is_declaration(entry: &Entry, has_lists: bool) -> bool {
    let key = entry.key.as_str();
    let value = &entry.value;
    if !DECLARATIONS.contains(&key) || is_tools(value) {
        return false;
    }
    if has_schema(value) || has_misspelt_schema(value) {
        return false;
    }
    let Some(map) = value.as_map() else {
        // a tool is always a mapping, so the reader of the declaration reports what is wrong
        return true;
    };
    let is_map = |entry: &Entry| matches!(entry.value.value, Value::Map(_) | Value::Null);
    let is_code = |entry: &Entry| !OF_TOOL.contains(&entry.key.as_str());
    has_lists
        || match key {
            "config" => OF_SCHEMA.iter().any(|keyword| map.contains(keyword)),
            "events" => !map.is_empty() && map.iter().all(is_map),
            "errors" => !map.is_empty() && map.iter().all(is_code),
            _ => false,
        }
}

fn of_several(entry: &Entry, first: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "`{}` beside several namespaces belongs to none of them",
        entry.key
    );
    Diagnostic::new(Code::UNFIT_DECLARATION, entry.key_span, message)
        .label("it is not clear which namespace this is for")
        .also(first.span, "the first namespace")
        .help("move the namespace that it belongs to into a file of its own")
}

/// Removes declarations from a bare list of tools, where they are not allowed.
pub(super) fn refuse_declarations(reading: &mut Reading<'_>, items: Vec<Node>) -> Vec<Node> {
    let is_declared = |item: &Node| {
        let map = item.as_map().filter(|map| !map.is_empty())?;
        let entry = map.iter().next()?;
        map.iter()
            .all(|entry| is_declaration(entry, true))
            .then(|| Spanned::new(entry.key.clone(), entry.key_span))
    };
    let mut tools = Vec::with_capacity(items.len());
    for item in items {
        let Some(key) = is_declared(&item) else {
            tools.push(item);
            continue;
        };
        let message = format!("a list of tools has no place for `{}`", key.value);
        let finding = Diagnostic::new(Code::UNFIT_DECLARATION, key.span, message)
            .label("an element of the list is a tool")
            .help(format!(
                "write a mapping: `namespace: NAME`, the list under `tools:`, and `{}:` beside them",
                key.value
            ));
        reading.diagnostics.push(finding);
    }
    tools
}
