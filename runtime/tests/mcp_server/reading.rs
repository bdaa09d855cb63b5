//! Messages that are not what the SDK expects: each is answered, under its id if it has one.

use crate::kit::{
    Pipe, WEATHER, ask, builder, can_ask, messages, mocks, post, request, run, send, server, text,
};
use crate::tools::InRegion;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use toolc_runtime::mcp_server::{Notice, Server, Tools};

/// A call as text, with these arguments, and these parameters before the name.
fn call_text(before: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{{before}"name":"weather__get","arguments":{arguments}}}}}"#
    )
}

#[test]
fn arguments_beyond_the_limits_of_the_sdk_reach_the_worker() {
    run(async {
        let (server, mocks) = server();
        let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &can_ask()).await;
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        let big = "9".repeat(400);
        let cases = [
            r#"{"location":1e400}"#.to_owned(),
            format!(r#"{{"location":{big}}}"#),
            format!(r#"{{"location":{deep}}}"#),
            r#"{"location":"\ud800"}"#.to_owned(),
        ];
        for arguments in cases {
            pipe.write(&call_text("", &arguments)).await;
            let answer = pipe.read().await;
            assert_eq!(answer["id"], 7, "{answer}");
            assert_eq!(answer["result"]["isError"], true, "{answer}");
        }
        pipe.write(&call_text("", r#"{"location":"Oslo"}"#)).await;
        assert!(pipe.line().await.unwrap().contains(WEATHER));
        assert_eq!(mocks.calls().len(), 1);
    });
}

#[test]
fn what_cannot_be_read_is_answered_under_its_id() {
    run(async {
        let (server, mocks) = server();
        let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &can_ask()).await;
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        let list = |id: &str, params: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{params}}}"#)
        };
        let cases = [
            (list("7", r#"{"x":1e400}"#), json!(7), -32602),
            (
                list("\"a\"", &format!(r#"{{"x":{deep}}}"#)),
                json!("a"),
                -32602,
            ),
            (
                list("8", r#"{"cursor":"a","cursor":"b"}"#),
                json!(8),
                -32602,
            ),
            (
                list("8", r#"{"_meta":{"a":{"b":1,"b":2}}}"#),
                json!(8),
                -32602,
            ),
            (list("1e400", "{}"), Value::Null, -32600),
            (list("{}", "{}"), Value::Null, -32600),
            (
                r#"{"jsonrpc":"2.0","id":9,"method":"tools/list","method":"tools/call"}"#
                    .to_owned(),
                json!(9),
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":10,"method":7}"#.to_owned(),
                json!(10),
                -32600,
            ),
            (
                call_text(r#""name":"files__delete","#, "{}"),
                json!(7),
                -32602,
            ),
            (
                call_text("", r#"{},"arguments":{"location":"Oslo"}"#),
                json!(7),
                -32602,
            ),
        ];
        let service = server.http_service();
        let any = request("tools/list", json!({}));
        for (message, id, code) in cases {
            pipe.write(&message).await;
            let answer = pipe.read().await;
            assert_eq!(answer["id"], id, "{message}: {answer}");
            assert_eq!(answer["error"]["code"], code, "{message}: {answer}");
            let response = send(&service, post(&any), &message).await;
            assert_eq!(response.status(), 400, "{message}");
            let answer = messages(response).await.pop().unwrap();
            assert_eq!(answer["id"], id, "{message}: {answer}");
            assert_eq!(answer["error"]["code"], code, "{message}: {answer}");
        }
        for text_of in [
            "",
            "{",
            "nonsense",
            "{\"a\":01}",
            "[1,]",
            "\u{feff}{}",
            "{} {}",
        ] {
            let response = send(&service, post(&any), text_of).await;
            assert_eq!(response.status(), 400, "{text_of}");
            let answer = messages(response).await.pop().unwrap();
            assert_eq!(answer["error"]["code"], -32700, "{text_of}: {answer}");
            assert_eq!(answer["id"], Value::Null);
        }
        let mut other = post(&any);
        let headers = other.headers_mut().unwrap();
        headers.insert("content-type", "text/plain".parse().unwrap());
        assert_eq!(send(&service, other, "nonsense").await.status(), 415);
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn arguments_that_headers_repeat_are_read_by_the_sdk_too() {
    run(async {
        let mocks = mocks().returns::<InRegion>("done".to_owned());
        let worker = crate::tools::small_worker::<InRegion>("one", mocks);
        let server = Server::of(Tools::of(worker)).build().unwrap();
        let service = server.http_service();
        let params = json!({ "name": "db__run", "arguments": { "region": "eu" } });
        let call = request("tools/call", params);
        let text_of = call.to_string().replace("\"eu\"", "1e400");
        let head = post(&call).header("mcp-param-region", "eu");
        let response = send(&service, head, text_of).await;
        assert_eq!(response.status(), 400);
        let answer = messages(response).await.pop().unwrap();
        assert_eq!(answer["id"], call["id"], "{answer}");
    });
}

#[test]
fn one_host_is_meant_and_it_has_no_user() {
    run(async {
        let service = server().0.http_service();
        let list = request("tools/list", json!({}));
        let cases: [(&str, &[&str], u16); 9] = [
            ("/mcp", &["localhost"], 200),
            ("http://localhost/mcp", &["localhost"], 200),
            ("http://evil.example/mcp", &["127.0.0.1"], 403),
            ("http://127.0.0.1:8931/mcp", &["evil.example"], 200),
            ("/mcp", &["localhost", "evil.example"], 400),
            ("/mcp", &["localhost", "localhost"], 400),
            ("/mcp", &["evil@127.0.0.1"], 400),
            ("http://evil@127.0.0.1/mcp", &["127.0.0.1"], 400),
            ("/mcp", &[], 400),
        ];
        for (target, hosts, status) in cases {
            let mut head = post(&list).uri(target);
            let headers = head.headers_mut().unwrap();
            headers.remove("host");
            for host in hosts {
                headers.append("host", host.parse().unwrap());
            }
            let response = send(&service, head, &list).await;
            assert_eq!(response.status(), status, "{target} {hosts:?}");
        }
    });
}

#[test]
fn what_a_client_says_about_itself_is_kept_in_short() {
    run(async {
        let service = server().0.http_service();
        let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": { "elicitation": {}, "experimental": { "x": { "y": "z".repeat(99_999) } } },
            "clientInfo": { "name": "n".repeat(99_999), "version": "1", "title": "t", "icons": [] },
        }});
        let response = send(&service, post(&hello), &hello).await;
        assert_eq!(response.status(), 200);
        let answer = text(response).await;
        assert!(answer.contains("2025-06-18"), "{answer}");
        let mut wrong = hello.clone();
        wrong["params"]["clientInfo"] = json!("me");
        let (server, _) = server();
        let mut pipe = Pipe::open(&server);
        let answer = pipe.ask(&wrong).await;
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    });
}

#[test]
fn hidden_characters_are_escaped_in_a_question() {
    run(async {
        let (server, _) = server();
        let service = server.http_service();
        let path = "/a\u{202e}b\u{200b}c\u{e0041}\u{3164}\n\"\u{ad}";
        let call = request(
            "tools/call",
            json!({ "name": "files__delete", "arguments": { "path": path } }),
        );
        let question = ask(&service, &call).await;
        let form = &question["result"]["inputRequests"]["approval"]["params"]["message"];
        let form = form.as_str().unwrap();
        let shown = r#"{"path":"/a\u202eb\u200bc\udb40\udc41\u3164\n\"\u00ad"}"#;
        assert!(form.contains(shown), "{form}");
        assert!(
            form.contains("it may change or delete what is there"),
            "{form}"
        );
        let (mut pipe, _) = Pipe::shake(&server, "2025-06-18", &can_ask()).await;
        let mut call = call;
        call["params"].as_object_mut().unwrap().remove("_meta");
        let question = pipe.ask(&call).await;
        let form = question["params"]["message"].as_str().unwrap();
        assert!(form.contains(shown), "{form}");
    });
}

#[test]
fn a_client_that_cannot_answer_says_why() {
    run(async {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let server = builder(&mocks())
            .listener(move |notice: Notice<'_>| heard.lock().unwrap().push(notice.to_string()));
        let server = server.build().unwrap();
        let (mut pipe, _) = Pipe::shake(&server, "2025-06-18", &can_ask()).await;
        let call = json!({ "jsonrpc": "2.0", "id": 6, "method": "tools/call",
            "params": { "name": "files__delete", "arguments": { "path": "/a" } } });
        let answers = [
            (
                json!({ "error": { "code": -32602, "message": "no such field\u{202e}: note" } }),
                "it reports the error -32602: no such field\\u{202e}: note",
            ),
            (
                json!({ "result": { "action": "accept", "content": {} } }),
                "not one to this form",
            ),
        ];
        for (answer, why) in answers {
            let question = pipe.ask(&call).await;
            let mut message = json!({ "jsonrpc": "2.0", "id": question["id"] });
            let members = answer.as_object().unwrap().clone();
            message.as_object_mut().unwrap().extend(members);
            let denied = pipe.ask(&message).await;
            assert_eq!(denied["result"]["isError"], true);
            let said = denied["result"]["content"][0]["text"].as_str().unwrap();
            assert!(said.contains(why), "{said}");
            let told = told.lock().unwrap().pop().unwrap();
            assert!(
                told.contains("files__delete") && told.contains(why),
                "{told}"
            );
        }
    });
}
