//! What a service says of a refusal, for the model: for the statuses that the configuration names, in a
//! form that cannot be taken for anything else.

use super::answer::Answer;
use super::charset;
use super::media;
use super::operation::Api;
use reqwest::header::CONTENT_TYPE;

/// The words of an answer that is not a success, where the model may read them. Pages for people are
/// left out: they are long, and say nothing to a model.
pub(super) fn exposed_words(api: &Api, answer: &Answer) -> Option<String> {
    let is_exposed = |(first, last): &(u16, u16)| (*first..=*last).contains(&answer.status);
    if !api.expose.iter().any(is_exposed) {
        return None;
    }
    let media_type = answer.header(CONTENT_TYPE)?;
    if !media::is_json(media_type) && !media::is_media(media_type, "text/plain") {
        return None;
    }
    let charset = media::media_parameter(media_type, "charset").unwrap_or_default();
    let text = charset::decode_text(&answer.body, charset)?.text;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
