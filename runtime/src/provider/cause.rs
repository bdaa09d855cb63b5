//! Why something is not an answer of a provider: an error of its service, a part of a stream, or an answer of
//! another one.

use super::{AnswerError, ServiceError, bedrock, text};
use crate::definition::Target;
use serde_json::Value;

/// Types of Anthropic's events. Those of Responses have a dot.
const ANTHROPIC_EVENTS: &[&str] = &[
    "content_block_delta",
    "content_block_start",
    "content_block_stop",
    "message_delta",
    "message_start",
    "message_stop",
    "ping",
];

/// Why something cannot be read as an answer; `None` if it looks like nothing known.
#[cold]
pub(super) fn find_cause(target: Target, answer: &Value) -> Option<AnswerError> {
    let cause = find_cause_of_none(target, answer);
    cause.or_else(|| read_bare_message(target, answer))
}

/// Why something that was read as an answer without calls is not one.
pub(super) fn find_cause_of_none(target: Target, answer: &Value) -> Option<AnswerError> {
    let is_responses = matches!(target, Target::OpenAiResponses | Target::OpenAiNamespaces);
    if let Some(error) = ServiceError::read(answer) {
        return Some(AnswerError::Service(error));
    }
    if let Some(event) = find_event(answer) {
        return Some(AnswerError::Event { event });
    }
    if let Some(caller) = find_caller(answer) {
        // A list of answers is not an answer either, even of the right provider.
        return name_other(target, caller).or(Some(target.unknown()));
    }
    // Messages of Anthropic and items of Responses have a type, a role and a content.
    let shape = find_shape(answer).filter(|shape| *shape != Target::Anthropic || !is_responses);
    name_other(target, shape?)
}

fn name_other(target: Target, provider: Target) -> Option<AnswerError> {
    let AnswerError::Unknown { expected } = target.unknown() else {
        return None;
    };
    let is_same = match target {
        Target::OpenAiNamespaces => provider == Target::OpenAiResponses,
        Target::Mistral => provider == Target::OpenAi,
        target => provider == target,
    };
    (!is_same).then_some(AnswerError::OtherProvider { expected, provider })
}

/// `{"message": "…"}` is all that Bedrock's body says of an error; its name is in a header.
fn read_bare_message(target: Target, answer: &Value) -> Option<AnswerError> {
    let members = answer.as_object().filter(|members| members.len() == 1)?;
    let is_told = members
        .get("message")
        .or(members.get("Message"))?
        .is_string();
    let is_error = is_told && target == Target::Bedrock;
    is_error.then(|| AnswerError::Service(ServiceError::named("error", answer)))
}

/// The name of an event of any provider, also in a list.
fn find_event(answer: &Value) -> Option<String> {
    if let Value::Array(parts) = answer {
        // Gemini streams a list of responses without `alt=sse`.
        let is_streamed = |part: &Value| part.get("candidates").is_some_and(Value::is_array);
        let name = || {
            parts
                .iter()
                .any(is_streamed)
                .then(|| "candidates".to_owned())
        };
        let event = parts.iter().filter(|part| part.is_object());
        return event.filter_map(find_event).next().or_else(name);
    }
    let kind = text(answer, "type");
    if ANTHROPIC_EVENTS.contains(&kind) || kind.starts_with("response.") {
        return Some(kind.to_owned());
    }
    // Gemini's Interactions.
    let kind = text(answer, "event_type");
    if kind.starts_with("interaction.") || kind.starts_with("step.") {
        return Some(kind.to_owned());
    }
    if text(answer, "object") == "chat.completion.chunk" {
        return Some("chat.completion.chunk".to_owned());
    }
    let delta = answer.pointer("/choices/0/delta");
    if delta.is_some() && answer.pointer("/choices/0/message").is_none() {
        return Some("delta".to_owned());
    }
    let mut events = bedrock::EVENTS.iter();
    let event = events.find(|key| answer.get(key).is_some_and(Value::is_object));
    event.map(|key| (*key).to_owned())
}

/// The provider that writes calls where there are some: in an answer of another one, or in a list of answers.
fn find_caller(answer: &Value) -> Option<Target> {
    let parts = match answer {
        Value::Array(parts) => parts.as_slice(),
        answer => std::slice::from_ref(answer),
    };
    let readers = [
        Target::OpenAi,
        // Its calls have the type of those of Responses, and no `call_id`.
        Target::GeminiInteractions,
        Target::OpenAiResponses,
        Target::Anthropic,
        Target::Bedrock,
        Target::Gemini,
    ];
    let calls = |part: &Value, target: Target| match target.read_calls(part) {
        Ok(calls) => !calls.is_empty(),
        // A call that is cut off or has no id is a call as well.
        Err(error) => part.is_object() && !matches!(error, AnswerError::Unknown { .. }),
    };
    let mut found = parts
        .iter()
        .filter_map(|part| readers.into_iter().find(|target| calls(part, *target)));
    found.next()
}

/// Whose answer something looks like, if there are no calls in it.
fn find_shape(answer: &Value) -> Option<Target> {
    let is_list = |key| answer.get(key).is_some_and(Value::is_array);
    if is_list("choices") {
        return Some(Target::OpenAi);
    }
    if is_list("candidates") {
        return Some(Target::Gemini);
    }
    if is_list("steps") {
        return Some(Target::GeminiInteractions);
    }
    if answer.pointer("/output/message").is_some() {
        return Some(Target::Bedrock);
    }
    if is_list("output") {
        return Some(Target::OpenAiResponses);
    }
    let is_message = text(answer, "type") == "message" && is_list("content");
    is_message.then_some(Target::Anthropic)
}
