//! Messages of providers: calls in responses, and the messages that are sent back. The files in `tests/sdks`
//! are also checked against the types of the providers' own libraries.

use crate::searches::held_back;
use crate::tools::{self, GetWeather, Ping};
use serde_json::{Value, json};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{AnswerError, ApproveAll, Context, Target, ToolCall, ToolFailure, ToolResult};

const ANSWERS: &str = include_str!("../../../tests/sdks/answers.json");
const MESSAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/sdks/messages.json");

/// Runs the calls of a response.
fn run(answer: &Value, target: Target) -> Vec<ToolResult> {
    let mocks = Mocks::new()
        .on::<GetWeather>(|call| Ok(json!({ "place": call.args.location, "celsius": 21.5 }).into()))
        .on::<Ping>(|_| Err(ToolFailure::user("NO_NET", "the cable is out")));
    let worker = tools::worker(mocks).approver(ApproveAll::for_tests_only());
    let calls = target.calls(answer).expect("calls");
    let context = Context::default();
    let results = calls.into_iter().map(|call| worker.call(&context, call));
    results.map(block_on).collect()
}

fn answers() -> Value {
    serde_json::from_str(ANSWERS).unwrap()
}

/// `(id, name, arguments)` of each call.
fn calls(target: Target, answer: &Value) -> Vec<(String, String, String)> {
    let parts = |call: ToolCall| (call.id, call.name, call.arguments);
    let calls = target
        .calls(answer)
        .unwrap_or_else(|error| panic!("{error}: {answer}"));
    calls.into_iter().map(parts).collect()
}

fn owned(calls: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let own = |(id, name, arguments): &(&str, &str, &str)| {
        (id.to_string(), name.to_string(), arguments.to_string())
    };
    calls.iter().map(own).collect()
}

