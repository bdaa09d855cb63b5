//! What callers may use at the same time, and what is told when a limit is reached.

use crate::kit::{
    Pipe, ask, builder, can_ask, handshake, messages, mocks, post, request, run, send, text,
};
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderMap, Response};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use toolc_runtime::mcp_server::{Answer, Builder, Caller, HttpService, Limits, Notice, Quota};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{MemoryStore, SealKey};

pub type Told = Arc<Mutex<Vec<String>>>;

/// A server whose callers name themselves, with limits, and what it tells.
pub fn limited(mocks: &Mocks, limit: impl FnOnce(&mut Limits)) -> (Builder, Told) {
    let mut limits = Limits::default();
    limit(&mut limits);
    let told = Told::default();
    let heard = Arc::clone(&told);
    let builder = builder(mocks)
        .limits(limits)
        .listener(move |notice: Notice<'_>| heard.lock().unwrap().push(notice.to_string()))
        .authenticate(|parts| {
            let user = parts.headers.get("x-user");
            let user = user.and_then(|user| user.to_str().ok());
            std::future::ready(Ok(Caller::new(user.unwrap_or("nobody"))))
        });
    (builder, told)
}

fn service(limit: impl FnOnce(&mut Limits)) -> (HttpService, Told) {
    let (builder, told) = limited(&mocks(), limit);
    (builder.build().unwrap().http_service(), told)
}

pub fn told(told: &Told) -> Vec<String> {
    told.lock().unwrap().clone()
}

pub async fn start(service: &HttpService, user: &str) -> Response<Answer> {
    let hello = handshake("2025-11-25", &json!({ "elicitation": {} }));
    send(service, post(&hello).header("x-user", user), &hello).await
}

/// Starts a session, and returns the headers of its requests.
pub async fn begin(service: &HttpService, user: &str) -> HeaderMap {
    let response = start(service, user).await;
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

pub async fn within(
    service: &HttpService,
    session: &HeaderMap,
    message: &Value,
) -> Response<Answer> {
    let mut head = post(message);
    head.headers_mut().unwrap().extend(session.clone());
    send(service, head, message).await
}

pub fn list() -> Value {
    json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/list" })
}

fn delete() -> Value {
    json!({ "jsonrpc": "2.0", "id": 6, "method": "tools/call",
        "params": { "name": "files__delete", "arguments": { "path": "/a" } } })
}

#[test]
fn a_new_session_takes_the_place_of_the_callers_own_idle_one() {
    run(async {
        let (service, notices) = service(|limits| limits.sessions = Quota::new(2, 3));
        let bobs = begin(&service, "bob").await;
        let first = begin(&service, "ann").await;
        let second = begin(&service, "ann").await;
        assert_eq!(within(&service, &first, &list()).await.status(), 200);
        let third = begin(&service, "ann").await;
        assert_eq!(within(&service, &second, &list()).await.status(), 404);
        // All callers together have as many sessions as there may be: nobody loses one to somebody else.
        let refused = start(&service, "cleo").await;
        assert_eq!(refused.status(), 503);
        assert_eq!(refused.headers()["retry-after"], "60");
        for session in [&bobs, &first, &third] {
            assert_eq!(within(&service, session, &list()).await.status(), 200);
        }
        assert_eq!(
            told(&notices),
            [
                "the caller `ann` has reached its limit on sessions: 1 idle closed for new ones",
                "all callers together have reached the limit on sessions: 1 refused",
            ]
        );
        let mut end = http::Request::delete("/mcp").header("host", "localhost");
        end.headers_mut().unwrap().extend(bobs);
        assert_eq!(send(&service, end, "").await.status(), 204);
        begin(&service, "cleo").await;
    });
}

#[test]
fn a_session_with_an_open_question_is_never_closed() {
    run(async {
        let mocks = mocks();
        let (builder, notices) = limited(&mocks, |limits| limits.sessions = Quota::new(1, 9));
        let service = builder.build().unwrap().http_service();
        let session = begin(&service, "ann").await;
        let mut asked = within(&service, &session, &delete()).await.into_body();
        let mut next = async || loop {
            let frame = asked.frame().await.unwrap().unwrap().into_data().unwrap();
            let text = String::from_utf8(frame.to_vec()).unwrap();
            let data = text.lines().find_map(|line| line.strip_prefix("data: {"));
            if let Some(data) = data {
                break serde_json::from_str::<Value>(&format!("{{{data}")).unwrap();
            }
        };
        let question = next().await;
        for _ in 0..3 {
            let refused = start(&service, "ann").await;
            assert_eq!(refused.status(), 503);
        }
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"],
            "result": { "action": "accept", "content": { "decision": "approve" } } });
        assert_eq!(within(&service, &session, &answer).await.status(), 202);
        assert_eq!(next().await["result"]["isError"], false);
        assert_eq!(mocks.calls().len(), 1);
        assert_eq!(
            told(&notices),
            ["the caller `ann` has reached its limit on sessions: 1 refused"]
        );
        // Once it is idle again, it makes way.
        begin(&service, "ann").await;
        assert_eq!(within(&service, &session, &list()).await.status(), 404);
    });
}

