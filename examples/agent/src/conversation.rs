//! One conversation: a question, then responses and tool calls in turns until the model makes no more calls.

use crate::model::{Model, Script};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use toolc_runtime::provider::Delta;
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
    let mut model = Model::new(script);
    let mut messages: Vec<Value> = vec![json!({ "role": "user", "content": question })];
    writeln!(out, "user: {question}")?;
    for _ in 0..MOST_TURNS {
        write!(out, "model: ")?;
        let mut assembler = script.target.assembler();
        for chunk in model.send(&tools, &messages)? {
            show(out, &assembler.push_bytes(chunk)?)?;
        }
        let answer = assembler.finish()?;
        let calls = script.target.calls(&answer)?;
        messages.extend(script.target.message(&answer)?);
        if calls.is_empty() {
            return Ok(());
        }
        for call in &calls {
            writeln!(out, "call {}: {} {}", call.id, call.name, call.arguments)?;
        }
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

/// Writes what has just arrived.
fn show(out: &mut impl Write, deltas: &[Delta]) -> std::io::Result<()> {
    for delta in deltas {
        match delta {
            Delta::Text(text) => write!(out, "{text}")?,
            Delta::CallBegun { name, .. } => write!(out, "[{name} …]")?,
            Delta::Finished { .. } => writeln!(out)?,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
