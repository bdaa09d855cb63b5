//! `description: ~` in a schema of one's own: the key is there, and says nothing.

use super::bare::list_within;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};

/// How deep schemas are looked into.
const DEPTH: usize = 64;

/// Reports every description in a schema that is null.
pub(super) fn report_null_texts(diagnostics: &mut Diagnostics, tool: &str, schema: &Node) {
    report_within(diagnostics, tool, schema, DEPTH);
}

fn report_within(diagnostics: &mut Diagnostics, tool: &str, schema: &Node, depth: usize) {
    let Some(map) = schema.as_map().filter(|_| depth > 0) else {
        return;
    };
    if let Some(entry) = map
        .entry("description")
        .filter(|entry| entry.value.value == Value::Null)
    {
        let message = format!("a description in the schema of `{tool}` is null");
        let finding = Diagnostic::new(Code::MISSING_DESCRIPTION, entry.key_span, message);
        diagnostics.push(finding.help("write what the value means, or leave the key out"));
    }
    for (_, schema) in list_within(map) {
        report_within(diagnostics, tool, schema, depth - 1);
    }
}
