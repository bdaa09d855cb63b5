//! The arguments of a call as people may see them, without a call.

use super::Worker;
use super::filled::fill_row;
use super::renamed::find_outdated;
use super::repaired::repair_row;
use crate::approve::redact_secrets;
use crate::execution::Caller;
use crate::incoming::{Incoming, ToolCall};

impl<H: 'static> Worker<H> {
    /// The arguments that the tool with this wire name would run with: under their new names, repaired where its worker wants that, with its
    /// defaults and constants, sorted keys and no white space, and `"[redacted]"` in place of every secret. `None` if the worker has no such tool.
    pub fn preview_arguments(&self, wire_name: &str, arguments: &str) -> Option<String> {
        let mut rows = self.table.rows.iter();
        let row = rows.find(|row| row.entry.wire_name == wire_name)?;
        let mut call = Incoming::of(ToolCall::new("", wire_name, arguments));
        find_outdated(std::slice::from_ref(row), None, &mut call, Caller::Model);
        repair_row(row, &mut call);
        fill_row(row, &mut call);
        call.set_constants(row.constants);
        let text = call.complete_text();
        let text = crate::json::exact_json(text).unwrap_or_else(|_| text.to_owned());
        Some(redact_secrets(&text, row.hiding.secrets))
    }
}
