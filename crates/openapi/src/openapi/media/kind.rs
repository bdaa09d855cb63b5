//! The kind of a media type, judged by its name.

/// The kind of a media type, before looking at the schema; if several are offered, the first in
/// this order is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Json,
    Form,
    Multipart,
    /// JSON texts, one per line.
    Lines,
    /// JSON texts, each after a record separator (RFC 7464).
    Sequence,
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
    "application/jwt",
    "application/sdp",
    "application/sql",
    "application/toml",
    "application/x-yaml",
    "application/yaml",
    "plain/text",
];

/// The last words of media types with a JSON text in each line: `application/x-ndjson`,
/// `application/vnd.elasticsearch+x-ndjson`.
const LINES: &[&str] = &[
    "json-lines",
    "json-stream",
    "jsonl",
    "jsonlines",
    "ldjson",
    "nd-json",
    "ndjson",
];

/// Words in the names of formats that are neither JSON nor text, whatever else the name says.
const FORMATS: &[&str] = &[
    "7z",
    "arrow",
    "avro",
    "bson",
    "cbor",
    "csv",
    "excel",
    "flatbuffers",
    "grpc",
    "gzip",
    "ion",
    "messagepack",
    "msgpack",
    "msword",
    "opendocument",
    "openxmlformats",
    "parquet",
    "pdf",
    "proto",
    "protobuf",
    "rar",
    "smile",
    "sqlite",
    "sqlite3",
    "tar",
    "thrift",
    "tsv",
    "ubjson",
    "wasm",
    "zip",
    "zstd",
];

/// Whether a value with a structure can be written in a media type as JSON text: it is JSON under another name, a
/// format that includes JSON, or plain text.
pub fn holds_json(bare: &str) -> bool {
    match kind(bare) {
        Kind::Json | Kind::Any => true,
        Kind::Text => {
            let is_plain = matches!(bare, "text/plain" | "text/*" | "plain/text");
            is_plain || words_of(bare).any(|word| matches!(word, "yaml" | "yml"))
        }
        Kind::Bytes => words_of(bare).any(|word| word == "json"),
        _ => false,
    }
}

/// Whether a media type is a vendor's own (RFC 6838, section 3.2) and its name does not say what format it is. Such
/// formats are nearly always JSON.
pub fn is_vendors_own(bare: &str) -> bool {
    let is_vendors = bare.starts_with("application/vnd.");
    is_vendors && kind(bare) == Kind::Bytes && !words_of(bare).any(|word| FORMATS.contains(&word))
}

fn words_of(bare: &str) -> impl Iterator<Item = &str> {
    let words = bare.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// The last part of a name, without the `x-` of unregistered names.
fn last_word(bare: &str) -> &str {
    let last = bare.rsplit(['/', '+', '.']).next().unwrap_or(bare);
    last.strip_prefix("x-").unwrap_or(last)
}

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
        Kind::Json | Kind::Lines | Kind::Sequence | Kind::Text | Kind::Xml
    )
}

/// Whether values of any kind can have the media type.
pub fn is_any(media: &str) -> bool {
    kind(&bare_media(media)) == Kind::Any
}

/// The kind of a media type given in lower case and without parameters.
pub fn kind(bare: &str) -> Kind {
    match bare {
        "application/stream+json" => Kind::Lines,
        "application/json" | "text/json" => Kind::Json,
        "application/*" | "*/*" | "*" => Kind::Any,
        "application/xml" | "text/xml" => Kind::Xml,
        _ if bare.ends_with("+json") => Kind::Json,
        _ if LINES.contains(&last_word(bare)) => Kind::Lines,
        _ if last_word(bare) == "json-seq" => Kind::Sequence,
        _ if bare.ends_with("+xml") => Kind::Xml,
        _ if bare.ends_with("/x-www-form-urlencoded") => Kind::Form,
        _ if bare.starts_with("multipart/") => Kind::Multipart,
        _ if bare.starts_with("text/") || bare.ends_with("+yaml") => Kind::Text,
        _ if TEXTS.contains(&bare) => Kind::Text,
        _ => Kind::Bytes,
    }
}
