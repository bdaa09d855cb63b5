//! Who may call a tool, and who does.

use super::way::Asking;
use super::{Row, WorkerTable};
use crate::entry::ToolEntry;

/// Who may call a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Models and people.
    Both,
    /// Models alone.
    Llm,
    /// People alone. No model is shown the tool, and for one that calls it, it does not exist.
    Manual,
}

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    Model,
    Person,
}

impl Asking<'_> {
    pub(super) fn caller(self) -> Caller {
        match self {
            Asking::Person => Caller::Person,
            _ => Caller::Model,
        }
    }
}

impl<H> Row<H> {
    /// Whether the tool is there for a caller.
    #[inline]
    pub(super) fn is_for(&self, caller: Caller) -> bool {
        match self.execution {
            Execution::Both => true,
            Execution::Llm => caller == Caller::Model,
            Execution::Manual => caller == Caller::Person,
        }
    }
}

impl<H> WorkerTable<H> {
    /// The tools that are there for a caller.
    pub(super) fn entries(
        &self,
        caller: Caller,
    ) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        let rows = self.rows.iter().filter(move |row| row.is_for(caller));
        rows.map(|row| row.entry)
    }
}

/// The rows of a name, where one of them is there for a caller; a model must not learn of others.
#[inline]
pub(super) fn visible_rows<H>(rows: &'static [Row<H>], caller: Caller) -> &'static [Row<H>] {
    match rows.iter().any(|row| row.is_for(caller)) {
        true => rows,
        false => &[],
    }
}
