//! `deny` and `blockReason`: which tools are blocked whatever grants them, and what callers are told.

use crate::read::fields;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::draft::DraftDenial;
use toolc_model::model::ToolName;

/// `deny: [name]`, or `deny: { name: reason }`.
pub(super) fn read_deny(
    diagnostics: &mut Diagnostics,
    node: &Node,
    name: impl Fn(Spanned<String>) -> ToolName,
) -> Vec<DraftDenial> {
    match &node.value {
        Value::List(_) => {
            let names = fields::read_strings(diagnostics, node, "`deny`");
            let names = names.unwrap_or_default().into_iter();
            names
                .map(|written| DraftDenial {
                    name: name(written),
                    reason: None,
                })
                .collect()
        }
        Value::Map(_) => {
            let reasons = read_reasons(diagnostics, node, "deny", name);
            let denial = |(name, reason)| DraftDenial {
                name,
                reason: Some(reason),
            };
            reasons.into_iter().map(denial).collect()
        }
        _ => {
            let wanted = "a list of tools, or a mapping of tools to reasons";
            fields::wrong_kind(diagnostics, node, "`deny`", wanted);
            Vec::new()
        }
    }
}

/// A mapping of tools to texts.
pub(super) fn read_reasons(
    diagnostics: &mut Diagnostics,
    node: &Node,
    key: &str,
    name: impl Fn(Spanned<String>) -> ToolName,
) -> Vec<(ToolName, Spanned<String>)> {
    let entries = node.as_map().into_iter().flat_map(|map| map.iter());
    let reasons = entries.filter_map(|entry| {
        let what = format!("the reason of `{}` in `{key}`", entry.key);
        let reason = fields::read_string(diagnostics, &entry.value, &what)?;
        let written = Spanned::new(entry.key.clone(), entry.key_span);
        Some((name(written), reason))
    });
    reasons.collect()
}
