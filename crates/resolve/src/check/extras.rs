//! Provider-specific fields of a definition that are not exported.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::model::exports::{HINTS, is_legal_annotation};
use toolc_model::model::{Catalog, Form, Tool};
use toolc_runtime::definition::EXTRAS;

/// Fields that no target is shown, and why that is harmless.
const UNTAKEN: &[(&str, &str)] = &[
    (
        "strict",
        "toolc checks every call against the whole schema, whoever made it",
    ),
    ("_meta", FOR_ITS_SERVER),
    ("icons", FOR_ITS_SERVER),
];

const FOR_ITS_SERVER: &str = "it may refer to something that only its own server has";

/// Reports the fields of definitions that no target is shown.
pub(super) fn check_extras(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        for (name, takers) in EXTRAS {
            let node = metadata(tool, name).filter(|_| !is_untaken(tool, name));
            if let Some(lost) = node.and_then(|node| lost_field(catalog, tool, name, takers, node))
            {
                diagnostics.push(lost);
            }
        }
        for (name, help) in UNTAKEN {
            if let Some(node) = metadata(tool, name)
                && is_untaken(tool, name)
                && is_meant(catalog, name, node)
            {
                diagnostics.push(lost(tool, node.span, &format!("`{name}`"), help));
            }
        }
        let annotations = tool.annotations().and_then(Node::as_map);
        for entry in annotations.into_iter().flat_map(Map::iter) {
            let is_null = matches!(entry.value.value, Value::Null);
            // any other value of a hint has been reported
            let is_reported = HINTS.contains(&entry.key.as_str()) && !is_null;
            if !is_legal_annotation(entry) && !is_reported {
                let field = format!("the annotation `{}`", entry.key);
                let help = "a hint is `true` or `false`, and a title is text";
                diagnostics.push(lost(tool, entry.value.span, &field, help));
            }
        }
    }
}

/// Whether no target is shown this field of a tool. The icons in a snapshot are for clients of its
/// server: loading one from there would reveal the client to that server.
fn is_untaken(tool: &Tool, name: &str) -> bool {
    let is_listed = UNTAKEN.iter().any(|(untaken, _)| *untaken == name);
    is_listed && (name != "icons" || tool.remote.is_some())
}

/// Whether an unexported field would mean something to one of the targets.
fn is_meant(catalog: &Catalog, name: &str, node: &Node) -> bool {
    match name {
        "strict" => node.as_bool() == Some(true),
        _ => catalog
            .targets
            .iter()
            .any(|target| target.form == Form::Mcp),
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
    takers: &[Form],
    node: &Node,
) -> Option<Diagnostic> {
    let field = format!("`{name}`");
    let is_taken = tool.extras.iter().any(|(taken, _)| *taken == name);
    if !is_taken {
        return Some(lost(tool, node.span, &field, legal_values(name)));
    }
    let targets = &catalog.targets;
    let is_shown = targets.is_empty() || targets.iter().any(|target| takers.contains(&target.form));
    let takers: Vec<&str> = takers.iter().map(|target| target.name()).collect();
    let help = match takers.as_slice() {
        [taker] => format!("only {taker} takes it, which is not among `targets`"),
        takers => {
            let takers = takers.join(", ");
            format!("only {takers} take it, and none of them is among `targets`")
        }
    };
    (!is_shown).then(|| lost(tool, node.span, &field, &help))
}

fn legal_values(name: &str) -> &'static str {
    match name {
        "input_examples" => "write a list of arguments that the schema accepts",
        "icons" => {
            "write a list of icons, each `{ src: \"https://…\" }` or `{ src: \"data:image/…\" }`, with \
             `mimeType`, `sizes: [48x48]` and `theme: light` or `dark` if you want"
        }
        "cache_control" => "write `{ type: ephemeral }`, with `ttl: 5m` or `ttl: 1h` if you want",
        _ => "write `true` or `false`",
    }
}

fn lost(tool: &Tool, span: Span, field: &str, help: &str) -> Diagnostic {
    let message = format!("{field} of `{}` is not exported", tool.qualified());
    Diagnostic::new(Code::FIELD_NOT_EXPORTED, span, message).help(help)
}
