//! Calls over pipes: results, violations, cancellation, and questions.

use crate::kit::{Pipe, WEATHER, builder, can_ask, meta, mocks, request, run, server};
use crate::tools::{Delete, GetWeather};
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolc_runtime::testing::{Mocks, ScriptedApprover};
use toolc_runtime::{ApprovalRequest, Approver, Decision, Event, Json, Observer};

pub fn call(name: &str, arguments: &Value) -> Value {
    request(
        "tools/call",
        json!({ "name": name, "arguments": arguments }),
    )
}

pub async fn open(server: &toolc_runtime::mcp_server::Server) -> Pipe {
    let mut pipe = Pipe::open(server);
    pipe.ask(&request("server/discover", json!({}))).await;
    pipe
}

#[test]
fn results_keep_the_order_of_keys_and_the_digits_of_numbers() {
    run(async {
        let (server, _) = server();
        let mut pipe = open(&server).await;
        pipe.send(&call("weather__get", &json!({ "location": "Oslo" })))
            .await;
        let line = pipe.line().await.unwrap();
        assert!(
            line.contains(&format!(r#""structuredContent":{WEATHER}"#)),
            "{line}"
        );
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], WEATHER);
        assert_eq!(answer["result"]["isError"], false);
        assert_eq!(answer["result"]["resultType"], "complete");
    });
}

#[test]
fn arguments_arrive_as_they_were_written() {
    run(async {
        let (server, mocks) = server();
        let mut pipe = open(&server).await;
        let written = r#"{ "text" : "a",  "number": 7 }"#;
        let meta = meta(&can_ask());
        pipe.write(&format!(
            r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"notes__add_2","arguments":{written},"_meta":{meta}}}}}"#
        ))
        .await;
        let answer = pipe.read().await;
        assert_eq!(answer["id"], "x");
        assert_eq!(mocks.calls()[0].arguments, written);
        assert_eq!(mocks.calls()[0].id, "x");
    });
}

#[test]
fn structured_content_is_an_object_before_2026_07_28() {
    run(async {
        let (server, _) = server();
        for (era, structured) in [("old", json!({ "result": "hi" })), ("new", json!("hi"))] {
            let mut pipe = match era {
                "old" => Pipe::shake(&server, "2025-11-25", &json!({})).await.0,
                _ => open(&server).await,
            };
            let mut asked = call("notes__add_1", &json!({ "text": "hi" }));
            if era == "old" {
                asked["params"]["_meta"] = json!({});
            }
            let answer = pipe.ask(&asked).await;
            assert_eq!(answer["result"]["structuredContent"], structured);
            assert_eq!(answer["result"]["content"][0]["text"], "\"hi\"");
        }
    });
}

#[test]
fn a_list_of_content_blocks_goes_out_as_it_is() {
    run(async {
        let blocks = json!([
            { "type": "text", "text": "a dot" },
            { "type": "image", "data": "aGk=", "mimeType": "image/png" },
        ]);
        for (output, is_content) in [
            (blocks.clone(), true),
            (json!([]), false),
            (json!([{ "type": "image" }]), false),
            (json!([{ "name": "a" }]), false),
        ] {
            let output = Json::parse(output.to_string()).unwrap();
            let mocks = Mocks::new().returns::<GetWeather>(output.clone());
            let server = builder(&mocks).build().unwrap();
            let mut pipe = open(&server).await;
            let asked = call("weather__get", &json!({ "location": "Oslo" }));
            let result = pipe.ask(&asked).await["result"].take();
            assert_eq!(result["isError"], false);
            assert_eq!(result["content"] == blocks, is_content, "{result}");
            assert_eq!(result.get("structuredContent").is_none(), is_content);
            if !is_content {
                assert_eq!(result["content"][0]["text"], output.as_text());
            }
        }
    });
}

