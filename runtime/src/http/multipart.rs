//! `multipart/form-data` (RFC 7578) and other multipart bodies (RFC 2046).

use super::base64;
use super::escape::Escape;
use super::failure::Failure;
use super::form::{self, Entry};
use super::media;
use super::operation::{Body, PartHeader};
use super::value::{Value, View};
use crate::random::random_u64;

/// One part.
struct Part {
    name: String,
    is_file: bool,
    media_type: Option<String>,
    /// The property that it belongs to.
    of: String,
    content: Vec<u8>,
}

/// Writes the members of an object as parts; also returns the boundary.
pub(super) fn write_multipart(
    value: Value<'_>,
    body: &'static Body,
    is_form: bool,
) -> Result<(String, Vec<u8>), Failure> {
    let fields = body.fields;
    let mut parts = Vec::new();
    for (name, entry) in form::form_entries(value, fields, body.names, |_| Escape::Plain)? {
        let mut same = fields.iter().filter(|field| field.name == name);
        let is_file = same.any(|field| field.is_file);
        parts.push(match entry {
            Entry::Styled((styled, text)) => Part {
                name: styled,
                of: name.into_owned(),
                is_file: false,
                media_type: None,
                content: text.into_bytes(),
            },
            Entry::Content(value, media_type) => {
                part(name.into_owned(), value, media_type, is_file)?
            }
        });
    }
    Ok(assemble(&parts, body.headers, is_form))
}

fn part(
    name: String,
    value: Value<'_>,
    media_type: Option<&'static str>,
    is_file: bool,
) -> Result<Part, Failure> {
    let media_type = media_type.and_then(media::concrete_media);
    let view = value.view()?;
    let (media_type, content) = match view {
        View::Scalar(text) if is_file => {
            let bytes =
                base64::decode_base64(&text).ok_or(Failure::unsendable(&name, base64::NONE))?;
            (
                Some(media_type.unwrap_or("application/octet-stream")),
                bytes,
            )
        }
        View::Object(_) | View::Array(_) => {
            let media_type = media_type.unwrap_or("application/json");
            (Some(media_type), value.text().as_bytes().to_vec())
        }
        _ => (media_type, form::form_text(value, media_type)?.into_bytes()),
    };
    Ok(Part {
        of: name.clone(),
        name,
        is_file,
        media_type: media_type.map(str::to_owned),
        content,
    })
}

fn assemble(parts: &[Part], headers: &[PartHeader], is_form: bool) -> (String, Vec<u8>) {
    let boundary = boundary(parts);
    let mut body = Vec::new();
    for part in parts {
        let mut head = format!("--{boundary}\r\n");
        if is_form {
            let name = quoted(&part.name);
            head.push_str(&format!("Content-Disposition: form-data; name=\"{name}\""));
            if part.is_file {
                head.push_str(&format!("; filename=\"{name}\""));
            }
            head.push_str("\r\n");
        }
        if let Some(media_type) = &part.media_type {
            head.push_str(&format!("Content-Type: {}\r\n", single_line(media_type)));
        }
        for header in headers.iter().filter(|header| header.part == part.of) {
            let value = single_line(header.value);
            head.push_str(&format!("{}: {value}\r\n", single_line(header.name)));
        }
        head.push_str("\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&part.content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (boundary, body)
}

/// A boundary that occurs in no part.
fn boundary(parts: &[Part]) -> String {
    let stands_in = |part: &Part, boundary: &str| {
        let mut windows = part.content.windows(boundary.len());
        windows.any(|window| window == boundary.as_bytes())
    };
    // Random, so that no argument can be filled with it.
    let boundaries = std::iter::repeat_with(|| format!("toolc-{:016x}", random_u64()));
    let mut free =
        boundaries.filter(|boundary| !parts.iter().any(|part| stands_in(part, boundary)));
    free.next().unwrap_or_default()
}

/// A name in quotes, as browsers write it (HTML, "Multipart form data").
fn quoted(name: &str) -> String {
    let name = name.replace('"', "%22");
    name.replace('\r', "%0D").replace('\n', "%0A")
}

fn single_line(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).collect()
}
