//! What a reader finds in a description, in a form that can be compared.

use std::collections::{BTreeMap, BTreeSet};

/// Operations by method and path, without fragment and query. There are several if they differ only in those,
/// in the order of the document.
pub type Api = BTreeMap<(String, String), Vec<Operation>>;

/// The parameters and the body of an operation.
#[derive(Debug, Clone, Default)]
pub struct Operation {
    /// Place and name, and whether it is required.
    pub parameters: BTreeMap<(String, String), bool>,
    pub body: Option<Body>,
}

/// The body of a request.
#[derive(Debug, Clone)]
pub struct Body {
    pub required: bool,
    /// The media types that are described; for toolc, the one that is sent.
    pub media: BTreeSet<String>,
    /// `json`, `form` …, if the reader says so.
    pub encoding: Option<&'static str>,
}

/// Returns the key of an operation.
pub fn key(method: &str, path: &str) -> (String, String) {
    let end = path.find(['#', '?']).unwrap_or(path.len());
    (method.to_ascii_uppercase(), path[..end].to_owned())
}

/// Returns the kinds of differences, each with an example.
pub fn differences(own: &Api, other: &Api) -> Vec<(String, String)> {
    let keys: BTreeSet<_> = own.keys().chain(other.keys()).collect();
    let mut found = Vec::new();
    for key in keys {
        let none = Vec::new();
        let (own, other) = (
            own.get(key).unwrap_or(&none),
            other.get(key).unwrap_or(&none),
        );
        let mut say = |kind: String, detail: &str| {
            found.push((kind, format!("{} {} {detail}", key.0, key.1)));
        };
        for _ in own.len()..other.len() {
            say("operation left out".to_owned(), "no tool");
        }
        for _ in other.len()..own.len() {
            say("operation added".to_owned(), "the other reader has none");
        }
        // if several paths differ in their fragments only, it is unknown which one is missing
        if own.len() == other.len() {
            for (own, other) in sorted(own).into_iter().zip(sorted(other)) {
                compare_parameters(own, other, &mut say);
                compare_bodies(own.body.as_ref(), other.body.as_ref(), &mut say);
            }
        }
    }
    found
}

/// Sorts operations, since not every reader keeps the order of the document.
fn sorted(operations: &[Operation]) -> Vec<&Operation> {
    let mut sorted: Vec<&Operation> = operations.iter().collect();
    sorted.sort_by(|one, other| one.parameters.cmp(&other.parameters));
    sorted
}

fn compare_parameters(own: &Operation, other: &Operation, say: &mut impl FnMut(String, &str)) {
    let keys: BTreeSet<_> = own
        .parameters
        .keys()
        .chain(other.parameters.keys())
        .collect();
    for key in keys {
        let (place, name) = key;
        match (own.parameters.get(key), other.parameters.get(key)) {
            (Some(own), Some(other)) if own == other => {}
            (Some(own), Some(_)) => say(format!("{place} parameter required: {own}"), name),
            (Some(_), None) => say(format!("{place} parameter added"), name),
            (None, _) if place == "header" && is_owned(name) => {
                say(
                    "header parameter left out that OpenAPI takes from elsewhere".to_owned(),
                    name,
                );
            }
            (None, _) => say(format!("{place} parameter left out"), name),
        }
    }
}

/// "If `in` is `header` and the `name` field is `Accept`, `Content-Type` or `Authorization`, the
/// parameter definition SHALL be ignored."
fn is_owned(header: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|owned| header.eq_ignore_ascii_case(owned))
}

fn compare_bodies(own: Option<&Body>, other: Option<&Body>, say: &mut impl FnMut(String, &str)) {
    match (own, other) {
        (None, None) => {}
        (Some(_), None) => say("body added".to_owned(), ""),
        (None, Some(other)) if other.media.is_empty() => {
            say("body left out that has no content".to_owned(), "")
        }
        (None, Some(other)) => say("body left out".to_owned(), &format!("{:?}", other.media)),
        (Some(own), Some(other)) => {
            if own.required != other.required {
                say(format!("body required: {}", own.required), "");
            }
            let media = own.media.iter().next().map_or("", String::as_str);
            if !other.media.contains(media) {
                say(
                    "body of a media type that is not described".to_owned(),
                    media,
                );
            }
            let own = own.encoding.unwrap_or("");
            if !encodings(media).contains(&own) {
                say(format!("body of `{media}` written as {own}"), "");
            }
        }
    }
}

/// How a value of a media type may be encoded: anything other than JSON and forms is text or bytes.
fn encodings(media: &str) -> &'static [&'static str] {
    let bare = media
        .split(';')
        .next()
        .unwrap_or("")
        .trim()
        .to_ascii_lowercase();
    match bare.as_str() {
        "application/x-www-form-urlencoded" => &["form"],
        bare if bare.ends_with("/json") || bare.ends_with("+json") => &["json"],
        bare if bare.starts_with("multipart/") => &["multipart"],
        bare if bare.starts_with("text/") => &["text"],
        _ => &["text", "bytes"],
    }
}

/// An API with one operation.
fn api(path: &str, parameters: &[(&str, bool)], body: Option<(bool, &str)>) -> Api {
    let parameter = |(name, required): &(&str, bool)| {
        let (place, name) = name.split_once(' ').expect("place and name");
        ((place.to_owned(), name.to_owned()), *required)
    };
    let operation = Operation {
        parameters: parameters.iter().map(parameter).collect(),
        body: body.map(|(required, media)| Body {
            required,
            media: [media.to_owned()].into(),
            encoding: Some("json"),
        }),
    };
    Api::from([(key("get", path), vec![operation])])
}

#[test]
fn every_difference_is_found() {
    let json = Some((true, "application/json"));
    let other = api("/a", &[("query q", true), ("header accept", false)], json);
    let kinds = |own: Api| -> Vec<String> {
        let found = differences(&own, &other).into_iter();
        found.map(|(kind, _)| kind).collect()
    };
    let of = |parameters, body| kinds(api("/a#b", parameters, body));
    let both = [("query q", true), ("header accept", false)];
    assert_eq!(of(&both, json), [""; 0]);
    assert_eq!(
        kinds(api("/b", &both, json)),
        ["operation left out", "operation added"]
    );
    assert_eq!(
        of(&[("path q", false)], json),
        [
            "header parameter left out that OpenAPI takes from elsewhere",
            "path parameter added",
            "query parameter left out"
        ]
    );
    assert_eq!(
        of(&[("query q", false), ("header accept", false)], json),
        ["query parameter required: false"]
    );
    assert_eq!(of(&both, None), ["body left out"]);
    assert_eq!(
        of(&both, Some((false, "application/json"))),
        ["body required: false"]
    );
    assert_eq!(
        of(&both, Some((true, "text/plain"))),
        [
            "body of a media type that is not described",
            "body of `text/plain` written as json"
        ]
    );
}
