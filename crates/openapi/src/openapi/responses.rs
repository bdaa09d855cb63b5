//! Turns responses into the output of a tool, and into the error responses that a model may read.

use super::document::Document;
use super::object::add_distinct;
use super::{file, media};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::order::sort_by_key;
use toolc_model::draft::{DraftRefusal, DraftSchema};
use toolc_model::model::http::Statuses;

/// The successful responses: those with `2…`, else `default`.
fn successes<'d>(document: &'d Document, operation: &'d Map) -> Vec<(&'d Entry, &'d Map)> {
    let all = || operation.entries("responses");
    let resolved = |entry: &'d Entry| {
        let response = document.resolve(&entry.value).ok()?;
        Some((entry, response.as_map()?))
    };
    let is_success = |entry: &&Entry| entry.key.starts_with('2') && is_status(&entry.key);
    if all().any(|entry| is_success(&entry)) {
        return all().filter(is_success).filter_map(resolved).collect();
    }
    let default = all().filter(|entry| entry.key == "default");
    default.filter_map(resolved).collect()
}

fn contents(response: &Map) -> impl Iterator<Item = &Entry> {
    response.entries("content")
}

/// The media types of the successful responses, JSON first.
pub(super) fn accepted_media(document: &Document, operation: &Map) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, response) in successes(document, operation) {
        for media in contents(response) {
            if !found.contains(&media.key) {
                found.push(media.key.clone());
            }
        }
    }
    sort_by_key(&mut found, &mut |media| !media::is_json(media));
    found
}

/// The schema of a successful call's result: that of the JSON responses, a union if they differ.
/// `None` if nothing is known about it.
pub(super) fn output_schema(document: &Document, operation: &Map) -> Option<Node> {
    let mut schemas: Vec<Node> = Vec::new();
    let mut is_empty = None;
    for (entry, response) in successes(document, operation) {
        let Some(first) = contents(response).next() else {
            is_empty = Some(entry.key_span);
            continue;
        };
        let schema = match json(response) {
            Some(media) => media.value.get("schema")?.clone(),
            // text is returned as is; how binary data is returned is not up to the document
            None if contents(response).all(|media| media::is_text(&media.key)) => {
                Node::of_type("string", first.key_span)
            }
            None => return None,
        };
        schemas.push(schema);
    }
    // an empty response is a result as well: `null`
    let empty = is_empty.filter(|_| !schemas.is_empty());
    schemas.extend(empty.map(|span| Node::of_type("null", span)));
    any_of(&schemas)
}

/// The error responses, most specific statuses first. An entry for a status takes precedence
/// whether or not it has a schema.
pub(super) fn read_refusals(document: &Document, operation: &Map) -> Vec<DraftRefusal> {
    let mut refusals = Vec::new();
    for entry in operation.entries("responses") {
        let Some(statuses) = read_statuses(&entry.key) else {
            continue;
        };
        let response = document.resolve(&entry.value).ok();
        let response = response.and_then(Node::as_map);
        let schema = response.and_then(json_schema_of);
        refusals.push(DraftRefusal {
            statuses,
            schema: schema.map(|node| DraftSchema::within(&document.root, node)),
        });
    }
    sort_by_key(&mut refusals, &mut |refusal| refusal.statuses.count());
    refusals
}

/// Whether a key of `responses` is a status (`422`), a class of statuses (`4XX`) or `default`.
pub(super) fn is_status(key: &str) -> bool {
    match key.as_bytes() {
        [b'1'..=b'5', rest @ ..] => {
            let is_class = key[1..].eq_ignore_ascii_case("xx");
            rest.len() == 2 && (is_class || rest.iter().all(u8::is_ascii_digit))
        }
        _ => key == "default",
    }
}

/// The error statuses of a key in `responses`: `422`, `4XX`, `default`.
fn read_statuses(key: &str) -> Option<Statuses> {
    let statuses = match key.to_ascii_lowercase().as_str() {
        "default" => Statuses::REFUSALS,
        "4xx" => Statuses::of_class(4),
        "5xx" => Statuses::of_class(5),
        key => Statuses::of(key.parse().ok()?),
    };
    statuses.overlaps(Statuses::REFUSALS).then_some(statuses)
}

/// The schema of a response's JSON; a union if there are several media types.
fn json_schema_of(response: &Map) -> Option<Node> {
    let medias = contents(response).filter(|media| media::is_json(&media.key));
    let schemas: Option<Vec<Node>> = medias
        .map(|media| media.value.get("schema").cloned())
        .collect();
    match schemas?.as_slice() {
        [] => json(response)?.value.get("schema").cloned(),
        schemas => any_of(schemas),
    }
}

/// A schema for values that match one of several.
fn any_of(schemas: &[Node]) -> Option<Node> {
    let mut distinct: Vec<&Node> = Vec::new();
    schemas
        .iter()
        .for_each(|schema| add_distinct(&mut distinct, schema));
    match distinct.as_slice() {
        [] => None,
        [schema] => Some((*schema).clone()),
        [first, ..] => {
            let span = first.span;
            let all = distinct.iter().map(|schema| (*schema).clone()).collect();
            let mut map = Map::default();
            map.insert("anyOf", span, Node::list(all, span));
            Some(Node::map(map, span))
        }
    }
}

/// The media type to read JSON from: `application/json`, then other JSON types, then any type.
fn json(response: &Map) -> Option<&Entry> {
    let is_exact = |media: &&Entry| media::bare_media(&media.key) == "application/json";
    let is_open = |media: &&Entry| {
        let schema = media.value.get("schema");
        media::is_any(&media.key) && !schema.is_some_and(file::is_file)
    };
    contents(response)
        .find(is_exact)
        .or_else(|| contents(response).find(|media| media::is_json(&media.key)))
        .or_else(|| contents(response).find(is_open))
}
