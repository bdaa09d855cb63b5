//! Tools that stand in `toolc.yaml` itself.

use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Node, Value};
use crate::read::item::read_list;
use crate::read::{Reading, fields};
use crate::source::Spanned;

/// Reads the tools that stand in `toolc.yaml` itself.
pub(in crate::read) fn read_inline_tools(reading: &mut Reading<'_>, node: Node) {
    let Value::Map(mut map) = node.value else {
        return;
    };
    let entries = match map.remove("tools").map(|tools| tools.value.value) {
        Some(Value::List(entries)) => entries,
        Some(Value::Map(mut tools)) => {
            match tools.remove("registry").map(|entry| entry.value.value) {
                Some(Value::List(entries)) => entries,
                _ => return,
            }
        }
        _ => return,
    };
    for entry in entries {
        let Value::Map(mut entry_map) = entry.value else {
            continue;
        };
        if entry_map.get("type").and_then(Node::as_str) != Some("inline") {
            continue;
        }
        let namespace = entry_map
            .get("namespace")
            .and_then(|node| Some(Spanned::new(node.as_str()?.to_owned(), node.span)));
        let namespace = namespace.filter(|namespace| !namespace.value.trim().is_empty());
        match entry_map.remove("tools") {
            Some(Entry {
                value:
                    Node {
                        value: Value::List(items),
                        ..
                    },
                ..
            }) => read_list(reading, items, namespace),
            Some(Entry { value, .. }) => {
                fields::wrong_kind(
                    reading.diagnostics,
                    &value,
                    "`tools` of an inline entry",
                    "a list of tools",
                );
            }
            None => {
                let finding = Diagnostic::new(
                    Code::WRONG_SHAPE,
                    entry.span,
                    "an inline entry has no `tools`",
                );
                reading
                    .diagnostics
                    .push(finding.help("add `tools:` with a list of tools"));
            }
        }
    }
}
