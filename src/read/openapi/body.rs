//! Request bodies to one argument, and responses to the output schema.

use super::document::Document;
use super::operation::{Argument, string};
use super::{Place, Skip};
use crate::node::{Entry, Map, Node, Value};

/// Names for the argument that holds the body; the first that no parameter has.
const NAMES: &[&str] = &["body", "requestBody", "request_body", "bodyContent"];

/// Reads the body of a request as one argument.
pub(super) fn read(
    document: &Document,
    place: &Place<'_>,
    operation: &Map,
    arguments: &[Argument],
) -> Result<Option<Argument>, Skip> {
    let Some(body) = operation.get("requestBody") else {
        return Ok(None);
    };
    let body = document.resolve(body)?;
    let content = body
        .get("content")
        .map(|content| document.resolve(content))
        .transpose()?;
    let Some(content) = content
        .and_then(Node::as_map)
        .filter(|content| !content.is_empty())
    else {
        return Ok(None);
    };
    let media = json_media(content).or_else(|| {
        content
            .iter()
            .find(|media| is_form(&media.key) || is_text(media))
    });
    let Some(media) = media else {
        return Err(inexpressible(content, body));
    };
    let required = body.get("required").and_then(Node::as_bool) == Some(true);
    let schema = media.value.get("schema");
    if !required && schema.is_some_and(is_empty_object) {
        return Ok(None);
    }
    let free = NAMES
        .iter()
        .find(|name| arguments.iter().all(|argument| argument.name != **name));
    let Some(name) = free else {
        let reason = "its parameters use every name that its body could have".to_owned();
        return Err(Skip {
            reason,
            remedy: "rename the parameter `body`".to_owned(),
            span: Some(body.span),
        });
    };
    let mut schema = match schema {
        Some(schema) => schema.clone(),
        None => Node::new(Value::Map(Map::default()), media.key_span),
    };
    describe(&mut schema, body);
    let mut route = Map::default();
    route.insert("argument", place.span, string(name, place.span));
    route.insert("in", place.span, string("body", place.span));
    route.insert(
        "contentType",
        media.key_span,
        string(&media.key, media.key_span),
    );
    let route = Node::new(Value::Map(route), body.span);
    Ok(Some(Argument {
        name: (*name).to_owned(),
        schema,
        required,
        span: media.key_span,
        route,
    }))
}

/// The body's own description stands beside its schema.
fn describe(schema: &mut Node, body: &Node) {
    let entry = body.as_map().and_then(|map| map.entry("description"));
    if let (Some(entry), Some(map)) = (entry, schema.as_map_mut())
        && !map.contains("description")
    {
        map.insert("description", entry.key_span, entry.value.clone());
    }
}

/// The schema of the first successful response that is JSON.
pub(super) fn output<'d>(document: &'d Document, operation: &'d Map) -> Option<&'d Node> {
    let responses = operation.get("responses")?.as_map()?;
    responses
        .iter()
        .filter(|response| response.key.starts_with('2'))
        .find_map(|response| {
            let response = document.resolve(&response.value).ok()?;
            json_media(response.get("content")?.as_map()?)?
                .value
                .get("schema")
        })
}

/// `application/json` first, then anything that is JSON too.
fn json_media(content: &Map) -> Option<&Entry> {
    let bare = |key: &str| {
        key.split(';')
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase()
    };
    let exact = content
        .iter()
        .find(|media| bare(&media.key) == "application/json");
    exact.or_else(|| content.iter().find(|media| is_json(&bare(&media.key))))
}

fn is_json(media: &str) -> bool {
    media.ends_with("+json") || matches!(media, "text/json" | "application/*" | "*/*")
}

/// A form is a flat object: what JSON can say, an engine can encode.
fn is_form(media: &str) -> bool {
    media.split(';').next().is_some_and(|media| {
        media
            .trim()
            .eq_ignore_ascii_case("application/x-www-form-urlencoded")
    })
}

/// A text is a JSON string.
fn is_text(media: &Entry) -> bool {
    let schema = media.value.get("schema");
    media.key.starts_with("text/plain")
        && schema.and_then(|schema| schema.get("type")?.as_str()) == Some("string")
}

fn is_empty_object(schema: &Node) -> bool {
    let object = schema.get("type").and_then(Node::as_str) == Some("object");
    let properties = schema.get("properties").and_then(Node::as_map);
    object && properties.is_some_and(Map::is_empty)
}

fn inexpressible(content: &Map, body: &Node) -> Skip {
    let kinds: Vec<String> = content
        .iter()
        .map(|media| format!("`{}`", media.key))
        .collect();
    Skip {
        reason: format!(
            "its body is {}, which no JSON argument can hold",
            kinds.join(" or ")
        ),
        remedy:
            "offer the operation with an `application/json` body, or leave it out with `operations`"
                .to_owned(),
        span: Some(body.span),
    }
}
