//! The tools of APIs and snapshots that no worker grants. No model sees them, and whoever uses the
//! document did not write it, so slips in their schemas are notes.

use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_model::model::{Catalog, Tool, ToolId};

/// Slips in schemas that change what a model reads, or what is checked of its arguments.
const SLIPS: &[Code] = &[
    Code::MISSPELT_KEYWORD,
    Code::REFUSED_DEFAULT,
    Code::REFUSED_EXAMPLE,
    Code::UNDECLARED_REQUIRED,
    Code::REPEATED_VALUE,
    Code::UNREACHABLE_VALUE,
    Code::IDLE_KEYWORD,
];

/// The tools of others that no worker grants, and the namespaces that have no others.
#[derive(Debug)]
pub struct Ungranted {
    tools: HashSet<String>,
    namespaces: HashSet<String>,
}

impl Ungranted {
    /// The ungranted tools of a catalog.
    pub fn of(catalog: &Catalog) -> Self {
        let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
        let granted: HashSet<ToolId> = grants.map(|grant| grant.tool).collect();
        let is_ungranted = |id: ToolId, tool: &Tool| is_foreign(tool) && !granted.contains(&id);
        let (ungranted, others): (Vec<_>, Vec<_>) = catalog
            .numbered()
            .partition(|(id, tool)| is_ungranted(*id, tool));
        let mut tools: HashSet<String> = ungranted.iter().map(|(_, it)| it.qualified()).collect();
        let mut namespaces: HashSet<String> = ungranted
            .iter()
            .map(|(_, it)| it.namespace.clone())
            .collect();
        for (_, tool) in others {
            // an overload of the same name
            tools.remove(&tool.qualified());
            namespaces.remove(&tool.namespace);
        }
        Ungranted { tools, namespaces }
    }

    /// Whether a warning is about a slip in the schemas of such tools only.
    pub fn is_slip(&self, found: &Diagnostic) -> bool {
        let is_theirs = match (&found.about.tool, &found.about.namespace) {
            (Some(tool), _) => self.tools.contains(tool),
            (None, Some(namespace)) => self.namespaces.contains(namespace),
            (None, None) => false,
        };
        is_theirs && found.severity == Severity::Warning && SLIPS.contains(&found.code)
    }
}

fn is_foreign(tool: &Tool) -> bool {
    tool.http.is_some() || tool.remote.is_some()
}
