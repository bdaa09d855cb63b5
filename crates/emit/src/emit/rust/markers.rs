//! Noun: the locations, in the output, of the markers of tools and toolsets and of the tools' entries.

use super::names::Names;
use std::collections::HashMap;
use toolc_model::model::ToolId;
use toolc_schema::rust::{Ident, Rust, rust};

/// A marker type or an entry, given by the module of its namespace and its name.
pub struct Marker {
    /// The module.
    pub module: String,
    name: String,
}

impl Marker {
    /// Its name within the module.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its path from the root.
    pub fn path(&self) -> impl Rust + Copy {
        let (module, name) = (Ident(&self.module), Ident(&self.name));
        rust!(#module::#name)
    }

    /// Its path from a sibling module.
    pub fn path_beside(&self) -> impl Rust + Copy {
        let (module, name) = (Ident(&self.module), Ident(&self.name));
        rust!(super::#module::#name)
    }
}

/// The markers of all modules.
#[derive(Default)]
pub struct Markers {
    tools: HashMap<ToolId, Marker>,
    entries: HashMap<ToolId, Marker>,
    toolsets: HashMap<String, Marker>,
}

impl Markers {
    /// Adds the markers of a namespace.
    pub fn add(&mut self, module: &str, namespace: &str, names: &Names<'_>) {
        let marker = |name: &String| Marker {
            module: module.to_owned(),
            name: name.clone(),
        };
        for tool in &names.tools {
            self.tools.insert(tool.id, marker(&tool.marker));
            self.entries.insert(tool.id, marker(&tool.entry));
        }
        if let Some(name) = &names.toolset {
            self.toolsets.insert(namespace.to_owned(), marker(name));
        }
    }

    /// Whether a tool is in the output.
    pub fn has(&self, tool: ToolId) -> bool {
        self.tools.contains_key(&tool)
    }

    /// The marker of a tool; some worker must grant it.
    pub fn tool(&self, tool: ToolId) -> &Marker {
        &self.tools[&tool]
    }

    /// The entry of a tool; some worker must grant it.
    pub fn entry(&self, tool: ToolId) -> &Marker {
        &self.entries[&tool]
    }

    /// The marker of a namespace, if it has one.
    pub fn toolset(&self, namespace: &str) -> Option<&Marker> {
        self.toolsets.get(namespace)
    }
}
