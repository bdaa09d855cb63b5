//! Malicious arguments and descriptions.

mod keys;

use super::api::{GET, Outcome, call, code, leak, parameter};
use super::server::{Received, Server, json};
use std::io::Write;
use toolc_runtime::ErrorKind;
use toolc_runtime::http::operation::{
    Body, Content, Encoding, Form, Operation, Origin, Parameter, Place, Style, Styled,
};

/// Returns the request that is sent, or why none is.
fn sent(operation: Operation, arguments: &str) -> Result<Received, Outcome> {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json("true").as_bytes());
    });
    let outcome = call(&server.url(), operation, arguments);
    match outcome {
        Ok(_) => Ok(server.only()),
        Err(_) => {
            assert_eq!(server.received().len(), 0, "{outcome:?}");
            Err(outcome)
        }
    }
}

fn argument(value: &str) -> String {
    format!("{{\"v\": {}}}", serde_json::to_string(value).expect("JSON"))
}

fn with(place: Place, form: Option<Form>) -> Operation {
    let usual = parameter(place, "v");
    let parameter = Parameter {
        form: form.unwrap_or(usual.form),
        ..usual
    };
    let path = if place == Place::Path {
        "/files/{v}/meta"
    } else {
        "/"
    };
    Operation {
        path,
        parameters: leak([parameter]),
        ..GET
    }
}

fn style(style: Style, explode: bool, allow_reserved: bool) -> Option<Form> {
    Some(Form::Style(Styled {
        style,
        explode,
        allow_reserved,
        inner: None,
    }))
}

#[test]
fn no_value_leaves_its_segment() {
    let encoded = [
        ("feature/..x", "feature%2F..x"),
        ("a\\b", "a%5Cb"),
        ("/etc/passwd", "%2Fetc%2Fpasswd"),
        ("%2ex", "%252ex"),
        ("100%25", "100%2525"),
        ("...;/", "...%3B%2F"),
        ("...", "..."),
        ("a?b#c", "a%3Fb%23c"),
        ("\u{0}\r\n", "%00%0D%0A"),
        (" ", "%20"),
        ("．．", "%EF%BC%8E%EF%BC%8E"),
    ];
    for (value, segment) in encoded {
        let request = sent(with(Place::Path, None), &argument(value)).expect("a request");
        assert_eq!(
            request.target(),
            format!("/files/{segment}/meta"),
            "{value:?}"
        );
    }
    // Servers that decode first would read these as paths that climb.
    let climbing = [
        "../x",
        "..\\x",
        "a/../../b",
        "a/./b",
        "a\\..",
        "..\0",
        "..;/",
        "x/..;v=1/y",
        "%2e%2e",
        "%2e%2e%2f",
        "..%2f..",
        "..%3b",
        "%252E%25252e",
    ];
    for value in ["", ".", ".."].into_iter().chain(climbing) {
        for reserved in [false, true] {
            let operation = with(Place::Path, style(Style::Simple, false, reserved));
            let outcome = sent(operation, &argument(value)).expect_err("a failure");
            assert_eq!(code(outcome), "HTTP_UNSENDABLE", "{value:?}");
        }
    }
    // Where encoded text is kept as it is, encoded dots still count as dots.
    for value in ["%2e%2e", "%2E.", ".%2e", "%2e"] {
        let operation = with(Place::Path, style(Style::Simple, false, true));
        assert!(sent(operation, &argument(value)).is_err(), "{value:?}");
    }
    for value in ["", "."] {
        let operation = with(Place::Path, style(Style::Label, false, false));
        assert!(sent(operation, &argument(value)).is_err(), "{value:?}");
    }
}

#[test]
fn dots_with_parameters_of_their_segment_are_dots() {
    let reserved = style(Style::Simple, false, true);
    for value in ["..;", ".;a=b", "..;x/", "%2e%2e;", "%2E.;a;b", ".;"] {
        let outcome = sent(with(Place::Path, reserved), &argument(value));
        let outcome = outcome.expect_err("a failure");
        assert_eq!(code(outcome), "HTTP_UNSENDABLE", "{value:?}");
    }
    let request = sent(with(Place::Path, reserved), &argument("a;v=.."));
    assert_eq!(request.expect("a request").target(), "/files/a;v=../meta");
}

