//! Arguments and descriptions that mean harm.

use super::api::{GET, Outcome, call, code, leak, parameter};
use super::server::{Received, Server, json};
use std::io::Write;
use toolc_runtime::ErrorKind;
use toolc_runtime::http::operation::{
    Body, Content, Encoding, Field, Form, Operation, Origin, Parameter, Place, Style, Styled,
};

/// What is sent, or why nothing is.
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
    }))
}

#[test]
fn no_value_leaves_its_segment() {
    let encoded = [
        ("../x", "..%2Fx"),
        ("..\\x", "..%5Cx"),
        ("/etc/passwd", "%2Fetc%2Fpasswd"),
        ("a/../../b", "a%2F..%2F..%2Fb"),
        ("%2e%2e", "%252e%252e"),
        ("%2e%2e%2f", "%252e%252e%252f"),
        ("..;/", "..%3B%2F"),
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
    for value in ["", ".", ".."] {
        for reserved in [false, true] {
            let operation = with(Place::Path, style(Style::Simple, false, reserved));
            let outcome = sent(operation, &argument(value)).expect_err("a failure");
            assert_eq!(code(outcome), "HTTP_UNSENDABLE", "{value:?}");
        }
    }
    // Where encoded text stays, dots are still dots.
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

/// A parameter whose keys become names.
fn spread(place: Place, name: &'static str, kind: Style) -> Parameter {
    Parameter {
        form: style(kind, true, true).expect("a form"),
        ..parameter(place, name)
    }
}

/// A parameter that no argument is for.
fn fixed(place: Place, name: &'static str, value: Origin) -> Parameter {
    Parameter {
        value,
        ..parameter(place, name)
    }
}

/// What becomes of arguments: the message of a refusal, or what is sent.
fn outcome(operation: Operation, arguments: &str) -> Result<Received, String> {
    let sent = sent(operation, arguments);
    sent.map_err(|outcome| {
        let failed = outcome.expect_err("a failure");
        assert_eq!(failed.error.kind, ErrorKind::InvalidArguments);
        failed.error.message
    })
}

const TAKEN: &str =
    "`o` cannot be sent: one of its keys is the name of something else in the request";
const TWICE: &str = "`o` cannot be sent: two of its keys make one name";

#[test]
fn no_key_is_the_name_of_something_else() {
    let user = Origin::Constant("\"user\"");
    for (place, kind) in [
        (Place::Query, Style::Form),
        (Place::Query, Style::PipeDelimited),
        (Place::Cookie, Style::Form),
        (Place::Cookie, Style::Cookie),
        (Place::Path, Style::Matrix),
    ] {
        let matrix = style(Style::Matrix, true, false).expect("a form");
        let form = match place {
            Place::Path => matrix,
            _ => parameter(place, "").form,
        };
        let others = [
            fixed(place, "role", user),
            fixed(place, "trace", Origin::Hidden),
            fixed(place, "s", Origin::Argument("s")),
        ];
        let [role, trace, s] = others.map(|other| Parameter { form, ..other });
        let operation = Operation {
            path: if place == Place::Path {
                "/x{o}{role}{s}"
            } else {
                "/x?lit=1"
            },
            parameters: leak([role, spread(place, "o", kind), trace, s]),
            ..GET
        };
        let mut keys = vec![
            "role", "trace", "s", "ROLE", "Trace", "role[]", "role[a]", " role",
        ];
        if kind == Style::Cookie {
            keys.retain(|key| !key.contains(' '));
            keys.extend(["%72ole", "%73"]);
        } else if place == Place::Query {
            keys.push("lit");
        }
        for key in keys {
            let key = serde_json::to_string(key).expect("JSON");
            let arguments = format!("{{\"o\": {{\"free\": 1, {key}: \"admin\"}}}}");
            let refused = outcome(operation, &arguments).expect_err(&key);
            assert_eq!(refused, TAKEN, "{place:?} {kind:?} {key}");
        }
        let arguments = r#"{"o": {"free": 1, "o": 2, "rolex": 3}, "s": "v"}"#;
        outcome(operation, arguments).expect("other names are free");
    }
}

#[test]
fn no_key_within_brackets_is_another_parameter_or_stands_twice() {
    let operation = Operation {
        parameters: const {
            &[
                Parameter {
                    form: Form::Style(Styled {
                        style: Style::DeepObject,
                        explode: true,
                        allow_reserved: true,
                    }),
                    ..parameter(Place::Query, "o")
                },
                Parameter {
                    value: Origin::Constant("1"),
                    ..parameter(Place::Query, "o[tenant]")
                },
                parameter(Place::Query, "b"),
            ]
        },
        ..GET
    };
    let rows = [
        (r#"{"o": {"tenant": 2}}"#, TAKEN),
        (r#"{"o": {"Tenant": 2}}"#, TAKEN),
        (r#"{"o": {"a": {"b": 1}, "a][b": 2}}"#, TWICE),
    ];
    for (arguments, message) in rows {
        assert_eq!(
            outcome(operation, arguments).expect_err("a refusal"),
            message
        );
    }
    let request = outcome(operation, r#"{"o": {"a": {"b": 1}, "%41;": 2}, "b": 3}"#);
    assert_eq!(
        request.expect("a request").target(),
        "/?o%5Ba%5D%5Bb%5D=1&o%5B%2541%3B%5D=2&o%5Btenant%5D=1&b=3"
    );
}

#[test]
fn no_keys_of_two_arguments_are_one_name() {
    let operation = Operation {
        parameters: leak([
            spread(Place::Query, "p", Style::Form),
            spread(Place::Query, "o", Style::Form),
        ]),
        ..GET
    };
    let refused = outcome(operation, r#"{"p": {"a": 1}, "o": {"a": 2}}"#);
    assert_eq!(refused.expect_err("a refusal"), TAKEN);
    let request = outcome(operation, r#"{"p": {"a": 1}, "o": {"%61": 2}}"#);
    assert_eq!(request.expect("a request").target(), "/?a=1&%2561=2");
}

#[test]
fn no_key_of_a_form_is_another_field() {
    const FIELDS: &[Field] = &[
        Field {
            name: "o",
            form: Form::FORM,
            is_file: false,
        },
        Field {
            name: "d",
            form: Form::Style(Styled {
                style: Style::DeepObject,
                explode: true,
                allow_reserved: false,
            }),
            is_file: false,
        },
    ];
    for encoding in [Encoding::Form, Encoding::Multipart] {
        let operation = Operation {
            method: "POST",
            body: Some(Body {
                media_type: "",
                encoding,
                content: Content::Rest(&[("role", "\"user\"")]),
                required: true,
                within: &[],
                fields: FIELDS,
                names: &["d", "hidden", "o", "s"],
                headers: &[],
            }),
            ..GET
        };
        for key in ["role", "hidden", "s", "Role", "s[]", "d"] {
            let arguments = format!("{{\"o\": {{\"{key}\": \"admin\"}}}}");
            assert_eq!(outcome(operation, &arguments).expect_err(key), TAKEN);
        }
        let message = outcome(operation, r#"{"d": {"x": 1}, "d[x]": 2}"#).expect_err("twice");
        assert!(message.starts_with("`d` cannot be sent"), "{message}");
        outcome(
            operation,
            r#"{"o": {"free": 1}, "d": {"x": 1}, "s": [1, 2]}"#,
        )
        .expect("free");
    }
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
    // JSON has escapes of its own, and no line breaks between its parts.
    let json = Some(Form::Content("application/json"));
    let request = sent(with(Place::Header, json), "{\"v\": [\r\n1,\n\"a\\r\\n\"]}");
    assert_eq!(
        request.expect("a request").header("v"),
        Some(r#"[1,"a\r\n"]"#)
    );
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

/// Request smuggling begins with headers that frame the message.
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
