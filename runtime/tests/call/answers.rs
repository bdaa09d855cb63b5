//! Answers of models that are not whole or not answers, or whose calls are in unusual places.

#[path = "interactions.rs"]
mod interactions;
#[path = "others.rs"]
mod others;

use serde_json::{Value, json};
use toolc_runtime::{AnswerError, Target};

/// The names of the calls, or the reason why there are none.
fn names(target: Target, answer: &Value) -> Result<Vec<String>, AnswerError> {
    let calls = target.calls(answer)?;
    Ok(calls.into_iter().map(|call| call.name).collect())
}

fn is_unknown(target: Target, answer: &Value) -> bool {
    matches!(target.calls(answer), Err(AnswerError::Unknown { .. }))
}

fn is_event(target: Target, answer: &Value) -> bool {
    matches!(target.calls(answer), Err(AnswerError::Event { .. }))
}

fn is_unfinished(target: Target, answer: &Value, reason: &str) -> bool {
    let reason = reason.to_owned();
    target.calls(answer) == Err(AnswerError::Unfinished { reason })
}

fn item() -> Value {
    json!({ "type": "function_call", "call_id": "c", "name": "pay", "arguments": "{}" })
}

fn block() -> Value {
    json!({ "type": "tool_use", "id": "c", "name": "pay", "input": {} })
}

fn step() -> Value {
    json!({ "type": "function_call", "id": "c", "name": "pay", "arguments": {} })
}

#[test]
fn calls_that_are_still_being_streamed_do_not_run() {
    let mut added = item();
    added["arguments"] = json!("");
    for status in ["in_progress", "incomplete", "queued"] {
        added["status"] = json!(status);
        assert!(is_unfinished(Target::OpenAiResponses, &added, status));
        let answer = json!({ "status": "completed", "output": [added] });
        assert!(is_unfinished(Target::OpenAiResponses, &answer, status));
    }
    added["status"] = Value::Null;
    assert_eq!(
        names(Target::OpenAiResponses, &added),
        Ok(vec!["pay".into()])
    );
    let mut snapshot = json!({ "type": "message", "stop_reason": null, "content": [block()] });
    let target = Target::Anthropic;
    assert!(is_unfinished(target, &snapshot, "stop_reason: null"));
    snapshot["content"] = json!([]);
    assert_eq!(names(target, &snapshot), Ok(vec![]));
    let chunk = json!({ "functionCall": { "name": "pay", "partialArgs": [{ "jsonPath": "$.to", "stringValue": "Ada" }] } });
    assert!(is_unfinished(Target::Gemini, &chunk, "partialArgs"));
}

#[test]
fn events_of_streams_and_results_of_batches_are_no_answers() {
    let answer = json!({ "status": "completed", "output": [item()] });
    let message = json!({ "type": "message", "content": [block()] });
    for (target, other) in [
        (
            Target::OpenAiResponses,
            json!({ "type": "response.completed", "response": answer }),
        ),
        (
            Target::OpenAiResponses,
            json!({ "type": "response.output_item.done", "item": item() }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "message_start", "message": message }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "content_block_start", "index": 0, "content_block": block() }),
        ),
        (
            Target::Bedrock,
            json!({ "contentBlockStart": { "start": { "toolUse": { "toolUseId": "c", "name": "pay" } } } }),
        ),
        (
            Target::GeminiInteractions,
            json!({ "event_type": "step.start", "index": 0, "step": step() }),
        ),
        (
            Target::GeminiInteractions,
            json!({ "event_type": "interaction.completed", "interaction": { "steps": [step()] } }),
        ),
    ] {
        assert!(is_event(target, &other), "{other}");
        assert!(is_event(target, &json!([other])), "a list of {other}");
    }
    let result = json!({ "type": "succeeded", "message": message });
    assert!(is_unknown(Target::Anthropic, &result));
}

