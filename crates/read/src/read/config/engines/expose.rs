//! `errors` of an engine: for which error statuses the model may read the response.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::http::Statuses;

/// `errors: { expose: [422, 4xx] }`
pub(super) fn read_expose(diagnostics: &mut Diagnostics, engine: &Map) -> Vec<Spanned<Statuses>> {
    let Some(node) = engine.get("errors") else {
        return Vec::new();
    };
    let Some(errors) = node.as_map() else {
        fields::wrong_kind(
            diagnostics,
            node,
            "`errors`",
            "a mapping, such as `{ expose: [422] }`",
        );
        return Vec::new();
    };
    fields::refuse_unknown(diagnostics, errors, &["expose"], "`errors` of an engine");
    let Some(list) = errors.get("expose") else {
        return Vec::new();
    };
    let Some(statuses) = list.as_list() else {
        fields::wrong_kind(
            diagnostics,
            list,
            "`expose`",
            "a list of statuses, such as `[422, 4xx]`",
        );
        return Vec::new();
    };
    let statuses = statuses.iter().filter_map(|node| {
        let statuses = read_statuses(node);
        if statuses.is_none() {
            diagnostics.push(wrong_status(node));
        }
        Some(Spanned::new(statuses?, node.span))
    });
    statuses.collect()
}

/// The statuses denoted by a number, or by a class such as `4xx`.
fn read_statuses(node: &Node) -> Option<Statuses> {
    let (Value::Number(_) | Value::String(_)) = &node.value else {
        return None;
    };
    let text = match &node.value {
        Value::Number(text) => text,
        _ => node.as_str()?,
    };
    match text.to_ascii_lowercase().as_str() {
        "4xx" => Some(Statuses::of_class(4)),
        "5xx" => Some(Statuses::of_class(5)),
        number => {
            let status: u16 = number.parse().ok()?;
            (400..=599).contains(&status).then(|| Statuses::of(status))
        }
    }
}

fn wrong_status(node: &Node) -> Diagnostic {
    let message = format!("`{}` is not an error status", node.to_json());
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .help("write a status from 400 to 599, or `4xx` or `5xx` for all of a class")
}
