//! The part of an error response that the model may read: for the statuses that the configuration names, as
//! far as the API description declares the content, and in a form that cannot be mistaken for anything else.

use super::answer::Answer;
use super::charset;
use super::declared::keep_declared;
use super::media;
use super::operation::{Operation, Refusal};
use crate::approve::redact_secrets;
use reqwest::header::CONTENT_TYPE;

/// The content of an error response, if the model may read it: JSON that matches the schema of its status,
/// reduced to what the schema declares, and without secrets.
pub(super) fn find_words(operation: &Operation, answer: &Answer) -> Option<String> {
    let has = |first: u16, last: u16| (first..=last).contains(&answer.status);
    let mut exposed = operation.api.expose.iter();
    if !exposed.any(|(first, last)| has(*first, *last)) {
        return None;
    }
    let mut refusals = operation.refusals.iter();
    let Refusal {
        schema, secrets, ..
    } = refusals.find(|refusal| has(refusal.first, refusal.last))?;
    let media_type = answer.header(CONTENT_TYPE)?;
    if !media::is_json(media_type) {
        return None;
    }
    let charset = media::media_parameter(media_type, "charset").unwrap_or_default();
    let decoded = charset::decode_text(&answer.body, charset)?;
    if !decoded.is_sound {
        return None;
    }
    let kept = keep_declared(schema, &decoded.text)?;
    match secrets.is_empty() {
        true => Some(kept),
        false => Some(redact_secrets(&kept, secrets)),
    }
}
