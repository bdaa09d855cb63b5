//! What clients of HTTP rely on: the status of messages that are none, and of sessions that end.

use super::{Running, Written, run, server};
use serde_json::{Value, json};
use toolc_server::{CallLog, Metrics, Site};

const JSON: &str =
    "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";

async fn start() -> Running {
    let metrics = Metrics::new();
    let log = CallLog::new(Written::default(), metrics.clone());
    let server = server(&metrics, &log).build().unwrap();
    Running::plain(Site::builder().worker("desk", server)).await
}

impl Running {
    async fn post(&self, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        self.send(&format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        ))
        .await
    }

    async fn end_session(&self, headers: &str) -> u16 {
        let request = format!(
            "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        );
        self.send(&request).await.0
    }
}

fn body_of(answer: &str) -> Value {
    serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap()
}

#[test]
fn messages_that_are_none_get_400_and_a_code_of_json_rpc() {
    run(async {
        let running = start().await;
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let cases = [
            ("", -32700),
            ("{", -32700),
            ("{} {}", -32700),
            ("nonsense", -32700),
            ("\u{feff}{}", -32700),
            ("[]", -32600),
            (&*format!("[{ping}]"), -32600),
            (&*format!("[{ping},{ping}]"), -32600),
            ("{}", -32600),
            ("null", -32600),
            ("7", -32600),
            (r#""text""#, -32600),
            (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (r#"{"id":1,"method":"ping"}"#, -32600),
        ];
        for version in ["", "MCP-Protocol-Version: 2025-11-25\r\n"] {
            for (body, code) in cases {
                let (status, answer) = running.post(&format!("{JSON}{version}"), body).await;
                assert_eq!(status, 400, "{body}: {answer}");
                assert!(
                    answer.contains("content-type: application/json"),
                    "{answer}"
                );
                let said = body_of(&answer);
                assert_eq!(said["error"]["code"], code, "{body}: {answer}");
                assert_eq!(said["jsonrpc"], "2.0", "{body}: {answer}");
                let id = serde_json::from_str::<Value>(body).unwrap_or_default();
                assert_eq!(said["id"], id["id"], "{body}: {answer}");
            }
        }
        let unnamed = "Accept: application/json, text/event-stream\r\n";
        assert_eq!(running.post(unnamed, ping).await.0, 415);
        let unaccepted = "Content-Type: application/json\r\nAccept: text/html\r\n";
        assert_eq!(running.post(unaccepted, ping).await.0, 406);
        running.stop().await;
    });
}

#[test]
fn a_session_that_is_ended_is_gone() {
    run(async {
        let running = start().await;
        let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        }});
        let begin = async || {
            let (status, answer) = running.post(JSON, &hello.to_string()).await;
            assert_eq!(status, 200, "{answer}");
            let mut lines = answer.lines();
            let id = lines.find_map(|line| line.strip_prefix("mcp-session-id: "));
            let id = id.unwrap();
            format!("Mcp-Session-Id: {id}\r\nMCP-Protocol-Version: 2025-11-25\r\n")
        };
        let (session, other) = (begin().await, begin().await);
        let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let within = async |session: &str, message: &str| {
            running.post(&format!("{JSON}{session}"), message).await.0
        };
        assert_eq!(within(&session, ready).await, 202);
        assert_eq!(within(&session, list).await, 200);

        assert_eq!(running.end_session(&session).await, 204);
        assert_eq!(within(&session, list).await, 404);
        assert_eq!(
            running.end_session(&session).await,
            404,
            "it has ended already"
        );
        assert_eq!(within(&other, list).await, 200, "another goes on");
        let forged = "Mcp-Session-Id: 0.0\r\nMCP-Protocol-Version: 2025-11-25\r\n";
        assert_eq!(running.end_session(forged).await, 404);
        assert_eq!(running.end_session("").await, 400, "it names none");
        // There are no sessions in this revision.
        let without = "MCP-Protocol-Version: 2026-07-28\r\n";
        assert_eq!(running.end_session(without).await, 405);
        running.stop().await;
    });
}