#[test]
fn what_is_wrong_with_arguments_is_a_result_and_an_unknown_tool_is_not() {
    run(async {
        let (server, mocks) = server();
        let mut pipe = open(&server).await;
        let answer = pipe
            .ask(&call("weather__get", &json!({ "location": 1 })))
            .await;
        assert_eq!(answer["result"]["isError"], true);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("location"), "{text}");
        assert!(answer["result"].get("structuredContent").is_none());
        for name in ["nothing", "weather::get", "files__wipe", "notes__add_3", ""] {
            let answer = pipe.ask(&call(name, &json!({ "location": "Oslo" }))).await;
            assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
        }
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn lines_that_are_no_messages_are_answered_and_do_not_end_the_connection() {
    run(async {
        let (server, _) = server();
        let mut pipe = open(&server).await;
        for (line, code) in [
            ("nonsense", -32700),
            ("{\"a\":", -32700),
            ("[1]", -32600),
            ("7", -32600),
        ] {
            pipe.write(line).await;
            assert_eq!(pipe.read().await["error"]["code"], code, "{line}");
        }
        let mut bad = call("weather__get", &json!([1]));
        assert_eq!(pipe.ask(&bad).await["error"]["code"], -32602);
        bad["params"] = json!({ "_meta": meta(&can_ask()) });
        assert_eq!(pipe.ask(&bad).await["error"]["code"], -32602);
        let answer = pipe.ask(&request("prompts/list", json!({}))).await;
        assert_eq!(answer["error"]["code"], -32601);
        let answer = pipe
            .ask(&call("weather__get", &json!({ "location": "Oslo" })))
            .await;
        assert_eq!(answer["result"]["isError"], false);
    });
}

#[test]
fn a_message_over_the_limit_ends_the_connection() {
    run(async {
        let server = builder(&mocks()).message_limit(2_000).build().unwrap();
        let mut pipe = open(&server).await;
        pipe.write(&"x".repeat(200_000)).await;
        assert_eq!(pipe.read().await["error"]["code"], -32600);
        assert_eq!(pipe.line().await, None);
    });
}

/// An approver that reports when it is asked and when its question is dropped.
pub struct Waits(pub Sender<&'static str>);

impl Approver for Waits {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        struct Gone<'g>(&'g Sender<&'static str>);
        impl Drop for Gone<'_> {
            fn drop(&mut self) {
                self.0.send("gone").unwrap();
            }
        }
        self.0.send("asked").unwrap();
        let _gone = Gone(&self.0);
        std::future::pending().await
    }
}

pub async fn wait_for(heard: &Receiver<&'static str>, word: &str) {
    for _ in 0..500 {
        if heard.try_recv() == Ok(word) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("not {word}");
}

#[test]
fn a_client_that_gives_up_ends_the_call() {
    run(async {
        let (told, heard) = channel();
        let worker = crate::tools::worker(mocks()).approver(Waits(told));
        let server = toolc_runtime::mcp_server::Server::builder(worker).ask_approver();
        let server = server.build().unwrap();
        let mut pipe = open(&server).await;
        pipe.send(&call("files__delete", &json!({ "path": "/a" })))
            .await;
        wait_for(&heard, "asked").await;
        pipe.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 },
        }))
        .await;
        wait_for(&heard, "gone").await;
        // nobody waits for its result, and everything else continues
        let mut next = call("weather__get", &json!({ "location": "Oslo" }));
        next["id"] = json!(2);
        assert_eq!(pipe.ask(&next).await["id"], 2);
    });
}

/// An approver that takes its time.
struct Ponders;

impl Approver for Ponders {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Decision::approve()
    }
}

#[test]
fn messages_stay_whole_if_the_client_reads_slowly() {
    run(async {
        let worker = crate::tools::worker(mocks()).approver(Ponders);
        let server = toolc_runtime::mcp_server::Server::builder(worker).ask_approver();
        let mut pipe = Pipe::open_with(&server.build().unwrap(), 64);
        pipe.ask(&request("server/discover", json!({}))).await;
        pipe.send(&call("files__delete", &json!({ "path": "/a" })))
            .await;
        pipe.write("this is not JSON").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        let (refused, done) = (pipe.read().await, pipe.read().await);
        assert_eq!(refused["error"]["code"], -32700, "{refused}");
        assert_eq!(done["result"]["isError"], false, "{done}");
    });
}

