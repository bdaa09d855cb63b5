//! Tokens from an authorization server.

use super::super::api::{GET, call_with, leak, run};
use super::super::server::{Server, json};
use super::GIVEN;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Operation, Requirement, Scheme};
use toolc_runtime::testing::request;
use toolc_runtime::{Context, ErrorKind};

/// A service with tokens: each call of `/token` issues the next one. The given number of calls of other paths
/// are refused first.
pub(super) fn oauth(refused: usize, expires: &'static str) -> (Server, Operation, Client) {
    let tokens = AtomicUsize::new(0);
    let refusals = AtomicUsize::new(refused);
    let server = Server::start(move |request, stream| {
        let answer = if request.target() == "/token" {
            let number = tokens.fetch_add(1, Ordering::SeqCst);
            json(&format!(
                "{{\"access_token\":\"tok3n-{number}\",\"token_type\":\"Bearer\"{expires}}}"
            ))
        } else if refusals.load(Ordering::SeqCst) > 0 {
            refusals.fetch_sub(1, Ordering::SeqCst);
            "HTTP/1.1 401 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_owned()
        } else {
            json("true")
        };
        let _ = stream.write_all(answer.as_bytes());
    });
    let token_url = leak(format!("{}/token", server.url()));
    let requirement = Requirement {
        name: "oauth",
        scheme: Scheme::ClientCredentials { token_url },
        scopes: &["read:a", "write"],
    };
    let security = leak([leak([requirement]) as &[_]]);
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(GIVEN)
        .build();
    let operation = Operation {
        method: "POST",
        path: "/api",
        security,
        ..GET
    };
    (server, operation, client)
}

fn targets(server: &Server) -> Vec<String> {
    server
        .received()
        .iter()
        .map(|request| request.target().to_owned())
        .collect()
}

#[test]
fn a_token_is_asked_for_once() {
    let (server, operation, client) = oauth(0, ",\"expires_in\":3600");
    for _ in 0..3 {
        call_with(&client, operation, "{}").expect("an answer");
    }
    assert_eq!(targets(&server), ["/token", "/api", "/api", "/api"]);
    let [token, api, ..] = &server.received()[..] else {
        panic!("two requests")
    };
    // RFC 6749, sections 2.3.1 and 4.4.2.
    assert_eq!(token.method(), "POST");
    assert_eq!(
        token.header("authorization"),
        Some("Basic dGhlJTIwaWQ6Y2wxZW50JTNBczNjcmV0")
    );
    assert_eq!(
        token.text(),
        "grant_type=client_credentials&scope=read%3Aa%20write"
    );
    assert_eq!(api.header("authorization"), Some("Bearer tok3n-0"));
}

#[test]
fn a_token_that_expires_at_once_is_not_kept() {
    let (server, operation, client) = oauth(0, ",\"expires_in\":\"5\"");
    for _ in 0..2 {
        call_with(&client, operation, "{}").expect("an answer");
    }
    assert_eq!(targets(&server), ["/token", "/api", "/token", "/api"]);
}

#[test]
fn a_token_that_is_refused_is_replaced_once() {
    let (server, operation, client) = oauth(1, "");
    call_with(&client, operation, "{}").expect("an answer");
    assert_eq!(targets(&server), ["/token", "/api", "/token", "/api"]);
    assert_eq!(
        server.received()[3].header("authorization"),
        Some("Bearer tok3n-1")
    );

    let (server, operation, client) = oauth(9, "");
    let failed = call_with(&client, operation, "{}").expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_401"));
    assert_eq!(failed.error.kind, ErrorKind::Unauthorized);
    assert_eq!(targets(&server), ["/token", "/api", "/token", "/api"]);
}

#[test]
fn of_many_calls_at_once_one_asks_for_the_token() {
    let (server, operation, client) = oauth(0, "");
    let operation = leak(operation);
    let barrier = Arc::new(Barrier::new(8));
    let callers: Vec<_> = (0..8)
        .map(|_| {
            let (client, barrier) = (client.clone(), Arc::clone(&barrier));
            std::thread::spawn(move || {
                barrier.wait();
                run(request(&client, operation, "{}", &Context::default())).is_ok()
            })
        })
        .collect();
    for caller in callers {
        assert!(caller.join().expect("a result"));
    }
    let targets = targets(&server);
    assert_eq!(
        targets.iter().filter(|target| *target == "/token").count(),
        1
    );
    assert_eq!(targets.len(), 9);
}

#[test]
fn a_token_service_that_refuses_leaks_nothing() {
    let server = Server::start(|request, stream| {
        let body = format!(
            "{{\"error\":\"invalid_client\",\"seen\":{:?}}}",
            request.text()
        );
        let head = "HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length";
        let _ = write!(stream, "{head}: {}\r\n\r\n{body}", body.len());
    });
    let requirement = Requirement {
        name: "oauth",
        scheme: Scheme::ClientCredentials {
            token_url: leak(server.url()),
        },
        scopes: &[],
    };
    let operation = Operation {
        security: leak([leak([requirement]) as &[_]]),
        ..GET
    };
    let client = Client::builder()
        .base_url("test", server.url())
        .credentials(GIVEN)
        .build();
    let failed = call_with(&client, operation, "{}").expect_err("a failure");
    assert_eq!(failed.error.kind, ErrorKind::Unauthorized);
    let detail = failed.detail.expect("a detail");
    assert!(
        detail.ends_with("the token service answered 401: invalid_client"),
        "{detail}"
    );
}
