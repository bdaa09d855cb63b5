//! Whether defaults and examples in schemas are accepted by their own schemas.

use std::collections::HashSet;
use toolc_base::diagnostic::suggest::{quote_it, unquote_it};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, Sampled};
use toolc_runtime::{decide_validity, validate};
use toolc_schema::schema::shape::{Bound, Shape};
use toolc_schema::schema::tables::{Tables, nesting_depth};

/// Deeper values are not checked: that would need tables for each depth.
const MAX_DEPTH: u16 = 16;

/// How many values a validator may visit for one sample, and for all of them together. Only rules
/// written to slow a build down cost more.
const MAX_WORK: u32 = 50_000;
const ALL_WORK: u32 = 2_000_000;

/// Reports every default and every example that its own schema refuses.
pub(super) fn check_samples(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut tables = Tables::new(&catalog.shapes);
    // values given in `toolc.yaml` have a separate check
    let mut reported: HashSet<Span> = catalog.given.iter().map(|given| given.value.span).collect();
    let mut work = ALL_WORK;
    for sample in &catalog.samples {
        // a schema that no value satisfies is itself reported
        let shape = &catalog.shapes.get(sample.shape).shape;
        if matches!(shape, Shape::Any | Shape::Never) || reported.contains(&sample.value.span) {
            continue;
        }
        let text = sample.value.to_json();
        let depth = nesting_depth(&text);
        if depth > MAX_DEPTH {
            continue;
        }
        let table = tables.table(sample.shape, depth);
        let given = MAX_WORK.min(work);
        let mut left = given;
        let verdict = decide_validity(table, &text, &mut left);
        work -= given - left;
        let violations = match verdict {
            Some(true) => continue,
            Some(false) => validate(table, &text).err(),
            None => {
                diagnostics.push(undecided(sample));
                continue;
            }
        };
        let Some(first) = violations.iter().flatten().next() else {
            continue;
        };
        let place = sample
            .value
            .pointer(&first.pointer)
            .unwrap_or(&sample.value);
        if reported.insert(place.span) {
            diagnostics.push(refused(sample, place, &first.pointer, &first.message));
        }
    }
}

fn code(sample: &Sampled) -> (Code, &'static str) {
    match sample.keyword {
        "default" => (Code::REFUSED_DEFAULT, "a default"),
        _ => (Code::REFUSED_EXAMPLE, "an example"),
    }
}

/// Reports a value that is too expensive to check.
fn undecided(sample: &Sampled) -> Diagnostic {
    let (code, what) = code(sample);
    let message = format!("{what} is not looked at: its schema takes too long to check");
    Diagnostic::new(code, sample.value.span, message)
        .severity(Severity::Note)
        .help("simplify patterns with back-references, and alternatives within alternatives")
}

fn refused(sample: &Sampled, place: &Node, pointer: &str, rule: &str) -> Diagnostic {
    let (code, what) = code(sample);
    let within = match pointer {
        "" => String::new(),
        pointer => format!("`{pointer}` "),
    };
    let message = format!("{what} does not match its own schema: {within}{rule}");
    let help = match &place.value {
        Value::Number(_) | Value::Bool(_) if rule == "must be a string" => quote_it(),
        Value::String(text)
            if ["must be an integer", "must be a number"].contains(&rule)
                && Bound::parse(text).is_some() =>
        {
            unquote_it(text)
        }
        _ => format!("correct `{}`, or the rule", sample.keyword).into(),
    };
    let finding = Diagnostic::new(code, place.span, message).label("this is refused");
    match (code, &sample.value.value) {
        // many generators write it for an optional argument
        (Code::REFUSED_DEFAULT, Value::Null) => finding
            .severity(Severity::Note)
            .help("remove it: what may be left out needs no default; or allow `null`"),
        _ => finding.help(help),
    }
}
