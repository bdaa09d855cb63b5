//! Answers of other providers than the one that was asked, and lists of answers.

use super::{block, is_event, item, names, step};
use serde_json::{Value, json};
use toolc_runtime::{AnswerError, Target};

#[test]
fn calls_in_a_list_of_answers_or_in_an_answer_of_another_provider_are_not_overlooked() {
    let call =
        json!({ "id": "c", "type": "function", "function": { "name": "pay", "arguments": "{}" } });
    let chat =
        |content: Value| json!({ "role": "assistant", "content": content, "tool_calls": [call] });
    let anthropic = json!({ "type": "message", "role": "assistant", "content": [block()] });
    let asked = json!({ "toolUse": { "toolUseId": "c", "name": "pay", "input": {} } });
    let part = json!({ "functionCall": { "name": "pay", "args": {} } });
    let gemini = json!({ "role": "model", "parts": [part] });
    let converse = json!({ "output": { "message": { "role": "assistant", "content": [asked] } } });
    let answers = [
        (Target::OpenAi, json!([call])),
        (Target::OpenAi, chat(json!("I will."))),
        (Target::OpenAi, chat(Value::Null)),
        (
            Target::OpenAi,
            json!({ "choices": [{ "message": chat(Value::Null) }] }),
        ),
        (Target::OpenAiResponses, item()),
        (Target::OpenAiResponses, json!([item()])),
        (Target::OpenAiResponses, json!({ "output": [item()] })),
        (Target::Anthropic, json!([block()])),
        (Target::Anthropic, anthropic),
        (Target::Bedrock, json!([asked])),
        (Target::Bedrock, converse["output"]["message"].clone()),
        (Target::Bedrock, converse),
        (Target::Gemini, json!([part])),
        (Target::Gemini, gemini.clone()),
        (
            Target::Gemini,
            json!({ "candidates": [{ "content": gemini }] }),
        ),
        (Target::GeminiInteractions, step()),
        (Target::GeminiInteractions, json!([step()])),
        (Target::GeminiInteractions, json!({ "steps": [step()] })),
    ];
    for (own, answer) in &answers {
        assert_eq!(names(*own, answer), Ok(vec!["pay".into()]), "{answer}");
        let is_same = |target: Target| {
            let name = target.name().replace("namespaces", "responses");
            name.replace("mistral", "openai")
        };
        for (_, target) in Target::ALL {
            if is_same(*target) != is_same(*own) {
                assert!(target.calls(answer).is_err(), "{target:?}: {answer}");
            }
            let is_part = matches!(own, Target::OpenAiResponses | Target::GeminiInteractions);
            if answer.is_object() && !is_part {
                let list = json!([answer]);
                assert!(target.calls(&list).is_err(), "{target:?}: {list}");
            }
        }
    }
    let stream =
        json!([{ "candidates": [{ "content": { "parts": [part] } }] }, { "usageMetadata": {} }]);
    assert!(is_event(Target::Gemini, &stream));
    for target in [Target::Gemini, Target::Anthropic, Target::Bedrock] {
        let provider = Target::GeminiInteractions;
        let Err(AnswerError::OtherProvider {
            provider: found, ..
        }) = target.calls(&json!([step()]))
        else {
            panic!("{target:?}");
        };
        assert_eq!(found, provider);
    }
}