#[test]
fn an_answer_that_announces_calls_and_is_empty_is_an_error() {
    let chat = |content: Value| {
        let message = json!({ "role": "assistant", "content": content, "reasoning": "Pay Ada." });
        json!({ "choices": [{ "finish_reason": "tool_calls", "message": message }] })
    };
    let anthropic =
        |content| json!({ "type": "message", "stop_reason": "tool_use", "content": content });
    let converse = |content: Value| json!({ "output": { "message": { "content": content } }, "stopReason": "tool_use" });
    let interaction = |steps: Value| json!({ "steps": steps, "status": "requires_action" });
    for (target, empty, reason) in [
        (Target::OpenAi, chat(Value::Null), "tool_calls"),
        (Target::OpenAi, chat(json!(" \n")), "tool_calls"),
        (Target::Anthropic, anthropic(json!([])), "tool_use"),
        (Target::Bedrock, converse(json!([])), "tool_use"),
        (
            Target::GeminiInteractions,
            interaction(json!([{ "type": "thought" }])),
            "requires_action",
        ),
        (
            Target::GeminiInteractions,
            json!({ "object": "interaction", "status": "requires_action" }),
            "requires_action",
        ),
    ] {
        assert!(is_unfinished(target, &empty, reason), "{empty}");
    }
    let own = json!([{ "type": "tool_use", "id": "c", "name": "zoom", "toolset_name": "browser" }]);
    for (target, said) in [
        (Target::OpenAi, chat(json!("I paid."))),
        (
            Target::Anthropic,
            anthropic(json!([{ "type": "text", "text": "I paid." }])),
        ),
        (Target::Anthropic, anthropic(own)),
        (Target::Bedrock, converse(json!([{ "text": "I paid." }]))),
        (
            Target::GeminiInteractions,
            interaction(
                json!([{ "type": "model_output", "content": [{ "type": "text", "text": "I paid." }] }]),
            ),
        ),
    ] {
        assert_eq!(names(target, &said), Ok(vec![]), "{said}");
    }
}

#[test]
fn two_calls_with_one_id_are_an_error() {
    let same = Err(AnswerError::SameId { id: "c".into() });
    let call = json!({ "id": "c", "function": { "name": "pay", "arguments": "{}" } });
    let asked = json!({ "toolUse": { "toolUseId": "c", "name": "pay" } });
    let part = |id: &str| json!({ "functionCall": { "id": id, "name": "pay" } });
    for (target, answer) in [
        (Target::OpenAi, json!([call, call])),
        (Target::OpenAiResponses, json!([item(), item()])),
        (Target::Anthropic, json!([block(), block()])),
        (Target::Bedrock, json!([asked, asked])),
        (Target::Gemini, json!([part("c"), part("c")])),
        (Target::GeminiInteractions, json!([step(), step()])),
    ] {
        assert_eq!(names(target, &answer), same, "{answer}");
    }
    let nameless = json!([part(""), part("")]);
    let two = vec!["pay".to_owned(), "pay".to_owned()];
    assert_eq!(names(Target::Gemini, &nameless), Ok(two));
}

#[test]
fn chat_completions_may_have_calls_in_a_later_choice_and_none_of_the_old_form() {
    let call =
        json!({ "id": "c", "type": "function", "function": { "name": "pay", "arguments": "{}" } });
    let text = json!({ "finish_reason": "stop", "message": { "role": "assistant", "content": "I will." } });
    let made = |reason| json!({ "finish_reason": reason, "message": { "role": "assistant", "tool_calls": [call] } });
    let answer = json!({ "choices": [text, made("tool_calls"), made("tool_calls")] });
    assert_eq!(names(Target::OpenAi, &answer), Ok(vec!["pay".into()]));
    let cut = json!({ "choices": [text, made("length")] });
    assert!(is_unfinished(Target::OpenAi, &cut, "length"));
    assert_eq!(
        names(Target::OpenAi, &json!({ "choices": [text, text] })),
        Ok(vec![])
    );
    assert!(is_unknown(Target::OpenAi, &json!({ "choices": [] })));
    for none in [json!(null), json!([])] {
        let old = json!({ "name": "pay", "arguments": "{}" });
        let mut message = json!({ "role": "assistant", "tool_calls": none, "function_call": old });
        assert!(is_unknown(Target::OpenAi, &message), "{message}");
        message["tool_calls"] = json!([call]);
        assert_eq!(names(Target::OpenAi, &message), Ok(vec!["pay".into()]));
    }
}

