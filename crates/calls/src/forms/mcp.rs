//! Messages of the Model Context Protocol, as clients, servers and proxies log them (JSON-RPC 2.0; `tools/call` in
//! "Server Features / Tools").

use super::{list_at, read_id};
use crate::record::{Checks, Record, Tools, write_call};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node};

pub(super) const NAME: &str = "a message of MCP";

pub(super) fn is_mcp(node: &Node) -> bool {
    node.get("jsonrpc").is_some() || is_call(node)
}

fn is_call(node: &Node) -> bool {
    node.get_str("method") == Some("tools/call") && node.get("params").is_some()
}

/// The one call of a request. Every other message has none.
pub(super) fn read_mcp(_: &mut Diagnostics, node: &Node) -> Vec<Record> {
    let Some(params) = node.get("params").filter(|_| is_call(node)) else {
        return Vec::new();
    };
    let none = || Node::map(Map::default(), params.span);
    let arguments = params.get("arguments").cloned().unwrap_or_else(none);
    let call = write_call(
        params.span,
        None,
        params.get("name").cloned(),
        Some(arguments),
    );
    vec![Record {
        span: node.span,
        form: NAME,
        id: read_id(node),
        question: None,
        tools: Tools::Unstated,
        answer: list_at(vec![call], params.span),
        results: None,
        checks: Checks::of_logs(),
    }]
}
