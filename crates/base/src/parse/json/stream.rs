//! What a client stored as it came from a server that speaks HTTP: messages of JSON-RPC as the events of a stream.

use crate::node::Node;

/// The fields of an event (HTML, section 9.2.6); a comment has no name.
const FIELDS: &[&str] = &["data", "event", "id", "retry", ""];

/// The text of an event stream in which all but the data is blank; `None` if the text is none.
pub(super) fn blank_events(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let is_field = |line: &str| {
        let name = line.split_once(':').map(|(name, _)| name);
        name.is_some_and(|name| FIELDS.contains(&name))
    };
    if !is_field(first) || !text.lines().any(|line| line.starts_with("data:")) {
        return None;
    }
    let mut messages = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        match line.strip_prefix("data:") {
            Some(data) => {
                messages.push_str("     ");
                messages.push_str(data);
            }
            None => messages.extend(line.bytes().map(|byte| match byte {
                b'\n' | b'\r' => char::from(byte),
                _ => ' ',
            })),
        }
    }
    Some(messages)
}

/// Whether a value is a message of JSON-RPC.
pub(super) fn is_message(node: &Node) -> bool {
    node.get("jsonrpc").is_some()
}
