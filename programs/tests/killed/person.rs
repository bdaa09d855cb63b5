//! A person who finds out whether an interrupted call ran, and says so.

use super::desk::{Did, result_of};
use super::drive::PROGRAM;
use serde_json::Value;
use toolc_programs::Journal;
use toolc_runtime::json::canonical_json;
use toolc_runtime::testing::block_on;
use toolc_runtime::{ApprovalStore, State};

/// The sealed object that a row has.
fn body_of<S: ApprovalStore>(store: &S, id: &str) -> Option<Value> {
    let row = block_on(store.get(id)).unwrap()?;
    let sealed: Value = serde_json::from_str(&row.question).unwrap();
    Some(sealed["body"].clone())
}

fn call_of(body: &Value) -> Option<Did> {
    let tool = body["tool"]
        .as_str()
        .filter(|tool| tool.starts_with("desk__"));
    let tool = tool.or(body["wire_name"].as_str())?;
    let arguments = canonical_json(body["arguments"].as_str()?).unwrap();
    Some((tool.to_owned(), arguments))
}

/// Whether the store has the result of a call that was approved: the process died before it was in the journal.
fn is_finished<S: ApprovalStore>(store: &S, entry: &Value) -> bool {
    let Some(question) = entry["question"].as_str() else {
        return false;
    };
    let question: Value = serde_json::from_str(question).unwrap();
    let id = question["body"]["id"].as_str().unwrap();
    let row = block_on(store.get(id)).unwrap();
    let Some(State::Finished { result: Some(text) }) = row.map(|row| row.state) else {
        return false;
    };
    let sealed: Value = serde_json::from_str(&text).unwrap();
    let result: Value = serde_json::from_str(sealed["body"]["result"].as_str().unwrap()).unwrap();
    result["success"] == true
}

/// The calls of which the journal and the store say that they ran.
pub fn journaled<S: ApprovalStore>(store: &S) -> Vec<Did> {
    let entries = (0..).map_while(|number| body_of(store, &format!("{PROGRAM}.{number}")));
    let ran = entries.filter(|body| match body["answer"].as_str() {
        Some(answer) => answer.starts_with(r#"{"value""#),
        None => is_finished(store, body),
    });
    ran.filter_map(|body| call_of(&body)).collect()
}

/// Looks at what happened: the call ran if it happened more often than the journal knows.
pub fn find_out<S: ApprovalStore>(journal: &Journal<'_, S>, store: &S, id: &str, effects: &[Did]) {
    let call = call_of(&body_of(store, id).unwrap()).unwrap();
    let known = journaled(store);
    let known = known.iter().filter(|ran| **ran == call).count();
    let happened = effects.iter().filter(|did| **did == call).count();
    block_on(async {
        match happened > known {
            true => journal
                .settle(id, result_of(&call.0, &call.1))
                .await
                .unwrap(),
            false => store.run_again(id).await.unwrap(),
        }
    });
}
