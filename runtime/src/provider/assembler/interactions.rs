//! Events of Gemini's Interactions: steps begin, are continued and stop. The last event has what is left to say of the
//! interaction.

use super::begun::Progress;
use super::malformed;
use super::merge::{replace_members, write_arguments};
use crate::provider::interactions::FUNCTION_CALL;
use crate::provider::{AnswerError, text};
use serde_json::{Map, Value, json};

/// An interaction so far.
#[derive(Debug, Default)]
pub(super) struct Interaction {
    rest: Map<String, Value>,
    steps: Vec<Step>,
    is_finished: bool,
}

#[derive(Debug)]
struct Step {
    index: u64,
    value: Map<String, Value>,
    /// The arguments of a call, as text.
    arguments: String,
    /// The number of a call.
    number: Option<usize>,
    is_open: bool,
}

impl Interaction {
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    pub fn take(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        if self.is_finished {
            return Ok(());
        }
        match text(event, "event_type") {
            "" => Err(malformed("an event has no type")),
            "interaction.created" => {
                self.learn(&event["interaction"]);
                Ok(())
            }
            "interaction.status_update" => {
                self.learn(&json!({ "status": event["status"] }));
                Ok(())
            }
            "step.start" => self.begin(event, progress),
            "step.delta" => self.take_delta(event, progress),
            "step.stop" => {
                self.open_step(event)?.is_open = false;
                Ok(())
            }
            "interaction.completed" => self.finish(event, progress),
            _ => Ok(()),
        }
    }

    /// Takes over what an event says of the interaction.
    fn learn(&mut self, interaction: &Value) {
        let mut rest = Value::Object(std::mem::take(&mut self.rest));
        replace_members(&mut rest, interaction);
        if let Value::Object(rest) = rest {
            self.rest = rest;
        }
    }

    fn begin(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let index = read_index(event)?;
        if self.steps.iter().any(|step| step.index == index) {
            return Err(malformed("two steps have the same index"));
        }
        let said = &event["step"];
        let Value::Object(value) = said else {
            return Err(malformed("a step is missing"));
        };
        let mut step = Step {
            index,
            value: value.clone(),
            arguments: String::new(),
            number: None,
            is_open: true,
        };
        if text(said, "type") == FUNCTION_CALL {
            let number = progress.begin(text(said, "id"), text(said, "name"))?;
            step.number = Some(number);
            // An empty object stands for arguments that are still to come.
            let whole = value.get("arguments").filter(|whole| !is_empty(whole));
            step.arguments = whole.map(Value::to_string).unwrap_or_default();
            progress.add_arguments(number, &step.arguments);
        }
        for part in list(said, "content") {
            progress.add_text(text(part, "text"));
        }
        for part in list(said, "summary") {
            progress.add_thinking(text(part, "text"));
        }
        self.steps.push(step);
        Ok(())
    }

    fn open_step(&mut self, event: &Value) -> Result<&mut Step, AnswerError> {
        let index = read_index(event)?;
        let mut steps = self.steps.iter_mut().rev();
        let found = steps.find(|step| step.index == index && step.is_open);
        found.ok_or_else(|| malformed("an event belongs to a step that has not begun or has ended"))
    }

    fn take_delta(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let delta = &event["delta"];
        let Value::Object(parts) = delta else {
            return Err(malformed("a delta is missing"));
        };
        if text(delta, "type") == "arguments_delta" {
            return self.add_arguments(event, text(delta, "arguments"), progress);
        }
        let step = self.open_step(event)?;
        match text(delta, "type") {
            "text" => {
                progress.add_text(text(delta, "text"));
                step.add("content", delta);
            }
            "thought_summary" => {
                progress.add_thinking(text(&delta["content"], "text"));
                step.add("summary", &delta["content"]);
            }
            "text_annotation_delta" => step.annotate(list(delta, "annotations")),
            "audio" | "document" | "image" | "video" => step.add("content", delta),
            // A signature, and the calls and results of the provider's own tools.
            _ => {
                let parts = parts.iter().filter(|(key, _)| *key != "type");
                let parts = parts.map(|(key, value)| (key.clone(), value.clone()));
                step.value.extend(parts);
            }
        }
        Ok(())
    }

    fn add_arguments(
        &mut self,
        event: &Value,
        more: &str,
        progress: &mut Progress,
    ) -> Result<(), AnswerError> {
        let index = read_index(event)?;
        let is_own = |step: &Step| step.index == index && step.number.is_some();
        let found = self.steps.iter().rposition(is_own).or_else(|| {
            // The service was seen to write the index of the thought before the call.
            self.steps.iter().rposition(|step| step.number.is_some())
        });
        let step = found.and_then(|found| self.steps.get_mut(found));
        let step = step.filter(|step| step.is_open);
        let none = || malformed("arguments belong to a call that has not begun or has ended");
        let step = step.ok_or_else(none)?;
        step.arguments.push_str(more);
        if let Some(number) = step.number {
            progress.add_arguments(number, more);
        }
        Ok(())
    }

    fn finish(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let interaction = &event["interaction"];
        if !interaction.is_object() {
            return Err(malformed("the last event has no interaction"));
        }
        self.learn(interaction);
        let status = self.rest.get("status").and_then(Value::as_str);
        let status = status.unwrap_or_default().to_owned();
        let is_whole = matches!(status.as_str(), "completed" | "requires_action");
        let is_call_open = |step: &Step| step.number.is_some() && step.is_open;
        if is_whole && self.steps.iter().any(is_call_open) {
            return Err(malformed("a call of the interaction did not end"));
        }
        progress.finish(&status);
        self.is_finished = true;
        Ok(())
    }

    pub fn into_answer(mut self) -> Value {
        // Some services repeat the steps in the last event.
        if self.rest.get("steps").is_none_or(is_empty) {
            self.steps.sort_by_key(|step| step.index);
            let steps = self.steps.into_iter().map(Step::into_value).collect();
            self.rest.insert("steps".to_owned(), Value::Array(steps));
        }
        Value::Object(self.rest)
    }
}

impl Step {
    /// Adds a part to a list of parts; a text continues the one before it.
    fn add(&mut self, list: &str, part: &Value) {
        let parts = self.value.entry(list).or_insert_with(|| json!([]));
        let Value::Array(parts) = parts else {
            *parts = json!([part]);
            return;
        };
        if text(part, "type") == "text"
            && let Some(Value::Object(last)) = parts.last_mut()
            && last.get("type") == part.get("type")
            && let Some(Value::String(said)) = last.get_mut("text")
        {
            said.push_str(text(part, "text"));
            return;
        }
        parts.push(part.clone());
    }

    /// Adds citations to the last text.
    fn annotate(&mut self, more: &[Value]) {
        let parts = self.value.get_mut("content").and_then(Value::as_array_mut);
        let last = parts.and_then(|parts| parts.last_mut()?.as_object_mut());
        let known = last.map(|last| last.entry("annotations").or_insert_with(|| json!([])));
        if let Some(Value::Array(known)) = known {
            known.extend_from_slice(more);
        }
    }

    fn into_value(mut self) -> Value {
        if self.number.is_some() {
            let arguments = write_arguments(&self.arguments);
            self.value.insert("arguments".to_owned(), arguments);
        }
        Value::Object(self.value)
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    let list = value.get(key).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        value => value.is_null(),
    }
}

fn read_index(event: &Value) -> Result<u64, AnswerError> {
    let index = event.get("index").and_then(Value::as_u64);
    index.ok_or_else(|| malformed("an event of a step has no index"))
}
