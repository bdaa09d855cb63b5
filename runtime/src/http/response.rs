//! A successful response as JSON.

use super::answer::Answer;
use super::base64;
use super::charset::{self, Decoded};
use super::failure::Failure;
use super::media;
use crate::json::{Json, write_string};
use crate::output::object;
use reqwest::header::CONTENT_TYPE;

/// The content of a response: JSON as it is, other text as a string, an empty body as `null`, and bytes as an
/// object with their media type and Base64.
pub(super) fn read_response(answer: &Answer, accept: &str) -> Result<Json, Failure> {
    if answer.body.is_empty() {
        return Ok(Json::null());
    }
    let Some(media_type) = answer.header(CONTENT_TYPE) else {
        return Ok(guess(&answer.body));
    };
    if media::is_json(media_type) {
        return json(answer, media_type);
    }
    if !is_accepted(media_type, accept) {
        // Many services send JSON with another media type.
        let promised = accept.split(',').any(media::is_json);
        let found = promised.then(|| json(answer, media_type).ok()).flatten();
        return found.ok_or_else(|| {
            let shown = crate::hidden::show_hidden(media_type);
            Failure::unreadable(format!("it is `{shown}`, and asked for was `{accept}`"))
        });
    }
    if media::is_text(media_type) {
        Ok(string(&text(answer, media_type)?.text))
    } else {
        Ok(binary(&answer.body, &media::media_essence(media_type)))
    }
}

fn json(answer: &Answer, media_type: &str) -> Result<Json, Failure> {
    let Decoded { text, is_sound } = text(answer, media_type)?;
    if !is_sound {
        // Replacement characters for invalid bytes would pass for data.
        return Err(Failure::unreadable("its bytes are not text"));
    }
    if text.trim_ascii().is_empty() {
        return Ok(Json::null());
    }
    Json::parse(text).map_err(|error| Failure::unreadable(format!("it is not JSON: {error}")))
}

fn text(answer: &Answer, media_type: &str) -> Result<Decoded, Failure> {
    let charset = media::media_parameter(media_type, "charset").unwrap_or_default();
    charset::decode_text(&answer.body, charset).ok_or_else(|| {
        let shown = crate::hidden::show_hidden(charset);
        Failure::unreadable(format!("its encoding `{shown}` is not known"))
    })
}

/// Whether a media type is one of those that were requested. API descriptions are imprecise, so no
/// distinction is made among XML types, nor among binary types such as `image/png` and
/// `application/octet-stream`.
fn is_accepted(media_type: &str, accept: &str) -> bool {
    let found = media::media_essence(media_type);
    let fits = |range: &str| {
        let range = media::media_essence(range);
        match range.strip_suffix('*') {
            Some("*/") => true,
            Some(start) => found.starts_with(start),
            None => {
                found == range
                    || media::is_xml(&found) && media::is_xml(&range)
                    || is_bytes(&found) && is_bytes(&range)
            }
        }
    };
    accept.is_empty() || accept.split(',').any(fits)
}

fn is_bytes(media_type: &str) -> bool {
    !media::is_text(media_type) && !media::is_json(media_type)
}

/// Interprets a body without a media type.
fn guess(body: &[u8]) -> Json {
    match str::from_utf8(body) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            Json::parse(text).unwrap_or_else(|_| string(text))
        }
        Err(_) => binary(body, "application/octet-stream"),
    }
}

fn string(text: &str) -> Json {
    let mut json = String::with_capacity(text.len() + 2);
    write_string(text, &mut json);
    Json::trusted(json)
}

fn binary(body: &[u8], media_type: &str) -> Json {
    let mut json = String::new();
    object(&mut json)
        .field("media_type", &media_type.to_owned())
        .field("base64", &base64::encode_base64(body))
        .end();
    Json::trusted(json)
}
