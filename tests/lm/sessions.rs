//! What a model is told of the calls before.

use super::{ask, clerk, messages, run, speak};
use serde_json::json;
use toolc_runtime::simulate::Sessions;
use toolc_runtime::{Context, ToolCall};

/// What the messages after the instructions say, each without what is about the tool.
fn history(body: &serde_json::Value) -> Vec<String> {
    let said = messages(body);
    let mut kept = Vec::new();
    for (_, text) in &said[1..said.len() - 1] {
        kept.push(text.clone());
    }
    kept
}

#[test]
fn calls_see_those_before_them_failed_ones_among_them() {
    run(async {
        let endpoint = speak(&[
            r#"{"id":1}"#,
            r#"{"error":"sold out"}"#,
            r#"["lamp"]"#,
            r#"{"id":4}"#,
        ]);
        let worker = clerk(&endpoint);
        let context = Context::new("s");
        let query = |query: &str| json!({ "query": query });
        ask(&worker, &context, "shop::find", query("a")).await;
        let sold = ask(&worker, &context, "shop::find", query("b")).await;
        assert_eq!(sold.error.expect("an error").message, "sold out");
        ask(&worker, &context, "shop::list", json!({})).await;
        // another session knows nothing of it
        ask(&worker, &Context::new("t"), "shop::find", query("d")).await;
        let requests = endpoint.take_requests();
        assert!(history(&requests[0].body).is_empty());
        let first = r#"{"call":{"name":"shop::find","arguments":{"query":"a"}}}"#;
        let second = r#"{"call":{"name":"shop::find","arguments":{"query":"b"}}}"#;
        assert_eq!(history(&requests[1].body), [first, r#"{"id":1}"#]);
        assert_eq!(
            history(&requests[2].body),
            [first, r#"{"id":1}"#, second, r#"{"error":"sold out"}"#]
        );
        assert!(history(&requests[3].body).is_empty());
    });
}

#[test]
fn branches_and_trials_have_histories_of_their_own() {
    run(async {
        let answers: Vec<String> = (1..=6).map(|id| format!("{{\"id\":{id}}}")).collect();
        let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
        let endpoint = speak(&answers);
        let sessions = Sessions::new();
        let worker = clerk(&endpoint).sessions(sessions.clone());
        let step = async |context: &Context, query: &str| {
            ask(&worker, context, "shop::find", json!({ "query": query })).await;
            history(&endpoint.take_requests()[0].body).len() / 2
        };
        let parent = sessions.setup("parent").expect("a session");
        assert_eq!(step(&parent.context(), "a").await, 0);
        let before = parent.state();
        let branch = parent.fork("branch").expect("a session");
        assert_eq!(step(&parent.context(), "b").await, 1);
        {
            let _trial = branch.trial();
            assert_eq!(step(&branch.context(), "c").await, 1);
            assert_eq!(step(&branch.context(), "d").await, 2);
        }
        assert_eq!(
            step(&branch.context(), "e").await,
            1,
            "the trial left no trace"
        );
        parent.restore(&before);
        assert_eq!(step(&parent.context(), "f").await, 1);
        assert_eq!(branch.state().calls("model").len(), 2);
        let closed = ask(
            &worker,
            &Context::new("nobody"),
            "shop::find",
            json!({ "query": "x" }),
        )
        .await;
        assert!(closed.error.is_some());
        assert!(endpoint.take_requests().is_empty());
    });
}

#[test]
fn calls_of_a_session_take_turns() {
    run(async {
        let endpoint = speak(&[r#"{"id":1}"#, r#"{"id":2}"#, r#"{"id":3}"#]);
        let sessions = Sessions::new();
        let session = sessions.setup("s").expect("a session");
        let worker = clerk(&endpoint).sessions(sessions);
        let context = session.context();
        let call = |query: &str| {
            let arguments = json!({ "query": query }).to_string();
            worker.call(&context, ToolCall::new(query, "shop::find", arguments))
        };
        let results = tokio::join!(call("a"), call("b"), call("c"));
        let results = [results.0, results.1, results.2];
        let texts = results.map(|result| result.to_llm_message());
        assert_eq!(texts, [r#"{"id":1}"#, r#"{"id":2}"#, r#"{"id":3}"#]);
        let requests = endpoint.take_requests();
        let seen: Vec<usize> = requests
            .iter()
            .map(|request| history(&request.body).len() / 2)
            .collect();
        assert_eq!(seen, [0, 1, 2]);
        // a call that is given up is not remembered, and holds nobody up
        let given_up = tokio::time::timeout(std::time::Duration::ZERO, call("d")).await;
        assert!(given_up.is_err());
        ask(&worker, &context, "shop::find", json!({ "query": "e" })).await;
        let state = session.state();
        let made = state
            .calls("model")
            .iter()
            .map(|call| call.arguments.as_str());
        let wanted = ["a", "b", "c", "e"].map(|query| json!({ "query": query }).to_string());
        assert_eq!(made.collect::<Vec<_>>(), wanted);
    });
}
