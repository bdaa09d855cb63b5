//! APIs and operations as in generated code, and calls of them.

use std::time::Duration;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{
    Api, Form, Operation, Origin, Parameter, Place, Style, Styled,
};
use toolc_runtime::testing::{FailedRequest, request};
use toolc_runtime::v1::ConnectionSettings;
use toolc_runtime::{Context, Json};

/// An API at a private address.
pub const API: Api = Api {
    engine: "test",
    base_url: None,
    variables: &[],
    credentials: &[],
    hosts: &[],
    connection: ConnectionSettings {
        private: true,
        plain_http: false,
        timeout: Duration::from_secs(5),
        max_response: 1 << 20,
    },
    retries: 0,
    expose: &[],
};

/// A request without parameters and body.
pub const GET: Operation = Operation {
    api: &API,
    method: "GET",
    path: "/",
    parameters: &[],
    body: None,
    servers: &[],
    security: &[],
    accept: "",
    refusals: &[],
    injected: &[],
};

/// The default form of parameters, unless the description says otherwise.
pub const fn usual(place: Place) -> Form {
    let style = match place {
        Place::Query | Place::Cookie => Style::Form,
        _ => Style::Simple,
    };
    Form::Style(Styled {
        style,
        explode: matches!(style, Style::Form),
        allow_reserved: false,
        inner: None,
    })
}

/// A parameter with the same name as its argument.
pub const fn parameter(place: Place, name: &'static str) -> Parameter {
    Parameter {
        value: Origin::Argument(name),
        name,
        place,
        form: usual(place),
    }
}

/// Leaks a value to get a `'static` reference.
pub fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Runs a future as the main function of a program would.
pub fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

/// The result of a call.
pub type Outcome = Result<Json, Box<FailedRequest>>;

/// Calls an operation at an address.
pub fn call(url: &str, operation: Operation, arguments: &str) -> Outcome {
    let client = Client::builder().base_url("test", url).build();
    call_with(&client, operation, arguments)
}

/// Calls an operation.
pub fn call_with(client: &Client, operation: Operation, arguments: &str) -> Outcome {
    run(request(
        client,
        leak(operation),
        arguments,
        &Context::default(),
    ))
}

/// Returns the code of a failure.
pub fn code(outcome: Outcome) -> String {
    let failed = outcome.expect_err("a failure");
    failed.error.code.expect("a code").into_owned()
}
