//! How responses are converted.

use super::api::{API, GET, Outcome, call, code, leak};
use super::server::Server;
use std::io::Write;
use toolc_runtime::http::operation::{Api, Operation};
use toolc_runtime::v1::ConnectionSettings;

/// Returns the outcome of a response with this media type and body. An empty media type stands for none.
fn answer(media_type: &str, body: &[u8], accept: &'static str) -> Outcome {
    let mut message = b"HTTP/1.1 200 OK\r\nConnection: close\r\n".to_vec();
    if !media_type.is_empty() {
        message.extend_from_slice(format!("Content-Type: {media_type}\r\n").as_bytes());
    }
    message.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    message.extend_from_slice(body);
    let server = Server::start(move |_, stream| {
        let _ = stream.write_all(&message);
    });
    call(&server.url(), Operation { accept, ..GET }, "{}")
}

#[test]
fn answers_become_json() {
    let cases: [(&str, &[u8], &str, &str); 22] = [
        (
            "text/xml; charset=utf-8",
            b"<a/>",
            "application/xml",
            "\"<a/>\"",
        ),
        (
            "application/pdf",
            b"%PDF",
            "application/octet-stream",
            r#"{"media_type":"application/pdf","base64":"JVBERg=="}"#,
        ),
        (
            "application/json",
            b"{\"a\" : 1.0}",
            "application/json",
            "{\"a\" : 1.0}",
        ),
        (
            "application/json; charset=utf-8",
            b"\xef\xbb\xbf123456789012345678901234567890",
            "",
            "123456789012345678901234567890",
        ),
        ("application/problem+json", b"[]", "", "[]"),
        ("application/json", b" \n", "", "null"),
        ("application/json", b"", "", "null"),
        ("", b"", "application/json", "null"),
        ("text/plain", b"a\"b\n", "", "\"a\\\"b\\n\""),
        (
            "text/plain; charset=ISO-8859-1",
            b"\xe9",
            "text/*",
            "\"\u{e9}\"",
        ),
        ("text/csv; charset=\"utf-16\"", b"a\0", "*/*", "\"a\""),
        (
            "application/xml",
            b"<a/>",
            "application/json, application/xml;q=0.5",
            "\"<a/>\"",
        ),
        ("image/svg+xml", b"<a/>", "", "\"<a/>\""),
        (
            "text/html",
            b"{\"json\":1}",
            "application/json",
            "{\"json\":1}",
        ),
        (
            "application/octet-stream",
            b"[1]",
            "application/json",
            "[1]",
        ),
        (
            "application/vnd.api+json",
            b"[1]",
            "application/json",
            "[1]",
        ),
        ("", b"{\"a\":1}", "application/json", "{\"a\":1}"),
        ("", b"\xef\xbb\xbf{\"a\":1}", "", "{\"a\":1}"),
        ("", b"plain", "", "\"plain\""),
        ("", b"\xef\xbb\xbfplain", "", "\"plain\""),
        (
            "",
            b"\xff",
            "",
            r#"{"media_type":"application/octet-stream","base64":"/w=="}"#,
        ),
        (
            "Image/PNG; x=y",
            b"\x89PNG",
            "image/*",
            r#"{"media_type":"image/png","base64":"iVBORw=="}"#,
        ),
    ];
    for (media_type, body, accept, expected) in cases {
        let json = answer(media_type, body, accept);
        let json = json.unwrap_or_else(|failed| panic!("{media_type}: {failed:?}"));
        assert_eq!(json.as_text(), expected, "{media_type}");
    }
}

