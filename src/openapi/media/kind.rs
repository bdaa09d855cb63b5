//! The kind of a media type, judged by its name.

/// The kind of a media type, before looking at the schema; if several are offered, the first in
/// this order is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Json,
    Form,
    Multipart,
    Text,
    /// Any type (`*/*`, `application/*`).
    Any,
    Xml,
    Bytes,
}

/// Text media types that do not begin with `text/`.
const TEXTS: &[&str] = &[
    "application/graphql",
    "application/javascript",
    "application/jsonl",
    "application/jwt",
    "application/sdp",
    "application/sql",
    "application/toml",
    "application/x-jsonlines",
    "application/x-ndjson",
    "application/x-yaml",
    "application/yaml",
    "plain/text",
];

/// A media type in lower case, without parameters: `application/json`.
pub fn bare_media(media: &str) -> String {
    let name = media.split(';').next().unwrap_or("");
    name.trim().to_ascii_lowercase()
}

/// Whether values of the media type are JSON.
pub fn is_json(media: &str) -> bool {
    kind(&bare_media(media)) == Kind::Json
}

/// Whether the media type is text that a string contains verbatim.
pub fn is_text(media: &str) -> bool {
    matches!(
        kind(&bare_media(media)),
        Kind::Json | Kind::Text | Kind::Xml
    )
}

/// Whether values of any kind can have the media type.
pub fn is_any(media: &str) -> bool {
    kind(&bare_media(media)) == Kind::Any
}

/// The kind of a media type given in lower case and without parameters.
pub fn kind(bare: &str) -> Kind {
    match bare {
        "application/json" | "text/json" => Kind::Json,
        "application/*" | "*/*" | "*" => Kind::Any,
        "application/xml" | "text/xml" => Kind::Xml,
        _ if bare.ends_with("+json") => Kind::Json,
        _ if bare.ends_with("+xml") => Kind::Xml,
        _ if bare.ends_with("/x-www-form-urlencoded") => Kind::Form,
        _ if bare.starts_with("multipart/") => Kind::Multipart,
        _ if bare.starts_with("text/") || bare.ends_with("+yaml") => Kind::Text,
        _ if TEXTS.contains(&bare) => Kind::Text,
        _ => Kind::Bytes,
    }
}
