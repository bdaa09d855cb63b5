//! Tools written in `toolc.yaml` itself.

use crate::read::item::read_list;
use crate::read::{Reading, fields};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Value;
use toolc_base::source::SourceId;
use toolc_model::config::{Config, Entry, EntryKind};

/// Reads the tools in the entries of this `toolc.yaml`.
pub(in crate::read) fn read_inline_tools<'r>(
    reading: &mut Reading<'r>,
    config: &'r Config,
    id: SourceId,
) {
    let is_own = |entry: &&Entry| entry.kind == EntryKind::Inline && entry.span.source == id;
    for entry in config.entries.iter().filter(is_own) {
        reading.entry = Some(entry);
        read_tools(reading, entry);
    }
    reading.entry = None;
}

fn read_tools(reading: &mut Reading<'_>, entry: &Entry) {
    let Some(tools) = &entry.tools else {
        let message = "an inline entry has no `tools`";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.span, message);
        return (reading.diagnostics).push(finding.help("add `tools:` with a list of tools"));
    };
    match &tools.value {
        Value::List(items) => read_list(reading, items.clone(), entry.namespace.clone()),
        _ => {
            let what = "`tools` of an inline entry";
            fields::wrong_kind(reading.diagnostics, tools, what, "a list of tools");
        }
    }
}
