//! The text of a final answer in responses of each provider, and why there may be none.

use serde_json::{Value, json};
use toolc_runtime::{AnswerError, AnswerFault, Target};

fn chat(message: Value, reason: &str) -> Value {
    json!({ "choices": [{ "finish_reason": reason, "message": message }] })
}

fn anthropic(content: Value, reason: &str) -> Value {
    json!({ "type": "message", "role": "assistant", "stop_reason": reason, "content": content })
}

fn bedrock(content: Value, reason: &str) -> Value {
    json!({ "stopReason": reason, "output": { "message": { "role": "assistant", "content": content } } })
}

fn gemini(parts: Value, reason: &str) -> Value {
    json!({ "candidates": [{ "finishReason": reason, "content": { "role": "model", "parts": parts } }] })
}

#[test]
fn texts_are_found() {
    let said = json!({ "type": "message", "content": [{ "type": "output_text", "text": "{}" }] });
    let before =
        json!({ "type": "message", "content": [{ "type": "output_text", "text": "Let me see." }] });
    for (target, response) in [
        (
            Target::OpenAi,
            chat(json!({ "role": "assistant", "content": "{}" }), "stop"),
        ),
        (
            Target::OpenAi,
            chat(
                json!({ "role": "assistant", "content": [{ "type": "text", "text": "{" }, { "type": "text", "text": "}" }] }),
                "stop",
            ),
        ),
        (
            Target::OpenAi,
            json!({ "role": "assistant", "content": "{}" }),
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "completed", "output": [{ "type": "reasoning" }, before, said] }),
        ),
        (Target::OpenAiNamespaces, json!([said])),
        (
            Target::Anthropic,
            anthropic(
                json!([{ "type": "thinking", "thinking": "Hm." }, { "type": "text", "text": "{}" }]),
                "end_turn",
            ),
        ),
        // what stands before a search is not the answer
        (
            Target::Anthropic,
            anthropic(
                json!([
                    { "type": "text", "text": "I search." }, { "type": "server_tool_use", "id": "s", "name": "web_search", "input": {} },
                    { "type": "text", "text": "{" }, { "type": "text", "text": "}" },
                ]),
                "end_turn",
            ),
        ),
        (
            Target::Bedrock,
            bedrock(
                json!([{ "reasoningContent": {} }, { "text": "{}" }]),
                "end_turn",
            ),
        ),
        (
            Target::Gemini,
            gemini(
                json!([{ "text": "Hm.", "thought": true }, { "text": "{}" }]),
                "STOP",
            ),
        ),
        (Target::Gemini, json!({ "text": "{}" })),
        (
            Target::GeminiInteractions,
            json!({ "status": "completed", "object": "interaction", "steps": [
                { "type": "user_input", "content": [{ "type": "text", "text": "?" }] },
                { "type": "thought", "summary": [] },
                { "type": "model_output", "content": [{ "type": "text", "text": "{" }, { "type": "text", "text": "}" }] },
            ] }),
        ),
        (
            Target::Mistral,
            chat(json!({ "role": "assistant", "content": "{}" }), "stop"),
        ),
    ] {
        let text = target.answer_text(&response);
        assert_eq!(text.as_deref(), Ok("{}"), "{} {response}", target.name());
    }
}

#[test]
fn answers_that_were_cut_off_say_so() {
    let partial = json!([{ "type": "output_text", "text": "{" }]);
    let partial = json!([{ "type": "message", "content": partial }]);
    for (target, response, why) in [
        (
            Target::OpenAi,
            chat(json!({ "role": "assistant", "content": "{" }), "length"),
            "length",
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "incomplete", "incomplete_details": { "reason": "max_output_tokens" }, "output": partial }),
            "max_output_tokens",
        ),
        (
            Target::Anthropic,
            anthropic(json!([{ "type": "text", "text": "{" }]), "max_tokens"),
            "max_tokens",
        ),
        (
            Target::Bedrock,
            bedrock(json!([{ "text": "{" }]), "content_filtered"),
            "content_filtered",
        ),
        (
            Target::Gemini,
            gemini(json!([{ "text": "{" }]), "MAX_TOKENS"),
            "MAX_TOKENS",
        ),
    ] {
        let reason = why.to_owned();
        let cut = AnswerFault::Answer(AnswerError::Unfinished { reason });
        assert_eq!(target.answer_text(&response), Err(cut), "{}", target.name());
    }
}

#[test]
fn models_decline_in_their_own_words() {
    let refused =
        json!([{ "type": "message", "content": [{ "type": "refusal", "refusal": "No." }] }]);
    for (target, response, words) in [
        (
            Target::OpenAi,
            chat(
                json!({ "role": "assistant", "content": null, "refusal": "No." }),
                "stop",
            ),
            "No.",
        ),
        (
            Target::OpenAiResponses,
            json!({ "status": "completed", "output": refused }),
            "No.",
        ),
        (
            Target::Anthropic,
            anthropic(json!([{ "type": "text", "text": "No." }]), "refusal"),
            "No.",
        ),
        (
            Target::Anthropic,
            anthropic(json!([]), "refusal"),
            "refusal",
        ),
    ] {
        let declined = AnswerFault::Refused(words.to_owned());
        assert_eq!(
            target.answer_text(&response),
            Err(declined),
            "{}",
            target.name()
        );
    }
}

#[test]
fn calls_silence_and_other_things_are_told_apart() {
    let call = json!([{ "id": "1", "function": { "name": "a", "arguments": "{}" } }]);
    let calls = json!({ "role": "assistant", "content": "{}", "tool_calls": call });
    let response = chat(calls, "tool_calls");
    assert_eq!(
        Target::OpenAi.answer_text(&response),
        Err(AnswerFault::Calls)
    );
    let silent = anthropic(json!([{ "type": "text", "text": " " }]), "end_turn");
    assert_eq!(
        Target::Anthropic.answer_text(&silent),
        Err(AnswerFault::Silent)
    );
    let other = Target::Gemini.answer_text(&silent);
    assert!(
        matches!(
            other,
            Err(AnswerFault::Answer(AnswerError::OtherProvider { .. }))
        ),
        "{other:?}"
    );
    let request = json!({ "method": "tools/call", "id": 1, "params": { "name": "a" } });
    assert_eq!(Target::Mcp.answer_text(&request), Err(AnswerFault::Calls));
}
