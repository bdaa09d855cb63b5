//! Where files name tools: in workers below the namespace, elsewhere with it; and where tools have their names.

use crate::analysis::Analysis;
use crate::tree::{StepName, Way, visit_texts};
use toolc_base::node::Node;
use toolc_base::source::{Role, Span};
use toolc_model::model::{Catalog, Tool, ToolId};

/// A place that names a tool, or the tools that share the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The namespace.
    pub namespace: String,
    /// The name within it.
    pub name: String,
    /// The place of the key or string.
    pub span: Span,
    /// The text there: with the namespace, or without.
    pub written: String,
}

/// Keys with prose, in which nothing is a name.
const PROSE: &[&str] = &[
    "description",
    "instructions",
    "title",
    "reason",
    "blockReason",
    "block_reason",
    "message",
    "metadata",
    "parameters",
];

/// What a way leads to, if that is the name of a tool in a worker, a toolset or a configuration.
pub fn read_name(way: &Way<'_>) -> Option<Named> {
    let (written, span) = way.text()?;
    let keys = way.keys();
    let named = |namespace: &str, name: &str| Named {
        namespace: namespace.to_owned(),
        name: name.to_owned(),
        span,
        written: written.to_owned(),
    };
    if let [Some("toolsets"), Some(namespace), below @ ..] = keys.as_slice()
        && names_tool(below, way.on_key)
    {
        let prefix = format!("{namespace}::");
        let name = written.strip_prefix(&prefix).unwrap_or(written);
        return Some(named(namespace, name));
    }
    let is_prose = keys.iter().flatten().any(|key| PROSE.contains(key));
    let (namespace, name) = written.rsplit_once("::").filter(|_| !is_prose)?;
    let is_plain = |part: &str| !part.is_empty() && !part.contains(char::is_whitespace);
    (is_plain(namespace) && is_plain(name)).then(|| named(namespace, name))
}

/// Whether what is here below a toolset is the name of a tool: a string, or a key.
pub fn names_tool(below: &[Option<&str>], on_key: bool) -> bool {
    match below {
        [Some("tools" | "deny"), None] => true,
        [
            Some("deny" | "blockReason" | "limits" | "functions"),
            Some(_),
        ] => on_key,
        [Some("approval"), Some("tools"), Some(_)] => on_key,
        [Some("approval"), Some("rules"), None, Some("tool")] => !on_key,
        [Some("approval"), Some("rules"), None, Some("tools"), None] => true,
        _ => false,
    }
}

/// Every place in a source that names a tool.
pub fn list_names(root: &Node) -> Vec<Named> {
    let mut list = Vec::new();
    visit_texts(root, &mut |way| list.extend(read_name(way)));
    list
}

/// The tools of a name, which are several if it is overloaded.
pub fn find_tools<'c>(
    catalog: &'c Catalog,
    namespace: &str,
    name: &str,
) -> Vec<(ToolId, &'c Tool)> {
    let tools = catalog.numbered();
    let is_it = |tool: &Tool| tool.namespace == namespace && tool.name == name;
    tools.filter(|(_, tool)| is_it(tool)).collect()
}

/// The place of a tool's name where it is defined, in a file that people write: the value of `name`, or the key above it.
pub fn find_definition(analysis: &Analysis, tool: &Tool) -> Option<Span> {
    let source = tool.span.source;
    let role = &analysis.loaded.sources.get(source).role;
    if matches!(role, Role::Module(_) | Role::Shipped(_)) {
        return None;
    }
    let root = analysis.tree(source)?;
    let mut found = None;
    visit_texts(root, &mut |way| {
        if found.is_none() {
            found = defines(way, tool);
        }
    });
    found
}

/// The place that a way leads to, if the tool has its name there.
fn defines(way: &Way<'_>, tool: &Tool) -> Option<Span> {
    let (_, span) = way.text().filter(|(written, _)| *written == tool.name)?;
    let last = way.steps.last()?;
    let is_value = !way.on_key && last.name == StepName::Key("name") && last.from.span == tool.span;
    let is_key = way.on_key && (last.to.span == tool.span || last.span == tool.span);
    (is_value || is_key).then_some(span)
}

/// The tool that has its name at the end of a way.
pub fn find_defined<'c>(catalog: &'c Catalog, way: &Way<'_>) -> Option<(ToolId, &'c Tool)> {
    let mut tools = catalog.numbered();
    tools.find(|(_, tool)| defines(way, tool).is_some())
}
