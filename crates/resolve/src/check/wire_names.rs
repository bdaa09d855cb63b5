//! No two tools may have the same wire name: calls could not be told apart.

use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::wire::wire_name;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::definition::TOOL_SEARCH;

/// Reports every tool whose wire name is that of an earlier tool.
pub(super) fn check_wire_names(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut owners: HashMap<&str, &Tool> = HashMap::new();
    for tool in &catalog.tools {
        owners.entry(&tool.wire_name).or_insert(tool);
    }
    for tool in &catalog.tools {
        if tool.wire_name == TOOL_SEARCH {
            diagnostics.push(name_of_search(tool));
        }
        match owners.get(tool.wire_name.as_str()) {
            Some(owner) if !std::ptr::eq(*owner, tool) => {
                diagnostics.push(wire_name_collision(tool, owner, &owners));
            }
            _ => {}
        }
    }
}

fn name_of_search(tool: &Tool) -> Diagnostic {
    let message = format!(
        "`{}` has the wire name `{TOOL_SEARCH}`, with which models search for tools",
        tool.qualified()
    );
    Diagnostic::new(Code::WIRE_NAME_COLLISION, tool.span, message)
        .label(format!("this becomes `{TOOL_SEARCH}`"))
        .help("give it another `wire_name`")
}

fn wire_name_collision(tool: &Tool, owner: &Tool, owners: &HashMap<&str, &Tool>) -> Diagnostic {
    let message = format!(
        "`{}` and `{}` have the same wire name `{}`",
        owner.qualified(),
        tool.qualified(),
        tool.wire_name
    );
    let help = match propose_name(tool, owners) {
        Some(name) => format!(
            "rename one of them, for example this one to `{name}`, or give it another `wire_name`"
        ),
        None => "rename one of them, or give it another `wire_name`".to_owned(),
    };
    Diagnostic::new(Code::WIRE_NAME_COLLISION, tool.span, message)
        .label(format!("this becomes `{}`", tool.wire_name))
        .also(owner.span, "and so does this")
        .help(help)
}

/// Proposes a name whose wire name is free.
fn propose_name(tool: &Tool, owners: &HashMap<&str, &Tool>) -> Option<String> {
    let fingerprint = (tool.overload > 0).then_some(tool.raw_fingerprint.as_str());
    (2..100)
        .map(|number| format!("{}_{number}", tool.name))
        .find(|name| !owners.contains_key(wire_name(&tool.namespace, name, fingerprint).as_str()))
}
