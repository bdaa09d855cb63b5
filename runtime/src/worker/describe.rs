//! Tool descriptions that are changed when the program starts.

use super::Worker;
use crate::definition::Shown;
#[cfg(feature = "mcp-server")]
use crate::entry::ToolEntry;
use std::error::Error;
use std::fmt;

/// The error for a name that no tool of a worker has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTool {
    /// The name of the worker.
    pub worker: &'static str,
    /// The unknown name.
    pub name: String,
}

impl fmt::Display for UnknownTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownTool { worker, name } = self;
        write!(f, "the worker `{worker}` has no tool `{name}`")
    }
}

impl Error for UnknownTool {}

impl<H: 'static> Worker<H> {
    /// Sets the description of a tool for models, in place of the one in its spec; given the common name of
    /// overloads, of all of them. Nothing else changes: neither what the tool accepts, nor what an approver
    /// is shown, nor what the lock contains. The description is part of a model's prompt, so a text that
    /// varies defeats prompt caching.
    ///
    /// # Errors
    /// Fails if the worker has no tool with that qualified name or wire name.
    pub fn describe(
        mut self,
        tool: &str,
        description: impl Into<String>,
    ) -> Result<Self, UnknownTool> {
        let rows = self.lookup.find_in(self.table.rows, tool);
        if rows.is_empty() {
            return Err(UnknownTool {
                worker: self.table.name,
                name: tool.to_owned(),
            });
        }
        let description = description.into();
        for row in rows {
            let name = row.entry.wire_name;
            self.descriptions.retain(|(known, _)| *known != name);
            self.descriptions.push((name, description.clone()));
        }
        Ok(self)
    }

    /// Whether a tool may return content blocks of MCP.
    #[cfg(feature = "mcp-server")]
    pub(crate) fn returns_blocks(&self, entry: &ToolEntry) -> bool {
        let rows = self.lookup.find_in(self.table.rows, entry.wire_name);
        rows.first().is_some_and(|row| row.returns_blocks)
    }

    /// How each tool that can be called is shown to a model.
    pub fn shown(&self) -> impl Iterator<Item = Shown<'_>> {
        self.tools().map(|entry| {
            let mut shown: Shown<'_> = entry.shown();
            let own = |(name, _): &&(&str, String)| *name == entry.wire_name;
            if let Some((_, description)) = self.descriptions.iter().find(own) {
                shown.description = description;
            }
            shown
        })
    }
}
