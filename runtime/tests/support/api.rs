//! APIs and operations as generated code has them, and calls of them.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::time::Duration;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Api, Operation};
use toolc_runtime::testing::{FailedRequest, request};
use toolc_runtime::{Context, Json};

/// An API at a private address.
pub const API: Api = Api {
    engine: "test",
    base_url: None,
    variables: &[],
    credentials: &[],
    hosts: &[],
    private: true,
    timeout: Duration::from_secs(5),
    retries: 0,
    max_response: 1 << 20,
};

/// A request without anything.
pub const GET: Operation = Operation {
    api: &API,
    method: "GET",
    path: "/",
    parameters: &[],
    body: None,
    servers: &[],
    security: &[],
    accept: "",
};

/// A value that lives as long as the test.
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

/// Calls an operation at an address.
pub fn call(url: &str, operation: Operation, arguments: &str) -> Result<Json, Box<FailedRequest>> {
    let client = Client::builder().base_url("test", url).build();
    run(request(
        &client,
        leak(operation),
        arguments,
        &Context::default(),
    ))
}
