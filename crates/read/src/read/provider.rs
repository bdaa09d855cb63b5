//! Tool lists in the formats of providers: OpenAI (Chat Completions and Responses), Anthropic and
//! Gemini, on their own or within a request.

use super::Reading;
use super::entry::has_schema;
use super::envelope::report_restrictions;
use super::foreign::Foreign;
use super::item::{BEDROCK, DECLARATIONS, NAMESPACE, read_item};
use toolc_base::node::{Node, Value};
use toolc_model::config::EntryKind;
use toolc_model::reading::Surroundings;

/// Whether a document is a list, a request or a single tool in a provider's format.
pub(super) fn recognise_provider(node: &Node, _: Option<EntryKind>) -> bool {
    match &node.value {
        Value::List(items) => items.iter().any(is_provider_item),
        Value::Map(map) => {
            let tools = tools_of(node);
            let in_request = tools.is_some_and(|tools| tools.iter().any(is_provider_item));
            let is_older =
                |tools: &[Node]| tools.iter().any(is_single_tool) && map.contains("model");
            let has_functions = map
                .get("functions")
                .and_then(Node::as_list)
                .is_some_and(is_older);
            (in_request || has_functions) && !map.contains("namespace")
                || is_provider_item(node)
                || is_single_tool(node)
        }
        _ => false,
    }
}

/// Where a request of a provider has its tools: OpenAI's older `functions`, and `toolConfig` of Bedrock.
const PLACES: &[&[&str]] = &[&["tools"], &["functions"], &["toolConfig", "tools"]];

/// The tools of a request.
fn tools_of(node: &Node) -> Option<&[Node]> {
    let at = |place: &&[&str]| place.iter().try_fold(node, |node, key| node.get(key));
    PLACES.iter().filter_map(at).find_map(Node::as_list)
}

/// Takes the tools out of a request.
fn take_tools(node: &mut Node) -> Option<Node> {
    let (outer, key) = PLACES.iter().find_map(|place| {
        let (key, outer) = place.split_last()?;
        let holder = outer.iter().try_fold(&*node, |node, key| node.get(key))?;
        let is_there = holder
            .get(key)
            .is_some_and(|tools| tools.as_list().is_some());
        is_there.then_some((outer, *key))
    })?;
    let mut holder = node.as_map_mut()?;
    for key in outer {
        holder = holder.get_mut(key)?.as_map_mut()?;
    }
    holder.remove(key).map(|entry| entry.value)
}

/// Whether a node has a shape that only providers use.
fn is_provider_item(node: &Node) -> bool {
    let kind = node.get("type").and_then(Node::as_str);
    let has_tools = || {
        node.get("tools")
            .is_some_and(|tools| tools.as_list().is_some())
    };
    if node
        .get(BEDROCK)
        .is_some_and(|tool| tool.as_map().is_some())
        || kind == Some(NAMESPACE) && has_tools()
    {
        return true;
    }
    let is_function = node.get("type").and_then(Node::as_str) == Some("function");
    is_function && (node.get("function").is_some() || node.get("name").is_some())
        || DECLARATIONS
            .iter()
            .any(|key| node.get(key).is_some_and(|list| list.as_list().is_some()))
        || node.get("input_schema").is_some() && node.get("name").is_some()
}

/// Whether a whole document is a single definition.
fn is_single_tool(node: &Node) -> bool {
    has_schema(node) && node.get("name").is_some_and(|name| name.as_str().is_some())
}

/// Reads the tools in a document. A single definition in no provider's format is the user's own.
pub(super) fn read_provider(reading: &mut Reading<'_>, mut node: Node) {
    let is_item = is_provider_item(&node);
    if !is_item && is_single_tool(&node) {
        return read_item(reading, node, Surroundings::default());
    }
    if !is_item && let Some(tools) = take_tools(&mut node) {
        if let Some(request) = node.as_map() {
            report_restrictions(reading, request, "a request");
        }
        node = tools;
    }
    let items = match node.value {
        Value::List(items) => items,
        value => vec![Node::new(value, node.span)],
    };
    for item in items {
        read_item(reading, item, Surroundings::of(Foreign::Provider));
    }
}
