//! `headers` in an encoding: those with a constant value are sent with each part.

use crate::openapi::document::Document;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_model::model::http::PartHeader;

/// Headers that whoever writes a part sets, depending on how it is written.
const OWNED: &[&str] = &["content-disposition", "content-transfer-encoding"];

/// The headers of a property's parts. `Content-Type` is set by a separate key, as OpenAPI
/// specifies.
pub(super) fn read_headers(
    diagnostics: &mut Diagnostics,
    document: &Document,
    part: &str,
    headers: &Node,
) -> Vec<PartHeader> {
    let mut found = Vec::new();
    for entry in described(headers) {
        match value(document, entry) {
            Ok(value) => found.push(PartHeader {
                part: part.to_owned(),
                name: entry.key.clone(),
                value,
            }),
            Err((reason, help)) => {
                let message = format!(
                    "the header `{}` of the part `{part}` is not sent: {reason}",
                    entry.key
                );
                diagnostics.push(note(entry, message, help));
            }
        }
    }
    found
}

/// Reports headers on fields of other forms, where they have no meaning: only parts have headers.
pub(super) fn report_needless(diagnostics: &mut Diagnostics, field: &str, headers: &Node) {
    for entry in described(headers) {
        let message = format!(
            "the header `{}` of the field `{field}` is ignored, as OpenAPI demands: the form has no parts",
            entry.key
        );
        diagnostics.push(note(entry, message, "remove it"));
    }
}

fn described(headers: &Node) -> impl Iterator<Item = &Entry> {
    let headers = headers.as_map().into_iter().flat_map(Map::iter);
    headers.filter(|header| !header.key.eq_ignore_ascii_case("content-type"))
}

fn note(entry: &Entry, message: String, help: &str) -> Diagnostic {
    Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message).help(help)
}

/// The constant value of a header, or why it is not sent and what can be done about it.
fn value(document: &Document, header: &Entry) -> Result<String, (&'static str, &'static str)> {
    // RFC 9110, section 5.6.2
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if header.key.is_empty() || !header.key.bytes().all(is_token) {
        return Err(("no header can be called so", "correct its name"));
    }
    let is_owned = |name: &&str| header.key.eq_ignore_ascii_case(name);
    if OWNED.iter().any(is_owned) {
        return Err(("whoever writes the part writes it", "remove it"));
    }
    let constant = constant(document, &header.value).ok_or((
        "no argument holds it, and its value is not always the same",
        "give its schema a `const` or a `default`, send it as a property, or remove it",
    ))?;
    if constant.chars().any(char::is_control) {
        Err(("no header may hold control characters", "correct its value"))
    } else {
        Ok(constant)
    }
}

/// The only value that a header may have, or else its default.
fn constant(document: &Document, header: &Node) -> Option<String> {
    let header = document.resolve(header).ok()?;
    let schema = document.resolve(header.get("schema")?).ok()?;
    let only = || match schema.get_list("enum")? {
        [only] => Some(only),
        _ => None,
    };
    let value = schema.get("const").or_else(only);
    text(value.or_else(|| schema.get("default"))?)
}

/// A value in the style `simple`; `None` for objects.
fn text(value: &Node) -> Option<String> {
    match &value.value {
        Value::String(text) => Some(text.clone()),
        Value::Number(text) => Some(text.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::List(items) => {
            let items: Option<Vec<String>> = items
                .iter()
                .map(|item| match item.value {
                    Value::List(_) => None,
                    _ => text(item),
                })
                .collect();
            Some(items?.join(","))
        }
        _ => None,
    }
}