#[test]
fn calls_are_taken_from_every_part_of_an_answer() {
    let answers = answers();
    let lyon = r#"{"location":"Lyon"}"#;
    let broken = r#"{"location":"#;
    let message = &answers["openai"][0];
    let expected = owned(&[
        ("call_1", "weather__get", lyon),
        ("call_2", "net__ping", ""),
        ("call_4", "weather__get", broken),
    ]);
    let response = json!({ "object": "chat.completion",
        "choices": [{ "finish_reason": "tool_calls", "message": message }, { "message": {} }] });
    for part in [message, &message["tool_calls"], &response] {
        assert_eq!(calls(Target::OpenAi, part), expected);
    }
    assert_eq!(
        calls(Target::OpenAi, &message["tool_calls"][0]),
        expected[..1]
    );

    let output = &answers["openai-responses"];
    let mut namespaced = expected.clone();
    namespaced[0].1 = "weather::get".to_owned();
    let response = json!({ "object": "response", "status": "completed", "output": output });
    for target in [Target::OpenAiResponses, Target::OpenAiNamespaces] {
        for part in [output, &response] {
            assert_eq!(calls(target, part), namespaced);
        }
        assert_eq!(calls(target, &output[1]), namespaced[..1]);
    }

    let content = &answers["anthropic"];
    let expected = owned(&[
        ("call_1", "weather__get", lyon),
        ("call_2", "net__ping", "{}"),
        ("call_4", "weather__get", r#"{"location":5}"#),
    ]);
    let message = json!({ "type": "message", "role": "assistant", "stop_reason": "tool_use", "content": content });
    for part in [content, &message] {
        assert_eq!(calls(Target::Anthropic, part), expected);
    }
    assert_eq!(calls(Target::Anthropic, &content[1]), expected[..1]);

    let content = &answers["gemini"][0];
    let expected = owned(&[
        ("call_1", "weather__get", lyon),
        ("call_2", "net__ping", ""),
        ("", "weather__get", r#"{"location":5}"#),
    ]);
    let candidate = json!({ "content": content, "finishReason": "STOP" });
    let response = json!({ "candidates": [candidate, {}] });
    for part in [content, &content["parts"], &candidate, &response] {
        assert_eq!(calls(Target::Gemini, part), expected);
    }
    assert_eq!(calls(Target::Gemini, &content["parts"][1]), expected[..1]);

    let steps = &answers["gemini-interactions"];
    let expected = owned(&[
        ("call_1", "weather__get", lyon),
        ("call_2", "net__ping", "{}"),
        ("call_4", "weather__get", r#"{"location":5}"#),
    ]);
    let interaction = json!({ "id": "v1", "status": "requires_action", "steps": steps });
    for part in [steps, &interaction] {
        assert_eq!(calls(Target::GeminiInteractions, part), expected);
    }
    assert_eq!(calls(Target::GeminiInteractions, &steps[1]), expected[..1]);

    let params = json!({ "name": "weather__get", "arguments": { "location": "Lyon" } });
    let request = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    assert_eq!(
        calls(Target::Mcp, &request),
        owned(&[("7", "weather__get", lyon)])
    );
    assert_eq!(
        calls(Target::Mcp, &params),
        owned(&[("", "weather__get", lyon)])
    );
}

#[test]
fn results_go_back_as_their_providers_take_them() {
    let answers = answers();
    let mut messages = serde_json::Map::new();
    for (name, target, answer) in [
        ("openai", Target::OpenAi, &answers["openai"][0]),
        (
            "openai-responses",
            Target::OpenAiResponses,
            &answers["openai-responses"],
        ),
        ("anthropic", Target::Anthropic, &answers["anthropic"]),
        ("gemini", Target::Gemini, &answers["gemini"][0]),
        ("mistral", Target::Mistral, &answers["mistral"][0]),
        (
            "gemini-interactions",
            Target::GeminiInteractions,
            &answers["gemini-interactions"],
        ),
        (
            "mcp",
            Target::Mcp,
            &json!({ "name": "weather__get", "arguments": { "location": "Lyon" } }),
        ),
    ] {
        let results = run(answer, target);
        let searches = target.searches(answer).expect("searches");
        let found = held_back().find_tools(target, &searches);
        let back = target.messages_with_tools(&results, &found);
        messages.insert(name.to_owned(), back.into());
    }
    let failed = run(&json!({ "name": "net__ping" }), Target::Mcp);
    messages["mcp"]
        .as_array_mut()
        .unwrap()
        .extend(Target::Mcp.messages(&failed));
    let text = serde_json::to_string_pretty(&messages).unwrap() + "\n";
    if std::env::var_os("TOOLC_BLESS").is_some() {
        std::fs::write(MESSAGES, &text).unwrap();
    }
    assert_eq!(
        text,
        std::fs::read_to_string(MESSAGES).unwrap(),
        "TOOLC_BLESS=1 writes it anew"
    );
    for target in Target::ALL {
        assert!(target.1.messages(&[]).is_empty());
    }
}

#[test]
fn a_malformed_call_is_answered_and_the_others_run() {
    let broken = [
        json!({ "id": "c", "type": "function" }),
        json!({ "id": "c", "function": { "name": 5, "arguments": {} } }),
        json!({ "id": "c", "function": { "name": "weather__get", "arguments": [1] } }),
        json!({ "id": "c", "function": { "name": "weather__get", "arguments": "{\"location\":" } }),
        json!({ "id": "c", "function": { "name": "weather__get" } }),
        json!({ "id": "c", "function": { "name": "weather__get", "arguments": null } }),
    ];
    for call in broken {
        let good = json!({ "id": "d", "function": { "name": "weather__get", "arguments": { "location": "Lyon" } } });
        let message = json!({ "role": "assistant", "tool_calls": [call, good] });
        let results = run(&message, Target::OpenAi);
        assert_eq!(
            (results[0].call_id.as_str(), results[0].success),
            ("c", false),
            "{message}"
        );
        assert_eq!(
            (results[1].call_id.as_str(), results[1].success),
            ("d", true)
        );
        let sent = Target::OpenAi.messages(&results);
        assert!(sent[0]["content"].as_str().unwrap().starts_with("Error: ["));
    }
    // A call of an unknown tool has an answer too.
    let results = run(
        &json!([{ "type": "tool_use", "id": "c", "name": "made_up" }]),
        Target::Anthropic,
    );
    assert_eq!(
        Target::Anthropic.messages(&results)[0]["content"][0]["is_error"],
        true
    );
}

#[test]
fn what_says_nothing_of_calls_has_none() {
    for (target, answer) in [
        (
            Target::OpenAi,
            json!({ "role": "assistant", "content": "Hello" }),
        ),
        (
            Target::OpenAi,
            json!({ "role": "assistant", "tool_calls": null, "function_call": null }),
        ),
        (
            Target::OpenAi,
            json!({ "choices": [{ "finish_reason": "length", "message": { "role": "assistant" } }] }),
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "incomplete", "output": [{ "type": "message" }] }),
        ),
        (
            Target::Anthropic,
            json!({ "role": "assistant", "content": "Hello" }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "tool_result", "content": "Hello" }),
        ),
        (Target::Gemini, json!({ "role": "model" })),
        (
            Target::Gemini,
            json!({ "candidates": [{ "finishReason": "SAFETY" }] }),
        ),
        (Target::Gemini, json!({ "text": "Hello" })),
        (
            Target::GeminiInteractions,
            json!({ "object": "interaction", "status": "completed" }),
        ),
        (
            Target::GeminiInteractions,
            json!({ "status": "incomplete", "steps": [{ "type": "model_output" }] }),
        ),
    ] {
        assert_eq!(calls(target, &answer), [], "{answer}");
    }
}