#[test]
fn no_value_in_the_query_of_a_path_adds_to_it() {
    let operation = Operation {
        path: "/a?type={v}&admin=false",
        ..with(Place::Path, style(Style::Simple, false, true))
    };
    let request = sent(operation, &argument("1&admin=true#[x]+/?:")).expect("a request");
    assert_eq!(
        request.target(),
        "/a?type=1%26admin%3Dtrue%23%5Bx%5D%2B/?:&admin=false"
    );
}

#[test]
fn a_refusal_names_the_argument_and_not_its_value() {
    let outcome = sent(with(Place::Path, None), &argument("..")).expect_err("a failure");
    let failed = outcome.expect_err("a failure");
    assert_eq!(failed.error.kind, ErrorKind::InvalidArguments);
    assert_eq!(
        failed.error.message,
        "`v` cannot be sent: dots alone name another path"
    );
    let outcome =
        sent(with(Place::Header, None), &argument("a\r\nS3CRET: b")).expect_err("a failure");
    let failed = outcome.expect_err("a failure");
    assert!(!format!("{failed:?}").contains("S3CRET"), "{failed:?}");
}

#[test]
fn no_value_ends_its_header() {
    for value in ["a\r\nX: b", "a\nb", "a\rb", "a\0b", "a\u{7f}", "\u{1b}"] {
        for form in [None, Some(Form::Content("text/plain"))] {
            let outcome = sent(with(Place::Header, form), &argument(value)).expect_err("a failure");
            assert_eq!(code(outcome), "HTTP_UNSENDABLE", "{value:?}");
        }
    }
    // JSON has its own escapes, and is written without line breaks between its parts.
    let json = Some(Form::Content("application/json"));
    let request = sent(with(Place::Header, json), "{\"v\": [\r\n1,\n\"a\\r\\n\"]}");
    assert_eq!(
        request.expect("a request").header("v"),
        Some(r#"[1,"a\r\n"]"#)
    );
}

#[test]
fn no_argument_is_the_header_of_all_cookies() {
    let operation = Operation {
        parameters: const {
            &[
                parameter(Place::Header, "Cookie"),
                parameter(Place::Cookie, "b"),
            ]
        },
        ..GET
    };
    let rows = [
        (r#"{"Cookie": "session=evil", "b": "2"}"#, Some("b=2")),
        (r#"{"Cookie": "session=evil"}"#, None),
    ];
    for (arguments, cookies) in rows {
        let request = sent(operation, arguments).expect("a request");
        assert_eq!(request.header("cookie"), cookies);
    }
}

#[test]
fn no_value_becomes_a_second_cookie() {
    let request = sent(with(Place::Cookie, None), &argument("a; admin=1")).expect("a request");
    assert_eq!(request.header("cookie"), Some("v=a%3B%20admin%3D1"));
    let reserved = style(Style::Form, true, true);
    let request = sent(with(Place::Cookie, reserved), &argument("a;b,c d")).expect("a request");
    assert_eq!(request.header("cookie"), Some("v=a%3Bb%2Cc%20d"));
    for value in ["a;b", "a b", "a\"b", "a\\b", "a\r\nb", "é"] {
        for form in [
            style(Style::Cookie, true, false),
            Some(Form::Content("text/plain")),
        ] {
            let outcome = sent(with(Place::Cookie, form), &argument(value)).expect_err("a failure");
            assert_eq!(code(outcome), "HTTP_UNSENDABLE", "{value:?}");
        }
    }
    let names = with(Place::Cookie, style(Style::Cookie, true, false));
    assert!(sent(names, r#"{"v": {"a; b": 1}}"#).is_err());
}

#[test]
fn no_value_becomes_a_second_field() {
    for allow_reserved in [false, true] {
        let operation = with(Place::Query, style(Style::Form, true, allow_reserved));
        let request = sent(operation, &argument("1&admin=2#x+y")).expect("a request");
        assert_eq!(request.target(), "/?v=1%26admin%3D2%23x%2By");
    }
    let whole = with(
        Place::QueryString,
        Some(Form::Content("application/x-www-form-urlencoded")),
    );
    let request = sent(whole, r#"{"v": {"a&b": "c=d", "e": [1, 2]}}"#).expect("a request");
    assert_eq!(request.target(), "/?a%26b=c%3Dd&e=1&e=2");
    let whole = with(Place::QueryString, Some(Form::Content("application/json")));
    let request = sent(whole, r#"{"v": {"a" : "&"}}"#).expect("a request");
    assert_eq!(request.target(), "/?%7B%22a%22%3A%22%26%22%7D");
}

#[test]
fn names_are_made_safe_too() {
    let named = |place, name| Operation {
        parameters: leak([Parameter {
            name,
            value: Origin::Argument("v"),
            ..parameter(place, "v")
        }]),
        ..GET
    };
    let request = sent(named(Place::Query, "a&b=[é]"), r#"{"v": 1}"#).expect("a request");
    assert_eq!(request.target(), "/?a%26b%3D%5B%C3%A9%5D=1");
    let request = sent(named(Place::Cookie, "a;b"), r#"{"v": 1}"#).expect("a request");
    assert_eq!(request.header("cookie"), Some("a%3Bb=1"));
    for name in ["a b", "a\r\nb", "", "é", "a:b"] {
        let outcome = sent(named(Place::Header, name), r#"{"v": 1}"#).expect_err("a failure");
        assert_eq!(code(outcome), "HTTP_CONFIGURATION", "{name:?}");
    }
}

/// Request smuggling starts with headers that frame the message.
#[test]
fn no_argument_decides_how_a_message_is_sent() {
    let names = [
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "TE",
        "Upgrade",
        "Expect",
        "Authorization",
        "Accept",
        "Content-Type",
        "Proxy-Authorization",
    ];
    let parameters: Vec<_> = names
        .into_iter()
        .map(|name| Parameter {
            name,
            ..parameter(Place::Header, "v")
        })
        .collect();
    let operation = Operation {
        parameters: leak(parameters),
        ..GET
    };
    let request = sent(operation, &argument("S3CRET")).expect("a request");
    assert!(!format!("{request:?}").contains("S3CRET"), "{request:?}");
}

#[test]
fn arguments_that_nobody_checked_are_a_failure_and_no_panic() {
    for arguments in [
        r#"{"v": "\ud800"}"#,
        r#"{"v": "\udc00\ud800"}"#,
        "{\"v\": ",
        "[]",
        "",
        "{\"v\": tru}",
    ] {
        for place in [Place::Path, Place::Query, Place::Header, Place::Cookie] {
            let outcome = sent(with(place, None), arguments).expect_err("a failure");
            assert_eq!(code(outcome), "HTTP_CONFIGURATION", "{arguments}");
        }
    }
    let deep = format!("{{\"v\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(
        sent(
            with(Place::Query, style(Style::DeepObject, true, false)),
            &deep
        )
        .is_err()
    );
}

#[test]
fn a_path_without_its_parameter_is_not_sent() {
    let operation = Operation {
        path: "/a/{missing}",
        ..GET
    };
    assert_eq!(
        code(sent(operation, "{}").expect_err("a failure")),
        "HTTP_CONFIGURATION"
    );
    let outcome = sent(with(Place::Path, None), "{}").expect_err("a failure");
    assert_eq!(code(outcome), "HTTP_UNSENDABLE");
}

#[test]
fn many_boundaries_in_an_argument_cost_little() {
    let boundaries: Vec<_> = (0..20_000)
        .map(|number| format!("--toolc-{number:016x}\r\n"))
        .collect();
    let body = Body {
        media_type: "multipart/form-data",
        encoding: Encoding::Multipart,
        content: Content::Rest(&[]),
        required: true,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    };
    let operation = Operation {
        method: "POST",
        body: Some(body),
        ..GET
    };
    let text = boundaries.concat();
    let request = sent(operation, &argument(&text)).expect("a request");
    let media_type = request.header("content-type").expect("a media type");
    let boundary = media_type.rsplit('=').next().expect("a boundary");
    assert_eq!(request.text().matches(boundary).count(), 2);
}
