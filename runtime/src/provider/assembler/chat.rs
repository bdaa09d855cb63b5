//! Chunks of Chat Completions, and of the many services with a compatible API.

use super::begun::Progress;
use super::malformed;
use super::merge::merge_members;
use crate::provider::{AnswerError, text};
use serde_json::{Map, Value, json};

/// An answer so far.
#[derive(Debug, Default)]
pub(super) struct Chat {
    /// What chunks say beside choices.
    rest: Map<String, Value>,
    choices: Vec<Choice>,
}

#[derive(Debug)]
struct Choice {
    index: u64,
    reason: String,
    /// What chunks say beside the delta.
    rest: Map<String, Value>,
    /// The message without its calls.
    message: Map<String, Value>,
    calls: Vec<Call>,
}

#[derive(Debug)]
struct Call {
    /// The index that its parts have; the next call with the same one takes its place.
    index: Option<u64>,
    id: String,
    /// What there is beside the id and the function: the type, signatures …
    rest: Map<String, Value>,
    /// What there is beside the name and the arguments.
    function: Map<String, Value>,
    name: String,
    arguments: String,
    /// Its number among all calls, once its name is known. Calls of custom tools have none.
    number: Option<usize>,
}

impl Chat {
    /// The reason why a choice ends is the last thing that is said of it; services may leave out `[DONE]`, and SDKs
    /// swallow it.
    pub fn is_finished(&self) -> bool {
        !self.choices.is_empty() && self.choices.iter().all(|choice| !choice.reason.is_empty())
    }

    pub fn take(&mut self, chunk: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let Value::Object(members) = chunk else {
            return Err(malformed("a chunk is not an object"));
        };
        let was_finished = self.is_finished();
        for choice in members
            .get("choices")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            self.take_choice(choice, progress)?;
        }
        for (key, value) in members {
            if key != "choices" && (!value.is_null() || !self.rest.contains_key(key)) {
                self.rest.insert(key.clone(), value.clone());
            }
        }
        if self.is_finished() && !was_finished {
            progress.finish(&self.choices[0].reason);
        }
        Ok(())
    }

    fn take_choice(&mut self, part: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let index = part.get("index").and_then(Value::as_u64).unwrap_or(0);
        let found = self.choices.iter().position(|choice| choice.index == index);
        let found = match found {
            Some(found) => found,
            None if self.choices.len() >= progress.max_calls => {
                return Err(AnswerError::TooLarge {
                    limit: format!("{} choices", progress.max_calls),
                });
            }
            None => {
                self.choices.push(Choice::new(index));
                self.choices.len() - 1
            }
        };
        self.choices[found].take(part, progress, found == 0)
    }

    pub fn into_answer(self) -> Value {
        let mut answer = self.rest;
        answer.insert("object".to_owned(), json!("chat.completion"));
        let mut choices = self.choices;
        choices.sort_by_key(|choice| choice.index);
        let choices = choices.into_iter().map(Choice::into_value).collect();
        answer.insert("choices".to_owned(), Value::Array(choices));
        Value::Object(answer)
    }
}

impl Choice {
    fn new(index: u64) -> Self {
        Choice {
            index,
            reason: String::new(),
            rest: Map::new(),
            message: Map::new(),
            calls: Vec::new(),
        }
    }

    fn take(
        &mut self,
        part: &Value,
        progress: &mut Progress,
        is_first: bool,
    ) -> Result<(), AnswerError> {
        // Some services send the whole message at the end, or in place of all deltas.
        let delta = part.get("delta").or(part.get("message"));
        if let Some(Value::Object(delta)) = delta {
            let calls = delta.get("tool_calls").and_then(Value::as_array);
            for call in calls.into_iter().flatten() {
                if !self.reason.is_empty() {
                    return Err(malformed("a call goes on after the answer has ended"));
                }
                self.take_call(call, progress)?;
            }
            let mut rest = delta.clone();
            rest.remove("tool_calls");
            merge_members(&mut self.message, &rest)?;
            if is_first {
                let said = |key: &str| delta.get(key).and_then(Value::as_str).unwrap_or_default();
                let thought = match said("reasoning_content") {
                    "" => said("reasoning"),
                    thought => thought,
                };
                progress.add_thinking(thought);
                progress.add_text(said("content"));
                let parts = delta.get("content").and_then(Value::as_array);
                for part in parts.into_iter().flatten() {
                    progress.add_text(text(part, "text"));
                }
                progress.add_text(said("refusal"));
            }
        }
        let mut rest = part.as_object().cloned().unwrap_or_default();
        for key in ["delta", "finish_reason", "message"] {
            rest.remove(key);
        }
        merge_members(&mut self.rest, &rest)?;
        match text(part, "finish_reason") {
            "" => {}
            reason => reason.clone_into(&mut self.reason),
        }
        Ok(())
    }

