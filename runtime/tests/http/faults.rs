//! Failing servers: what the model is told, what the observers receive, and that nothing hangs.

use super::api::{API, GET, call, code, leak};
use super::server::Server;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Api, Operation};
use toolc_runtime::testing::request;
use toolc_runtime::v1::ConnectionSettings;
use toolc_runtime::{Context, ErrorKind};

const HASTY: Api = Api {
    connection: ConnectionSettings {
        timeout: Duration::from_millis(200),
        ..API.connection
    },
    ..API
};

const SMALL: Api = Api {
    connection: ConnectionSettings {
        max_response: 1000,
        ..API.connection
    },
    ..API
};

/// Sends until the other side closes the connection.
fn flood(stream: &mut TcpStream, head: &str, piece: &[u8]) {
    let _ = stream.set_write_timeout(Some(Duration::from_secs(5)));
    let mut written = stream.write_all(head.as_bytes());
    while written.is_ok() {
        written = stream.write_all(piece);
    }
}

#[test]
fn every_status_has_its_kind() {
    let cases = [
        (400, ErrorKind::Execution, false),
        (401, ErrorKind::Unauthorized, false),
        (403, ErrorKind::Unauthorized, false),
        (404, ErrorKind::Execution, false),
        (405, ErrorKind::Execution, false),
        (408, ErrorKind::Timeout, true),
        (409, ErrorKind::Execution, false),
        (422, ErrorKind::Execution, false),
        (429, ErrorKind::Execution, true),
        (500, ErrorKind::Execution, true),
        (501, ErrorKind::Execution, true),
        (502, ErrorKind::Execution, true),
        (503, ErrorKind::Execution, true),
        (504, ErrorKind::Timeout, true),
        (304, ErrorKind::Execution, false),
        (600, ErrorKind::Execution, false),
    ];
    for (status, kind, retryable) in cases {
        let server = Server::start(move |_, stream| {
            let head = format!("HTTP/1.1 {status} S3CRET\r\nContent-Type: application/json");
            let _ = write!(
                stream,
                "{head}\r\nContent-Length: 18\r\n\r\n{{\"error\":\"S3CRET\"}}"
            );
        });
        let failed = call(&server.url(), GET, "{}").expect_err("a failure");
        assert_eq!(failed.error.kind, kind, "{status}");
        assert_eq!(failed.error.retryable, retryable, "{status}");
        assert_eq!(failed.error.code, Some(format!("HTTP_{status}").into()));
        assert!(
            !format!("{:?}", failed.error).contains("S3CRET"),
            "{status}"
        );
        let detail = failed.detail.expect("a detail");
        let body = if status == 304 { "" } else { "S3CRET" };
        assert!(
            detail.starts_with("GET http://127.0.0.1:") && detail.contains(body),
            "{detail}"
        );
    }
}

#[test]
fn a_broken_error_is_still_that_error() {
    let answers: [&[u8]; 5] = [
        b"HTTP/1.1 404 No\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 404 No\r\nContent-Length: 99\r\n\r\nabc",
        b"HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\nxyz",
        b"HTTP/1.1 404 No\r\nContent-Type: text/plain; charset=x\r\nContent-Length: 1\r\n\r\n\xff",
    ];
    for answer in answers {
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(answer);
        });
        assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_404");
    }
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 404 No\r\nContent-Length: 99\r\n\r\nslow");
        let _ = stream.read(&mut [0]);
    });
    let failed = call(&server.url(), GET, "{}").expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_404"));
    assert!(failed.detail.expect("a detail").ends_with(": slow"));
}

#[test]
fn a_slow_server_is_left() {
    let slow: [fn(&mut TcpStream); 3] = [
        |_| (),
        |stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
        },
        |stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n");
            for _ in 0..99 {
                std::thread::sleep(Duration::from_millis(20));
                let _ = stream.write_all(b" ");
            }
        },
    ];
    for answer in slow {
        let server = Server::start(move |_, stream| {
            answer(stream);
            let _ = stream.read(&mut [0]);
        });
        let started = Instant::now();
        let operation = Operation { api: &HASTY, ..GET };
        let failed = call(&server.url(), operation, "{}").expect_err("a failure");
        assert_eq!(failed.error.kind, ErrorKind::Timeout);
        assert_eq!(failed.error.message, "no answer within 200ms");
        assert!(failed.error.retryable);
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn the_context_limits_a_request_too() {
    let server = Server::start(|_, stream| {
        let _ = stream.read(&mut [0]);
    });
    let client = Client::builder().base_url("test", server.url()).build();
    let soon = Instant::now() + Duration::from_millis(50);
    for context in [
        Context::default().with_timeout(Duration::from_millis(50)),
        Context::default().with_deadline(soon),
    ] {
        let failed = super::api::run(request(&client, leak(GET), "{}", &context));
        assert_eq!(
            failed.expect_err("a failure").error.kind,
            ErrorKind::Timeout
        );
    }
}

#[test]
fn an_answer_that_breaks_off_is_a_broken_connection() {
    for answer in [
        "",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"S3CRET\":",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12",
        "SSH-2.0-S3CRET\r\n",
    ] {
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(answer.as_bytes());
        });
        let failed = call(&server.url(), GET, "{}").expect_err("a failure");
        assert_eq!(
            failed.error.code.as_deref(),
            Some("HTTP_CONNECTION"),
            "{answer}"
        );
        assert_eq!(failed.error.message, "the service cannot be reached now");
        assert!(failed.error.retryable);
    }
}

