//! An element in a list of tools: a definition, a provider's wrapper around one or more, or a tool
//! that runs at the provider.

use super::Reading;
use super::dialect::Dialect;
use super::entry::{self, INPUT_KEYS};
use super::fields;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::reading::Surroundings;

/// The type of OpenAI's groups of functions (Responses API).
pub(super) const NAMESPACE: &str = "namespace";

/// The key of Bedrock with one tool, whose schema is `inputSchema: { json: … }`.
pub(super) const BEDROCK: &str = "toolSpec";

/// Keys of Gemini with a list of functions.
pub(super) const DECLARATIONS: &[&str] = &["functionDeclarations", "function_declarations"];

/// Keys of Gemini tools that run at the provider.
const GEMINI_NATIVE: &[&str] = &[
    "googleSearch",
    "google_search",
    "googleSearchRetrieval",
    "google_search_retrieval",
    "codeExecution",
    "code_execution",
    "urlContext",
    "url_context",
    "googleMaps",
    "google_maps",
    "fileSearch",
    "file_search",
    "computerUse",
    "computer_use",
    "enterpriseWebSearch",
    "enterprise_web_search",
    "retrieval",
];

/// Reads a list of definitions, in the namespace set by the file.
pub(super) fn read_list(
    reading: &mut Reading<'_>,
    items: Vec<Node>,
    namespace: Option<Spanned<String>>,
) {
    for item in items {
        let around = Surroundings {
            namespace: namespace.clone(),
            ..Surroundings::default()
        };
        read_item(reading, item, around);
    }
}

/// Reads one element of a list: a definition, a wrapper around one or more, or a tool that runs
/// at the provider.
pub(super) fn read_item(reading: &mut Reading<'_>, mut node: Node, around: Surroundings) {
    if node.get_str("type") == Some(NAMESPACE)
        && let Some(tools) = node.as_map_mut().and_then(|map| map.remove("tools"))
    {
        return read_namespace(reading, &node, tools.value, &around);
    }
    if let Some(tool) = node.as_map_mut().and_then(|map| map.remove(BEDROCK)) {
        return read_bedrock(reading, tool.value, around);
    }
    if let Some(name) = native_name(&node) {
        let message = format!(
            "`{name}` runs at the provider and has no schema, so there is nothing to compile"
        );
        let finding = Diagnostic::new(Code::MALFORMED_TOOL, node.span, message)
            .help("remove it from the file");
        return reading.skip_tool(&name, &around, finding);
    }
    let Some(map) = node.as_map_mut() else {
        return entry::read_entry(reading, node, around, Dialect::TOOL);
    };
    let key =
        fields::entry_of(reading.diagnostics, map, DECLARATIONS).map(|entry| entry.key.clone());
    let declarations = key.and_then(|key| map.remove(&key));
    for key in DECLARATIONS {
        map.remove(key);
    }
    if let Some(Node {
        value: Value::List(items),
        ..
    }) = declarations.map(|entry| entry.value)
    {
        for item in items {
            let around = Surroundings {
                namespace: around.namespace.clone(),
                foreign: around.foreign,
                ..Surroundings::default()
            };
            entry::read_entry(reading, item, around, Dialect::GEMINI);
        }
        return report_native(reading, &node, &around);
    }
    let is_function = map.get("type").and_then(Node::as_str) == Some("function");
    if is_function {
        map.remove("type");
    }
    match map.remove("function") {
        Some(function) if is_function => {
            let function = unwrap(function.value, map);
            entry::read_entry(reading, function, around, Dialect::TOOL)
        }
        Some(other) => {
            map.insert("function", other.key_span, other.value);
            entry::read_entry(reading, node, around, Dialect::TOOL);
        }
        None => entry::read_entry(reading, node, around, Dialect::TOOL),
    }
}

/// Reads a group of functions. The group is their namespace.
fn read_namespace(reading: &mut Reading<'_>, group: &Node, tools: Node, around: &Surroundings) {
    let name = group.get("name").and_then(|name| {
        let text = name.as_str().filter(|text| !text.is_empty())?;
        Some(Spanned::new(text.to_owned(), name.span))
    });
    let Value::List(items) = tools.value else {
        return fields::wrong_kind(
            reading.diagnostics,
            &tools,
            "`tools`",
            "a list of functions",
        );
    };
    for item in items {
        let around = Surroundings {
            namespace: name.clone().or(around.namespace.clone()),
            foreign: around.foreign,
            ..Surroundings::default()
        };
        read_item(reading, item, around);
    }
}

/// Reads a tool of Bedrock's Converse API.
fn read_bedrock(reading: &mut Reading<'_>, mut tool: Node, around: Surroundings) {
    let schema = tool.as_map_mut().and_then(|map| map.get_mut("inputSchema"));
    if let Some(schema) = schema
        && let Some(json) = schema.as_map_mut().and_then(|map| map.remove("json"))
    {
        *schema = json.value;
    }
    entry::read_entry(reading, tool, around, Dialect::TOOL);
}

/// A function, with the keys of its wrapper added: a restriction there is meant for the function.
fn unwrap(mut function: Node, wrapper: &Map) -> Node {
    if let Some(map) = function.as_map_mut() {
        for entry in wrapper.iter() {
            if !map.contains(&entry.key) {
                map.insert(&entry.key, entry.key_span, entry.value.clone());
            }
        }
    }
    function
}

/// Reports tools of the provider that are next to function declarations.
fn report_native(reading: &mut Reading<'_>, node: &Node, around: &Surroundings) {
    for entry in node.as_map().into_iter().flat_map(Map::iter) {
        let message = format!(
            "`{}` runs at the provider and has no schema, so there is nothing to compile",
            entry.key
        );
        let finding = Diagnostic::new(Code::MALFORMED_TOOL, entry.key_span, message)
            .help("remove it from the file");
        reading.skip_tool(&entry.key, around, finding);
    }
}

/// The name of a tool that runs at the provider.
fn native_name(node: &Node) -> Option<String> {
    let map = node.as_map()?;
    if INPUT_KEYS.iter().any(|key| map.contains(key)) {
        return None;
    }
    if let Some(kind) = map.get("type").and_then(Node::as_str) {
        return (kind != "function").then(|| kind.to_owned());
    }
    let only = map.iter().next().filter(|_| map.len() == 1)?;
    GEMINI_NATIVE
        .contains(&only.key.as_str())
        .then(|| only.key.clone())
}
