//! MCP: a list of tools, the JSON-RPC response to `tools/list`, or any object that contains it.

use super::dialect::Dialect;
use super::entry;
use super::envelope::report_restrictions;
use super::foreign::Foreign;
use super::{Reading, fields};
use std::sync::Arc;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_model::config::EntryKind;
use toolc_model::model::engine::Remote;
use toolc_model::reading::Surroundings;
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
    if node
        .as_list()
        .is_some_and(|list| list.iter().any(is_answer))
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

/// Whether a message of JSON-RPC answers `tools/list`.
fn is_answer(message: &Node) -> bool {
    let result = message
        .get("result")
        .filter(|_| message.get("jsonrpc").is_some());
    let tools = result.and_then(|result| result.get("tools"));
    tools.is_some_and(|tools| tools.as_list().is_some())
}

/// The finding on a server's error that was stored in place of its tools.
pub(super) fn find_stored_error(node: &Node) -> Option<Diagnostic> {
    let list = node.as_list();
    let mut messages = list.unwrap_or(std::slice::from_ref(node)).iter();
    let error = messages.find_map(|message| {
        let error = message.get("error")?;
        let is_answer = message.get("jsonrpc").is_some() || error.get("code").is_some();
        error.get("message").filter(|_| is_answer)
    })?;
    let said = shorten_text(error.as_str()?, 120);
    let message = format!("the file holds an error of the server instead of its tools: `{said}`");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, error.span, message);
    Some(
        finding
            .help("ask the server again, and store its answer to `tools/list`: `toolc snapshot`"),
    )
}

/// Reads the tools in a response, or in those among the messages of a session.
pub(super) fn read_mcp(reading: &mut Reading<'_>, node: Node) {
    match node.value {
        Value::List(messages) if messages.iter().any(is_answer) => {
            let answers: Vec<Node> = messages.into_iter().filter(is_answer).collect();
            let last = answers.len() - 1;
            for (number, answer) in answers.into_iter().enumerate() {
                read_response(reading, answer, number == last);
            }
        }
        value => read_response(reading, Node::new(value, node.span), true),
    }
}

/// `is_last`: no further page follows.
fn read_response(reading: &mut Reading<'_>, mut node: Node, is_last: bool) {
    let version = node.get_str("protocolVersion").map(str::to_owned);
    if let Some(result) = node.as_map_mut().and_then(|map| map.remove("result")) {
        node = result.value;
    }
    if is_last {
        report_cut(reading, &node, version.as_deref());
    }
    let node_span = node.span;
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
            if tools.is_empty() {
                report_empty(reading, node_span);
            }
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

/// The first revision of the protocol without a handshake.
const FIRST_WITHOUT_HANDSHAKE: &str = "2026-07-28";

fn report_empty(reading: &mut Reading<'_>, span: Span) {
    reading.note_lost(None);
    let message = "the snapshot has no tools: its server offered none when it was stored";
    let finding = Diagnostic::new(Code::EMPTY_SNAPSHOT, span, message);
    reading.diagnostics.push(finding.help(
        "start the server with what it needs, such as its credentials, and store its list again: `toolc snapshot`",
    ));
}

/// Leaves out a tool that can only be called as a task (MCP 2025-11-25, "Tasks").
fn is_left_out(reading: &mut Reading<'_>, tool: &Node) -> bool {
    let support = tool
        .get("execution")
        .and_then(|execution| execution.get("taskSupport"));
    let Some(support) = support.filter(|support| support.as_str() == Some("required")) else {
        return false;
    };
    let name = tool.get_str("name").unwrap_or_default();
    let message = format!(
        "the tool `{name}` can only be called as a task, and toolc calls tools without one"
    );
    let finding = Diagnostic::new(Code::TASK_ONLY, support.span, message)
        .label("the tool is left out")
        .help("ask for a tool that can also be called plainly, or call it by a client that supports tasks");
    reading.skip_tool(name, &Surroundings::of(Foreign::Server), finding);
    true
}

/// Reads a tool, and records what its server knows it by.
fn read_tool(reading: &mut Reading<'_>, tool: Node) {
    if is_left_out(reading, &tool) {
        return;
    }
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
///
/// In revisions without a handshake, an empty cursor is one (MCP 2026-07-28, Pagination); in those before, clients take it
/// for none.
fn report_cut(reading: &mut Reading<'_>, node: &Node, version: Option<&str>) {
    let version = version.or_else(|| node.get_str("protocolVersion"));
    let may_be_empty = version.is_some_and(|version| version >= FIRST_WITHOUT_HANDSHAKE);
    let is_cursor = |text: &str| may_be_empty || !text.is_empty();
    let cursor = node.get("nextCursor");
    let Some(cursor) = cursor.filter(|cursor| cursor.as_str().is_some_and(is_cursor)) else {
        return;
    };
    let message = "the snapshot is one page of several: further tools of the server are missing";
    reading.diagnostics.push(
        Diagnostic::new(Code::MALFORMED_TOOL, cursor.span, message)
            .label("the server has more")
            .help("ask the server for the next page, and store the tools of all pages in one file"),
    );
}