#[test]
fn bodies_under_way_are_limited_by_their_size() {
    run(async {
        let (service, notices) = service(|limits| limits.requests = Quota::new(100_000, 150_000));
        let list = request("tools/list", json!({}));
        let slow = |user: &str| {
            let piece = Ok::<_, Infallible>(Frame::data(Bytes::from(vec![b' '; 80_000])));
            let body = StreamBody::new(stream::iter([piece]).chain(stream::pending()));
            let request = post(&list).header("x-user", user).body(body).unwrap();
            let service = service.clone();
            tokio::spawn(async move { service.handle(request).await })
        };
        use futures_util::StreamExt;
        let waiting = slow("ann");
        tokio::task::yield_now().await;
        let refused = slow("ann").await.unwrap();
        assert_eq!(refused.status(), 503);
        assert_eq!(refused.headers()["retry-after"], "1");
        assert!(text(refused).await.contains("of this caller"));
        // Others have room, until there is too much of all together.
        let response = send(&service, post(&list).header("x-user", "bob"), &list).await;
        assert_eq!(response.status(), 200);
        for _ in 0..3 {
            assert_eq!(slow("bob").await.unwrap().status(), 503);
        }
        assert_eq!(
            told(&notices),
            [
                "the caller `ann` has reached its limit on requests: 1 refused",
                "all callers together have reached the limit on requests: 1 refused",
            ],
            "each told once a minute"
        );
        waiting.abort();
        let _ = waiting.await;
        let calm = slow("bob");
        tokio::task::yield_now().await;
        assert!(!calm.is_finished());
    });
}

#[test]
fn what_a_request_took_is_given_back_when_its_call_has_ended() {
    run(async {
        let (service, notices) = service(|limits| limits.requests = Quota::new(9_000, 9_000));
        let session = begin(&service, "ann").await;
        for _ in 0..50 {
            let hello = handshake("2025-11-25", &json!({}));
            let hello = send(&service, post(&hello).header("x-user", "ann"), &hello).await;
            assert_eq!(hello.status(), 200);
            let _ = text(hello).await;
            let answer = messages(within(&service, &session, &list()).await).await;
            assert!(answer.last().unwrap()["result"].is_object(), "{answer:?}");
            let weather = json!({ "name": "weather__get", "arguments": { "location": "Oslo" } });
            let weather = request("tools/call", weather);
            let head = post(&weather).header("x-user", "ann");
            assert_eq!(send(&service, head, &weather).await.status(), 200);
        }
        assert_eq!(told(&notices), [""; 0]);
    });
}

#[test]
fn over_pipes_a_limit_is_an_error_under_the_id_of_the_request() {
    run(async {
        let (builder, notices) = limited(&mocks(), |limits| limits.requests = Quota::new(1, 5_000));
        let server = builder.build().unwrap();
        let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &can_ask()).await;
        pipe.send(&delete()).await;
        let question = pipe.read().await;
        assert_eq!(question["method"], "elicitation/create");
        let mut more = delete();
        more["id"] = json!("more");
        let refused = pipe.ask(&more).await;
        assert_eq!(refused["error"]["code"], -32000, "{refused}");
        assert_eq!(refused["id"], "more");
        // Answers are read all the same.
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"],
            "result": { "action": "accept", "content": { "decision": "deny" } } });
        assert_eq!(pipe.ask(&answer).await["id"], 6);
        assert_eq!(told(&notices).len(), 1);
    });
}

