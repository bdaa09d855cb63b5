//! Google Gemini: Interactions.

use super::said::Said;
use super::{
    AnswerError, ServiceError, call, id, read_caller, text, unfinished, whole, wrap_arguments,
};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};
use std::collections::HashSet;

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Gemini's Interactions, its `steps` or one of them",
};

/// The type of a step that calls a function.
pub(super) const FUNCTION_CALL: &str = "function_call";
const FUNCTION_RESULT: &str = "function_result";
const MODEL_OUTPUT: &str = "model_output";
const THOUGHT: &str = "thought";
const USER_INPUT: &str = "user_input";

/// States of an interaction whose answer was cut off.
const CUT: &[&str] = &["budget_exceeded", "incomplete", "requires_continuation"];

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let Some(steps) = list_steps(answer) else {
        return of_parts(answer);
    };
    match text(answer, "status") {
        "" | "completed" => of_steps(steps),
        // The model wanted to call a tool, and the call was lost.
        status @ "requires_action" if !steps.iter().any(says_something) => Err(unfinished(status)),
        "requires_action" => of_steps(steps),
        status if CUT.contains(&status) => whole(of_steps(steps), Some(status)),
        "failed" if answer["errors"][0].is_object() => Err(AnswerError::Service(
            ServiceError::read_object(&answer["errors"][0]),
        )),
        status => Err(unfinished(status)),
    }
}

/// The steps of an interaction. One without steps leaves the field out.
fn list_steps(answer: &Value) -> Option<&[Value]> {
    match answer.get("steps") {
        Some(steps) => steps.as_array().map(Vec::as_slice),
        None if text(answer, "object") == "interaction" => Some(&[]),
        None => None,
    }
}

fn says_something(step: &Value) -> bool {
    !matches!(text(step, "type"), THOUGHT | USER_INPUT) && !is_blank(step)
}

/// A part of an interaction: its steps, or one of them.
fn of_parts(parts: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let steps = match parts {
        Value::Array(steps) => steps.as_slice(),
        step => std::slice::from_ref(step),
    };
    match steps.iter().all(is_step) {
        true => of_steps(steps),
        false => Err(UNKNOWN),
    }
}

/// Whether something has a type that steps have. Items of Responses, which have similar ones, answer to a `call_id`.
fn is_step(part: &Value) -> bool {
    match text(part, "type") {
        FUNCTION_RESULT | MODEL_OUTPUT | THOUGHT | USER_INPUT => true,
        kind => {
            let is_own = kind.ends_with("_call") || kind.ends_with("_result");
            is_own && part.get("call_id").is_none_or(|_| kind != FUNCTION_CALL)
        }
    }
}

/// The calls that nobody has answered: an interaction that was stored and asked for again has their results as well.
fn of_steps(steps: &[Value]) -> Result<Vec<ToolCall>, AnswerError> {
    let results = steps
        .iter()
        .filter(|step| text(step, "type") == FUNCTION_RESULT);
    let answered: HashSet<&str> = results.map(|step| text(step, "call_id")).collect();
    let calls = steps.iter().enumerate().filter(|(_, step)| {
        text(step, "type") == FUNCTION_CALL && !answered.contains(text(step, "id"))
    });
    calls.map(|(index, step)| of_step(step, index)).collect()
}

fn of_step(step: &Value, index: usize) -> Result<ToolCall, AnswerError> {
    let name = text(step, "name").to_owned();
    let made = call(id(step, "id", index)?, name, step.get("arguments"));
    Ok(made.by(read_caller(step, CalledBy::Model)))
}

/// The steps that go back: those of the model. One that was stored and asked for again begins with the input.
pub(super) fn read_steps(answer: &Value) -> Vec<Value> {
    let steps = list_steps(answer).unwrap_or_else(|| match answer {
        Value::Array(steps) => steps,
        step => std::slice::from_ref(step),
    });
    let is_input = |step: &&Value| matches!(text(step, "type"), USER_INPUT | FUNCTION_RESULT);
    let said = steps.iter().skip_while(is_input);
    let mut said: Vec<Value> = said.filter(|step| !is_blank(step)).cloned().collect();
    for step in &mut said {
        if text(step, "type") == FUNCTION_CALL {
            step["arguments"] = wrap_arguments(&step["arguments"]);
        }
    }
    said
}

/// What the last output of the model says.
pub(super) fn read_said(answer: &Value) -> Said {
    let steps = read_steps(answer);
    let mut outputs = steps.iter().rev();
    let output = outputs.find(|step| text(step, "type") == MODEL_OUTPUT);
    let parts = output.and_then(|output| output["content"].as_array());
    let texts = parts
        .into_iter()
        .flatten()
        .filter(|part| text(part, "type") == "text");
    let status = text(answer, "status");
    Said {
        text: texts.map(|part| text(part, "text")).collect(),
        refusal: None,
        cut: CUT.contains(&status).then(|| status.to_owned()),
    }
}

/// Whether a step is an output in which nothing is said.
fn is_blank(step: &Value) -> bool {
    let is_blank =
        |part: &Value| text(part, "type") == "text" && text(part, "text").trim().is_empty();
    let content = step.get("content").and_then(Value::as_array);
    text(step, "type") == MODEL_OUTPUT
        && step.get("error").is_none_or(Value::is_null)
        && content.is_none_or(|parts| parts.iter().all(is_blank))
}

pub(super) fn write_step(result: &ToolResult) -> Value {
    let mut step = json!({
        "type": FUNCTION_RESULT,
        "call_id": result.call_id,
        "name": result.name,
        "result": result.to_llm_message(),
    });
    if !result.success {
        step["is_error"] = Value::Bool(true);
    }
    step
}
