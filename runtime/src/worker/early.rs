//! Whether a call is refused whatever comes next of it, while it is still being streamed.

use super::Worker;
use super::find::visible_rows;
use super::repaired::may_repair;
use crate::execution::Caller;
use crate::walk::refuses_beginning;

impl<H> Worker<H> {
    /// Whether a call of a model will be refused whatever comes next: its arguments begin with `beginning`. A program may
    /// stop reading the stream then; no answer of it exists, so nothing runs.
    ///
    /// It is decided by the name, before any argument: the worker has no such tool, or it is blocked. Then by the first
    /// character of each value, if it begins nothing of the right type; by each key, once its last quote is there: an object
    /// that is closed has no such key, or has it already; by a text that is too long or begins no allowed value; and by each
    /// value once it is whole, at every depth. Missing keys, and what depends on several values, are judged once the call is
    /// whole. If the worker repairs arguments of this tool, or the tool had other names, only the name decides.
    ///
    /// The arguments must be as the worker takes them: for a [`ToolList`](crate::strict::ToolList), which converts them, ask
    /// [`ToolList::will_refuse`](crate::strict::ToolList::will_refuse). A look takes as long as reading what is there.
    pub fn will_refuse(&self, name: &str, beginning: &str) -> bool {
        let (rows, old_name) = self.lookup.find_named(self.table.rows, name);
        let rows = visible_rows(rows, Caller::Model);
        let is_read_as_it_is = old_name.is_none()
            && !may_repair(rows)
            && rows.iter().all(|row| row.find_evolution().is_none());
        let begun = beginning.trim_start_matches([' ', '\t', '\n', '\r']);
        if rows.is_empty() || begun.is_empty() || !is_read_as_it_is {
            return rows.is_empty();
        }
        let mut rows = rows.iter().filter(|row| row.is_for(Caller::Model));
        rows.all(|row| refuses_beginning(row.entry.input, begun))
    }
}
