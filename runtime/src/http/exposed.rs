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
/// reduced to what the schema declares, and without secrets. If the configuration lets the model read it, and it
/// still may not, the error says why.
pub(super) fn find_words(
    operation: &Operation,
    answer: &Answer,
) -> Result<String, Option<&'static str>> {
    let has = |first: u16, last: u16| (first..=last).contains(&answer.status);
    let mut exposed = operation.api.expose.iter();
    if !exposed.any(|(first, last)| has(*first, *last)) {
        return Err(None);
    }
    let mut refusals = operation.refusals.iter();
    let Refusal {
        schema, secrets, ..
    } = refusals
        .find(|refusal| has(refusal.first, refusal.last))
        .ok_or("the description has no schema for its status")?;
    let media_type = answer.header(CONTENT_TYPE).unwrap_or_default();
    if !media::is_json(media_type) {
        return Err(Some("its content type is not JSON"));
    }
    let charset = media::media_parameter(media_type, "charset").unwrap_or_default();
    let decoded = charset::decode_text(&answer.body, charset).filter(|decoded| decoded.is_sound);
    let decoded = decoded.ok_or("its text is not in the charset that it names")?;
    let kept = keep_declared(schema, &decoded.text)
        .ok_or("it does not match the schema that the description has for its status")?;
    match secrets.is_empty() {
        true => Ok(kept),
        false => Ok(redact_secrets(&kept, secrets)),
    }
}
