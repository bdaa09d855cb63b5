//! Topics of HTTP: who may send what from where, scopes, and shutdown.

use crate::calling::{Waits, wait_for};
use crate::kit::{ask, builder, messages, mocks, post, request, run, send, server, text};
use crate::tools::{InRegion, InRegionArgs};
use bytes::Bytes;
use futures_util::stream;
use http::Request;
use http_body::Frame;
use http_body_util::{Full, StreamBody};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use toolc_runtime::mcp_server::{Caller, Challenge, HttpService, Server, Tools};
use toolc_runtime::v1 as rt;
use tower::ServiceExt;

fn weather() -> Value {
    request(
        "tools/call",
        json!({ "name": "weather__get", "arguments": { "location": "Oslo" } }),
    )
}

#[test]
fn hosts_and_origins_that_are_not_allowed_are_refused() {
    run(async {
        let list = request("tools/list", json!({}));
        let own = server().0.http_service();
        let public = builder(&mocks())
            .allowed_hosts(["tools.example"])
            .allowed_origins(["https://app.example:443"]);
        let public = public.build().unwrap().http_service();
        let cases = [
            (&own, "localhost:1234", None, 200),
            (&own, "127.0.0.1", None, 200),
            (&own, "evil.example", None, 403),
            (&own, "localhost", Some("https://evil.example"), 403),
            (&own, "localhost", Some("null"), 403),
            (&public, "tools.example", None, 200),
            (&public, "localhost", None, 403),
            (&public, "tools.example", Some("https://app.example"), 200),
            (&public, "tools.example", Some("http://app.example"), 403),
        ];
        for (service, host, origin, status) in cases {
            let mut head = post(&list);
            let headers = head.headers_mut().unwrap();
            headers.insert("host", host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert("origin", origin.parse().unwrap());
            }
            let response = send(service, head, &list).await;
            assert_eq!(response.status(), status, "{host} {origin:?}");
        }
    });
}

#[test]
fn a_message_that_is_not_sent_in_time_is_refused() {
    run(async {
        tokio::time::pause();
        let service = server().0.http_service();
        let list = request("tools/list", json!({}));
        let unsent = StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>());
        let response = service.handle(post(&list).body(unsent).unwrap()).await;
        assert_eq!(response.status(), 408);
        assert_eq!(text(response).await, "the message was not sent in time");
    });
}

#[test]
fn there_is_no_handshake_in_a_protocol_that_has_none() {
    run(async {
        let service = server().0.http_service();
        let message = request("initialize", json!({}));
        let response = send(&service, post(&message), &message).await;
        assert_eq!(response.status(), 404);
        let answer = messages(response).await.pop().unwrap();
        assert_eq!(answer["error"]["code"], -32601);
        assert_eq!(answer["id"], message["id"]);
        let named = request("tools/list", json!({ "about": "initialize" }));
        let response = send(&service, post(&named), &named).await;
        assert_eq!(response.status(), 200);
    });
}

#[test]
fn headers_agree_with_the_body() {
    run(async {
        let (server, mocks) = server();
        let service = server.http_service();
        for (name, value) in [
            ("mcp-method", "tools/list"),
            ("mcp-name", "files__delete"),
            ("mcp-protocol-version", "2025-11-25"),
        ] {
            let mut head = post(&weather());
            let headers = head.headers_mut().unwrap();
            headers.insert(name, value.parse().unwrap());
            let response = send(&service, head, weather()).await;
            assert_eq!(response.status(), 400, "{name}");
            let answer = messages(response).await.pop().unwrap();
            assert_eq!(answer["error"]["code"], -32020, "{name}: {answer}");
        }
        assert!(mocks.calls().is_empty());
    });
}

#[test]
fn headers_that_repeat_arguments_agree_with_them() {
    run(async {
        let mocks = mocks().returns::<InRegion>("done".to_owned());
        let worker = crate::tools::small_worker::<InRegion>("one", mocks.clone());
        let tools = Tools::of(worker);
        let params = json!({ "name": "db__run", "arguments": { "region": "eu" } });
        let call = request("tools/call", params);
        let of_all = Server::of(tools.clone()).build().unwrap();
        // tools of a single caller are treated like those of all callers
        let of_caller = builder(&mocks)
            .authenticate(move |_| std::future::ready(Ok(Caller::new("ann").tools(tools.clone()))));
        for server in [of_all, of_caller.build().unwrap()] {
            let service = server.http_service();
            for (region, status) in [(Some("us"), 400), (None, 400), (Some("eu"), 200)] {
                let mut head = post(&call);
                if let Some(region) = region {
                    head = head.header("mcp-param-region", region);
                }
                let answered = send(&service, head, &call).await.status();
                assert_eq!(answered, status, "{region:?}");
            }
        }
    });
}