#[test]
fn the_approver_of_the_worker_is_asked_where_that_is_set() {
    run(async {
        let mocks = mocks();
        let worker = crate::tools::worker(mocks.clone())
            .approver(ScriptedApprover::new([Decision::approve()]));
        let server = toolc_runtime::mcp_server::Server::builder(worker).ask_approver();
        let mut pipe = open(&server.build().unwrap()).await;
        let answer = pipe
            .ask(&call("files__delete", &json!({ "path": "/a" })))
            .await;
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        assert_eq!(mocks.calls().len(), 1);
    });
}

#[test]
fn a_client_of_the_handshake_is_asked_while_the_call_waits() {
    run(async {
        for (answer, ran) in [
            (
                json!({ "action": "accept", "content": { "decision": "approve" } }),
                true,
            ),
            (
                json!({ "action": "accept", "content": { "decision": "deny", "note": "no!" } }),
                false,
            ),
            (json!({ "action": "accept", "content": {} }), false),
            (json!({ "action": "decline" }), false),
            (json!({ "action": "cancel" }), false),
        ] {
            let (server, mocks) = server();
            let asks = json!({ "elicitation": {} });
            let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &asks).await;
            let mut asked = call("files__delete", &json!({ "path": "/a" }));
            asked["params"]["_meta"] = json!({});
            let question = pipe.ask(&asked).await;
            assert_eq!(question["method"], "elicitation/create", "{question}");
            let message = question["params"]["message"].as_str().unwrap();
            assert!(
                message.contains(r#"`files__delete` be called with {"path":"/a"}"#),
                "{message}"
            );
            pipe.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer }))
                .await;
            let result = pipe.read().await;
            assert_eq!(result["result"]["isError"], !ran, "{result}");
            assert_eq!(mocks.count::<Delete>(), usize::from(ran));
        }
    });
}

#[test]
fn a_client_that_cannot_ask_is_told_that_the_call_is_denied() {
    run(async {
        let (server, mocks) = server();
        for capabilities in [json!({}), json!({ "elicitation": { "url": {} } })] {
            let mut asked = call("files__delete", &json!({ "path": "/a" }));
            asked["params"]["_meta"] = meta(&capabilities);
            let new = open(&server).await.ask(&asked).await;
            asked["params"]["_meta"] = json!({});
            let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &capabilities).await;
            let old = pipe.ask(&asked).await;
            for answer in [old, new] {
                assert_eq!(answer["result"]["isError"], true);
                let text = answer["result"]["content"][0]["text"].to_string();
                assert!(text.contains("did not say that it can ask"), "{text}");
            }
        }
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    run(async {
        let (server, _) = server();
        let mut pipe = open(&server).await;
        pipe.send(&request("tools/list", json!({}))).await;
        pipe.end().await;
        assert!(pipe.read().await.get("result").is_some());
        assert_eq!(pipe.line().await, None);
    });
}

/// Records the traces of calls.
#[derive(Clone, Default)]
struct Traces(Arc<Mutex<Vec<Option<String>>>>);

impl Observer for Traces {
    fn observe(&self, event: &Event<'_>) {
        let trace = event.context.trace().map(str::to_owned);
        self.0.lock().unwrap().push(trace);
    }
}

#[test]
fn a_call_has_a_time_and_a_trace() {
    run(async {
        let traces = Traces::default();
        let worker = crate::tools::worker(mocks().hangs::<GetWeather>()).observer(traces.clone());
        let server = toolc_runtime::mcp_server::Server::builder(worker);
        let server = server.timeout(Duration::from_millis(5)).build().unwrap();
        let mut pipe = open(&server).await;
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let mut asked = call("weather__get", &json!({ "location": "Oslo" }));
        asked["params"]["_meta"]["traceparent"] = json!(parent);
        let answer = pipe.ask(&asked).await;
        assert_eq!(answer["result"]["isError"], true);
        let text = answer["result"]["content"][0]["text"].to_string();
        assert!(text.contains("TIMEOUT"), "{text}");
        let traces = traces.0.lock().unwrap();
        let is_it = |trace: &Option<String>| trace.as_deref() == Some(parent);
        assert!(!traces.is_empty() && traces.iter().all(is_it));
    });
}