#[test]
fn services_with_the_api_of_chat_completions_cut_answers_off_for_reasons_of_their_own() {
    let call = json!({ "id": "c", "function": { "name": "pay", "arguments": "{}" } });
    let answer = |reason: &str, calls: Value| {
        let message = json!({ "role": "assistant", "content": null, "tool_calls": calls });
        json!({ "choices": [{ "finish_reason": reason, "message": message }] })
    };
    for reason in ["model_length", "insufficient_system_resource", "abort"] {
        let cut = answer(reason, json!([call]));
        assert!(is_unfinished(Target::OpenAi, &cut, reason));
        let text = answer(reason, json!([]));
        assert_eq!(names(Target::OpenAi, &text), Ok(vec![]));
    }
    for reason in ["error", "function_call_filter: MALFORMED_FUNCTION_CALL"] {
        for calls in [json!([call]), json!([])] {
            let failed = answer(reason, calls);
            assert!(is_unfinished(Target::OpenAi, &failed, reason));
        }
    }
    let mut failed = answer("stop", json!([call]));
    failed["choices"][0]["error"] = json!({ "code": 502, "message": "Provider returned error" });
    let Err(AnswerError::Service(error)) = Target::OpenAi.calls(&failed) else {
        panic!("an error of the service");
    };
    assert_eq!((error.status, error.retryable), (Some(502), true));
    let no_role =
        json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "I paid." } }] });
    assert_eq!(names(Target::OpenAi, &no_role), Ok(vec![]));
    for reason in ["stop", "tool_calls", "eos"] {
        let answer = answer(reason, json!([call]));
        assert_eq!(names(Target::OpenAi, &answer), Ok(vec!["pay".into()]));
    }
}

#[test]
fn gemini_is_read_as_its_python_library_writes_it() {
    let part = |call: Value| json!({ "text": null, "thought": null, "function_call": call });
    let call = json!({ "id": null, "name": "pay", "args": {}, "partial_args": null, "will_continue": null });
    let content = json!({ "role": "model", "parts": [{ "text": "I will.", "function_call": null }, part(call)] });
    let answer =
        |reason: &str| json!({ "candidates": [{ "content": content, "finish_reason": reason }] });
    assert_eq!(
        names(Target::Gemini, &answer("STOP")),
        Ok(vec!["pay".into()])
    );
    assert!(is_unfinished(
        Target::Gemini,
        &answer("MAX_TOKENS"),
        "MAX_TOKENS"
    ));
    for (field, value, reason) in [
        ("will_continue", json!(true), "willContinue"),
        (
            "partial_args",
            json!([{ "json_path": "$.to" }]),
            "partialArgs",
        ),
    ] {
        let part = part(json!({ "name": "pay", field: value }));
        assert!(is_unfinished(Target::Gemini, &part, reason), "{part}");
    }
    let blocked = json!({ "candidates": [{ "content": null, "finish_reason": "SAFETY" }] });
    assert_eq!(names(Target::Gemini, &blocked), Ok(vec![]));
}

