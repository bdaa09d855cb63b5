//! Sessions of the handshake over HTTP.

use crate::kit::{builder, handshake, messages, mocks, post, run, send, text};
use crate::web::guarded_service;
use http::HeaderMap;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::Duration;
use toolc_runtime::mcp_server::HttpService;

/// Starts a session, and returns the headers that its requests require.
async fn begin(service: &HttpService, user: &str) -> HeaderMap {
    let hello = handshake("2025-11-25", &json!({ "elicitation": {} }));
    let response = send(service, post(&hello).header("x-user", user), &hello).await;
    assert_eq!(response.status(), 200);
    let mut headers = HeaderMap::new();
    let session = response.headers()["mcp-session-id"].clone();
    headers.insert("mcp-session-id", session);
    headers.insert("mcp-protocol-version", "2025-11-25".parse().unwrap());
    headers.insert("x-user", user.parse().unwrap());
    let _ = text(response).await;
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(within(service, &headers, &ready).await.status(), 202);
    headers
}

async fn within(
    service: &HttpService,
    session: &HeaderMap,
    message: &Value,
) -> http::Response<toolc_runtime::mcp_server::Answer> {
    let mut head = post(message);
    head.headers_mut().unwrap().extend(session.clone());
    send(service, head, message).await
}

#[test]
fn a_session_belongs_to_whoever_began_it() {
    run(async {
        let service = guarded_service();
        let session = begin(&service, "ann").await;
        let list = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/list" });
        let answer = messages(within(&service, &session, &list).await).await;
        assert_eq!(
            answer.last().unwrap()["result"]["tools"]
                .as_array()
                .unwrap()
                .len(),
            5
        );
        let mut stolen = session.clone();
        stolen.insert("x-user", "bob".parse().unwrap());
        assert_eq!(within(&service, &stolen, &list).await.status(), 404);
        let mut bare = session.clone();
        let name = session["mcp-session-id"].to_str().unwrap();
        let name = name.split('.').next().unwrap().to_owned();
        bare.insert("mcp-session-id", name.parse().unwrap());
        assert_eq!(within(&service, &bare, &list).await.status(), 404);
    });
}

#[test]
fn a_session_asks_on_the_stream_of_the_call() {
    run(async {
        let mocks = mocks();
        let service = builder(&mocks).build().unwrap().http_service();
        let session = begin(&service, "ann").await;
        let delete = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call",
            "params": { "name": "files__delete", "arguments": { "path": "/a" } } });
        let mut stream = within(&service, &session, &delete).await.into_body();
        let mut next = async || loop {
            let frame = stream.frame().await.unwrap().unwrap().into_data().unwrap();
            let text = String::from_utf8(frame.to_vec()).unwrap();
            let data = text.lines().find_map(|line| line.strip_prefix("data: {"));
            if let Some(data) = data {
                break serde_json::from_str::<Value>(&format!("{{{data}")).unwrap();
            }
        };
        let question = next().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"],
            "result": { "action": "accept", "content": { "decision": "approve" } } });
        assert_eq!(within(&service, &session, &answer).await.status(), 202);
        let done = next().await;
        assert_eq!(done["result"]["isError"], false, "{done}");
        assert_eq!(mocks.calls().len(), 1);
    });
}

#[test]
fn a_person_may_take_a_quarter_of_an_hour_in_a_session() {
    run(async {
        tokio::time::pause();
        let mocks = mocks();
        let service = builder(&mocks).build().unwrap().http_service();
        let session = begin(&service, "ann").await;
        let delete = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call",
            "params": { "name": "files__delete", "arguments": { "path": "/a" } } });
        let asked = within(&service, &session, &delete).await;
        let question = json!({ "jsonrpc": "2.0", "id": 0,
            "result": { "action": "accept", "content": { "decision": "approve" } } });
        tokio::time::sleep(Duration::from_secs(14 * 60)).await;
        assert_eq!(within(&service, &session, &question).await.status(), 202);
        let said = messages(asked).await;
        assert_eq!(said[0]["id"], question["id"], "{said:?}");
        let done = said.last().unwrap();
        assert_eq!(done["result"]["isError"], false, "{said:?}");
    });
}
