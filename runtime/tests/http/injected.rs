//! Arguments that the program injects, in requests.

use super::api::{API, GET, leak, parameter, run};
use super::server::{Server, json};
use std::io::Write;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Body, Content, Encoding, Injected, Operation, Place};
use toolc_runtime::testing::{FailedRequest, request};
use toolc_runtime::v1::{Number, Schema, TEXT};
use toolc_runtime::{Context, ErrorKind, Json};

const COUNT: Schema = Schema::Integer(&Number::ANY);

const fn injected(name: &'static str, schema: &'static Schema) -> Injected {
    Injected {
        name,
        schema,
        is_secret: false,
    }
}

/// A tenant in the path, a trace in a header, a number and a string in the body; the name comes from the
/// model.
const ORDER: Operation = Operation {
    api: &API,
    method: "POST",
    path: "/{tenant}/orders",
    parameters: const {
        &[
            parameter(Place::Path, "tenant"),
            parameter(Place::Header, "trace"),
        ]
    },
    body: Some(Body {
        media_type: "application/json",
        encoding: Encoding::Json,
        content: Content::Rest(&[]),
        required: true,
        within: &[],
        fields: &[],
        names: &[],
        headers: &[],
    }),
    injected: const {
        &[
            Injected {
                is_secret: true,
                ..injected("tenant", TEXT)
            },
            injected("trace", TEXT),
            injected("seats", &COUNT),
        ]
    },
    ..GET
};

fn order(server: &Server, arguments: &str, context: &Context) -> Result<Json, Box<FailedRequest>> {
    let client = Client::builder().base_url("test", server.url()).build();
    run(request(&client, leak(ORDER), arguments, context))
}

fn context() -> Context {
    Context::default()
        .with_value("tenant", "tenant 7/x")
        .with_value("trace", "123")
        .with_value("seats", "4")
}

#[test]
fn what_the_program_gives_stands_where_the_argument_does() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json("1").as_bytes());
    });
    // a value that the model writes for an injected argument is ignored
    for arguments in [
        r#"{"name": "Rex"}"#,
        r#" { "name": "Rex" , "trace": "9" } "#,
    ] {
        order(&server, arguments, &context()).expect("an answer");
    }
    for received in server.received() {
        assert_eq!(received.target(), "/tenant%207%2Fx/orders");
        // a string that looks like a number stays a string where a string is expected
        assert_eq!(received.header("trace"), Some("123"));
        assert!(
            received.text().ends_with(r#"{"seats":4,"name":"Rex"}"#),
            "{}",
            received.text()
        );
    }
}

#[test]
fn what_is_missing_or_wrong_is_told_without_its_value() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json("1").as_bytes());
    });
    let broken = |name: &'static str, value: &'static str| context().with_value(name, value);
    for (context, detail) in [
        (
            Context::default(),
            "the context has no value `tenant`, which the request needs",
        ),
        (
            broken("seats", "S3CRET"),
            "the value `seats` of the context is not what its schema says",
        ),
        (
            broken("seats", "4.5"),
            "the value `seats` of the context is not what its schema says",
        ),
        (
            broken("tenant", ".."),
            "the value of the context for `tenant` cannot be sent",
        ),
        (
            broken("trace", "a\r\nb: S3CRET"),
            "the value of the context for `trace` cannot be sent",
        ),
    ] {
        let failed = order(&server, r#"{"name": "Rex"}"#, &context).expect_err("a failure");
        assert_eq!(failed.detail.as_deref(), Some(detail));
        let error = failed.error;
        assert_eq!(
            (error.kind, error.code.as_deref()),
            (ErrorKind::Execution, Some("HTTP_CONTEXT"))
        );
        let told = error.to_llm_message();
        for name in ["tenant", "seats", "trace", "S3CRET"] {
            assert!(!told.contains(name), "{told}");
        }
    }
    assert_eq!(server.received().len(), 0);
}

#[test]
fn a_secret_of_the_program_is_in_no_failure_and_no_result() {
    let answer = |status: &str, body: &str| {
        let bytes = body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {bytes}\r\nConnection: close\r\n\r\n{body}"
        )
    };
    let body = r#"{"for": "tenant 7/x", "path": "/tenant%207%2Fx/orders"}"#;
    for status in ["200 OK", "400 No"] {
        let answer = answer(status, body);
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(answer.as_bytes());
        });
        let shown = match order(&server, "{}", &context()) {
            Ok(result) => result.to_string(),
            Err(failed) => format!("{failed:?}"),
        };
        assert!(
            shown.contains('…') && !shown.contains("7/x") && !shown.contains("7%2Fx"),
            "{shown}"
        );
    }
}
