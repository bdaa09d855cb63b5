//! Media types, and the text of values in them.

use super::failure::Failure;
use super::value::Value;

/// The media type of forms.
pub(super) const FORM: &str = "application/x-www-form-urlencoded";

/// A media type without its parameters, in lower case.
pub(super) fn media_essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// A parameter of a media type, such as `charset`.
pub(super) fn media_parameter<'m>(media_type: &'m str, name: &str) -> Option<&'m str> {
    let mut parameters = media_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        let is_it = key.trim().eq_ignore_ascii_case(name);
        is_it.then(|| value.trim().trim_matches('"'))
    })
}

/// Whether a media type is this one, ignoring parameters.
pub(super) fn is_media(media_type: &str, other: &str) -> bool {
    media_essence(media_type) == other
}

/// Whether a media type is JSON: `application/json`, `text/json`, `application/problem+json`.
pub(super) fn is_json(media_type: &str) -> bool {
    let essence = media_essence(media_type);
    let is_named = matches!(essence.as_str(), "application/json" | "text/json");
    is_named || essence.ends_with("+json") && essence != JSON_STREAM
}

/// Several JSON texts, one per line, in spite of its suffix.
const JSON_STREAM: &str = "application/stream+json";

/// Whether a media type is XML: `application/xml`, `text/xml`, `image/svg+xml`.
pub(super) fn is_xml(media_type: &str) -> bool {
    let essence = media_essence(media_type);
    matches!(essence.as_str(), "application/xml" | "text/xml") || essence.ends_with("+xml")
}

/// Whether a media type is human-readable text.
pub(super) fn is_text(media_type: &str) -> bool {
    const TEXTS: &[&str] = &[
        "application/ecmascript",
        "application/graphql",
        "application/javascript",
        "application/jwt",
        JSON_STREAM,
        "application/sdp",
        "application/sql",
        "application/toml",
        "application/x-yaml",
        "application/yaml",
        "plain/text",
        FORM,
    ];
    let essence = media_essence(media_type);
    essence.starts_with("text/")
        || TEXTS.contains(&essence.as_str())
        || essence.ends_with("+yaml")
        || is_json_lines(&essence)
        || is_xml(&essence)
}

/// Whether a media type is several JSON texts: `application/x-ndjson`, `application/vnd.elasticsearch+x-ndjson`.
fn is_json_lines(essence: &str) -> bool {
    let last = essence.rsplit(['/', '+', '.']).next().unwrap_or_default();
    let last = last.strip_prefix("x-").unwrap_or(last);
    matches!(
        last,
        "json-lines"
            | "json-seq"
            | "json-stream"
            | "jsonl"
            | "jsonlines"
            | "ldjson"
            | "nd-json"
            | "ndjson"
    )
}

/// An `Accept` value from a list of media types, in order of preference (RFC 9110, section 12.5.1).
pub(super) fn prefer_media(list: &str) -> String {
    let ranked = list.split(',').map(str::trim).enumerate();
    let ranked = ranked.map(
        |(rank, media_type)| match 10_usize.saturating_sub(rank).max(1) {
            10 => media_type.to_owned(),
            tenths => format!("{media_type};q=0.{tenths}"),
        },
    );
    ranked.collect::<Vec<_>>().join(", ")
}

/// The first media type in a list that is not a range such as `image/*`.
pub(super) fn concrete_media(list: &str) -> Option<&str> {
    list.split(',').map(str::trim).find(|media_type| {
        let essence = media_essence(media_type);
        essence.contains('/') && !essence.contains('*')
    })
}

/// A value as text in a media type: JSON, or the contents of a string.
pub(super) fn write_media(media_type: &str, value: Value<'_>) -> Result<String, Failure> {
    if is_json(media_type) {
        Ok(value.compact())
    } else {
        value.plain().map(String::from)
    }
}
