//! What tools say about who may call them.

use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_model::model::callers::{ALLOWED_CALLERS, CALLERS, is_known_caller};
use toolc_model::model::{Catalog, Form, Tool};

const HELP: &str = "write `direct` for the model itself, `programmatic` for programs that it writes, or a version such as \
                    `code_execution_20260120`";

/// Reports names under `allowed_callers` that are nobody's, and tools whose callers MCP cannot name.
pub(super) fn check_callers(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut targets = catalog.targets.iter();
    let mcp = targets.find(|target| target.form == Form::Mcp);
    for tool in &catalog.tools {
        let Some((_, node)) = tool.metadata.iter().find(|(key, _)| key == ALLOWED_CALLERS) else {
            continue;
        };
        check_names(diagnostics, tool, node);
        if let Some(target) = mcp {
            diagnostics.push(nameless_caller(tool, node, target.name));
        }
    }
}

fn check_names(diagnostics: &mut Diagnostics, tool: &Tool, node: &Node) {
    let names = node.as_list().unwrap_or_default();
    if names.is_empty() {
        let tool = tool.qualified();
        let message = match node.as_list() {
            Some(_) => format!("`allowed_callers` of `{tool}` lists nobody"),
            None => format!("`allowed_callers` of `{tool}` must be a list, such as `[direct]`"),
        };
        let finding = Diagnostic::new(Code::UNKNOWN_CALLER, node.span, message);
        diagnostics.push(finding.label("every call is refused").help(HELP));
    }
    for name in names {
        let text = name.as_str().unwrap_or_default();
        if is_known_caller(text) {
            continue;
        }
        let shown = name.as_str().map_or_else(|| name.to_json(), str::to_owned);
        let message = format!("`{shown}` is not a caller of tools");
        let finding = Diagnostic::new(Code::UNKNOWN_CALLER, name.span, message)
            .label("allows nobody to call the tool");
        let near = did_you_mean(text, CALLERS.iter().copied());
        diagnostics.push(finding.help(near.unwrap_or_else(|| HELP.to_owned().into())));
    }
}

fn nameless_caller(tool: &Tool, node: &Node, target: &str) -> Diagnostic {
    let message = format!(
        "no MCP client may call `{}`: MCP does not say who calls",
        tool.qualified()
    );
    Diagnostic::new(Code::NAMELESS_CALLER, node.span, message)
        .label("a call whose caller is unknown is refused")
        .help(format!(
            "remove `allowed_callers`, or do not offer the tool to `{target}`"
        ))
}