#[test]
fn gemini_says_when_a_prompt_is_blocked_an_answer_is_empty_and_a_streamed_call_ends() {
    let target = Target::Gemini;
    for blocked in [
        json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" }, "usageMetadata": {} }),
        json!({ "candidates": [], "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } }),
        json!({ "candidates": null, "prompt_feedback": { "block_reason": "PROHIBITED_CONTENT" } }),
    ] {
        assert!(is_unfinished(target, &blocked, "PROHIBITED_CONTENT"));
    }
    let passed = json!({ "candidates": [{ "content": { "role": "model" } }],
        "promptFeedback": { "safetyRatings": [] } });
    assert_eq!(names(target, &passed), Ok(vec![]));
    for empty in [
        json!({ "finishReason": "STOP", "index": 0 }),
        json!({ "finishReason": "STOP", "content": {} }),
    ] {
        let answer = json!({ "candidates": [empty] });
        assert_eq!(names(target, &answer), Ok(vec![]), "{answer}");
    }
    let reason = "MISSING_THOUGHT_SIGNATURE";
    let failed = json!({ "candidates": [{ "finishReason": reason, "content": {} }] });
    assert!(is_unfinished(target, &failed, reason));
    assert!(is_unknown(target, &json!({ "usageMetadata": {} })));
    assert!(is_unknown(target, &json!({ "candidates": [] })));
    assert!(is_unknown(target, &json!({})));
    for end in [
        json!({}),
        json!({ "id": "c", "name": null, "args": null, "will_continue": false }),
    ] {
        let content = json!({ "role": "model", "parts": [{ "functionCall": end }] });
        assert!(is_unfinished(target, &content, "functionCall: {}"), "{end}");
    }
    let nameless = json!({ "functionCall": { "args": { "to": "Ada" } } });
    assert_eq!(names(target, &nameless), Ok(vec![String::new()]));
}

#[test]
fn blocks_and_parts_of_every_kind_may_be_read_one_by_one() {
    for (target, block) in [
        (
            Target::Bedrock,
            json!({ "reasoningContent": { "reasoningText": { "text": "Hm." } } }),
        ),
        (
            Target::Bedrock,
            json!({ "citationsContent": { "content": [] } }),
        ),
        (
            Target::Gemini,
            json!({ "inlineData": { "mimeType": "image/png", "data": "" } }),
        ),
        (Target::Gemini, json!({ "thoughtSignature": "c2ln" })),
        (
            Target::Gemini,
            json!({ "text": null, "executable_code": { "code": "1" } }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "thinking", "thinking": "Hm.", "signature": "" }),
        ),
        (
            Target::OpenAiResponses,
            json!({ "type": "reasoning", "summary": [] }),
        ),
    ] {
        assert_eq!(names(target, &block), Ok(vec![]), "{block}");
    }
    let written = json!([{ "text": "I will.", "toolUse": null }]);
    assert_eq!(names(Target::Bedrock, &written), Ok(vec![]));
}

#[test]
fn converse_says_when_calls_are_malformed_cut_or_done() {
    let asked = json!({ "toolUse": { "toolUseId": "1", "name": "pay", "input": {} } });
    let answer = |reason: &str, content: Value| json!({ "output": { "message": { "role": "assistant", "content": content } }, "stopReason": reason });
    for reason in ["malformed_tool_use", "malformed_model_output"] {
        for content in [json!([]), json!([asked])] {
            let answer = answer(reason, content);
            assert!(is_unfinished(Target::Bedrock, &answer, reason));
        }
    }
    let reason = "guardrail_intervened";
    let cut = answer(reason, json!([asked]));
    assert!(is_unfinished(Target::Bedrock, &cut, reason));
    let blocked = answer(reason, json!([{ "text": "I cannot say." }]));
    assert_eq!(names(Target::Bedrock, &blocked), Ok(vec![]));
    let done = json!({ "toolUse": { "toolUseId": "2", "name": "nova_grounding", "type": "server_tool_use", "input": {} } });
    let answer = answer("tool_use", json!([done, asked]));
    assert_eq!(names(Target::Bedrock, &answer), Ok(vec!["pay".into()]));
}

#[test]
fn the_reason_why_an_answer_was_cut_off_counts_before_what_is_wrong_with_its_last_call() {
    let mut cut = item();
    cut["status"] = json!("incomplete");
    cut["arguments"] = json!("{\"to\":");
    let answer = json!({ "status": "incomplete", "output": [cut],
        "incomplete_details": { "reason": "max_output_tokens" } });
    let target = Target::OpenAiResponses;
    assert!(is_unfinished(target, &answer, "max_output_tokens"));
    let message = json!({ "role": "assistant", "tool_calls": [{ "function": { "name": "pay" } }] });
    let answer = json!({ "choices": [{ "finish_reason": "length", "message": message }] });
    assert!(is_unfinished(Target::OpenAi, &answer, "length"));
    let part = json!({ "functionCall": { "name": "pay", "willContinue": true } });
    let answer = json!({ "content": { "parts": [part] }, "finishReason": "MAX_TOKENS" });
    assert!(is_unfinished(Target::Gemini, &answer, "MAX_TOKENS"));
}
