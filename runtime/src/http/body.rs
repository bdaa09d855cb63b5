//! The bodies of requests.

use super::arguments::{Arguments, find_argument};
use super::base64;
use super::failure::Failure;
use super::form;
use super::media;
use super::multipart;
use super::operation::{Body, Content, Encoding};
use super::value::{Value, View};
use crate::constants::set_constant;
use crate::json::write_string;
use std::borrow::Cow;

/// A serialized body.
pub(super) struct Written {
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// Writes the body of a call; `arguments` are those that are not parameters.
pub(super) fn write_body(
    body: &'static Body,
    arguments: &Arguments<'_>,
) -> Result<Option<Written>, Failure> {
    let text = match body.content {
        Content::Argument(name) => {
            find_argument(arguments, name).map(|value| Cow::Borrowed(value.text()))
        }
        Content::Rest(constants) => {
            let is_empty = arguments.is_empty() && constants.is_empty();
            (body.required || !is_empty).then(|| Cow::Owned(object(arguments, constants)))
        }
    };
    let Some(mut text) = text else {
        return Ok(None);
    };
    for constant in body.within {
        let set = set_constant(&text, constant);
        text = Cow::Owned(set.ok_or_else(|| Failure::internal("an argument is not JSON"))?);
    }
    let value = Value::new(&text);
    let media_type = |usual: &str| {
        media::concrete_media(body.media_type)
            .unwrap_or(usual)
            .to_owned()
    };
    Ok(Some(match body.encoding {
        Encoding::Json => Written {
            media_type: media_type("application/json"),
            bytes: value.text().as_bytes().to_vec(),
        },
        Encoding::Form => Written {
            media_type: media_type(media::FORM),
            bytes: form::write_form(value, body.fields, body.names)?.into_bytes(),
        },
        Encoding::Multipart => parts(body, value, &media_type("multipart/form-data"))?,
        Encoding::JsonLines => Written {
            media_type: media_type("application/x-ndjson"),
            bytes: json_texts(value, "")?,
        },
        Encoding::JsonSequence => Written {
            media_type: media_type("application/json-seq"),
            bytes: json_texts(value, RECORD_SEPARATOR)?,
        },
        Encoding::Text => Written {
            media_type: media_type("text/plain; charset=utf-8"),
            bytes: value.plain()?.into_owned().into_bytes(),
        },
        Encoding::Bytes => Written {
            media_type: media_type("application/octet-stream"),
            bytes: base64::decode_base64(&value.plain()?)
                .ok_or(Failure::unsendable(argument(body), base64::NONE))?,
        },
    }))
}

/// What begins each text in `application/json-seq` (RFC 7464, section 2.2).
const RECORD_SEPARATOR: &str = "\u{1e}";

/// A line for each item of a list, or for the only value.
fn json_texts(value: Value<'_>, before: &str) -> Result<Vec<u8>, Failure> {
    let values = match value.view()? {
        View::Array(items) => items,
        _ => vec![value],
    };
    let mut lines = String::new();
    for value in values {
        lines.push_str(before);
        lines.push_str(&value.compact());
        lines.push('\n');
    }
    Ok(lines.into_bytes())
}

fn argument(body: &Body) -> &'static str {
    match body.content {
        Content::Argument(name) => name,
        Content::Rest(_) => "body",
    }
}

fn parts(body: &'static Body, value: Value<'_>, media_type: &str) -> Result<Written, Failure> {
    let is_form = media::is_media(media_type, "multipart/form-data");
    let (boundary, bytes) = multipart::write_multipart(value, body, is_form)?;
    let essence = media::media_essence(media_type);
    Ok(Written {
        media_type: format!("{essence}; boundary={boundary}"),
        bytes,
    })
}

/// An object of arguments and constants. The values are written unchanged.
fn object(arguments: &Arguments<'_>, constants: &[(&str, &str)]) -> String {
    let arguments = arguments
        .iter()
        .map(|(name, value)| (&**name, value.text()));
    let mut out = String::from("{");
    for (name, value) in arguments.chain(constants.iter().copied()) {
        if out.len() > 1 {
            out.push(',');
        }
        write_string(name, &mut out);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    out
}
