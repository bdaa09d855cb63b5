//! What a service says of a refusal, for the model: for the statuses that the configuration names, as
//! far as the description says what the answer is, and in a form that cannot be taken for anything else.

use super::answer::Answer;
use super::charset;
use super::declared::keep_declared;
use super::media;
use super::operation::{Operation, Refusal};
use crate::approve::redact_secrets;
use reqwest::header::CONTENT_TYPE;

/// The words of an answer that is not a success, where the model may read them: JSON that holds to the
/// schema of its status, without what that does not declare and without secrets.
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
