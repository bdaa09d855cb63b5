//! Responses of Gemini's `streamGenerateContent`: each has further parts of the same answer.

use super::begun::Progress;
use super::malformed;
use super::merge::replace_members;
use super::partial_args::PartialCall;
use crate::provider::gemini::{
    BLOCK_REASON, FINISH_REASON, FUNCTION_CALL, PARTIAL_ARGS, PROMPT_FEEDBACK, WILL_CONTINUE,
    find_field,
};
use crate::provider::{AnswerError, text};
use serde_json::{Value, json};

/// A response so far.
#[derive(Debug, Default)]
pub(super) struct Response {
    rest: Option<Value>,
    candidates: Vec<Candidate>,
    /// Why the prompt was blocked; then there are no candidates.
    blocked: bool,
    is_told: bool,
}

#[derive(Debug)]
struct Candidate {
    index: u64,
    rest: Value,
    parts: Vec<Value>,
    /// The call whose arguments are still coming.
    partial: Option<PartialCall>,
    is_finished: bool,
}

impl Response {
    pub fn is_finished(&self) -> bool {
        let mut candidates = self.candidates.iter();
        self.blocked
            || (!self.candidates.is_empty() && candidates.all(|candidate| candidate.is_finished))
    }

    pub fn take(&mut self, part: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let Value::Object(members) = part else {
            return Err(malformed("a response is not an object"));
        };
        let candidates = members.get("candidates").and_then(Value::as_array);
        for candidate in candidates.into_iter().flatten() {
            self.take_candidate(candidate, progress)?;
        }
        let mut members = members.clone();
        members.remove("candidates");
        let rest = self.rest.get_or_insert_with(|| json!({}));
        replace_members(rest, &Value::Object(members));
        let reason = find_field(part, PROMPT_FEEDBACK)
            .and_then(|feedback| find_field(feedback, BLOCK_REASON)?.as_str());
        self.blocked |= reason.is_some();
        if self.is_finished() && !self.is_told {
            self.is_told = true;
            let first = self.candidates.first().map(|first| &first.rest);
            let finish = first.and_then(|first| find_field(first, FINISH_REASON)?.as_str());
            progress.finish(reason.or(finish).unwrap_or_default());
        }
        Ok(())
    }

    fn take_candidate(&mut self, said: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let index = said.get("index").and_then(Value::as_u64).unwrap_or(0);
        let found = self
            .candidates
            .iter()
            .position(|known| known.index == index);
        let found = match found {
            Some(found) => found,
            None if self.candidates.len() >= progress.max_calls => {
                return Err(AnswerError::TooLarge {
                    limit: format!("{} candidates", progress.max_calls),
                });
            }
            None => {
                self.candidates.push(Candidate::new(index));
                self.candidates.len() - 1
            }
        };
        self.candidates[found].take(said, progress, index == 0)
    }

    pub fn into_answer(mut self) -> Value {
        let mut answer = self.rest.unwrap_or_else(|| json!({}));
        self.candidates.sort_by_key(|candidate| candidate.index);
        if !self.candidates.is_empty() {
            let candidates = self.candidates.into_iter().map(Candidate::into_value);
            answer["candidates"] = Value::Array(candidates.collect());
        }
        answer
    }
}

impl Candidate {
    fn new(index: u64) -> Self {
        Candidate {
            index,
            rest: json!({}),
            parts: Vec::new(),
            partial: None,
            is_finished: false,
        }
    }

    /// Of several candidates, which are alternatives, only the first one is told of: it is the one that is used.
    fn take(
        &mut self,
        said: &Value,
        progress: &mut Progress,
        is_first: bool,
    ) -> Result<(), AnswerError> {
        let parts =
            find_field(said, ["content"]).and_then(|content| content.get("parts")?.as_array());
        for part in parts.into_iter().flatten() {
            if self.is_finished && find_field(part, FUNCTION_CALL).is_some() {
                return Err(malformed("a call comes after the answer has ended"));
            }
            let mut unheard = Progress {
                max_calls: progress.max_calls,
                ..Progress::default()
            };
            let heard = if is_first {
                &mut *progress
            } else {
                &mut unheard
            };
            self.take_part(part, heard)?;
        }
        let mut rest = said.as_object().cloned().unwrap_or_default();
        rest.remove("content");
        replace_members(&mut self.rest, &Value::Object(rest));
        let reason = find_field(said, FINISH_REASON).and_then(Value::as_str);
        self.is_finished |= !matches!(reason, None | Some("" | "FINISH_REASON_UNSPECIFIED"));
        Ok(())
    }

    fn take_part(&mut self, part: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        if let Some(call) = find_field(part, FUNCTION_CALL) {
            return self.take_call(part, call, progress);
        }
        let said = text(part, "text");
        match part.get("thought") {
            Some(Value::Bool(true)) => progress.add_thinking(said),
            _ => progress.add_text(said),
        }
        if let Some(Value::Object(last)) = self.parts.last_mut()
            && is_plain(part)
            && is_plain(&Value::Object(last.clone()))
            && last.get("thought") == part.get("thought")
            && let Some(Value::String(known)) = last.get_mut("text")
        {
            known.push_str(said);
            return Ok(());
        }
        self.parts.push(part.clone());
        Ok(())
    }

    fn take_call(
        &mut self,
        part: &Value,
        call: &Value,
        progress: &mut Progress,
    ) -> Result<(), AnswerError> {
        let goes_on = find_field(call, WILL_CONTINUE) == Some(&Value::Bool(true));
        let is_named = !text(call, "name").is_empty();
        let is_partial = goes_on || find_field(call, PARTIAL_ARGS).is_some();
        if !is_partial && self.partial.is_none() {
            let number = progress.begin(text(call, "id"), text(call, "name"))?;
            let arguments = find_field(call, ["args"]).map(Value::to_string);
            progress.add_arguments(number, &arguments.unwrap_or_default());
            self.parts.push(part.clone());
            return Ok(());
        }
        if is_named {
            if self.partial.is_some() {
                return Err(malformed("a call begins before the last one has ended"));
            }
            let number = progress.begin(text(call, "id"), text(call, "name"))?;
            self.partial = Some(PartialCall::new(part, number));
        }
        let Some(partial) = &mut self.partial else {
            return Err(malformed("arguments belong to a call that has not begun"));
        };
        for argument in find_field(call, PARTIAL_ARGS)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            partial.add(argument)?;
        }
        partial.keep_signature(part);
        if !goes_on && let Some(partial) = self.partial.take() {
            let (number, part) = partial.into_part();
            let arguments = part["functionCall"]["args"].to_string();
            progress.add_arguments(number, &arguments);
            self.parts.push(part);
        }
        Ok(())
    }

    fn into_value(mut self) -> Value {
        if let Some(partial) = self.partial {
            // The reader of calls takes nothing of an answer with a call that goes on.
            let (_, mut part) = partial.into_part();
            part["functionCall"]["willContinue"] = json!(true);
            self.parts.push(part);
        }
        let mut candidate = self.rest;
        candidate["content"] = match self.parts.is_empty() {
            true => json!({ "role": "model" }),
            false => json!({ "role": "model", "parts": self.parts }),
        };
        candidate
    }
}

/// Whether a part is nothing but text, which the next one may continue. A part with a signature must go back as it came.
fn is_plain(part: &Value) -> bool {
    let members = part.as_object();
    let mut said = members
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null());
    part["text"].is_string() && said.all(|(key, _)| matches!(key.as_str(), "text" | "thought"))
}
