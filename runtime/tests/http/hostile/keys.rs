//! Argument keys that would become the name of something else.

use super::super::api::{GET, leak, parameter};
use super::super::server::Received;
use super::{sent, style};
use toolc_runtime::ErrorKind;
use toolc_runtime::http::operation::{
    Body, Content, Encoding, Field, Form, Operation, Origin, Parameter, Place, Style, Styled,
};

/// A parameter whose keys become names.
fn spread(place: Place, name: &'static str, kind: Style) -> Parameter {
    Parameter {
        form: style(kind, true, true).expect("a form"),
        ..parameter(place, name)
    }
}

/// A parameter with a fixed value instead of an argument.
fn fixed(place: Place, name: &'static str, value: Origin) -> Parameter {
    Parameter {
        value,
        ..parameter(place, name)
    }
}

/// Returns the request that is sent for some arguments, or the message of the refusal.
pub(super) fn outcome(operation: Operation, arguments: &str) -> Result<Received, String> {
    let sent = sent(operation, arguments);
    sent.map_err(|outcome| {
        let failed = outcome.expect_err("a failure");
        assert_eq!(failed.error.kind, ErrorKind::InvalidArguments);
        failed.error.message
    })
}

const TAKEN: &str =
    "`o` cannot be sent: one of its keys is the name of something else in the request";

const UNCLEAR: &str = "`o` cannot be sent: one of its keys has NUL or unpaired brackets in it";

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
fn no_key_is_read_in_two_ways() {
    let operation = Operation {
        parameters: const {
            &[
                Parameter {
                    form: Form::Style(Styled {
                        style: Style::DeepObject,
                        explode: true,
                        allow_reserved: false,
                        inner: None,
                    }),
                    ..parameter(Place::Query, "d")
                },
                Parameter {
                    value: Origin::Constant("1"),
                    ..parameter(Place::Query, "api_key")
                },
                parameter(Place::Query, "o"),
            ]
        },
        ..GET
    };
    // PHP reads the first three as `api_key`, and old versions of Rack the others.
    for key in [
        "api[key",
        "api_key\\u0000z",
        "api.key\\u0000[]",
        "[api_key]",
        "api_key]",
    ] {
        let refused = outcome(operation, &format!("{{\"o\": {{\"{key}\": 2}}}}"));
        assert_eq!(refused.expect_err(key), UNCLEAR, "{key}");
    }
    // PHP reads `d[x` as `d_x`.
    let refused = outcome(operation, r#"{"d": {"x\u0000": 2}}"#).expect_err("a refusal");
    assert_eq!(refused, UNCLEAR.replace("`o`", "`d`"));
    let request = outcome(
        operation,
        r#"{"d": {"a[b": 1}, "o": {"price[gte]": 2, "é": 3}}"#,
    );
    assert_eq!(
        request.expect("a request").target(),
        "/?d%5Ba%5Bb%5D=1&api_key=1&price%5Bgte%5D=2&%C3%A9=3"
    );
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
                        inner: None,
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
                inner: None,
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
        assert!(message.starts_with("`d[x]` cannot be sent"), "{message}");
        outcome(
            operation,
            r#"{"o": {"free": 1}, "d": {"x": 1}, "s": [1, 2]}"#,
        )
        .expect("free");
    }
}

#[test]
fn no_field_that_a_form_does_not_describe_is_read_as_one_that_it_does() {
    for encoding in [Encoding::Form, Encoding::Multipart] {
        let operation = Operation {
            method: "POST",
            body: Some(Body {
                media_type: "",
                encoding,
                content: Content::Rest(&[("role", "\"user\"")]),
                required: true,
                within: &[],
                fields: &[],
                names: &["hidden", "role", "seen", "tags[]"],
                headers: &[],
            }),
            ..GET
        };
        for key in [
            "Role", "role[]", " role", "role[a]", "HIDDEN", "hidden[]", "Seen", "tags",
        ] {
            let message = outcome(operation, &format!("{{\"{key}\": \"admin\"}}"));
            assert_eq!(
                message.expect_err(key),
                format!("`{key}` cannot be sent: it is the name of something else in the request")
            );
        }
        for key in ["role[", "role\\u0000", "[role]"] {
            let message = outcome(operation, &format!("{{\"{key}\": \"admin\"}}"));
            assert!(message.expect_err(key).ends_with("unpaired brackets in it"));
        }
        let free = r#"{"seen": 1, "tags[]": [1, 2], "roles": 3, "a b": 4, "A_b": 5, "x[y]": 6}"#;
        outcome(operation, free).expect("other names are free");
    }
}