/// A tool with a header for an argument within an object.
struct InZone;

impl rt::Tool for InZone {
    const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
        input_text: &rt::SchemaText {
            text: r#"{"type":"object","properties":{"at":{"type":"object","properties":{"zone":{"type":"integer","x-mcp-header":"Zone"}}}}}"#,
            uses: &[],
        },
        ..*<InRegion as rt::Tool>::ENTRY
    };
    type Args<'a> = InRegionArgs;
    type Output = String;
    type Failure = rt::ToolFailure;
    type Key = ();
}

#[test]
fn headers_repeat_arguments_within_objects_too() {
    run(async {
        let mocks = mocks().returns::<InZone>("done".to_owned());
        let worker = crate::tools::small_worker::<InZone>("one", mocks);
        let server = Server::of(Tools::of(worker)).build().unwrap();
        let service = server.http_service();
        let within =
            json!({ "name": "db__run", "arguments": { "region": "eu", "at": { "zone": 7 } } });
        let without = json!({ "name": "db__run", "arguments": { "region": "eu", "at": {} } });
        for (params, zone, status) in [
            (&within, Some("8"), 400),
            (&within, None, 400),
            (&within, Some("7"), 200),
            (&without, Some("7"), 400),
            (&without, None, 200),
        ] {
            let call = request("tools/call", params.clone());
            let mut head = post(&call);
            if let Some(zone) = zone {
                head = head.header("mcp-param-zone", zone);
            }
            let answered = send(&service, head, &call).await.status();
            assert_eq!(answered, status, "{params} {zone:?}");
        }
    });
}

#[test]
fn a_client_that_hangs_up_ends_the_call() {
    run(async {
        let (told, heard) = std::sync::mpsc::channel();
        let worker = crate::tools::worker(mocks()).approver(Waits(told));
        let server = Server::builder(worker).ask_approver().build().unwrap();
        let service = server.http_service();
        let delete = json!({ "name": "files__delete", "arguments": { "path": "/a" } });
        let delete = request("tools/call", delete);
        let asked = tokio::spawn(async move { send(&service, post(&delete), &delete).await });
        wait_for(&heard, "asked").await;
        asked.abort();
        wait_for(&heard, "gone").await;
    });
}

#[test]
fn messages_over_the_limit_and_other_than_json_are_refused() {
    run(async {
        let service = builder(&mocks())
            .message_limit(3_000)
            .build()
            .unwrap()
            .http_service();
        let long = request("tools/list", json!({ "cursor": "x".repeat(4_000) }));
        assert_eq!(send(&service, post(&long), &long).await.status(), 413);
        let list = request("tools/list", json!({}));
        for body in ["", "{", "[]", "nonsense"] {
            let status = send(&service, post(&list), body).await.status();
            assert!(status.is_client_error(), "{body}: {status}");
        }
        let body = Full::new(bytes::Bytes::from_static(b"\xff"));
        let response = service.handle(post(&list).body(body).unwrap()).await;
        assert_eq!(response.status(), 400);
        assert_eq!(send(&service, post(&list), &list).await.status(), 200);
    });
}

/// A server whose callers identify themselves: `ann` has the scope for weather, `bob` has tools of his own.
pub fn guarded_service() -> HttpService {
    let bobs = Tools::of(crate::tools::small_worker::<crate::tools::Ping>(
        "bobs",
        mocks(),
    ));
    let builder = builder(&mocks())
        .scopes("weather__get", ["weather:read", "places"])
        .resource_metadata("https://tools.example/.well-known/oauth-protected-resource")
        .authenticate(move |parts| {
            let user = parts
                .headers
                .get("x-user")
                .map(|user| user.to_str().unwrap());
            std::future::ready(match user {
                Some("ann") => Ok(Caller::new("ann").scopes(["places", "weather:read"])),
                Some("bob") => Ok(Caller::new("bob").tools(bobs.clone())),
                Some("eve") => Ok(Caller::new("eve").scopes(["places"])),
                Some(_) => Err(Challenge::invalid_token()),
                None => Err(Challenge::unauthenticated().scopes(["places"])),
            })
        });
    builder.build().unwrap().http_service()
}

