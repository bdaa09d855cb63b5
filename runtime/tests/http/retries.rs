//! When a request is retried.

use super::api::{API, GET, call, code, leak};
use super::server::Server;
use std::io::Write;
use std::time::{Duration, Instant};
use toolc_runtime::http::operation::{Api, Operation};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\nConnection: close\r\n\r\n1";
const BUSY: &str = "HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

const RETRYING: Api = Api { retries: 2, ..API };

/// Returns the outcome of a call, and how often it was sent.
fn tried(method: &'static str, answers: &'static [&'static str]) -> (Option<String>, usize) {
    let server = Server::answers(answers);
    let operation = Operation {
        api: &RETRYING,
        method,
        ..GET
    };
    let outcome = call(&server.url(), operation, "{}");
    let failed = outcome.is_err().then(|| code(outcome));
    (failed, server.received().len())
}

#[test]
fn idempotent_methods_are_sent_again() {
    for method in ["GET", "OPTIONS", "PUT", "DELETE", "QUERY"] {
        assert_eq!(tried(method, &[BUSY, OK]), (None, 2), "{method}");
        assert_eq!(tried(method, &["", OK]), (None, 2), "{method}");
    }
    assert_eq!(tried("GET", &[BUSY]), (Some("HTTP_503".to_owned()), 3));
    assert_eq!(tried("GET", &[""]), (Some("HTTP_CONNECTION".to_owned()), 3));
}

#[test]
fn others_are_not() {
    for method in ["POST", "PATCH"] {
        assert_eq!(
            tried(method, &[BUSY, OK]),
            (Some("HTTP_503".to_owned()), 1),
            "{method}"
        );
        assert_eq!(
            tried(method, &["", OK]),
            (Some("HTTP_CONNECTION".to_owned()), 1)
        );
    }
    let failed = "HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    assert_eq!(
        tried("GET", leak([failed, OK])),
        (Some("HTTP_500".to_owned()), 1)
    );
}

#[test]
fn every_method_is_sent_again_when_the_service_says_when() {
    const SECONDS: &str =
        "HTTP/1.1 429 No\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    const DATE: &str = "HTTP/1.1 503 No\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    for method in ["GET", "POST", "PATCH"] {
        assert_eq!(tried(method, &[SECONDS, DATE, OK]), (None, 3), "{method}");
    }
}

#[test]
fn the_service_is_waited_for_but_not_beyond_the_limit() {
    const SECOND: &str =
        "HTTP/1.1 429 No\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    const HOUR: &str =
        "HTTP/1.1 429 No\r\nRetry-After: 3600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let started = Instant::now();
    assert_eq!(tried("POST", &[SECOND, OK]), (None, 2));
    assert!(started.elapsed() >= Duration::from_secs(1));
    let started = Instant::now();
    assert_eq!(tried("POST", &[HOUR, OK]), (Some("HTTP_429".to_owned()), 1));
    assert!(started.elapsed() < Duration::from_secs(1));
    const NEVER: &str = "HTTP/1.1 429 No\r\nRetry-After: 18446744073709551615\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    assert_eq!(tried("GET", &[NEVER, OK]), (Some("HTTP_429".to_owned()), 1));
}

#[test]
fn what_is_sent_again_is_the_same() {
    let server = Server::start({
        let count = std::sync::atomic::AtomicUsize::new(0);
        move |_, stream| {
            let first = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            let _ = stream.write_all(if first { BUSY } else { OK }.as_bytes());
        }
    });
    let body = toolc_runtime::http::operation::Body {
        media_type: "application/json",
        encoding: toolc_runtime::http::operation::Encoding::Json,
        content: toolc_runtime::http::operation::Content::Rest(&[]),
        required: true,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    };
    let operation = Operation {
        api: &RETRYING,
        method: "PUT",
        body: Some(body),
        ..GET
    };
    call(&server.url(), operation, r#"{"a": 1}"#).expect("an answer");
    let [first, second] = &server.received()[..] else {
        panic!("two requests")
    };
    assert_eq!(
        (&first.line, &first.headers, &first.body),
        (&second.line, &second.headers, &second.body)
    );
    assert_eq!(first.text(), r#"{"a":1}"#);
}

#[test]
fn the_error_says_how_long_to_wait() {
    for (head, wait) in [
        ("429 No\r\nRetry-After: 7", Some(7)),
        (
            "503 No\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT",
            Some(0),
        ),
        ("500 No\r\nRetry-After: 60", Some(60)),
        ("503 No\r\nRetry-After: 18446744073709551615", Some(86_400)),
        ("503 No\r\nRetry-After: soon", None),
        // no date: such a number of days cannot be added to any time
        (
            "503 No\r\nRetry-After: Sun, 200000000000000 Nov 2024 08:49:37 GMT",
            None,
        ),
        ("503 No", None),
        // a permanent error has no retry delay
        ("404 No\r\nRetry-After: 7", None),
    ] {
        let answer = format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(answer.as_bytes());
        });
        let error = call(&server.url(), GET, "{}").expect_err("a failure").error;
        assert_eq!(error.retry_after, wait.map(Duration::from_secs), "{head}");
        let json = serde_json::to_value(&error).expect("JSON");
        assert_eq!(json.get("retry_after").and_then(|wait| wait.as_u64()), wait);
    }
}
