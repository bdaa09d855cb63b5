//! Fields of a provider's format that stand in a definition and are not exported.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::exports::is_legal_annotation;
use crate::model::{Catalog, Target, Tool};
use crate::node::{Map, Node};
use crate::source::Span;
use toolc_runtime::definition::EXTRAS;

/// Reports what of a definition's fields no target is shown.
pub(super) fn check_extras(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        for (name, takers) in EXTRAS {
            let node = metadata(tool, name);
            if let Some(lost) = node.and_then(|node| lost_field(catalog, tool, name, takers, node))
            {
                diagnostics.push(lost);
            }
        }
        if let Some(node) = metadata(tool, "strict").filter(|node| node.as_bool() == Some(true)) {
            let help = "toolc checks every call against the whole schema, whoever made it";
            diagnostics.push(lost(tool, node.span, "`strict: true`", help));
        }
        for entry in tool
            .annotations()
            .and_then(Node::as_map)
            .into_iter()
            .flat_map(Map::iter)
        {
            if !is_legal_annotation(entry) {
                let field = format!("the annotation `{}`", entry.key);
                let help = "a hint is `true` or `false`, and a title is text";
                diagnostics.push(lost(tool, entry.value.span, &field, help));
            }
        }
    }
}

fn metadata<'t>(tool: &'t Tool, name: &str) -> Option<&'t Node> {
    let found = tool.metadata.iter().find(|(key, _)| key == name);
    found.map(|(_, node)| node)
}

fn lost_field(
    catalog: &Catalog,
    tool: &Tool,
    name: &str,
    takers: &[Target],
    node: &Node,
) -> Option<Diagnostic> {
    let field = format!("`{name}`");
    let is_taken = tool.extras.iter().any(|(taken, _)| *taken == name);
    if !is_taken {
        return Some(lost(tool, node.span, &field, legal_values(name)));
    }
    let targets = &catalog.targets;
    let is_shown = targets.is_empty() || targets.iter().any(|target| takers.contains(target));
    let takers: Vec<&str> = takers.iter().map(|target| target.name()).collect();
    let takers = takers.join(" and ");
    let help = format!("only {takers} takes it, which is not among `targets`");
    (!is_shown).then(|| lost(tool, node.span, &field, &help))
}

fn legal_values(name: &str) -> &'static str {
    match name {
        "input_examples" => "write a list of arguments that the schema accepts",
        "allowed_callers" => "write a list of callers, such as `[direct]`",
        "cache_control" => "write `{ type: ephemeral }`, with `ttl: 5m` or `ttl: 1h` if you want",
        _ => "write `true` or `false`",
    }
}

fn lost(tool: &Tool, span: Span, field: &str, help: &str) -> Diagnostic {
    let message = format!("{field} of `{}` is not exported", tool.qualified());
    Diagnostic::new(Code::FIELD_NOT_EXPORTED, span, message).help(help)
}
