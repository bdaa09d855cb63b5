//! Who may call a tool: `execution`, or the equivalent `manualExecution`.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map};
use toolc_model::model::execution::Execution;

/// Keys with a mapping that has the value under `mode`.
const MAPPINGS: &[&str] = &["manualExecution", "manual_execution"];

/// Who may call one of the user's own tools.
pub(in crate::read) fn read_execution(diagnostics: &mut Diagnostics, map: &Map) -> Execution {
    let word = map.entry("execution");
    let mapping = fields::entry_of(diagnostics, map, MAPPINGS);
    if let (Some(word), Some(mapping)) = (word, mapping) {
        let message = format!(
            "a tool has both `{}` and `{}`, which mean the same",
            word.key, mapping.key
        );
        let finding = Diagnostic::new(Code::WRONG_SHAPE, mapping.key_span, message)
            .also(word.key_span, "also set here")
            .help(format!("remove `{}`", mapping.key));
        diagnostics.push(finding);
    }
    let Some(entry) = word.or(mapping) else {
        return Execution::default();
    };
    let node = if MAPPINGS.contains(&entry.key.as_str()) {
        match entry.value.get("mode") {
            Some(mode) => mode,
            None => return wrong_mapping(diagnostics, entry),
        }
    } else {
        &entry.value
    };
    let words = Execution::ALL;
    let read = fields::one_of(diagnostics, node, "`execution`", "execution", words);
    read.map_or(Execution::Manual, |read| read.value)
}

fn wrong_mapping(diagnostics: &mut Diagnostics, entry: &Entry) -> Execution {
    let what = format!("`{}`", entry.key);
    let wanted = "a mapping with `mode`: `{ mode: manual }`";
    fields::wrong_kind(diagnostics, &entry.value, &what, wanted);
    Execution::Manual
}
