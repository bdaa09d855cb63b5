//! `config`, `events`, `errors` and `inject` beside tools: of a file without `namespace`, in which a key
//! may also be the name of a namespace or of a tool.

use super::Reading;
use super::declared::read_declared;
use super::entry::{has_misspelt_schema, has_schema};
use super::{errors, inject};
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Map, Node, Value};
use crate::source::Spanned;

/// What a file may declare for all of its tools.
const DECLARATIONS: &[&str] = &["config", "events", "errors", "inject"];

/// Those of a namespace, which a file of several has for none of them.
const OF_NAMESPACE: &[&str] = &["config", "events"];

/// Keywords by which a mapping is a schema, and not a tool.
const OF_SCHEMA: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "$ref",
];

/// Keys by which a mapping is a tool, and not a list of failures.
const OF_TOOL: &[&str] = &[
    "name",
    "description",
    "title",
    "metadata",
    "effect",
    "approval",
];

/// Takes out of a mapping of tools what it declares for all of them.
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

/// A list of tools, also one with faults; not one of names.
fn is_tools(node: &Node) -> bool {
    let is_text = |item: &Node| item.as_str().is_some();
    node.as_list()
        .is_some_and(|items| items.is_empty() || !items.iter().all(is_text))
}

/// Whether a key is one of the four, and not the name of a namespace or of a tool.
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
        // no tool is anything else, so the key is told what it must be
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
        .label("for whose tools?")
        .also(first.span, "the first namespace")
        .help("move the namespace that it belongs to into a file of its own")
}

/// Takes out of a bare list what is no tool but a declaration, for which a list has no place.
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
