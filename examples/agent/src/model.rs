//! Models with scripted responses.

use serde_json::{Value, json};
use std::error::Error;
use toolc_runtime::Target;

/// A provider, and the responses of its model, in order.
#[derive(Clone, Copy)]
pub struct Script {
    /// The provider's API.
    pub target: Target,
    answers: &'static str,
}

pub const OPENAI: Script = Script {
    target: Target::OpenAi,
    answers: include_str!("../scripts/openai.json"),
};

pub const ANTHROPIC: Script = Script {
    target: Target::Anthropic,
    answers: include_str!("../scripts/anthropic.json"),
};

/// The responses that a model has left.
pub struct Model {
    answers: std::vec::IntoIter<Value>,
}

impl Model {
    pub fn new(script: Script) -> Result<Self, serde_json::Error> {
        let answers: Vec<Value> = serde_json::from_str(script.answers)?;
        Ok(Model {
            answers: answers.into_iter(),
        })
    }

    /// Stands in for the request to the provider, which would send the tools and the messages.
    pub fn send(&mut self, _tools: &Value, _messages: &[Value]) -> Result<Value, Box<dyn Error>> {
        Ok(self
            .answers
            .next()
            .ok_or("the model has nothing more to say")?)
    }
}

impl Script {
    /// The message of a response, as the next request repeats it.
    pub fn message(self, answer: &Value) -> Value {
        match self.target {
            Target::OpenAi => answer["choices"][0]["message"].clone(),
            _ => json!({ "role": "assistant", "content": answer["content"] }),
        }
    }

    /// The texts in a response.
    pub fn words(self, answer: &Value) -> Vec<&str> {
        match self.target {
            Target::OpenAi => answer["choices"][0]["message"]["content"]
                .as_str()
                .into_iter()
                .collect(),
            _ => {
                let blocks = answer["content"].as_array().into_iter().flatten();
                blocks.filter_map(|block| block["text"].as_str()).collect()
            }
        }
    }
}