    fn take_call(&mut self, part: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let function = part.get("function").filter(|function| !function.is_null());
        let name = function.map_or("", |function| text(function, "name"));
        let position = self.find_call(part, name);
        let call = match position {
            Some(position) => &mut self.calls[position],
            None => {
                if self.calls.len() >= progress.max_calls {
                    return Err(AnswerError::TooLarge {
                        limit: format!("{} calls", progress.max_calls),
                    });
                }
                self.calls.push(Call::new(part));
                self.calls.last_mut().ok_or_else(|| malformed("no call"))?
            }
        };
        call.take(part, function, progress)
    }

    /// The call that a part belongs to: the one with its index, the one with its id, or else the last one. Compatible
    /// services leave the index out, or give the same one to each call; then a name begins the next call.
    fn find_call(&self, part: &Value, name: &str) -> Option<usize> {
        let index = part.get("index").and_then(Value::as_u64);
        let id = text(part, "id");
        let is_other = |call: &Call| {
            let is_named_anew = !name.is_empty() && !call.name.is_empty();
            !id.is_empty() && !call.id.is_empty() && id != call.id && is_named_anew
        };
        let last_of = |wanted: &dyn Fn(&Call) -> bool| self.calls.iter().rposition(wanted);
        match index {
            Some(_) => {
                last_of(&|call| call.index == index).filter(|found| !is_other(&self.calls[*found]))
            }
            None if !id.is_empty() => {
                let same = last_of(&|call| call.id == id);
                // An id that comes late, or one that is new with each part.
                let late = || {
                    let last = self.calls.len().checked_sub(1)?;
                    (name.is_empty() && !is_other(&self.calls[last])).then_some(last)
                };
                same.or_else(late)
            }
            None if !name.is_empty() => None,
            None => self.calls.len().checked_sub(1),
        }
    }

    fn into_value(self) -> Value {
        let mut message = self.message;
        message.entry("role").or_insert_with(|| json!("assistant"));
        message.entry("content").or_insert(Value::Null);
        if !self.calls.is_empty() {
            let calls = self.calls.into_iter().map(Call::into_value).collect();
            message.insert("tool_calls".to_owned(), Value::Array(calls));
        }
        let mut choice = self.rest;
        choice.insert("index".to_owned(), json!(self.index));
        choice.insert("message".to_owned(), Value::Object(message));
        choice.insert("finish_reason".to_owned(), json!(self.reason));
        Value::Object(choice)
    }
}

impl Call {
    fn new(part: &Value) -> Self {
        Call {
            index: part.get("index").and_then(Value::as_u64),
            id: String::new(),
            rest: Map::new(),
            function: Map::new(),
            name: String::new(),
            arguments: String::new(),
            number: None,
        }
    }

    fn take(
        &mut self,
        part: &Value,
        function: Option<&Value>,
        progress: &mut Progress,
    ) -> Result<(), AnswerError> {
        if self.id.is_empty() {
            text(part, "id").clone_into(&mut self.id);
        }
        let mut rest = part.as_object().cloned().unwrap_or_default();
        for key in ["index", "id", "function"] {
            rest.remove(key);
        }
        merge_members(&mut self.rest, &rest)?;
        let Some(function) = function else {
            return Ok(());
        };
        let name = text(function, "name");
        if self.name.is_empty() {
            name.clone_into(&mut self.name);
        } else if !name.is_empty() && name != self.name {
            // Nobody knows whether it is the rest of the name or another one, and a guess could run the wrong tool.
            return Err(malformed("a call has two names"));
        }
        let mut rest = function.as_object().cloned().unwrap_or_default();
        rest.remove("name");
        let more = match rest.remove("arguments") {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text,
            // Some services send an object, at once.
            Some(other) => other.to_string(),
        };
        merge_members(&mut self.function, &rest)?;
        self.arguments.push_str(&more);
        if self.number.is_none() && !self.name.is_empty() {
            self.number = Some(progress.begin(&self.id, &self.name)?);
            progress.add_arguments(self.number.unwrap_or_default(), &self.arguments);
        } else if let Some(number) = self.number {
            progress.add_arguments(number, &more);
        }
        Ok(())
    }

    fn into_value(self) -> Value {
        let mut call = self.rest;
        if !self.id.is_empty() {
            call.insert("id".to_owned(), json!(self.id));
        }
        let is_function = !self.name.is_empty() || !self.arguments.is_empty();
        if is_function {
            call.entry("type").or_insert_with(|| json!("function"));
            let mut function = self.function;
            function.insert("name".to_owned(), json!(self.name));
            function.insert("arguments".to_owned(), json!(self.arguments));
            call.insert("function".to_owned(), Value::Object(function));
        }
        Value::Object(call)
    }
}