#[test]
fn nobody_listens() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    assert_eq!(code(call(&url, GET, "{}")), "HTTP_CONNECTION");
}

#[test]
fn endless_answers_are_left_at_the_limit() {
    let heads = [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
            &b"0123456789"[..],
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"a\r\n0123456789\r\n",
        ),
    ];
    for (head, piece) in heads {
        let server = Server::start(move |_, stream| flood(stream, head, piece));
        let operation = Operation { api: &SMALL, ..GET };
        let failed = call(&server.url(), operation, "{}").expect_err("a failure");
        assert_eq!(failed.error.code.as_deref(), Some("HTTP_TOO_LARGE"));
        assert_eq!(failed.error.message, "the answer has more than 1000 bytes");
    }
}

/// A gzip member with empty content (RFC 1952, section 2.3).
const EMPTY: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";

#[test]
fn endless_answers_of_nothing_are_left_at_a_limit() {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
    let server = Server::start(move |_, stream| flood(stream, head, &EMPTY.repeat(100)));
    let operation = Operation { api: &SMALL, ..GET };
    assert_eq!(code(call(&server.url(), operation, "{}")), "HTTP_TOO_LARGE");
    let large = leak(Api {
        connection: ConnectionSettings {
            max_response: 1 << 40,
            ..HASTY.connection
        },
        ..HASTY
    });
    let started = Instant::now();
    let operation = Operation { api: large, ..GET };
    assert_eq!(code(call(&server.url(), operation, "{}")), "HTTP_TIMEOUT");
    let late = started.elapsed() - HASTY.connection.timeout;
    assert!(late < Duration::from_secs(2), "{late:?}");
    let server = Server::start(|_, stream| {
        let head = "HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\n\r\n";
        flood(stream, head, &EMPTY.repeat(100));
    });
    assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_404");
}

#[test]
fn endless_errors_and_heads_are_left_too() {
    let server = Server::start(|_, stream| {
        flood(
            stream,
            "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"3\r\nabc\r\n",
        );
    });
    assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_404");
    let server =
        Server::start(|_, stream| flood(stream, "HTTP/1.1 200 OK\r\n", b"X-More: abc\r\n"));
    assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_CONNECTION");
}

/// Dropping a call closes its connection.
#[test]
fn a_dropped_call_stops_the_request() {
    let (sender, events) = mpsc::channel();
    let server = Server::start(move |_, stream| {
        let _ = sender.send(None);
        let _ = sender.send(stream.read(&mut [0]).ok());
    });
    let client = Client::builder().base_url("test", server.url()).build();
    super::api::run(async {
        let context = Context::default();
        let mut call = Box::pin(request(&client, leak(GET), "{}", &context));
        let moment = Duration::from_millis(10);
        while events.try_recv().is_err() {
            let waited = tokio::time::timeout(moment, &mut call).await;
            assert!(waited.is_err(), "there is no answer");
        }
        drop(call);
        // The connection belongs to a task of the runtime, which must get its turn.
        tokio::time::sleep(moment).await;
        let end = events.recv_timeout(Duration::from_secs(3)).expect("an end");
        assert_eq!(end, Some(0), "the connection was closed");
    });
}

#[test]
fn a_call_can_move_between_threads() {
    let client = Client::new();
    let context = Context::default();
    let _: Box<dyn Future<Output = _> + Send> =
        Box::new(request(&client, leak(GET), "{}", &context));
}

#[test]
fn without_tokio_there_is_a_failure_and_no_panic() {
    let client = Client::builder()
        .base_url("test", "http://127.0.0.1:9")
        .build();
    let sent = request(&client, leak(GET), "{}", leak(Context::default()));
    let failed = toolc_runtime::testing::block_on(sent).expect_err("a failure");
    assert!(failed.detail.expect("a detail").contains("Tokio"));
}
