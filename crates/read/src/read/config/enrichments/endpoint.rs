//! Where an enrichment asks a model.

use crate::read::config::engines::{read_address, read_bearer, read_settings};
use crate::read::fields;
use crate::read::quantity::{read_bytes, read_duration};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::Connects;
use toolc_model::model::enrichment::Endpoint;

/// The keys of an endpoint that it does not share with engines.
const OWN: &[&str] = &[
    "base_url",
    "model",
    "auth",
    "deadline",
    "retries",
    "max_requests",
    "max_request",
];

/// The keys of an endpoint.
pub(super) fn list_endpoint_keys() -> impl Iterator<Item = &'static str> {
    let shared = Endpoint::LIMITS.iter().map(|row| row.key);
    OWN.iter().copied().chain(shared)
}

/// The endpoint of an entry; `None`, with a finding, if it cannot be asked.
pub(super) fn read_endpoint(
    diagnostics: &mut Diagnostics,
    map: &Map,
    type_name: &str,
    word: Span,
) -> Option<Endpoint> {
    let missing: Vec<&str> = ["base_url", "model"]
        .into_iter()
        .filter(|key| !map.contains(key))
        .collect();
    if !missing.is_empty() {
        let missing = missing.join("` and no `");
        let message = format!("`{type_name}` asks a model, and the entry has no `{missing}`");
        let finding = Diagnostic::new(Code::MODEL_ENRICHMENT, word, message)
            .label("this needs an endpoint in OpenAI's form");
        diagnostics.push(finding.help(
            "write `base_url:` with its address, such as `http://127.0.0.1:8080/v1`, and `model:` with a name that it knows",
        ));
        return None;
    }
    let base_url = read_address(diagnostics, map);
    let model = fields::string_at(diagnostics, map, "model");
    if let Some(model) = model.as_ref().filter(|model| model.value.trim().is_empty()) {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, model.span, "`model` is blank");
        diagnostics.push(finding.help("write a name that the endpoint knows"));
    }
    let nothing = || Spanned::new(String::new(), word);
    let mut endpoint = Endpoint::new(
        base_url.clone().unwrap_or_else(nothing),
        model.clone().unwrap_or_else(nothing),
    );
    endpoint.bearer_env = read_bearer(diagnostics, map, "an enrichment").map(|env| env.value);
    read_settings(diagnostics, map, &[Endpoint::LIMITS], &mut endpoint);
    if let Some(duration) = read_duration(diagnostics, map, "deadline") {
        endpoint.deadline = duration.value;
    }
    if let Some(size) = read_bytes(diagnostics, map, "max_request") {
        endpoint.max_request = size.value;
    }
    for (key, least, most, count) in [
        ("retries", 0, 10, &mut endpoint.retries),
        ("max_requests", 1, 1_000_000, &mut endpoint.max_requests),
    ] {
        if let Some(number) = read_within(diagnostics, map, key, least..=most) {
            *count = number;
        }
    }
    (base_url.is_some() && model.is_some()).then_some(endpoint)
}

/// A number of things, at least one.
pub(super) fn read_count(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
    most: usize,
) -> Option<usize> {
    read_within(diagnostics, map, key, 1..=most)
}

fn read_within(
    diagnostics: &mut Diagnostics,
    map: &Map,
    key: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Option<usize> {
    let node = map.get(key)?;
    let number = match &node.value {
        Value::Number(number) => number.to_string().parse::<usize>().ok(),
        _ => None,
    };
    let number = number.filter(|number| range.contains(number));
    if number.is_none() {
        let (least, most) = (range.start(), range.end());
        let wanted = format!("a whole number from {least} to {most}");
        fields::wrong_kind(diagnostics, node, &format!("`{key}`"), &wanted);
    }
    number
}