#[test]
fn who_lacks_credentials_or_a_scope_is_told_what_to_bring() {
    run(async {
        let service = guarded_service();
        let ask = async |user: Option<&str>| {
            let mut head = post(&weather());
            if let Some(user) = user {
                head = head.header("x-user", user);
            }
            let response = send(&service, head, weather()).await;
            let challenge = response.headers().get("www-authenticate");
            let challenge = challenge.map(|value| value.to_str().unwrap().to_owned());
            (response.status().as_u16(), challenge.unwrap_or_default())
        };
        let at =
            r#"resource_metadata="https://tools.example/.well-known/oauth-protected-resource""#;
        assert_eq!(
            ask(None).await,
            (401, format!(r#"Bearer scope="places", {at}"#))
        );
        assert_eq!(
            ask(Some("who")).await,
            (401, format!(r#"Bearer error="invalid_token", {at}"#))
        );
        let lacks =
            format!(r#"Bearer error="insufficient_scope", scope="weather:read places", {at}"#);
        assert_eq!(ask(Some("eve")).await, (403, lacks));
        assert_eq!(ask(Some("ann")).await, (200, String::new()));
    });
}

#[test]
fn a_caller_may_have_tools_of_their_own() {
    run(async {
        let service = guarded_service();
        let list = request("tools/list", json!({}));
        let response = send(&service, post(&list).header("x-user", "bob"), &list).await;
        let list = messages(response).await.pop().unwrap();
        assert_eq!(
            list["result"]["tools"].as_array().unwrap().len(),
            1,
            "{list}"
        );
        assert_eq!(list["result"]["tools"][0]["name"], "net__ping");
        assert_eq!(list["result"]["cacheScope"], "private");
        let delete = json!({ "name": "files__delete", "arguments": { "path": "/a" } });
        let delete = request("tools/call", delete);
        let response = send(&service, post(&delete).header("x-user", "bob"), &delete).await;
        let answer = messages(response).await.pop().unwrap();
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    });
}

#[test]
fn it_is_a_service_of_tower() {
    run(async {
        let service = server().0.http_service();
        let list = request("tools/list", json!({}));
        let body = Full::new(bytes::Bytes::from(list.to_string()));
        let response = service
            .oneshot(post(&list).body(body).unwrap())
            .await
            .unwrap();
        assert_eq!(response.status(), 200);
    });
}

#[test]
fn results_over_http_keep_their_digits_also_in_events() {
    run(async {
        let service = server().0.http_service();
        let plain = text(send(&service, post(&weather()), weather()).await).await;
        assert!(plain.contains(&format!(r#""structuredContent":{}"#, crate::kit::WEATHER)));
        let mut add = request(
            "tools/call",
            json!({ "name": "notes__add_1", "arguments": { "text": "hi" } }),
        );
        add["params"]["_meta"]["progressToken"] = json!(7);
        let told = messages(send(&service, post(&add), &add).await).await;
        let methods: Vec<_> = told.iter().map(|told| told["method"].as_str()).collect();
        assert_eq!(
            methods,
            [
                Some("notifications/progress"),
                Some("notifications/progress"),
                None
            ]
        );
        assert_eq!(told[2]["result"]["structuredContent"], "hi");
        assert!(ask(&service, &weather()).await.get("result").is_some());
    });
}

#[test]
fn the_end_waits_for_what_is_under_way_and_takes_nothing_new() {
    run(async {
        let (server, _) = server();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let shutdown = async { drop(stopped.await) };
            server.serve_http(listener, shutdown).await
        });
        let mut stream = TcpStream::connect(address).await.unwrap();
        let body = weather().to_string();
        let head: Request<()> = post(&weather()).body(()).unwrap();
        let mut text = String::from("POST /mcp HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in head.headers() {
            text.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap()));
        }
        text.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        stream.write_all(text.as_bytes()).await.unwrap();
        // the request has been started, and the rest of it arrives after the shutdown has begun
        tokio::time::sleep(Duration::from_millis(20)).await;
        stop.send(()).unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.contains(crate::kit::WEATHER), "{answer}");
        serving.await.unwrap().unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    });
}
