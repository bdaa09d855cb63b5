//! Events of Anthropic Messages.

use super::begun::Progress;
use super::malformed;
use super::merge::{replace_members, write_arguments};
use crate::provider::{AnswerError, text};
use serde_json::{Map, Value, json};

/// A message so far.
#[derive(Debug, Default)]
pub(super) struct Message {
    message: Option<Value>,
    blocks: Vec<Block>,
    is_finished: bool,
}

#[derive(Debug)]
struct Block {
    index: u64,
    value: Map<String, Value>,
    /// The arguments of a call of any kind, as text.
    input: String,
    /// The number of a call of the user's tools.
    number: Option<usize>,
    is_open: bool,
}

impl Message {
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    pub fn take(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        if self.is_finished {
            return Ok(());
        }
        match text(event, "type") {
            "" => Err(malformed("an event has no type")),
            "message_start" => self.begin(event),
            "content_block_start" => self.begin_block(event, progress),
            "content_block_delta" => self.take_delta(event, progress),
            "content_block_stop" => {
                self.open_block(event)?.is_open = false;
                Ok(())
            }
            "message_delta" => self.take_end(event),
            "message_stop" => self.finish(progress),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, event: &Value) -> Result<(), AnswerError> {
        if self.message.is_some() {
            return Err(malformed("a second message begins"));
        }
        let message = event.get("message").filter(|message| message.is_object());
        let message = message.ok_or_else(|| malformed("`message_start` has no message"))?;
        self.message = Some(message.clone());
        Ok(())
    }

    fn begun(&mut self) -> Result<&mut Value, AnswerError> {
        let none = || malformed("there is no `message_start`");
        self.message.as_mut().ok_or_else(none)
    }

    fn begin_block(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        self.begun()?;
        let index = read_index(event)?;
        if self.blocks.iter().any(|block| block.index == index) {
            return Err(malformed("two blocks have the same index"));
        }
        let block = event.get("content_block").and_then(Value::as_object);
        let value = block
            .cloned()
            .ok_or_else(|| malformed("a block is missing"))?;
        let said = &event["content_block"];
        let is_call = text(said, "type") == "tool_use" && text(said, "toolset_name").is_empty();
        let number = match is_call {
            true => Some(progress.begin(text(said, "id"), text(said, "name"))?),
            false => None,
        };
        progress.add_text(text(said, "text"));
        progress.add_thinking(text(said, "thinking"));
        self.blocks.push(Block {
            index,
            value,
            input: String::new(),
            number,
            is_open: true,
        });
        Ok(())
    }

    fn open_block(&mut self, event: &Value) -> Result<&mut Block, AnswerError> {
        let index = read_index(event)?;
        let mut blocks = self.blocks.iter_mut();
        let found = blocks.find(|block| block.index == index && block.is_open);
        found
            .ok_or_else(|| malformed("an event belongs to a block that has not begun or has ended"))
    }

    fn take_delta(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let block = self.open_block(event)?;
        let delta = &event["delta"];
        let Value::Object(parts) = delta else {
            return Err(malformed("a delta is missing"));
        };
        match text(delta, "type") {
            "input_json_delta" => {
                let more = text(delta, "partial_json");
                block.input.push_str(more);
                if let Some(number) = block.number {
                    progress.add_arguments(number, more);
                }
                return Ok(());
            }
            "text_delta" => progress.add_text(text(delta, "text")),
            "thinking_delta" => progress.add_thinking(text(delta, "thinking")),
            "citations_delta" => {
                let cited = block.value.entry("citations").or_insert(Value::Null);
                match cited {
                    Value::Array(cited) => cited.push(delta["citation"].clone()),
                    none => *none = json!([delta["citation"]]),
                }
                return Ok(());
            }
            _ => {}
        }
        // The text, the thinking, and what deltas of a later kind continue.
        for (key, more) in parts.iter().filter(|(key, _)| *key != "type") {
            match (block.value.get_mut(key), more) {
                (Some(Value::String(said)), Value::String(more)) if key != "signature" => {
                    said.push_str(more);
                }
                _ => {
                    block.value.insert(key.clone(), more.clone());
                }
            }
        }
        Ok(())
    }

    /// `message_delta`: why it ends, and the usage so far.
    fn take_end(&mut self, event: &Value) -> Result<(), AnswerError> {
        let message = self.begun()?;
        replace_members(message, &event["delta"]);
        let mut rest = event.clone();
        if let Value::Object(rest) = &mut rest {
            for key in ["type", "delta", "usage"] {
                rest.remove(key);
            }
        }
        replace_members(message, &rest);
        match &mut message["usage"] {
            Value::Object(_) => replace_members(&mut message["usage"], &event["usage"]),
            none => *none = event["usage"].clone(),
        }
        Ok(())
    }

    fn finish(&mut self, progress: &mut Progress) -> Result<(), AnswerError> {
        let message = self.begun()?;
        let reason = text(message, "stop_reason").to_owned();
        if self.blocks.iter().any(|block| block.is_open) {
            return Err(malformed("the message ends within a block"));
        }
        progress.finish(&reason);
        self.is_finished = true;
        Ok(())
    }

    pub fn into_answer(mut self) -> Value {
        self.blocks.sort_by_key(|block| block.index);
        let blocks = self.blocks.into_iter().map(Block::into_value).collect();
        let mut message = self.message.unwrap_or_else(|| json!({}));
        message["content"] = Value::Array(blocks);
        message
    }
}

impl Block {
    fn into_value(mut self) -> Value {
        if !self.input.is_empty() {
            let input = write_arguments(&self.input);
            self.value.insert("input".to_owned(), input);
        }
        Value::Object(self.value)
    }
}

fn read_index(event: &Value) -> Result<u64, AnswerError> {
    let index = event.get("index").and_then(Value::as_u64);
    index.ok_or_else(|| malformed("an event of a block has no index"))
}
