//! Events of Bedrock's ConverseStream.

use super::begun::Progress;
use super::malformed;
use super::merge::{replace_members, write_arguments};
use crate::provider::{AnswerError, text};
use serde_json::{Map, Value, json};

/// A message so far.
#[derive(Debug, Default)]
pub(super) struct Message {
    role: Option<String>,
    blocks: Vec<Block>,
    /// `messageStop`, and `metadata` after it.
    end: Map<String, Value>,
    is_finished: bool,
}

#[derive(Debug)]
struct Block {
    index: u64,
    /// What `contentBlockStart` says; blocks of text have none.
    start: Value,
    text: String,
    input: String,
    thought: String,
    signature: String,
    hidden: String,
    citations: Vec<Value>,
    /// The blocks of a tool result, which Bedrock's own tools give.
    results: Vec<Value>,
    image: Value,
    number: Option<usize>,
    is_open: bool,
}

impl Message {
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    pub fn take(&mut self, event: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let Value::Object(members) = event else {
            return Err(malformed("an event is not an object"));
        };
        // Some libraries write `null` for the members that an event does not have.
        let mut said = members.iter().filter(|(_, said)| !said.is_null());
        let Some((name, said)) = said.next() else {
            return Ok(());
        };
        match name.as_str() {
            "metadata" => {
                let mut end = Value::Object(std::mem::take(&mut self.end));
                replace_members(&mut end, said);
                if let Value::Object(end) = end {
                    self.end = end;
                }
                Ok(())
            }
            _ if self.is_finished => Ok(()),
            "messageStart" if self.role.is_some() => Err(malformed("a second message begins")),
            "messageStart" => {
                self.role = Some(text(said, "role").to_owned());
                Ok(())
            }
            "contentBlockStart" => self.begin_block(said, progress),
            "contentBlockDelta" => self.take_delta(said, progress),
            "contentBlockStop" => {
                self.open_block(said)?.is_open = false;
                Ok(())
            }
            "messageStop" => self.finish(said, progress),
            _ => Ok(()),
        }
    }

    fn begin_block(&mut self, said: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let index = read_index(said)?;
        if self.blocks.iter().any(|block| block.index == index) {
            return Err(malformed("two blocks have the same index"));
        }
        let mut block = Block::new(index);
        block.start = said["start"].clone();
        let asked = &block.start["toolUse"];
        if asked.is_object() && text(asked, "type") != "server_tool_use" {
            let number = progress.begin(text(asked, "toolUseId"), text(asked, "name"))?;
            block.number = Some(number);
        }
        self.blocks.push(block);
        Ok(())
    }

    fn open_block(&mut self, said: &Value) -> Result<&mut Block, AnswerError> {
        let index = read_index(said)?;
        let mut blocks = self.blocks.iter_mut();
        let found = blocks.find(|block| block.index == index && block.is_open);
        found
            .ok_or_else(|| malformed("an event belongs to a block that has not begun or has ended"))
    }

    fn take_delta(&mut self, said: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        let index = read_index(said)?;
        let delta = &said["delta"];
        if !self.blocks.iter().any(|block| block.index == index) {
            // Only blocks of calls, results and images are announced.
            if delta["toolUse"].is_object() {
                return Err(malformed("arguments belong to a call that has not begun"));
            }
            self.blocks.push(Block::new(index));
        }
        let block = self.open_block(said)?;
        let more = text(&delta["toolUse"], "input");
        block.input.push_str(more);
        if let Some(number) = block.number {
            progress.add_arguments(number, more);
        }
        block.text.push_str(text(delta, "text"));
        progress.add_text(text(delta, "text"));
        let thought = &delta["reasoningContent"];
        block.thought.push_str(text(thought, "text"));
        progress.add_thinking(text(thought, "text"));
        block.signature.push_str(text(thought, "signature"));
        block.add_hidden(text(thought, "redactedContent"))?;
        if delta["citation"].is_object() {
            block.citations.push(delta["citation"].clone());
        }
        if let Value::Array(results) = &delta["toolResult"] {
            block.results.extend(results.iter().cloned());
        }
        if delta["image"].is_object() {
            block.image = delta["image"].clone();
        }
        Ok(())
    }

    fn finish(&mut self, said: &Value, progress: &mut Progress) -> Result<(), AnswerError> {
        if self.role.is_none() {
            return Err(malformed("there is no `messageStart`"));
        }
        if self.blocks.iter().any(|block| block.is_open) {
            return Err(malformed("the message ends within a block"));
        }
        for key in ["stopReason", "additionalModelResponseFields"] {
            if let Some(value) = said.get(key) {
                self.end.insert(key.to_owned(), value.clone());
            }
        }
        self.is_finished = true;
        progress.finish(text(said, "stopReason"));
        Ok(())
    }

    pub fn into_answer(mut self) -> Value {
        self.blocks.sort_by_key(|block| block.index);
        let blocks: Vec<Value> = self.blocks.into_iter().map(Block::into_value).collect();
        let role = self.role.unwrap_or_default();
        let mut answer = self.end;
        // Frames are filled up with it.
        answer.remove("p");
        let message = json!({ "role": role, "content": blocks });
        answer.insert("output".to_owned(), json!({ "message": message }));
        Value::Object(answer)
    }
}

impl Block {
    fn new(index: u64) -> Self {
        Block {
            index,
            start: Value::Null,
            text: String::new(),
            input: String::new(),
            thought: String::new(),
            signature: String::new(),
            hidden: String::new(),
            citations: Vec::new(),
            results: Vec::new(),
            image: Value::Null,
            number: None,
            is_open: true,
        }
    }

    /// Bytes that nobody may read, in Base64, which can only be continued after a multiple of three bytes.
    fn add_hidden(&mut self, more: &str) -> Result<(), AnswerError> {
        if !more.is_empty() && (self.hidden.ends_with('=') || !self.hidden.len().is_multiple_of(4))
        {
            return Err(malformed("redacted content cannot be put together"));
        }
        self.hidden.push_str(more);
        Ok(())
    }

    fn into_value(mut self) -> Value {
        if let Some(Value::Object(asked)) = self.start.get_mut("toolUse") {
            asked.insert("input".to_owned(), write_arguments(&self.input));
            return self.start;
        }
        if let Some(Value::Object(result)) = self.start.get_mut("toolResult") {
            result.insert("content".to_owned(), Value::Array(self.results));
            return self.start;
        }
        if let Some(Value::Object(image)) = self.start.get_mut("image") {
            if let Value::Object(more) = self.image {
                image.extend(more);
            }
            return self.start;
        }
        if !self.hidden.is_empty() {
            return json!({ "reasoningContent": { "redactedContent": self.hidden } });
        }
        if !self.thought.is_empty() || !self.signature.is_empty() {
            let mut thought = json!({ "text": self.thought });
            if !self.signature.is_empty() {
                thought["signature"] = json!(self.signature);
            }
            return json!({ "reasoningContent": { "reasoningText": thought } });
        }
        if !self.citations.is_empty() {
            let content = json!([{ "text": self.text }]);
            return json!({ "citationsContent": { "content": content, "citations": self.citations } });
        }
        json!({ "text": self.text })
    }
}

fn read_index(said: &Value) -> Result<u64, AnswerError> {
    let index = said.get("contentBlockIndex").and_then(Value::as_u64);
    index.ok_or_else(|| malformed("an event of a block has no index"))
}
