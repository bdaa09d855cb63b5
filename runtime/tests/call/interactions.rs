//! Interactions of Gemini that are stored at the service, and asked for again.

use serde_json::{Value, json};
use toolc_runtime::{AnswerError, Target};

const TARGET: Target = Target::GeminiInteractions;

fn ids(answer: &Value) -> Vec<String> {
    let calls = TARGET.calls(answer).expect("an interaction");
    calls.into_iter().map(|call| call.id).collect()
}

#[test]
fn a_call_that_has_its_result_does_not_run_again() {
    let call =
        |id: &str| json!({ "type": "function_call", "id": id, "name": "pay", "arguments": {} });
    let result =
        json!({ "type": "function_result", "call_id": "a", "name": "pay", "result": "Done." });
    let steps = json!([call("a"), result, call("b")]);
    assert_eq!(
        ids(&json!({ "status": "requires_action", "steps": steps })),
        ["b"]
    );
    let all = json!({ "status": "completed", "steps": [call("a"), result] });
    assert_eq!(ids(&all), Vec::<String>::new());
    assert_eq!(
        TARGET.message(&all),
        Ok(vec![call("a"), result.clone()]),
        "what the model was told in between goes back"
    );
}

#[test]
fn what_the_user_said_does_not_go_back_twice() {
    let input = json!({ "type": "user_input", "content": [{ "type": "text", "text": "Pay." }] });
    let result = json!({ "type": "function_result", "call_id": "a", "result": "Done." });
    let output =
        json!({ "type": "model_output", "content": [{ "type": "text", "text": "Paid." }] });
    let stored = json!({ "status": "completed", "steps": [input, result, output] });
    assert_eq!(TARGET.message(&stored), Ok(vec![output]));
}

#[test]
fn the_first_error_of_one_that_failed_is_told() {
    let errors = json!([{ "code": "RESOURCE_EXHAUSTED", "message": "Later." }]);
    let failed = json!({ "object": "interaction", "status": "failed", "errors": errors });
    let Err(AnswerError::Service(error)) = TARGET.calls(&failed) else {
        panic!("an error of the service");
    };
    assert_eq!(error.code, "RESOURCE_EXHAUSTED");
    assert!(error.retryable);
}
