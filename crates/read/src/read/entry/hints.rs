//! Hints of MCP, and other flags in a definition, that are not boolean.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Map, Node, Value};
use toolc_model::model::exports::HINTS;

/// What a call counts as if a hint has another value than `true` or `false`; see `Hints::of`.
const WORST: &[(&str, &str)] = &[
    ("readOnlyHint", "so a call may change something"),
    ("destructiveHint", "so a call counts as destructive"),
    (
        "openWorldHint",
        "so a call counts as one into the open world",
    ),
];

/// Reports annotations that are not a mapping, and hints that are not boolean. In a definition
/// written by others, null says nothing.
pub(in crate::read) fn check_annotations(
    diagnostics: &mut Diagnostics,
    annotations: &Node,
    is_foreign: bool,
) {
    let is_left_open = |node: &Node| is_foreign && matches!(node.value, Value::Null);
    if annotations.as_map().is_none() && !is_left_open(annotations) {
        let wanted = "a mapping such as `{ readOnlyHint: true }`";
        let message = format!(
            "`annotations` must be {wanted}, found {}",
            annotations.kind()
        );
        report(diagnostics, annotations, message, wanted, is_foreign);
    }
    for entry in annotations.as_map().into_iter().flat_map(Map::iter) {
        let (key, value) = (entry.key.as_str(), &entry.value);
        if !HINTS.contains(&key) || value.as_bool().is_some() || is_left_open(value) {
            continue;
        }
        let is_null = matches!(value.value, Value::Null);
        let worst = WORST.iter().find(|(hint, _)| *hint == key && !is_null);
        let (_, worst) = worst.unwrap_or(&("", "so it does not count"));
        let message = format!(
            "the hint `{key}` is {}, not a boolean, {worst}",
            value.kind()
        );
        report(diagnostics, value, message, "`true` or `false`", is_foreign);
    }
}

/// Reports a `strict` that is not boolean; null says nothing, as some providers have it.
pub(super) fn check_strict(diagnostics: &mut Diagnostics, strict: &Node, is_foreign: bool) {
    if !matches!(strict.value, Value::Bool(_) | Value::Null) {
        let wanted = "`true` or `false`";
        let message = format!("`strict` must be {wanted}, found {}", strict.kind());
        report(diagnostics, strict, message, wanted, is_foreign);
    }
}

fn report(
    diagnostics: &mut Diagnostics,
    node: &Node,
    message: String,
    wanted: &str,
    is_foreign: bool,
) {
    let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
    diagnostics.push(match is_foreign {
        true => Diagnostic {
            severity: Severity::Warning,
            ..finding.help(format!("the author of the server must write {wanted}"))
        },
        false => finding.help(format!("write {wanted}")),
    });
}
