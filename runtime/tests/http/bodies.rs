//! Request bodies.

use super::api::{GET, call, parameter};
use super::server::{Received, Server, json};
use std::io::Write;
use toolc_runtime::http::operation::{
    Body, Content, Encoding, Field, Form, Operation, PartHeader, Place, Style, Styled, Within,
};

const REST: Content = Content::Rest(&[]);

/// Sends a body and returns the request as received.
fn sent(body: Body, arguments: &str) -> Received {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json("null").as_bytes());
    });
    let operation = Operation {
        method: "POST",
        parameters: const { &[parameter(Place::Query, "id")] },
        body: Some(body),
        ..GET
    };
    call(&server.url(), operation, arguments).expect("an answer");
    server.only()
}

fn body(encoding: Encoding, content: Content) -> Body {
    Body {
        media_type: match encoding {
            Encoding::Json => "application/json",
            Encoding::Form => "application/x-www-form-urlencoded",
            Encoding::Multipart => "multipart/form-data",
            Encoding::JsonLines => "application/x-ndjson",
            Encoding::JsonSequence => "application/json-seq",
            Encoding::Text => "text/plain",
            Encoding::Bytes => "application/octet-stream",
        },
        encoding,
        content,
        required: false,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    }
}

#[test]
fn json_is_sent_as_it_was_written() {
    let arguments = r#"{"id": 1, "price": 1.0, "big": 123456789012345678901, "b": {"c" : [ ] }}"#;
    let request = sent(body(Encoding::Json, REST), arguments);
    assert_eq!(request.target(), "/?id=1");
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        request.text(),
        r#"{"price":1.0,"big":123456789012345678901,"b":{"c" : [ ] }}"#
    );
}

