//! Tools that a worker names by another name than theirs: one of another namespace, the one on the wire, an old one, or
//! the method and path of an operation.

use super::Index;
use toolc_base::diagnostic::Help;
use toolc_model::model::Tool;

/// What to write in place of a name by which a worker means a tool that has another one: within a toolset, or qualified.
pub(super) fn explain_other_name(
    index: &Index<'_>,
    within: Option<&str>,
    name: &str,
) -> Option<Help> {
    let qualified = match within {
        Some(namespace) if !name.contains("::") => format!("{namespace}::{name}"),
        _ => name.to_owned(),
    };
    let find = |has_name: &dyn Fn(&Tool) -> bool| index.tools.iter().find(|tool| has_name(tool));
    let (what, tool) = if let Some(tool) = find(&|tool| tool.wire_name == name) {
        ("is its name on the wire", tool)
    } else if let Some(tool) = find(&|tool| tool.had_name(&qualified) || tool.had_name(name)) {
        ("is an old name", tool)
    } else {
        ("is its request", find(&|tool| sends_request(tool, name))?)
    };
    let meant = match within {
        None => format!("`{}`", tool.qualified()),
        Some(namespace) if namespace == tool.namespace => format!("`{}`", tool.name),
        Some(_) => format!("`{}` under the toolset `{}`", tool.name, tool.namespace),
    };
    Some(Help::from(format!("`{name}` {what}: write {meant}")))
}

/// Whether a name is the method and path of a tool's operation, as API descriptions and their readers write it:
/// `GET /pets/{id}`.
fn sends_request(tool: &Tool, name: &str) -> bool {
    let Some((operation, (method, path))) = tool.http.as_ref().zip(name.split_once(' ')) else {
        return false;
    };
    operation.method.eq_ignore_ascii_case(method) && operation.path == path.trim_start()
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
