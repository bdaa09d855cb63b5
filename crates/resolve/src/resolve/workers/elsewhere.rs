//! Tools that a worker names by another name than theirs: one of another namespace, or the one on the wire.

use super::Index;
use toolc_base::diagnostic::Help;
use toolc_model::model::Tool;

/// What to write in place of the name that a tool has on the wire: within a toolset, or qualified.
pub(super) fn explain_wire_name(
    index: &Index<'_>,
    within: Option<&str>,
    name: &str,
) -> Option<Help> {
    let is_wire_name = |tool: &&Tool| tool.wire_name == name;
    let Some(tool) = index.tools.iter().find(is_wire_name) else {
        return explain_old_name(index, within, name);
    };
    let meant = match within {
        None => format!("`{}`", tool.qualified()),
        Some(namespace) if namespace == tool.namespace => format!("`{}`", tool.name),
        Some(_) => format!("`{}` under the toolset `{}`", tool.name, tool.namespace),
    };
    Some(Help::from(format!(
        "`{name}` is its name on the wire: write {meant}"
    )))
}

/// What to write in place of a name that a tool had before.
fn explain_old_name(index: &Index<'_>, within: Option<&str>, name: &str) -> Option<Help> {
    let qualified = match within {
        Some(namespace) if !name.contains("::") => format!("{namespace}::{name}"),
        _ => name.to_owned(),
    };
    let had_name = |tool: &&Tool| tool.had_name(&qualified) || tool.had_name(name);
    let tool = index.tools.iter().find(had_name)?;
    let meant = match within {
        None => format!("`{}`", tool.qualified()),
        Some(namespace) if namespace == tool.namespace => format!("`{}`", tool.name),
        Some(_) => format!("`{}` under the toolset `{}`", tool.name, tool.namespace),
    };
    Some(Help::from(format!(
        "`{name}` is an old name: write {meant}"
    )))
}

/// The namespace in which a tool with this name, qualified or not, does exist.
pub(super) fn find_elsewhere<'t>(index: &Index<'t>, name: &str) -> Option<&'t str> {
    if let Some((namespace, name)) = name.split_once("::") {
        let (home, names) = index.namespaces.get_key_value(namespace)?;
        return names.contains_key(name).then_some(home);
    }
    index
        .namespaces
        .iter()
        .find(|(_, names)| names.contains_key(name))
        .map(|(home, _)| *home)
}
