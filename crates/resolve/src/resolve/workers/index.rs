//! What the tools of a catalog are called, and what is known of those that are not among them.

use super::Missing;
use std::collections::BTreeMap;
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::toolsets::Toolset;
use toolc_model::draft::DraftWorker;
use toolc_model::model::toolset::{Files, Settings as ToolsetSettings};
use toolc_model::model::{Tool, ToolId};

/// The tools of a catalog by namespace and name.
#[derive(Debug)]
pub(super) struct Index<'t> {
    pub(super) tools: &'t [Tool],
    /// Namespace, then name, then overloads.
    pub(super) namespaces: BTreeMap<&'t str, BTreeMap<&'t str, Vec<ToolId>>>,
    /// The remaining budget for guessing which name was meant.
    pub(super) guesses: Guesses,
    pub(super) missing: &'t Missing<'t>,
}

impl<'t> Index<'t> {
    pub(super) fn new(tools: &'t [Tool], missing: &'t Missing<'t>) -> Self {
        let mut namespaces: BTreeMap<&str, BTreeMap<&str, Vec<ToolId>>> = BTreeMap::new();
        for (id, tool) in (0u32..).map(ToolId).zip(tools) {
            let names = namespaces.entry(&tool.namespace).or_default();
            names.entry(&tool.name).or_default().push(id);
        }
        Index {
            tools,
            namespaces,
            guesses: Guesses::default(),
            missing,
        }
    }

    pub(super) fn tool(&self, id: ToolId) -> &'t Tool {
        &self.tools[id.0 as usize]
    }

    /// The tools of a namespace with this name.
    pub(super) fn overloads(&self, namespace: &str, name: &str) -> &[ToolId] {
        let names = self.namespaces.get(namespace);
        let overloads = names.and_then(|names| names.get(name));
        overloads.map_or(&[], Vec::as_slice)
    }

    /// The names of the tools in a namespace.
    pub(super) fn names_in(&self, namespace: &str) -> impl Iterator<Item = &'t str> {
        let names = self.namespaces.get(namespace).into_iter();
        names.flat_map(|names| names.keys().copied())
    }

    /// The built-in toolset with the name of a namespace.
    pub(super) fn shipped(&self, namespace: &str) -> Option<&'static Toolset> {
        let names = self.namespaces.get(namespace)?;
        let first = names.values().flatten().next()?;
        self.tool(*first).shipped
    }

    /// The settings of a worker for built-in toolsets.
    pub(super) fn settings(&self, draft: &DraftWorker) -> Vec<ToolsetSettings> {
        let toolsets = draft.toolsets.iter();
        let shipped = toolsets.filter(|toolset| self.shipped(&toolset.name.value).is_some());
        let settings = shipped.filter_map(|toolset| match toolset.settings.clone()? {
            ToolsetSettings::Files(files) => {
                let read_only = toolset.read_only.or(draft.read_only);
                Some(ToolsetSettings::Files(Files { read_only, ..files }))
            }
            commands @ ToolsetSettings::Commands(_) => Some(commands),
        });
        settings.collect()
    }
}
