//! What answers become, and what goes wrong.

#![cfg(feature = "http")]

#[path = "support/api.rs"]
mod api;
#[path = "support/server.rs"]
mod server;

use api::{GET, call};
use server::{Server, json};
use std::io::Write;

#[test]
fn a_request_goes_out_and_an_answer_comes_back() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(json(r#"{"a": 1.0}"#).as_bytes());
    });
    let answer = call(&format!("{}/v3/", server.url()), GET, "{}").expect("an answer");
    assert_eq!(answer.as_text(), r#"{"a": 1.0}"#);
    assert_eq!(server.only().line, "GET /v3/ HTTP/1.1");
}