#[test]
fn each_value_of_a_stream_is_a_line() {
    let content = Content::Argument("b");
    let list = r#"{"id": 1, "b": [ {"index" : {}}, {"a": "x\ny"}, 1.0 ]}"#;
    let lines = "{\"index\":{}}\n{\"a\":\"x\\ny\"}\n1.0\n";
    let request = sent(body(Encoding::JsonLines, content), list);
    assert_eq!(request.header("content-type"), Some("application/x-ndjson"));
    assert_eq!(request.text(), lines);
    // one value that is no list is one line
    let one = sent(
        body(Encoding::JsonLines, content),
        r#"{"b": {"a": [1, 2]}}"#,
    );
    assert_eq!(one.text(), "{\"a\":[1,2]}\n");
    let none = sent(body(Encoding::JsonLines, content), r#"{"b": []}"#);
    assert_eq!(none.text(), "");
    // RFC 7464, section 2.2
    let sequence = sent(body(Encoding::JsonSequence, content), r#"{"b": [{}, 2]}"#);
    assert_eq!(sequence.text(), "\u{1e}{}\n\u{1e}2\n");
}

#[test]
fn constants_stand_beside_the_arguments() {
    let content = Content::Rest(&[("kind", r#""a""#), ("n", "2.50")]);
    let request = sent(
        body(Encoding::Json, content),
        r#"{"id": 1, "x": "é\u0041"}"#,
    );
    assert_eq!(request.text(), r#"{"x":"é\u0041","kind":"a","n":2.50}"#);
}

#[test]
fn one_argument_can_be_the_body() {
    let request = sent(
        Body {
            media_type: "application/merge-patch+json; charset=utf-8",
            ..body(Encoding::Json, Content::Argument("body"))
        },
        r#"{"body": [1.0, null], "id": 2}"#,
    );
    let media_type = request.header("content-type");
    assert_eq!(
        media_type,
        Some("application/merge-patch+json; charset=utf-8")
    );
    assert_eq!(request.text(), "[1.0, null]");
}

#[test]
fn without_arguments_there_is_no_body_unless_it_is_required() {
    for content in [REST, Content::Argument("body")] {
        let request = sent(body(Encoding::Json, content), r#"{"id": 1}"#);
        assert_eq!(request.header("content-type"), None);
        assert_eq!(request.text(), "");
    }
    let required = Body {
        required: true,
        ..body(Encoding::Json, REST)
    };
    assert_eq!(sent(required, r#"{"id": 1}"#).text(), "{}");
}

#[test]
fn a_media_type_range_becomes_a_media_type() {
    for range in ["*/*", "application/*", "application/*, application/json"] {
        let body = Body {
            media_type: range,
            ..body(Encoding::Json, REST)
        };
        let request = sent(body, r#"{"a": 1}"#);
        assert_eq!(request.header("content-type"), Some("application/json"));
    }
}

/// OpenAPI 3.2, "Encoding Object": text, JSON for objects, arrays repeated.
#[test]
fn forms_are_written_by_type() {
    let request = sent(
        body(Encoding::Form, REST),
        r#"{"a": "x y&z=é", "n": 1.0, "o": {"p": [1, 2]}, "l": ["1", 2], "none": null, "e": []}"#,
    );
    assert_eq!(
        request.header("content-type"),
        Some("application/x-www-form-urlencoded")
    );
    assert_eq!(
        request.text(),
        "a=x%20y%26z%3D%C3%A9&n=1.0&o=%7B%22p%22%3A%5B1%2C2%5D%7D&l=1&l=2&none="
    );
}

const FIELDS: &[Field] = &[
    Field {
        name: "deep",
        form: Form::Style(Styled {
            style: Style::DeepObject,
            explode: true,
            allow_reserved: false,
            inner: None,
        }),
        is_file: false,
    },
    Field {
        name: "list",
        form: Form::Style(Styled {
            style: Style::Form,
            explode: false,
            allow_reserved: true,
            inner: None,
        }),
        is_file: false,
    },
    Field {
        name: "json",
        form: Form::Content("application/json"),
        is_file: false,
    },
    Field {
        name: "image",
        form: Form::Content("image/png, image/jpeg"),
        is_file: true,
    },
    Field {
        name: "any",
        form: Form::Content("image/*"),
        is_file: true,
    },
];

#[test]
fn fields_of_forms_have_styles_and_media_types() {
    let form = Body {
        fields: FIELDS,
        names: &[],
        ..body(Encoding::Form, REST)
    };
    let request = sent(
        form,
        r#"{"deep": {"a": {"b": 1}}, "list": ["a/b", "c"], "json": "x"}"#,
    );
    assert_eq!(
        request.text(),
        "deep%5Ba%5D%5Bb%5D=1&list=a/b,c&json=%22x%22"
    );
}

#[test]
fn multipart_has_a_part_for_each_value() {
    const fn header(part: &'static str, name: &'static str, value: &'static str) -> PartHeader {
        PartHeader { part, name, value }
    }
    let form = Body {
        fields: FIELDS,
        names: &[],
        headers: const {
            &[
                header("image", "X-Kind", "a, b"),
                header("image", "X-More", "1\r\nX-Evil: 2"),
                header("l", "X-List", "yes"),
                header("deep", "X-Deep", "é"),
                header("none", "X-None", ""),
            ]
        },
        ..body(Encoding::Multipart, REST)
    };
    let request = sent(
        form,
        r#"{"a": "x\r\ny", "n": 1.0, "o": {"p": 1}, "l": ["1", 2], "deep": {"k": "v w"},
            "json": "x", "image": "aGk=", "any": ["", "AP8"], "q\"\r\n": true}"#,
    );
    let media_type = request.header("content-type").expect("a media type");
    let boundary = media_type
        .strip_prefix("multipart/form-data; boundary=")
        .expect("a boundary");
    let named = |name: &str| format!("Content-Disposition: form-data; name=\"{name}\"\r\n");
    let file = |name: &str| {
        format!("Content-Disposition: form-data; name=\"{name}\"; filename=\"{name}\"\r\n")
    };
    let parts: [(String, &[u8]); 12] = [
        (named("a"), b"\r\nx\r\ny"),
        (named("n"), b"\r\n1.0"),
        (
            named("o"),
            b"Content-Type: application/json\r\n\r\n{\"p\": 1}",
        ),
        (named("l"), b"X-List: yes\r\n\r\n1"),
        (named("l"), b"X-List: yes\r\n\r\n2"),
        (named("deep[k]"), "X-Deep: é\r\n\r\nv w".as_bytes()),
        (
            named("json"),
            b"Content-Type: application/json\r\n\r\n\"x\"",
        ),
        (
            file("image"),
            b"Content-Type: image/png\r\nX-Kind: a, b\r\nX-More: 1X-Evil: 2\r\n\r\nhi",
        ),
        (
            file("any"),
            b"Content-Type: application/octet-stream\r\n\r\n",
        ),
        (
            file("any"),
            b"Content-Type: application/octet-stream\r\n\r\n\x00\xff",
        ),
        (named("q%22%0D%0A"), b"\r\ntrue"),
        (String::new(), b""),
    ];
    let mut expected = Vec::new();
    for (head, content) in parts {
        let is_last = head.is_empty();
        expected.extend_from_slice(format!("--{boundary}").as_bytes());
        expected.extend_from_slice(if is_last { b"--\r\n" } else { b"\r\n" });
        if !is_last {
            expected.extend_from_slice(head.as_bytes());
            expected.extend_from_slice(content);
            expected.extend_from_slice(b"\r\n");
        }
    }
    assert_eq!(
        String::from_utf8_lossy(&request.body),
        String::from_utf8_lossy(&expected)
    );
    assert_eq!(request.body, expected);
}

#[test]
fn constants_stand_within_the_body() {
    const WITHIN: &[Within] = &[
        Within {
            path: &["o", "k"],
            value: "true",
        },
        Within {
            path: &["l", "*", "o"],
            value: "\"x\"",
        },
    ];
    let json = Body {
        within: WITHIN,
        ..body(Encoding::Json, REST)
    };
    let request = sent(json, r#"{"o": {"p": 1.0}, "l": [{"o": 1}, {}]}"#);
    assert_eq!(
        request.text(),
        r#"{"o":{"p":1.0,"k":true},"l":[{"o":"x"},{"o":"x"}]}"#
    );
    let argument = Body {
        within: &WITHIN[..1],
        ..body(Encoding::Form, Content::Argument("t"))
    };
    let request = sent(argument, r#"{"t": {"o": {}, "a": 1}}"#);
    assert_eq!(request.text(), "o=%7B%22k%22%3Atrue%7D&a=1");
}

#[test]
fn other_parts_have_no_names() {
    let mixed = Body {
        media_type: "multipart/mixed",
        ..body(Encoding::Multipart, REST)
    };
    let request = sent(mixed, r#"{"a": {"b": 1}}"#);
    assert!(
        request
            .header("content-type")
            .expect("one")
            .starts_with("multipart/mixed; boundary=")
    );
    assert!(
        request
            .text()
            .contains("\r\nContent-Type: application/json\r\n\r\n{\"b\": 1}\r\n")
    );
    assert!(!request.text().contains("Content-Disposition"));
}

#[test]
fn text_and_bytes_are_sent_as_they_are() {
    let request = sent(
        body(Encoding::Text, Content::Argument("t")),
        r#"{"t": "a\"é\n"}"#,
    );
    assert_eq!(request.text(), "a\"é\n");
    let request = sent(
        body(Encoding::Bytes, Content::Argument("t")),
        r#"{"t": "/wB+"}"#,
    );
    assert_eq!(request.body, b"\xff\x00\x7e");
    let image = Body {
        media_type: "image/png",
        ..body(Encoding::Bytes, Content::Argument("t"))
    };
    let request = sent(image, r#"{"t": "_wB-"}"#);
    assert_eq!(request.header("content-type"), Some("image/png"));
    assert_eq!(request.body, b"\xff\x00\x7e");
}

#[test]
fn text_that_is_not_base64_is_not_sent() {
    let operation = Operation {
        body: Some(body(Encoding::Bytes, Content::Argument("t"))),
        ..GET
    };
    let failed = call("http://127.0.0.1:9", operation, r#"{"t": "?"}"#).expect_err("a failure");
    assert_eq!(failed.error.message, "`t` cannot be sent: it is not Base64");
}
