//! Files: binary data, which is passed as Base64 in an argument.

use super::media::kind::{is_any, is_text};
use toolc_base::node::{Map, Node};
use toolc_base::source::Span;

/// The text for the model in the description of an argument that holds binary data.
const SENTENCE: &str = "The bytes in Base64.";

/// Whether the value of a schema is binary data.
pub(super) fn is_file(schema: &Node) -> bool {
    let text = |key| schema.get_str(key);
    let is_string = match schema.get("type") {
        None => true,
        Some(kind) => {
            let mut kinds = kind
                .as_list()
                .unwrap_or(&[])
                .iter()
                .filter_map(Node::as_str);
            kind.as_str() == Some("string") || kinds.any(|kind| kind == "string")
        }
    };
    let binary = |media: &str| !is_text(media) && !is_any(media);
    is_string
        && (matches!(text("format"), Some("binary" | "byte" | "base64" | "file"))
            || text("contentEncoding").is_some()
            || text("contentMediaType").is_some_and(binary))
}

/// The schema of an argument that holds binary data, with the first description found in some
/// nodes.
pub(super) fn file_schema<'n>(described: impl IntoIterator<Item = &'n Node>, span: Span) -> Node {
    let mut map = Map::default();
    map.insert("type", span, Node::string("string", span));
    map.insert("format", span, Node::string("byte", span));
    map.insert("contentEncoding", span, Node::string("base64", span));
    map.insert(
        "description",
        span,
        file_sentence(described, SENTENCE, span),
    );
    Node::map(map, span)
}

/// The first description found in some nodes, followed by a sentence of toolc's own.
pub(super) fn file_sentence<'n>(
    described: impl IntoIterator<Item = &'n Node>,
    sentence: &str,
    span: Span,
) -> Node {
    let mut texts = described
        .into_iter()
        .filter_map(|node| node.get_str("description"))
        .map(str::trim);
    match texts.find(|text| !text.is_empty()) {
        Some(text) if text.ends_with(['.', '!', '?']) => {
            Node::string(format!("{text} {sentence}"), span)
        }
        Some(text) => Node::string(format!("{text}. {sentence}"), span),
        None => Node::string(sentence, span),
    }
}
