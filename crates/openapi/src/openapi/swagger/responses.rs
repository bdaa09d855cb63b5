//! Responses: their schema becomes the content of each media type that the operation produces.

use super::body::write_contents;
use super::copy_entry;
use toolc_base::node::{Map, Node};
use toolc_base::source::Spanned;

/// Gives a response its content. The schema also stays in place, because others may refer to it.
pub(super) fn upgrade_response(response: &mut Map, produces: &[Spanned<String>]) {
    let Some(schema) = response
        .get("schema")
        .filter(|_| !response.contains("content"))
    else {
        return;
    };
    let span = schema.span;
    let is_file = schema.get_str("type") == Some("file");
    let usual = if is_file {
        "application/octet-stream"
    } else {
        "application/json"
    };
    let usual = [Spanned::new(usual.to_owned(), span)];
    let kinds = if produces.is_empty() {
        &usual
    } else {
        produces
    };
    let mut media = Map::default();
    copy_entry(response, "schema", &mut media, "schema");
    write_contents(response, kinds, &Node::map(media, span));
}
