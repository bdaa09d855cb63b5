//! Events of Responses. The last one has the whole response; those before it say what it will have.

use super::begun::Progress;
use super::malformed;
use crate::provider::{AnswerError, ServiceError, responses::full_name, text};
use serde_json::{Value, json};

/// A response so far.
#[derive(Debug, Default)]
pub(super) struct Response {
    /// Calls that have begun, by the index of their item.
    calls: Vec<Call>,
    /// The items that are done, by their index: some services leave them out of the last event.
    done: Vec<(u64, Value)>,
    last: Option<Value>,
}

#[derive(Debug)]
struct Call {
    index: u64,
    number: usize,
    is_done: bool,
}

impl Response {
    pub fn is_finished(&self) -> bool {
        self.last.is_some()
    }

    pub fn take(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        if self.last.is_some() {
            return Ok(());
        }
        let delta = || text(event, "delta");
        match text(event, "type") {
            "" => return Err(malformed("an event has no type")),
            "response.output_text.delta" | "response.refusal.delta" => progress.add_text(delta()),
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                progress.add_thinking(delta());
            }
            "response.output_item.added" => self.begin(event, progress)?,
            "response.function_call_arguments.delta" => {
                if let Some(call) = self.find(event) {
                    progress.add_arguments(call.number, delta());
                }
            }
            "response.function_call_arguments.done" => {
                if let Some(call) = self.find(event) {
                    complete(call.number, text(event, "arguments"), progress)?;
                }
            }
            "response.output_item.done" => self.end(event, progress)?,
            "response.completed" | "response.incomplete" | "response.failed" => {
                self.finish(event, progress)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn find(&mut self, event: &Value) -> Option<&mut Call> {
        let index = read_index(event);
        self.calls.iter_mut().find(|call| call.index == index)
    }

    fn begin(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let item = &event["item"];
        if text(item, "type") != "function_call" {
            return Ok(());
        }
        if self.find(event).is_some() {
            return Err(malformed("two calls have the same index"));
        }
        let number = progress.begin(text(item, "call_id"), &full_name(item))?;
        progress.add_arguments(number, text(item, "arguments"));
        self.calls.push(Call {
            index: read_index(event),
            number,
            is_done: false,
        });
        Ok(())
    }

    fn end(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let (index, item) = (read_index(event), &event["item"]);
        if self.done.iter().any(|(known, _)| *known == index) {
            return Err(malformed("an item ends twice"));
        }
        self.done.push((index, item.clone()));
        if text(item, "type") != "function_call" {
            return Ok(());
        }
        if self.find(event).is_none() {
            self.begin(event, progress)?;
        }
        if let Some(call) = self.find(event) {
            call.is_done = true;
            complete(call.number, text(item, "arguments"), progress)?;
        }
        Ok(())
    }

    fn finish(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let response = event
            .get("response")
            .filter(|response| response.is_object());
        let mut response = response
            .ok_or_else(|| malformed("the last event has no response"))?
            .clone();
        let error = &response["error"];
        if error.is_object() {
            return Err(AnswerError::Service(ServiceError::read_object(error)));
        }
        // What the event says of the status holds, whether or not the response repeats it.
        let status = text(event, "type")
            .trim_start_matches("response.")
            .to_owned();
        response["status"] = json!(status);
        if response["output"].as_array().is_none_or(Vec::is_empty) {
            if status == "completed" && self.calls.iter().any(|call| !call.is_done) {
                return Err(malformed("a call of the response did not end"));
            }
            self.done.sort_by_key(|(index, _)| *index);
            let items = self.done.drain(..).map(|(_, item)| item).collect();
            response["output"] = Value::Array(items);
        }
        match text(&response["incomplete_details"], "reason") {
            "" => progress.finish(&status),
            reason => progress.finish(reason),
        }
        self.last = Some(response);
        Ok(())
    }

    pub fn into_answer(self) -> Result<Value, AnswerError> {
        self.last.ok_or(AnswerError::EndedEarly)
    }
}

fn read_index(event: &Value) -> u64 {
    event
        .get("output_index")
        .and_then(Value::as_u64)
        .unwrap_or_default()
}

/// Adds what of the whole arguments has not come as a delta.
fn complete(number: usize, whole: &str, progress: &mut Progress) -> Result<(), AnswerError> {
    let begun = progress
        .calls
        .get(number)
        .map(|call| call.arguments.as_str());
    match whole.strip_prefix(begun.unwrap_or_default()) {
        Some(more) => {
            progress.add_arguments(number, more);
            Ok(())
        }
        None if whole.is_empty() => Ok(()),
        None => Err(malformed(
            "the arguments of a call are not what was streamed",
        )),
    }
}
