//! Whether a call is refused whatever comes next of it, while it is still being streamed.

use super::Worker;
use super::find::visible_rows;
use super::repaired::may_repair;
use super::table::Row;
use crate::execution::Caller;
use crate::json::object_keys;
use crate::schema::{Object, Schema};

impl<H> Worker<H> {
    /// Whether a call of a model will be refused whatever comes next: its arguments begin with `beginning`. A program may
    /// stop reading the stream then; no answer of it exists, so nothing runs.
    ///
    /// It is decided by the name, before any argument: the worker has no such tool, or it is blocked. Then by the first
    /// character of the arguments, if it begins no object. Then by each key, once its last quote is there: an object that
    /// is closed has no such argument. Values and missing arguments are judged once the call is whole. If the worker
    /// repairs arguments of this tool, or the tool had other names, only the name decides.
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
        let keys = object_keys(begun);
        let mut rows = rows.iter().filter(|row| row.is_for(Caller::Model));
        rows.all(|row| refuses(row, begun, &keys))
    }
}

fn refuses<H>(row: &Row<H>, begun: &str, keys: &[String]) -> bool {
    let Some(root) = find_root(row.entry.input) else {
        return false;
    };
    let is_known = |key: &String| root.fields.iter().any(|field| field.name == key);
    !begun.starts_with('{') || (root.is_closed() && !keys.iter().all(is_known))
}

/// What the arguments must be, if that is an object and nothing else.
fn find_root(mut schema: &'static Schema) -> Option<&'static Object> {
    loop {
        schema = match schema {
            Schema::Complete(complete) => complete.base,
            Schema::Object(object) => return Some(object),
            _ => return None,
        };
    }
}
