//! Other words for a model: descriptions that are set while the program starts.

use super::Worker;
use crate::definition::Shown;
use std::error::Error;
use std::fmt;

/// A name that no tool of a worker has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTool {
    /// The worker.
    pub worker: &'static str,
    /// The name.
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
    /// Sets what models are told of a tool, in place of the description in its spec; of
    /// overloads by their common name, all of them. Nothing else changes: not what the tool takes,
    /// not what an approver is shown, and not what the lock holds. What a model is told is part of
    /// its prompt, so a text that changes breaks the cache of prompts.
    ///
    /// # Errors
    /// Where the worker has no tool of that name, qualified or as on the wire.
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

    /// What a model is shown of each tool that can be called.
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
