//! One conversation: a question, then responses and tool calls in turns until the model makes no more calls.

use crate::model::{Model, Script};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use toolc_runtime::{Context, Order, Worker};

/// Stops a model that keeps making calls.
const MOST_TURNS: usize = 10;

pub async fn converse<H: Send + Sync + 'static>(
    out: &mut impl Write,
    worker: &Worker<H>,
    context: &Context,
    script: Script,
    question: &str,
) -> Result<(), Box<dyn Error>> {
    let tools = worker.definitions(script.target).value();
    let mut model = Model::new(script)?;
    let mut messages: Vec<Value> = vec![json!({ "role": "user", "content": question })];
    writeln!(out, "user: {question}")?;
    for _ in 0..MOST_TURNS {
        let answer = model.send(&tools, &messages)?;
        for words in script.words(&answer) {
            writeln!(out, "model: {words}")?;
        }
        let calls = script.target.calls(&answer)?;
        if calls.is_empty() {
            return Ok(());
        }
        for call in &calls {
            writeln!(out, "call {}: {} {}", call.id, call.name, call.arguments)?;
        }
        messages.push(script.message(&answer));
        let results = worker.call_all(context, calls, Order::InOrder).await;
        for result in &results {
            writeln!(
                out,
                "result {}: {}",
                result.call_id,
                result.to_llm_message()
            )?;
        }
        messages.extend(script.target.messages(&results));
    }
    Err("the model did not come to an end".into())
}
