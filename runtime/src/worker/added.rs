//! Tools that are added to a worker while the program runs.

use super::Worker;
use super::table::{Row, WorkerTable};
use crate::approve::Approval;
use crate::dynamic::Closure;
use crate::entry::ToolEntry;
use crate::lookup::Lookup;

/// A tool to add, and the closure that runs it.
pub(crate) struct Added {
    pub entry: &'static ToolEntry,
    pub approval: Approval,
    pub closure: Closure,
}

impl<H: 'static> Worker<H> {
    /// Whether a name means something here, even if it is only that a call is refused.
    pub(crate) fn knows_name(&self, name: &str) -> bool {
        let mut blocked = self.table.blocked.iter();
        self.lookup.knows(name)
            || blocked.any(|blocked| name == blocked.name || name == blocked.wire_name)
    }

    /// Adds tools whose names are free. The new table is leaked: what refers to rows lives as long as the program.
    pub(crate) fn add_tools(&mut self, tools: Vec<Added>) {
        let table = self.table;
        let mut rows: Vec<Row<H>> = table.rows.iter().map(Row::again).collect();
        let mut index = table.index.to_vec();
        for (added, place) in tools.into_iter().zip(rows.len() as u32..) {
            index.push((added.entry.name, place, 1));
            if added.entry.wire_name != added.entry.name {
                index.push((added.entry.wire_name, place, 1));
            }
            rows.push(Row::closure(added.entry, added.approval));
            self.backends.closures.push(added.closure);
        }
        index.sort_unstable();
        let table = WorkerTable {
            rows: rows.leak(),
            index: index.leak(),
            ..*table
        };
        self.lookup = Lookup::new(table.index);
        self.table = Box::leak(Box::new(table));
    }
}
