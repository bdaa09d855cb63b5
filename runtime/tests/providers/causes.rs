//! What is not an answer, each cause by itself, and what goes back of an answer.

use serde_json::{Value, json};
use std::time::Duration;
use toolc_runtime::{AnswerError, ServiceError, Target};

fn service_error(target: Target, body: &Value) -> ServiceError {
    match target.calls(body) {
        Err(AnswerError::Service(error)) => error,
        other => panic!("{target:?} {body}: {other:?}"),
    }
}

#[test]
fn errors_of_services_are_told_from_everything_else_in_each_form() {
    let retry = json!([
        { "@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [] },
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s" },
    ]);
    let limit = json!({ "error": { "code": 429, "message": "Quota.", "status": "RESOURCE_EXHAUSTED", "details": retry } });
    let advice = |text: &str| json!({ "error": { "type": "tokens", "code": "rate_limit_exceeded", "message": text } });
    let ms = Duration::from_millis;
    for (body, code, status, wait, retryable) in [
        (
            limit.clone(),
            "RESOURCE_EXHAUSTED",
            Some(429),
            Some(ms(34_500)),
            true,
        ),
        (
            json!([limit]),
            "RESOURCE_EXHAUSTED",
            Some(429),
            Some(ms(34_500)),
            true,
        ),
        (
            advice("Rate limit reached. Please try again in 1m2.5s. Visit …"),
            "rate_limit_exceeded",
            None,
            Some(ms(62_500)),
            true,
        ),
        (
            advice("Please try again in 20ms."),
            "rate_limit_exceeded",
            None,
            Some(ms(20)),
            true,
        ),
        (
            advice("Please try again in a while."),
            "rate_limit_exceeded",
            None,
            None,
            true,
        ),
        (
            json!({ "error": { "type": "insufficient_quota", "code": "insufficient_quota", "message": "No credit." } }),
            "insufficient_quota",
            None,
            None,
            false,
        ),
        (
            json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" }, "request_id": "req_1" }),
            "overloaded_error",
            None,
            None,
            true,
        ),
        (
            json!({ "type": "error", "error": { "type": "invalid_request_error", "message": "No." } }),
            "invalid_request_error",
            None,
            None,
            false,
        ),
        (
            json!({ "type": "error", "code": "server_error", "message": "Oh.", "param": null, "sequence_number": 3 }),
            "server_error",
            None,
            None,
            true,
        ),
        (
            json!({ "throttlingException": { "message": "Slow down." } }),
            "throttlingException",
            None,
            None,
            true,
        ),
        (
            json!({ "__type": "com.amazon.coral.service#ValidationException", "message": "No." }),
            "ValidationException",
            None,
            None,
            false,
        ),
        (
            json!({ "modelStreamErrorException": { "message": "Oh.", "originalStatusCode": 424, "originalMessage": "…" } }),
            "modelStreamErrorException",
            Some(424),
            None,
            true,
        ),
        (
            json!({ "object": "error", "message": "No.", "type": "BadRequestError", "code": 400 }),
            "BadRequestError",
            Some(400),
            None,
            false,
        ),
        (
            json!({ "error": "model not loaded" }),
            "error",
            None,
            None,
            false,
        ),
        (
            json!({ "error": { "message": "overloaded" } }),
            "error",
            None,
            None,
            false,
        ),
    ] {
        for (_, target) in Target::ALL {
            let error = service_error(*target, &body);
            let found = (
                error.code.as_str(),
                error.status,
                error.retry_after,
                error.retryable,
            );
            assert_eq!(found, (code, status, wait, retryable), "{target:?}: {body}");
        }
    }
    let bare = json!({ "message": "The security token is invalid." });
    assert_eq!(
        service_error(Target::Bedrock, &bare).message,
        bare["message"]
    );
}

#[test]
fn a_response_adds_its_status_and_its_headers() {
    let overloaded =
        json!({ "type": "error", "error": { "type": "overloaded_error", "message": "" } });
    let error = Target::Anthropic.calls(&overloaded).expect_err("an error");
    let headers = |name: &str| match name {
        "retry-after" => Some("7"),
        "x-should-retry" => Some("false"),
        _ => None,
    };
    let told = error.clone().with_response(529, headers);
    assert_eq!(told.retry_after(), Some(Duration::from_secs(7)));
    assert!(!told.is_retryable());
    let exact = |name: &str| Some(if name.ends_with("-ms") { "1500" } else { "2" });
    let exact = error.clone().with_response(529, exact);
    assert_eq!(exact.retry_after(), Some(Duration::from_millis(1500)));
    for odd in ["-1", "NaN", "1e300", "Wed, 21 Oct 2026 07:28:00 GMT"] {
        let told = error.clone().with_response(529, |_| Some(odd));
        assert_eq!(told.retry_after(), None, "{odd}");
    }
    // A page of a proxy is no error of the provider's, so the status is all that is known.
    let unknown = Target::Anthropic.calls(&json!({})).expect_err("no answer");
    let gateway = unknown.clone().with_response(502, |_| None);
    assert_eq!(gateway.to_string(), "the service reports `502`");
    assert!(gateway.is_retryable());
    assert_eq!(unknown.clone().with_response(200, |_| None), unknown);
}

#[test]
fn answers_of_other_providers_are_named_also_without_calls() {
    let text = json!([{ "type": "text", "text": "Hello" }]);
    for (answer, provider) in [
        (
            json!({ "candidates": [{ "content": { "parts": [{ "text": "Hello" }] } }] }),
            Target::Gemini,
        ),
        (
            json!({ "choices": [{ "message": { "content": "Hello" } }] }),
            Target::OpenAi,
        ),
        (
            json!({ "object": "response", "output": [] }),
            Target::OpenAiResponses,
        ),
        (
            json!({ "object": "interaction", "steps": [{ "type": "model_output", "content": text }] }),
            Target::GeminiInteractions,
        ),
        (
            json!({ "output": { "message": { "content": [{ "text": "Hello" }] } } }),
            Target::Bedrock,
        ),
    ] {
        for (_, target) in Target::ALL {
            match target.calls(&answer) {
                Ok(calls) => assert!(calls.is_empty()),
                Err(AnswerError::OtherProvider {
                    provider: found, ..
                }) => assert_eq!(found, provider),
                other => panic!("{target:?} {answer}: {other:?}"),
            }
        }
    }
    let message = json!({ "type": "message", "role": "assistant", "content": text });
    let error = Target::Gemini.calls(&message).map(|calls| calls.len());
    let error = error.expect_err("an answer of Anthropic");
    assert!(
        error.to_string().ends_with("looks like one of `anthropic`"),
        "{error}"
    );
}

#[test]
fn the_message_of_an_answer_goes_back_as_it_came() {
    let call =
        json!({ "id": "c", "type": "function", "function": { "name": "pay", "arguments": "{}" } });
    let said = json!({ "role": "assistant", "content": "Hm.", "reasoning_content": "…" });
    let calling = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
    let chat = json!({ "choices": [{ "message": said }, { "message": calling }] });
    assert_eq!(Target::OpenAi.message(&chat), Ok(vec![calling.clone()]));
    let chat = json!({ "choices": [{ "message": said }] });
    assert_eq!(Target::OpenAi.message(&chat), Ok(vec![said]));
    for part in [json!([call]), call.clone()] {
        assert_eq!(Target::OpenAi.message(&part), Ok(vec![calling.clone()]));
    }

    let reasoning =
        json!({ "type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "…" });
    let item = json!({ "type": "function_call", "call_id": "c", "name": "pay", "arguments": "{}" });
    let response = json!({ "status": "completed", "output": [reasoning, item] });
    let items = Ok(vec![reasoning, item]);
    assert_eq!(Target::OpenAiResponses.message(&response), items);
    assert_eq!(Target::OpenAiNamespaces.message(&response["output"]), items);

    let thinking = json!({ "type": "thinking", "thinking": "…", "signature": "c2ln" });
    let hidden = json!({ "type": "redacted_thinking", "data": "…" });
    let blank = json!({ "type": "text", "text": " " });
    let used = |input| json!({ "type": "tool_use", "id": "c", "name": "pay", "input": input });
    let content = json!([thinking, hidden, blank, used(json!("{\"to\":"))]);
    let answer = json!({ "type": "message", "role": "assistant", "stop_reason": "tool_use", "content": content });
    let back = json!([
        thinking,
        hidden,
        used(json!({ "INVALID_JSON": "{\"to\":" }))
    ]);
    let back = json!({ "role": "assistant", "content": back });
    assert_eq!(Target::Anthropic.message(&answer), Ok(vec![back.clone()]));
    assert_eq!(
        Target::Anthropic.message(&answer["content"]),
        Ok(vec![back])
    );
    let whole = json!([used(json!(r#"{"to":"Ada"}"#))]);
    let back = Target::Anthropic.message(&whole).expect("a message");
    assert_eq!(back[0]["content"][0]["input"], json!({ "to": "Ada" }));

    let thought =
        json!({ "reasoningContent": { "reasoningText": { "text": "…", "signature": "c2ln" } } });
    let asked = |input| json!({ "toolUse": { "toolUseId": "c", "name": "pay", "input": input } });
    let message =
        json!({ "role": "assistant", "content": [thought, { "text": "" }, asked(json!(null))] });
    let answer = json!({ "output": { "message": message }, "stopReason": "tool_use" });
    let back = json!({ "role": "assistant", "content": [thought, asked(json!({}))] });
    assert_eq!(Target::Bedrock.message(&answer), Ok(vec![back.clone()]));
    assert_eq!(Target::Bedrock.message(&message), Ok(vec![back]));

    let input = json!({ "type": "user_input", "content": [{ "type": "text", "text": "Pay." }] });
    let thought = json!({ "type": "thought", "signature": "c2ln" });
    let step = |arguments| json!({ "type": "function_call", "id": "c", "name": "pay", "arguments": arguments, "signature": "c2ln" });
    let steps = json!([input, thought, step(json!("{\"to\":"))]);
    let answer = json!({ "status": "requires_action", "steps": steps });
    let back = vec![thought, step(json!({ "INVALID_JSON": "{\"to\":" }))];
    for answer in [&answer, &answer["steps"]] {
        assert_eq!(Target::GeminiInteractions.message(answer), Ok(back.clone()));
    }

    let part = json!({ "functionCall": { "name": "pay", "args": {} }, "thoughtSignature": "c2ln" });
    let content = json!({ "role": "model", "parts": [part] });
    let answer = json!({ "candidates": [{ "finishReason": "STOP", "content": content }] });
    for answer in [&answer, &content, &content["parts"], &part] {
        assert_eq!(Target::Gemini.message(answer), Ok(vec![content.clone()]));
    }
}

#[test]
fn nothing_goes_back_of_an_answer_that_says_nothing_or_whose_calls_cannot_run() {
    for (target, empty) in [
        (
            Target::OpenAi,
            json!({ "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": "" } }] }),
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "completed", "output": [] }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "message", "stop_reason": "end_turn", "content": [] }),
        ),
        (
            Target::Anthropic,
            json!({ "type": "message", "stop_reason": "end_turn", "content": "" }),
        ),
        (
            Target::Bedrock,
            json!({ "output": { "message": { "role": "assistant", "content": [] } }, "stopReason": "end_turn" }),
        ),
        (
            Target::Gemini,
            json!({ "candidates": [{ "finishReason": "STOP", "content": { "role": "model" } }] }),
        ),
        (
            Target::GeminiInteractions,
            json!({ "status": "completed", "steps": [{ "type": "model_output", "content": [{ "type": "text", "text": "" }] }] }),
        ),
        (Target::Mcp, json!({ "name": "pay", "arguments": {} })),
    ] {
        assert_eq!(target.message(&empty), Ok(Vec::new()), "{empty}");
    }
    let cut = json!({ "stop_reason": "max_tokens", "content": [{ "type": "tool_use", "id": "c", "name": "pay", "input": {} }] });
    assert_eq!(
        Target::Anthropic.message(&cut),
        Target::Anthropic.calls(&cut).map(|_| Vec::new())
    );
    assert!(Target::Anthropic.message(&cut).is_err());
}