#[test]
fn stored_questions_are_limited_and_count_until_they_are_answered() {
    run(async {
        let mocks = mocks();
        let key = SealKey::new("k1", b"8f14e45fceea167a5a36dedd4bea2543").unwrap();
        let store = MemoryStore::new();
        let serve = |quota| {
            let (builder, told) = limited(&mocks, |limits| limits.questions = quota);
            let builder = builder.seal_key(key.clone()).approval_store(store.clone());
            (builder.build().unwrap().http_service(), told)
        };
        let (service, notices) = serve(Quota::new(2, 3));
        let call = |path: &str| {
            let call = json!({ "name": "files__delete", "arguments": { "path": path } });
            request("tools/call", call)
        };
        let asks = async |service: &HttpService, user: &str, call: &Value| {
            send(service, post(call).header("x-user", user), call).await
        };
        let first = messages(asks(&service, "ann", &call("/1")).await).await;
        let state = first[0]["result"]["requestState"].clone();
        assert!(state.is_string(), "{first:?}");
        // A text of more than 64 KiB counts twice.
        let long = call(&"x".repeat(70_000));
        assert_eq!(asks(&service, "ann", &long).await.status(), 503);
        assert_eq!(asks(&service, "ann", &call("/2")).await.status(), 200);
        let refused = asks(&service, "ann", &call("/3")).await;
        assert_eq!(refused.status(), 503);
        let refused = messages(refused).await.pop().unwrap();
        assert_eq!(refused["error"]["code"], -32000, "{refused}");
        assert_eq!(asks(&service, "bob", &call("/4")).await.status(), 200);
        assert_eq!(asks(&service, "cleo", &call("/5")).await.status(), 503);
        assert_eq!(told(&notices).len(), 2, "own and common: {notices:?}");
        // A restart makes no room, an answer does.
        let (service, _) = serve(Quota::new(2, 3));
        assert_eq!(asks(&service, "cleo", &call("/5")).await.status(), 503);
        let mut answered = call("/1");
        answered["params"]["requestState"] = state;
        answered["params"]["inputResponses"] = json!({ "approval":
            { "action": "accept", "content": { "decision": "deny" } } });
        assert_eq!(asks(&service, "ann", &answered).await.status(), 200);
        assert_eq!(asks(&service, "cleo", &call("/5")).await.status(), 200);
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn questions_of_the_handshake_are_limited_too() {
    run(async {
        let (builder, _) = limited(&mocks(), |limits| limits.questions = Quota::new(1, 1));
        let server = builder.build().unwrap();
        let (mut pipe, _) = Pipe::shake(&server, "2025-11-25", &can_ask()).await;
        pipe.send(&delete()).await;
        let question = pipe.read().await;
        assert_eq!(question["method"], "elicitation/create");
        let mut more = delete();
        more["id"] = json!(7);
        let refused = pipe.ask(&more).await;
        assert_eq!(refused["error"]["code"], -32000, "{refused}");
        assert_eq!(refused["id"], 7);
    });
}

#[test]
fn connections_are_limited_first_for_each_peer() {
    run(async {
        let mut limits = Limits::default();
        limits.connections = Quota::new(2, 3);
        let notices = Told::default();
        let heard = Arc::clone(&notices);
        let server = builder(&mocks())
            .limits(limits)
            .listener(move |notice: Notice<'_>| heard.lock().unwrap().push(notice.to_string()))
            .build()
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { server.serve_http(listener, std::future::pending()).await });
        let connect = async |from: &str| {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(from.parse().unwrap()).unwrap();
            let mut stream = socket.connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            stream
        };
        let answer = async |mut stream: TcpStream| {
            let mut answer = String::new();
            let read = stream.read_to_string(&mut answer);
            match tokio::time::timeout(Duration::from_secs(5), read).await {
                Ok(read) => drop(read.unwrap()),
                Err(_) => panic!("no answer"),
            }
            answer
        };
        let _one = connect("127.0.0.1:0").await;
        let two = connect("127.0.0.1:0").await;
        let refused = answer(connect("127.0.0.1:0").await).await;
        assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
        assert!(refused.contains("\r\nRetry-After: 1\r\n"), "{refused}");
        let _other = connect("127.0.0.2:0").await;
        let refused = answer(connect("127.0.0.3:0").await).await;
        assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
        drop(two);
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut again = connect("127.0.0.3:0").await;
        again.write_all(b"Host: localhost\r\n\r\n").await.unwrap();
        let mut start = [0; 12];
        again.read_exact(&mut start).await.unwrap();
        assert_ne!(&start, b"HTTP/1.1 503");
        assert_eq!(
            told(&notices),
            [
                "the caller 127.0.0.1 has reached its limit on connections: 1 refused",
                "all callers together have reached the limit on connections: 1 refused",
            ]
        );
    });
}

#[test]
fn a_long_head_is_refused() {
    run(async {
        let mut limits = Limits::default();
        limits.head = 8192;
        let server = builder(&mocks()).limits(limits).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { server.serve_http(listener, std::future::pending()).await });
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
            "x".repeat(9000)
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert_eq!(&start, b"HTTP/1.1 431");
    });
}

#[test]
fn one_caller_that_answers_all_the_time_leaves_room_for_others() {
    run(async {
        let (service, _) = service(|limits| limits.answers = Quota::new(2, 3));
        let deny = async |user: &str| {
            let call = json!({ "name": "files__delete", "arguments": { "path": "/a" } });
            let call = request("tools/call", call);
            let asked = send(&service, post(&call).header("x-user", user), &call).await;
            let mut again = call.clone();
            let asked = messages(asked).await;
            again["params"]["requestState"] = asked[0]["result"]["requestState"].clone();
            again["params"]["inputResponses"] = json!({ "approval": { "action": "decline" } });
            send(&service, post(&again).header("x-user", user), &again)
                .await
                .status()
        };
        assert_eq!(deny("ann").await, 200);
        assert_eq!(deny("ann").await, 200);
        assert_eq!(deny("ann").await, 503);
        assert_eq!(deny("bob").await, 200);
        assert_eq!(deny("cleo").await, 503);
        // Everything else goes on.
        let list = request("tools/list", json!({}));
        assert!(ask(&service, &list).await["result"].is_object());
    });
}
