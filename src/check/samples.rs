//! Whether the defaults and examples in schemas are what these schemas accept.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::model::leak::{Tables, depth};
use crate::model::shape::Shape;
use crate::model::{Catalog, Sampled};
use crate::node::{Node, Value};
use crate::source::Span;
use std::collections::HashSet;
use toolc_runtime::validate;

/// Values that nest deeper are not looked at: tables for each depth would have to be made.
const MAX_DEPTH: u16 = 16;

/// Reports every default and every example that its own schema refuses.
pub(super) fn check_samples(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut tables = Tables::new(&catalog.shapes);
    // what `toolc.yaml` gives is told as such
    let mut told: HashSet<Span> = catalog.given.iter().map(|given| given.value.span).collect();
    for sample in &catalog.samples {
        // a schema that no value satisfies is reported itself
        let shape = &catalog.shapes.get(sample.shape).shape;
        if matches!(shape, Shape::Any | Shape::Never) || told.contains(&sample.value.span) {
            continue;
        }
        let text = sample.value.to_json();
        let depth = depth(&text);
        if depth > MAX_DEPTH {
            continue;
        }
        let Err(violations) = validate(tables.table(sample.shape, depth), &text) else {
            continue;
        };
        let Some(first) = violations.iter().next() else {
            continue;
        };
        let place = sample
            .value
            .pointer(&first.pointer)
            .unwrap_or(&sample.value);
        if told.insert(place.span) {
            diagnostics.push(refused(sample, place, &first.pointer, &first.message));
        }
    }
}

fn refused(sample: &Sampled, place: &Node, pointer: &str, rule: &str) -> Diagnostic {
    let (code, what) = match sample.keyword {
        "default" => (Code::REFUSED_DEFAULT, "a default"),
        _ => (Code::REFUSED_EXAMPLE, "an example"),
    };
    let within = match pointer {
        "" => String::new(),
        pointer => format!("`{pointer}` "),
    };
    let message = format!("{what} is not what its own schema accepts: {within}{rule}");
    let help = match &place.value {
        Value::Number(_) | Value::Bool(_) if rule == "must be a string" => {
            format!("quote it: `\"{}\"`", place.to_json())
        }
        _ => format!("correct `{}`, or the rule", sample.keyword),
    };
    let finding = Diagnostic::new(code, place.span, message).label("this is refused");
    match (code, &sample.value.value) {
        // many generators write it for an argument that may be left out
        (Code::REFUSED_DEFAULT, Value::Null) => Diagnostic {
            severity: Severity::Note,
            ..finding.help("remove it: what may be left out needs no default; or allow `null`")
        },
        _ => finding.help(help),
    }
}
