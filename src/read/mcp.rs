//! MCP: a list of tools, the JSON-RPC response to `tools/list`, or any object that contains it.

use super::dialect::Dialect;
use super::entry;
use super::envelope::report_restrictions;
use super::foreign::Foreign;
use super::{Reading, fields};
use crate::config::EntryKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::engine::Remote;
use crate::node::{Node, Value};
use crate::reading::Surroundings;
use std::sync::Arc;
use toolc_runtime::remote::digest_tool;

/// Whether a document contains a response to `tools/list`.
pub(super) fn recognise_mcp(node: &Node, listed: Option<EntryKind>) -> bool {
    if node
        .get("result")
        .and_then(|result| result.get("tools"))
        .is_some_and(|tools| tools.as_list().is_some())
    {
        return true;
    }
    let tools = node.get("tools").and_then(Node::as_list);
    if listed == Some(EntryKind::Mcp) {
        return tools.is_some() || node.as_list().is_some();
    }
    let has_input = |tools: &[Node]| tools.iter().any(|tool| tool.get("inputSchema").is_some());
    node.get("namespace").is_none() && tools.is_some_and(has_input)
}

/// Reads the tools in a response.
pub(super) fn read_mcp(reading: &mut Reading<'_>, mut node: Node) {
    if let Some(result) = node.as_map_mut().and_then(|map| map.remove("result")) {
        node = result.value;
    }
    report_cut(reading, &node);
    let tools = match node.value {
        Value::Map(mut map) => {
            let tools = map.remove("tools").map(|entry| entry.value);
            report_restrictions(reading, &map, "a response");
            tools
        }
        list => Some(Node::new(list, node.span)),
    };
    match tools {
        Some(Node {
            value: Value::List(tools),
            ..
        }) => {
            for tool in tools {
                read_tool(reading, tool);
            }
        }
        Some(other) => {
            reading.note_lost(None);
            fields::wrong_kind(reading.diagnostics, &other, "`tools`", "a list of tools")
        }
        None => {}
    }
}

/// Reads a tool, and records what its server knows it by.
fn read_tool(reading: &mut Reading<'_>, tool: Node) {
    let name = tool.get("name").and_then(Node::as_str);
    let remote = name.zip(digest_tool(&tool.to_json()));
    let remote = remote.map(|(name, digest)| {
        Arc::new(Remote {
            name: name.to_owned(),
            digest,
        })
    });
    let known = reading.draft.tools.len();
    let surroundings = Surroundings::of(Foreign::Server);
    entry::read_entry(reading, tool, surroundings, Dialect::MCP);
    for read in reading.draft.tools.iter_mut().skip(known) {
        read.remote.clone_from(&remote);
    }
}

/// Reports a response with a cursor, which is only one page of several.
fn report_cut(reading: &mut Reading<'_>, node: &Node) {
    let Some(cursor) = node
        .get("nextCursor")
        .filter(|cursor| cursor.as_str().is_some_and(|text| !text.is_empty()))
    else {
        return;
    };
    let message = "the snapshot is one page of several: further tools of the server are missing";
    reading.diagnostics.push(
        Diagnostic::new(Code::MALFORMED_TOOL, cursor.span, message)
            .label("the server has more")
            .help("ask the server for the next page, and store the tools of all pages in one file"),
    );
}
