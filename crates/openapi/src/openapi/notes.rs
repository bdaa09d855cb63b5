//! What a description contains besides calls to the API: one note for each kind.

use super::Document;
use super::object_map::{self, Kind};
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::source::Span;
use toolc_model::reading::Reading;

/// Reports calls made by the API.
pub(super) fn report_notes(reading: &mut Reading<'_>, document: &Document) {
    let webhooks = document.root.as_map().and_then(|map| map.entry("webhooks"));
    if let Some(entry) = webhooks {
        let message = "webhooks are left out: they are calls that the API makes, not calls to it";
        note(reading, entry.key_span, message);
    }
    if let Some(entry) = callbacks(document) {
        let message = "callbacks are left out: they are calls that the API makes, not calls to it";
        note(reading, entry.key_span, message);
    }
}

/// The first callbacks in any operation.
fn callbacks(document: &Document) -> Option<&Entry> {
    let mut operations = document.operations();
    operations.find_map(|(.., operation)| operation.entry("callbacks"))
}

fn note(reading: &mut Reading<'_>, span: Span, message: &str) {
    let finding = Diagnostic::new(Code::SKIPPED_OPERATION, span, message);
    reading.diagnostics.push(Diagnostic {
        severity: Severity::Note,
        ..finding
    });
}

/// Reports streams of values (3.2): their items are described, but the whole is treated as text.
pub(super) fn report_streams(reading: &mut Reading<'_>, root: &mut Node) {
    let mut first: Option<Span> = None;
    object_map::walk_objects(root, &mut |kind, node| {
        let entry = node.as_map().and_then(|map: &Map| map.entry("itemSchema"));
        if let Some(entry) = entry.filter(|_| kind == Kind::Media) {
            first.get_or_insert(entry.key_span);
        }
    });
    if let Some(span) = first {
        let message = "`itemSchema` describes the values of a stream one by one: toolc takes the stream as one \
                       text, and does not check its values";
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, span, message);
        reading
            .diagnostics
            .push(finding.help("describe the whole body under `schema` if it is JSON"));
    }
}
