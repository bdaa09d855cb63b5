//! Redirects: which are followed, which parts of the request are sent again, and which redirects are refused.

use super::api::{API, GET, Outcome, call, call_with, code, leak, parameter};
use super::server::{Received, Server, json};
use std::io::Write;
use toolc_runtime::http::operation::{
    Api, Body, Content, Encoding, Operation, Place, Requirement, Scheme,
};
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};

/// A server that answers `/` with a redirect and all other paths with `true`.
fn redirecting(status: u16, location: impl Into<String>) -> Server {
    let location = location.into();
    Server::start(move |request, stream| {
        let answer = match request.target() {
            "/" => format!(
                "HTTP/1.1 {status} See\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            ),
            _ => json("true"),
        };
        let _ = stream.write_all(answer.as_bytes());
    })
}

fn ok() -> Server {
    Server::start(|_, stream| {
        let _ = stream.write_all(json("true").as_bytes());
    })
}

/// Returns the request that is sent after the redirect of a request with a body.
fn second(method: &'static str, status: u16) -> Received {
    let server = redirecting(status, "/next?a=%20b");
    let body = Body {
        media_type: "application/json",
        encoding: Encoding::Json,
        content: Content::Rest(&[]),
        required: true,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    };
    let operation = Operation {
        method,
        body: Some(body),
        ..GET
    };
    call(&server.url(), operation, r#"{"a": 1}"#).expect("an answer");
    server.received().pop().expect("a request")
}

/// RFC 9110, sections 15.4.2 to 15.4.9.
#[test]
fn methods_and_bodies_are_kept_or_become_get() {
    let cases = [
        ("POST", 301, "GET"),
        ("POST", 302, "GET"),
        ("POST", 303, "GET"),
        ("POST", 307, "POST"),
        ("POST", 308, "POST"),
        ("PUT", 301, "PUT"),
        ("PUT", 302, "PUT"),
        ("DELETE", 303, "GET"),
        ("PATCH", 308, "PATCH"),
    ];
    for (method, status, then) in cases {
        let request = second(method, status);
        assert_eq!(
            request.line,
            format!("{then} /next?a=%20b HTTP/1.1"),
            "{method} {status}"
        );
        let keeps = then == method;
        assert_eq!(request.text() == r#"{"a":1}"#, keeps, "{method} {status}");
        assert_eq!(
            request.header("content-type").is_some(),
            keeps,
            "{method} {status}"
        );
    }
}

#[test]
fn a_redirect_without_a_place_is_a_status() {
    for status in [300, 304, 305, 399] {
        let server = redirecting(status, "/next");
        assert_eq!(
            code(call(&server.url(), GET, "{}")),
            format!("HTTP_{status}")
        );
    }
}

struct Fixed;

impl Credentials for Fixed {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        Ok(Secret::Token("s3cret".to_owned()))
    }
}

/// A call with credentials in every place and with arguments in a header and a cookie.
fn call_with_secrets(url: &str, hosts: &'static [&'static str]) -> Outcome {
    let api = leak(Api { hosts, ..API });
    let key = |place, name| Requirement {
        name: "key",
        scheme: Scheme::ApiKey { place, name },
        scopes: &[],
    };
    let bearer = Requirement {
        name: "bearer",
        scheme: Scheme::Bearer,
        scopes: &[],
    };
    let all = leak([
        bearer,
        key(Place::Query, "k"),
        key(Place::Header, "X-Key"),
        key(Place::Cookie, "c"),
    ]);
    let operation = Operation {
        api,
        accept: "application/json",
        parameters: leak([
            parameter(Place::Header, "X-Arg"),
            parameter(Place::Cookie, "arg"),
        ]),
        security: leak([all as &[_]]),
        ..GET
    };
    let client = Client::builder()
        .base_url("test", url)
        .credentials(Fixed)
        .build();
    call_with(&client, operation, r#"{"X-Arg": "a", "arg": "b"}"#)
}

#[test]
fn within_an_origin_credentials_are_kept() {
    // The key is in the query, so the path is not just `/`.
    let server = Server::start(|request, stream| {
        let answer = match request.target() {
            "/?k=s3cret" => "HTTP/1.1 302 See\r\nLocation: /next?k=s3cret&z\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_owned(),
            _ => json("true"),
        };
        let _ = stream.write_all(answer.as_bytes());
    });
    call_with_secrets(&server.url(), &[]).expect("an answer");
    let second = server.received().pop().expect("a request");
    assert_eq!(second.target(), "/next?z&k=s3cret");
    assert_eq!(second.header("authorization"), Some("Bearer s3cret"));
    assert_eq!(second.header("x-key"), Some("s3cret"));
    assert_eq!(second.header("cookie"), Some("arg=b; c=s3cret"));
    assert_eq!(second.header("x-arg"), Some("a"));
}

#[test]
fn another_origin_gets_no_credentials_and_must_be_a_host_of_the_api() {
    let other = ok();
    let location = format!("{}/next", other.url());
    let server = Server::start(move |_, stream| {
        let _ = write!(
            stream,
            "HTTP/1.1 307 See\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"
        );
    });
    let failed =
        call_with_secrets(&server.url(), &["127.0.0.1", "example.com"]).expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_REDIRECT"));
    assert_eq!(
        failed.error.message,
        "the service answered with a redirect that is not followed"
    );
    assert_eq!(other.received().len(), 0);

    let host: &str = leak(other.address.to_string());
    call_with_secrets(&server.url(), leak([host])).expect("an answer");
    let request = other.only();
    assert_eq!(request.target(), "/next");
    assert_eq!(request.header("accept"), Some("application/json"));
    for name in ["authorization", "x-key", "cookie", "x-arg"] {
        assert_eq!(request.header(name), None, "{name}");
    }
    assert!(!format!("{request:?}").contains("s3cret"));
}

#[test]
fn what_leads_elsewhere_is_refused() {
    for location in [
        "http://example.com/",
        "//example.com/",
        "https://127.0.0.1/",
        "http://127.0.0.1:1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "data:,x",
        "javascript:alert(1)",
        "http://[",
        "http://user:pass@example.com/",
        "mailto:a@example.com",
    ] {
        let server = redirecting(302, location);
        assert_eq!(
            code(call(&server.url(), GET, "{}")),
            "HTTP_REDIRECT",
            "{location}"
        );
        assert_eq!(server.received().len(), 1, "{location}");
    }
}

#[test]
fn a_redirect_brings_no_credentials_of_its_own() {
    let server = Server::start(|request, stream| {
        let host = request.header("host").unwrap_or_default();
        let answer = match request.target() {
            "/" => format!(
                "HTTP/1.1 302 See\r\nLocation: http://user:pass@{host}/next\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            ),
            _ => json("true"),
        };
        let _ = stream.write_all(answer.as_bytes());
    });
    call(&server.url(), GET, "{}").expect("an answer");
    assert_eq!(server.received()[1].header("authorization"), None);
}

#[test]
fn ten_redirects_are_followed_and_no_more() {
    let server = redirecting(302, "/");
    assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_REDIRECT");
    assert_eq!(server.received().len(), 11);
}
