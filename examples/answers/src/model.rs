//! Models whose responses are recorded.

use serde_json::{Value, json};
use std::collections::VecDeque;
use toolc_runtime::Target;

/// A model at a provider.
pub struct Model {
    responses: VecDeque<Value>,
}

impl Model {
    /// The recorded model of a provider.
    pub fn of(target: Target) -> Self {
        let responses = match target {
            // held to the schema: what may be absent is null there
            Target::OpenAi => vec![json!({ "choices": [{ "finish_reason": "stop", "message": {
                "role": "assistant",
                "refusal": null,
                "content": r#"{"severity":"high","summary":"Nobody sees the page.","steps":["Roll back."],"owner":null}"#,
            } }] })],
            // the length of a text is not enforced there
            Target::Anthropic => vec![
                of_anthropic(&json!({
                    "severity": "high", "steps": ["Roll back."], "owner": "web",
                    "summary": "The page has been blank since this morning, for everybody, in every browser and country.",
                })),
                of_anthropic(&json!({
                    "severity": "high", "steps": ["Roll back."], "owner": "web",
                    "summary": "Nobody sees the page.",
                })),
            ],
            _ => vec![
                json!({ "candidates": [{ "finishReason": "STOP", "content": { "role": "model", "parts": [
                { "text": "The user reports an outage.", "thought": true },
                { "text": r#"{"severity":"low","summary":"Probably a cache.","steps":[]}"# },
            ] } }] }),
            ],
        };
        Model {
            responses: responses.into(),
        }
    }

    /// The next response, whatever is asked.
    pub fn send(&mut self, _request: &Value) -> Result<Value, &'static str> {
        self.responses
            .pop_front()
            .ok_or("the model has nothing more to say")
    }
}

fn of_anthropic(answer: &Value) -> Value {
    json!({
        "type": "message", "role": "assistant", "stop_reason": "end_turn",
        "content": [{ "type": "text", "text": answer.to_string() }],
    })
}