#[test]
fn earlier_media_types_are_preferred() {
    let server = Server::answers(&["HTTP/1.1 204 No\r\n\r\n"]);
    let accept = "application/json, text/plain; charset=utf-8, */*";
    call(&server.url(), Operation { accept, ..GET }, "{}").expect("an answer");
    let expected = "application/json, text/plain; charset=utf-8;q=0.9, */*;q=0.8";
    assert_eq!(server.only().header("accept"), Some(expected));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let cases: [(&str, &[u8], &str, &str); 10] = [
        (
            "text/html",
            b"<h1>S3CRET</h1>",
            "application/pdf, application/xml, text/plain",
            "it is `text/html`",
        ),
        (
            "text/html",
            b"<h1>S3CRET</h1>",
            "application/json",
            "it is `text/html`, and asked for was",
        ),
        ("image/png", b"x", "text/plain", "it is `image/png`"),
        (
            "application/json",
            b"{\"a\":S3CRET}",
            "",
            "it is not JSON: ",
        ),
        (
            "application/json",
            b"{\"a\":1,\"a\":2}",
            "",
            "key occurs twice",
        ),
        ("application/json", b"[1", "", "it is not JSON: "),
        (
            "application/json",
            b"\"\xff\xfe\"",
            "",
            "its bytes are not text",
        ),
        (
            "application/json",
            b"{\"a\": \"\xc3\"}",
            "",
            "its bytes are not text",
        ),
        (
            "application/json; charset=utf-16le",
            b"\"\0\x00\xd8\"\0",
            "",
            "its bytes are not text",
        ),
        (
            "text/plain; charset=shift_jis",
            b"x",
            "",
            "its encoding `shift_jis` is not known",
        ),
    ];
    for (media_type, body, accept, detail) in cases {
        let failed = answer(media_type, body, accept).expect_err("a failure");
        assert_eq!(failed.error.code.as_deref(), Some("HTTP_UNREADABLE"));
        assert!(!failed.error.to_llm_message().contains("S3CRET"));
        let found = failed.detail.expect("a detail");
        assert!(found.contains(detail), "{found}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(
        code(answer("application/json", deep.as_bytes(), "")),
        "HTTP_UNREADABLE"
    );
}

#[test]
fn an_answer_without_a_body_is_null() {
    let cases = [
        "204 No Content",
        "205 Reset",
        "200 OK",
        "200 OK\r\nContent-Encoding: gzip",
    ];
    for status in cases {
        let message = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(message.as_bytes());
        });
        assert_eq!(
            call(&server.url(), GET, "{}").expect("an answer").as_text(),
            "null"
        );
    }
    let server = Server::start(|_, stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
        let _ = stream.write_all(head.as_bytes());
    });
    let head = Operation {
        method: "HEAD",
        ..GET
    };
    assert_eq!(
        call(&server.url(), head, "{}")
            .expect("an answer")
            .as_text(),
        "null"
    );
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(body).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn compressed_errors_are_read_by_the_observers() {
    let server = Server::start(|_, stream| {
        let head = "HTTP/1.1 404 No\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n";
        let _ = stream.write_all(&[head.as_bytes(), &gzip(b"no such pet")].concat());
    });
    let failed = call(&server.url(), GET, "{}").expect_err("a failure");
    assert!(failed.detail.expect("a detail").ends_with(": no such pet"));
}

/// A response with a compressed body.
fn gzipped(body: &[u8], max_response: u64, keep: usize) -> Outcome {
    let mut zipped = gzip(body);
    zipped.truncate(keep);
    let server = Server::start(move |request, stream| {
        assert_eq!(request.header("accept-encoding"), Some("gzip"));
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip";
        let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n", zipped.len());
        let _ = stream.write_all(&zipped);
    });
    let api = leak(Api {
        connection: ConnectionSettings {
            max_response,
            ..API.connection
        },
        ..API
    });
    call(&server.url(), Operation { api, ..GET }, "{}")
}

#[test]
fn compressed_answers_are_read_and_limited_by_what_comes_out() {
    let json = gzipped(b"[1, 2]", 6, usize::MAX);
    assert_eq!(json.expect("an answer").as_text(), "[1, 2]");
    let bomb = vec![b' '; 64 << 20];
    assert_eq!(code(gzipped(&bomb, 1 << 20, usize::MAX)), "HTTP_TOO_LARGE");
    assert_eq!(code(gzipped(b"[1, 2]", 5, usize::MAX)), "HTTP_TOO_LARGE");
    assert_eq!(code(gzipped(b"[1, 2]", 99, 12)), "HTTP_UNREADABLE");
}

#[test]
fn an_encoding_that_was_not_asked_for_is_refused() {
    for encoding in ["br", "gzip, gzip", "gzip\r\nContent-Encoding: gzip"] {
        let message = format!(
            "HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\nContent-Length: 1\r\n\r\n1"
        );
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(message.as_bytes());
        });
        assert_eq!(code(call(&server.url(), GET, "{}")), "HTTP_UNREADABLE");
    }
}
