//! Request bodies to one argument, and responses to the output schema.

use super::Skip;
use super::document::Document;
use super::operation::{Argument, Subject};
use crate::model::http::{Body, Content, Encoding};
use crate::node::{Entry, Map, Node, Value};

/// Names for the argument that holds the body; the first that no parameter has.
const NAMES: &[&str] = &["body", "requestBody", "request_body", "bodyContent"];

/// Reads the body of a request as one argument.
pub(super) fn read(
    subject: &Subject<'_>,
    arguments: &mut Vec<Argument>,
) -> Result<Option<Body>, Skip> {
    let document = subject.document;
    let Some(body) = subject.operation.get("requestBody") else {
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
    let media = json_media(content).map(|media| (media, Encoding::Json));
    let media = media.or_else(|| {
        content.iter().find_map(|media| match media {
            media if is_form(&media.key) => Some((media, Encoding::Form)),
            media if is_text(media) => Some((media, Encoding::Text)),
            _ => None,
        })
    });
    let Some((media, encoding)) = media else {
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
    arguments.push(Argument {
        name: (*name).to_owned(),
        schema,
        required,
        span: media.key_span,
    });
    Ok(Some(Body {
        media_type: media.key.clone(),
        encoding,
        content: Content::Argument((*name).to_owned()),
        required,
        fields: Vec::new(),
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

/// The media types of the successful responses, JSON first.
pub(super) fn accepts(document: &Document, operation: &Map) -> Vec<String> {
    let responses = operation.get("responses").and_then(Node::as_map);
    let mut found: Vec<String> = Vec::new();
    let successes = responses.into_iter().flat_map(Map::iter);
    for response in successes.filter(|response| response.key.starts_with('2')) {
        let content = document.resolve(&response.value).ok();
        let content = content.and_then(|response| response.get("content")?.as_map());
        for media in content.into_iter().flat_map(Map::iter) {
            if !found.contains(&media.key) {
                found.push(media.key.clone());
            }
        }
    }
    found.sort_by_key(|media| !is_json(media));
    found
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
    media.ends_with("+json")
        || matches!(
            media,
            "application/json" | "text/json" | "application/*" | "*/*"
        )
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
