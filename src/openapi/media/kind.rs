//! What a media type is by its name.

/// What a media type is, before the schema is looked at; where several are offered, the first of
/// these is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Json,
    Form,
    Multipart,
    Text,
    /// Any (`*/*`, `application/*`).
    Any,
    Xml,
    Bytes,
}

/// Text that does not begin with `text/`.
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

/// A media type in lower case and without parameters: `application/json`.
pub fn bare_media(media: &str) -> String {
    let name = media.split(';').next().unwrap_or("");
    name.trim().to_ascii_lowercase()
}

/// Whether values of the media type are JSON.
pub fn is_json(media: &str) -> bool {
    kind(&bare_media(media)) == Kind::Json
}

/// Whether the media type is of text that a string holds as it is.
pub fn is_text(media: &str) -> bool {
    matches!(
        kind(&bare_media(media)),
        Kind::Json | Kind::Text | Kind::Xml
    )
}

/// Whether a value of any kind can have the media type.
pub fn is_any(media: &str) -> bool {
    kind(&bare_media(media)) == Kind::Any
}

/// What a media type is, in lower case and without parameters.
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
