//! Media types: how a body of each is serialized, and which of several is chosen.

pub mod kind;

use super::document::Document;
use super::file;
use kind::{Kind, holds_json, kind};
pub use kind::{bare_media, is_any, is_json, is_text, is_vendors_own};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::source::Spanned;
use toolc_model::model::http::Encoding;

/// What a schema implies about how its value can be serialized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Object,
    List,
    /// A number or a boolean.
    Scalar,
    Text,
    File,
    /// Unspecified.
    Open,
}

fn content(document: &Document, schema: Option<&Node>) -> Content {
    let Some(schema) = schema.and_then(|schema| document.resolve(schema).ok()) else {
        return Content::Open;
    };
    let listed = |kind: &Node| {
        let kinds = kind.as_list()?.iter().filter_map(Node::as_str);
        kinds
            .into_iter()
            .find(|kind| *kind != "null")
            .map(str::to_owned)
    };
    let kind = schema.get("type");
    let kind = kind.and_then(|kind| kind.as_str().map(str::to_owned).or_else(|| listed(kind)));
    let composed = ["properties", "allOf", "oneOf", "anyOf"];
    match kind.as_deref() {
        _ if file::is_file(schema) => Content::File,
        Some("string") => Content::Text,
        Some("object") => Content::Object,
        Some("array") => Content::List,
        Some(_) => Content::Scalar,
        None if composed.iter().any(|key| schema.get(key).is_some()) => Content::Object,
        None => Content::Open,
    }
}

/// Whether the parts of a body are identified by position (3.2).
pub(super) fn is_positional(media: &Entry) -> bool {
    let has = |key| media.value.get(key).is_some();
    kind(&bare_media(&media.key)) == Kind::Multipart
        && (has("prefixEncoding") || has("itemEncoding") || has("itemSchema") && !has("schema"))
}

/// How a value is serialized in a media type; `None` if it cannot be.
fn encoding(document: &Document, media: &Entry) -> Option<Encoding> {
    if is_positional(media) {
        return None;
    }
    let content = content(document, media.value.get("schema"));
    let bare = bare_media(&media.key);
    let is_stream = media.value.get("itemSchema").is_some();
    let found = match (kind(&bare), content) {
        (Kind::Json, Content::File) => Encoding::Text,
        (Kind::Json, _) => Encoding::Json,
        (Kind::Form, Content::Text | Content::File) => Encoding::Text,
        (Kind::Form, Content::Object | Content::Open) => Encoding::Form,
        (Kind::Multipart, Content::Object | Content::Open) => Encoding::Multipart,
        (Kind::Form | Kind::Multipart, _) => return None,
        (Kind::Lines | Kind::Sequence, Content::Text | Content::File) => Encoding::Text,
        (Kind::Lines | Kind::Sequence, Content::Open) if !is_stream => Encoding::Text,
        (Kind::Lines, _) => Encoding::JsonLines,
        (Kind::Sequence, _) => Encoding::JsonSequence,
        (Kind::Xml, _) => Encoding::Text,
        // the text of a number is its JSON
        (Kind::Text | Kind::Any, Content::Scalar) => Encoding::Json,
        (
            Kind::Text | Kind::Any | Kind::Bytes,
            Content::Object | Content::List | Content::Scalar,
        ) => {
            let is_written = holds_json(&bare) || is_vendors_own(&bare);
            return is_written.then_some(Encoding::Json);
        }
        (Kind::Text, _) | (Kind::Any, Content::Text) => Encoding::Text,
        (Kind::Any, Content::Open) => Encoding::Json,
        (Kind::Any, Content::File) | (Kind::Bytes, _) => Encoding::Bytes,
    };
    Some(found)
}

/// Whether a value can be written as the text of a media type, as in a parameter or a part of a form: a string as it
/// is, a list item by item, and anything else as JSON.
pub(super) fn is_writable(document: &Document, media: &str, schema: Option<&Node>) -> bool {
    let bare = bare_media(media);
    if holds_json(&bare) || is_vendors_own(&bare) {
        return true;
    }
    match content(document, schema) {
        Content::Object => false,
        Content::List => {
            let list = schema.and_then(|schema| document.resolve(schema).ok());
            let items = list.and_then(|list| list.get("items"));
            !matches!(content(document, items), Content::Object | Content::List)
        }
        Content::Scalar | Content::Text | Content::File | Content::Open => true,
    }
}

/// The media type chosen from those that a body offers: the first that the configuration names,
/// else in the order JSON, form, multipart, text, bytes; media types that do not fit their schema
/// come last.
pub(super) fn choose_media<'c>(
    document: &Document,
    content: &'c Map,
    wanted: &[Spanned<String>],
) -> Option<(&'c Entry, Encoding)> {
    let usable = |media: &'c Entry| Some((media, encoding(document, media)?));
    let named = wanted.iter().find_map(|name| {
        let mut medias = content.iter();
        let media = medias.find(|media| bare_media(&media.key) == bare_media(&name.value))?;
        usable(media)
    });
    let rank = |media: &Entry| {
        let bare = bare_media(&media.key);
        let kind = kind(&bare);
        let misnamed = kind == Kind::Form && bare != "application/x-www-form-urlencoded";
        (misnamed, kind, bare != "application/json")
    };
    named.or_else(|| {
        let usable = content.iter().filter_map(usable);
        usable.min_by_key(|(media, _)| rank(media))
    })
}

/// The `Content-Type` to send; a range such as `image/*` cannot be sent.
pub(super) fn concrete_media(media: &str, encoding: Encoding) -> String {
    if !media.contains('*') {
        return media.to_owned();
    }
    let name = match encoding {
        Encoding::Json => "application/json",
        Encoding::Form => "application/x-www-form-urlencoded",
        Encoding::Multipart => "multipart/form-data",
        Encoding::JsonLines => "application/x-ndjson",
        Encoding::JsonSequence => "application/json-seq",
        Encoding::Text => "text/plain",
        Encoding::Bytes => "application/octet-stream",
    };
    name.to_owned()
}