#[test]
fn an_answer_that_is_not_whole_is_an_error() {
    let call = json!({ "id": "c", "function": { "name": "t", "arguments": "{}" } });
    let item = |status: &str| json!([{ "type": "function_call", "call_id": "c", "name": "t", "arguments": "{}", "status": status }]);
    let block = json!({ "type": "tool_use", "id": "c", "name": "t", "input": {} });
    let part = json!({ "functionCall": { "name": "t" } });
    let steps = |status: &str| json!({ "status": status, "steps": [{ "type": "function_call", "id": "c", "name": "t", "arguments": {} }] });
    let unfinished = [
        (
            Target::OpenAi,
            json!({ "choices": [{ "finish_reason": "length", "message": { "tool_calls": [call] } }] }),
            "length",
        ),
        (Target::OpenAiResponses, item("incomplete"), "incomplete"),
        (
            Target::OpenAiResponses,
            json!({ "status": "in_progress", "output": [] }),
            "in_progress",
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "incomplete", "incomplete_details": { "reason": "max_output_tokens" }, "output": item("completed") }),
            "max_output_tokens",
        ),
        (
            Target::Anthropic,
            json!({ "stop_reason": "max_tokens", "content": [block] }),
            "max_tokens",
        ),
        (
            Target::Gemini,
            json!({ "content": { "parts": [part] }, "finishReason": "MAX_TOKENS" }),
            "MAX_TOKENS",
        ),
        (
            Target::Gemini,
            json!({ "finishReason": "MALFORMED_FUNCTION_CALL" }),
            "MALFORMED_FUNCTION_CALL",
        ),
        (
            Target::Gemini,
            json!({ "functionCall": { "name": "t", "willContinue": true } }),
            "willContinue",
        ),
        (
            Target::GeminiInteractions,
            steps("incomplete"),
            "incomplete",
        ),
        (
            Target::GeminiInteractions,
            steps("requires_continuation"),
            "requires_continuation",
        ),
        (
            Target::GeminiInteractions,
            steps("in_progress"),
            "in_progress",
        ),
        (Target::GeminiInteractions, steps("failed"), "failed"),
        (Target::GeminiInteractions, steps("cancelled"), "cancelled"),
    ];
    for (target, answer, reason) in unfinished {
        let reason = reason.to_owned();
        assert_eq!(
            target.calls(&answer),
            Err(AnswerError::Unfinished { reason }),
            "{answer}"
        );
    }
    for (_, target) in Target::ALL {
        for answer in [json!({}), json!(null), json!(5)] {
            let error = target.calls(&answer).expect_err("no answer");
            assert!(
                matches!(error, AnswerError::Unknown { .. }),
                "{target:?} {answer}: {error}"
            );
            assert!(error.to_string().starts_with("the answer is not a "));
        }
    }
    for (target, answer) in [
        (Target::OpenAi, json!([{ "function": {} }])),
        (
            Target::OpenAiResponses,
            json!([{ "type": "function_call" }]),
        ),
        (Target::Anthropic, json!([{ "type": "tool_use", "id": 5 }])),
        (
            Target::GeminiInteractions,
            json!([{ "type": "function_call" }]),
        ),
    ] {
        assert_eq!(target.calls(&answer), Err(AnswerError::NoId { index: 0 }));
    }
    for message in [
        json!({ "role": "assistant", "function_call": { "name": "t", "arguments": "{}" } }),
        json!({ "role": "assistant", "tool_calls": "t" }),
    ] {
        assert!(Target::OpenAi.calls(&message).is_err(), "{message}");
    }
}

#[test]
fn a_denied_call_is_answered_as_an_error_without_structured_content() {
    let denied = ScriptedApprover::new([toolc_runtime::Decision::deny("not now")]);
    let worker = tools::worker(Mocks::new()).approver(denied);
    let call = ToolCall::new("c", "net__ping", "{}");
    let result = block_on(worker.call(&Context::default(), call));
    let sent = result.to_mcp();
    assert_eq!(sent["isError"], true);
    assert!(sent.get("structuredContent").is_none(), "{sent}");
}

#[test]
fn converse_has_calls_and_takes_results() {
    let content = json!([
        { "text": "Let me look." },
        { "toolUse": { "toolUseId": "1", "name": "net__ping", "input": {} } },
    ]);
    let message = json!({ "role": "assistant", "content": content });
    let whole = json!({ "output": { "message": message }, "stopReason": "tool_use" });
    for answer in [&whole, &message, &content, &content[1]] {
        let calls = Target::Bedrock.calls(answer).unwrap();
        let named: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(named, ["net__ping"], "{answer}");
    }
    let cut = json!({ "output": { "message": message }, "stopReason": "max_tokens" });
    assert!(Target::Bedrock.calls(&cut).is_err());
    assert!(Target::Bedrock.calls(&json!({ "message": "no" })).is_err());
    let no_id = json!([{ "toolUse": { "name": "net__ping", "input": {} } }]);
    assert!(Target::Bedrock.calls(&no_id).is_err());
    let sent = Target::Bedrock.messages(&run(&whole, Target::Bedrock));
    let block = &sent[0]["content"][0]["toolResult"];
    assert_eq!(block["toolUseId"], "1");
    assert_eq!(block["status"], "error");
    assert!(Target::Bedrock.messages(&[]).is_empty());
}
