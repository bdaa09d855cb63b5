//! Tools that a program leaves out when it starts, each with its reason.

use super::Worker;
use super::describe::UnknownTool;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault};

impl<H: 'static> Worker<H> {
    /// Leaves a tool out, for a reason that is only known when the program starts: a key that is not set, a flag that is
    /// off. It is then in no list and no definition, like the tools of an optional toolset that is unavailable. A call of
    /// it ends with [`ErrorKind::Unavailable`], and observers learn the reason, which the model does not read.
    /// [`Worker::unavailable`] lists it. The common name of overloads means all of them.
    ///
    /// # Errors
    /// Fails if the worker has no tool with that qualified name or wire name.
    pub fn without(mut self, tool: &str, reason: impl Into<String>) -> Result<Self, UnknownTool> {
        let rows = self.lookup.find_in(self.table.rows, tool);
        if rows.is_empty() {
            return Err(UnknownTool {
                worker: self.table.name,
                name: tool.to_owned(),
            });
        }
        let reason = reason.into();
        for row in rows {
            self.set_absent(row.entry, reason.clone());
        }
        Ok(self)
    }

    pub(crate) fn set_absent(&mut self, entry: &'static ToolEntry, reason: String) {
        self.absent.retain(|(known, _)| !is_same(known, entry));
        self.absent.push((entry, reason));
    }

    /// What is unavailable, and why: optional toolsets that could not be mounted, by namespace, and tools that the
    /// program left out, by qualified name.
    pub fn unavailable(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let tools = self.absent.iter();
        let tools = tools.map(|(entry, reason)| (entry.name, reason.as_str()));
        self.absent_toolsets().chain(tools)
    }

    /// The tools that are unavailable, by wire name.
    pub(super) fn absent_tools(&self) -> Vec<&'static str> {
        let tools = self.absent.iter().map(|(entry, _)| entry.wire_name);
        self.tools_of_absent_toolsets().chain(tools).collect()
    }

    /// The error for a call of an unavailable tool.
    #[inline]
    pub(super) fn find_absence(&self, entry: &ToolEntry) -> Option<Box<Fault>> {
        let mut absent = self.absent.iter();
        let found = absent.find(|(known, _)| is_same(known, entry));
        let reason = found.map(|(_, reason)| reason.as_str());
        let reason = reason.or_else(|| self.find_absent_toolset(entry))?;
        Some(describe_absence(entry, reason))
    }
}

#[cfg(not(feature = "mount"))]
impl<H: 'static> Worker<H> {
    /// Without the feature no toolset is mounted.
    fn absent_toolsets(&self) -> std::iter::Empty<(&'static str, &str)> {
        std::iter::empty()
    }

    fn tools_of_absent_toolsets(&self) -> std::iter::Empty<&'static str> {
        std::iter::empty()
    }

    #[inline]
    fn find_absent_toolset(&self, _: &ToolEntry) -> Option<&str> {
        None
    }
}

fn is_same(one: &ToolEntry, other: &ToolEntry) -> bool {
    one.wire_name == other.wire_name
}

#[cold]
fn describe_absence(entry: &ToolEntry, reason: &str) -> Box<Fault> {
    let message = format!("Tool '{}' is unavailable", entry.wire_name);
    let mut fault = Fault::new(ErrorKind::Unavailable, message);
    fault.detail = Some(reason.to_owned());
    fault
}
