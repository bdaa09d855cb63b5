//! Verb: reports on fields and types: which of them are plain JSON, and which are not named as in JSON.

mod paths;
pub mod stored;

use super::text::results::Results;
use crate::emit::ident::is_evident;
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_schema::schema::shape::Shape;

/// Reports where a module deviates from its schemas.
pub fn report_module(diagnostics: &mut Diagnostics, layout: &Layout<'_>, results: &Results) {
    report_fields(diagnostics, layout, results);
    report_inexact(diagnostics, layout);
    layout.report_paths(diagnostics);
}

/// Reports fields without a dedicated type, and those not named as in JSON.
fn report_fields(diagnostics: &mut Diagnostics, layout: &Layout<'_>, results: &Results) {
    let mut reported = HashSet::new();
    let renamed = layout.renamed.iter().chain(&results.renamed);
    renamed.for_each(|(span, wish, name)| diagnostics.push(renamed_type(wish, name, *span)));
    for planned in &layout.types {
        let Kind::Struct(object) = layout.kind_of(planned) else {
            continue;
        };
        for (field, name) in object.fields.iter().zip(layout.field_names(object)) {
            let form = layout.form(field.shape);
            let is_any = matches!(form.shape, Shape::Any);
            let is_json = matches!(layout.kind(field.shape), Kind::Json);
            let is_lost = is_json && (field.conditional || !is_any);
            if is_lost && reported.insert((Code::JSON_FALLBACK, form.span)) {
                diagnostics.push(if is_any {
                    conditional(&field.name, form.span)
                } else {
                    json_fallback(&field.name, form.span)
                });
            }
            if !is_evident(&field.name, &name) {
                let span = layout.form(planned.shape).span;
                diagnostics.push(renamed_field(&field.name, &name, span));
            }
        }
    }
}

/// Reports types that cannot derive what is asked for.
fn report_inexact(diagnostics: &mut Diagnostics, layout: &Layout<'_>) {
    let exact = layout.options.derives().iter();
    let names: Vec<String> = exact
        .filter(|derive| derive.is_exact())
        .map(|derive| format!("`{}`", derive.name()))
        .collect();
    let planned = layout.types.iter();
    for planned in planned.filter(|planned| layout.is_inexact(planned.shape)) {
        let message = format!(
            "`{}` does not derive {}: it holds a `number`, which is `f64`, or a value that is JSON in Rust",
            planned.name,
            names.join(" and ")
        );
        let span = layout.form(planned.shape).span;
        diagnostics.push(
            Diagnostic::new(Code::UNDERIVED_TRAIT, span, message)
                .label("the type of this")
                .help("no action is needed, unless it is compared; a number with `type: integer` can be"),
        );
    }
}

fn json_fallback(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a JSON value in Rust: its schema has no single type");
    Diagnostic::new(Code::JSON_FALLBACK, span, message)
        .label("checked in full, typed as `Json`")
        .help("no action is needed; alternatives of different JSON types become an enum")
}

fn conditional(name: &str, span: Span) -> Diagnostic {
    let message = format!(
        "`{name}` is a JSON value in Rust: it is described under a condition only, and may be anything without it"
    );
    Diagnostic::new(Code::JSON_FALLBACK, span, message)
        .label("checked in full, typed as `Json`")
        .help("to give it a type, describe it under `properties` too, or add `unevaluatedProperties: false`")
}

fn renamed_type(wish: &str, name: &str, span: Span) -> Diagnostic {
    let message = format!("a type is `{name}` in Rust, because another one is `{wish}`");
    Diagnostic::new(Code::RENAMED_IDENTIFIER, span, message)
        .label("the type of this")
        .help("no action is needed; another name in the spec would give it one of its own")
}

fn renamed_field(name: &str, rust: &str, span: Span) -> Diagnostic {
    let message = format!(
        "the property `{name}` is the field `{rust}` in Rust: its own name is taken, or is not a name in Rust"
    );
    Diagnostic::new(Code::RENAMED_IDENTIFIER, span, message)
        .label("among the properties of this object")
        .help("no action is needed; in JSON it keeps its name")
}
