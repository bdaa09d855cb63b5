//! The other doors by which arguments come in: as a text and as a parsed value, to be called, begun, and only
//! looked at. All of them must decide alike.

use crate::lines::{block_on, context, verdict};
use serde_json::Value;
use toolc_runtime::json::canonical_json;
use toolc_runtime::{Begun, ToolCall, ToolEntry, ToolResult, Verdict, Worker};

/// The names of the doors that decide differently.
pub fn list_differing<H: Send + Sync + 'static>(
    worker: &Worker<H>,
    entry: &ToolEntry,
    text: &str,
    is_valid: bool,
) -> String {
    let by_text = |text: &str| {
        [
            ("validate", entry.validate(text).is_ok()),
            ("begin", is_begun(block_on(worker.begin(&context(), call(entry, text))))),
            ("dry_run", is_run(worker, entry, text)),
        ]
    };
    let mut differing = Vec::new();
    let mut compare = |form: &str, doors: &[(&str, bool)], expected: bool| {
        let others = doors.iter().filter(|(_, found)| *found != expected);
        differing.extend(others.map(|(door, _)| format!("{door} of the {form}")));
    };
    compare("text", &by_text(text), is_valid);
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        // what serde_json cannot read, nobody can hand over as a value
        compare("text that is not JSON", &[("serde_json", false)], is_valid);
        return differing.join(", ");
    };
    let written = value.to_string();
    // a value has less digits than some texts, and each key once
    let is_whole = canonical_json(text) == canonical_json(&written);
    let expected = match is_whole {
        true => is_valid,
        false => entry.validate(&written).is_ok(),
    };
    let context = context();
    let called = worker.call_value(&context, "1", entry.wire_name, value.clone());
    let begun = worker.begin_value(&context, "1", entry.wire_name, value.clone());
    let by_value = [
        ("validate_value", entry.validate_value(&value).is_ok()),
        ("call_value", is_called(block_on(called))),
        ("begin_value", is_begun(block_on(begun))),
    ];
    compare("value", &by_value, expected);
    compare("value's text", &by_text(&written), expected);
    differing.join(", ")
}

fn call(entry: &ToolEntry, text: &str) -> ToolCall {
    ToolCall::new("1", entry.wire_name, text)
}

fn is_called(result: ToolResult) -> bool {
    verdict(&result.error.expect("the handler fails"))
}

fn is_begun(begun: Begun) -> bool {
    match begun {
        Begun::Ended(result) => is_called(result),
        _ => true,
    }
}

fn is_run<H: Send + Sync + 'static>(worker: &Worker<H>, entry: &ToolEntry, text: &str) -> bool {
    let context = context();
    match block_on(worker.dry_run(&context, &call(entry, text))).verdict {
        Verdict::Refused(error) => verdict(&error),
        _ => true,
    }
}
