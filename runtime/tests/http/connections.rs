//! Connections: their reuse, and by whom.

use super::api::{API, GET, leak, run};
use super::server::{Server, receive};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc_runtime::Context;
use toolc_runtime::http::Client;
use toolc_runtime::http::operation::{Api, Operation};
use toolc_runtime::testing::request;
use toolc_runtime::v1::ConnectionSettings;

const POST: Operation = Operation {
    method: "POST",
    ..GET
};

/// A server that answers every request on a connection, and counts connections.
fn counting() -> (Server, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let server = Server::start(move |_, stream| {
        counted.fetch_add(1, Ordering::SeqCst);
        let answer =
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\ntrue";
        while stream.write_all(answer).is_ok() && receive(stream).is_some() {}
    });
    (server, count)
}

#[test]
fn a_connection_is_used_again_by_clones_and_in_one_runtime() {
    let (server, count) = counting();
    let client = Client::builder().base_url("test", server.url()).build();
    let context = Context::default();
    for runtimes in 1..=2 {
        run(async {
            for client in [client.clone(), client.clone(), client.clone()] {
                let answer = request(&client, leak(POST), "{}", &context).await;
                answer.expect("an answer");
            }
        });
        assert_eq!(count.load(Ordering::SeqCst), runtimes);
    }
}

/// A caller without access to private addresses cannot reach them through another caller's connection.
#[test]
fn a_connection_to_a_private_address_is_not_shared() {
    let (server, count) = counting();
    let url = format!("http://api.test:{}", server.address.port());
    let builder = Client::builder().base_url("test", url);
    let client = builder.resolve("api.test", [server.address.ip()]).build();
    let public = leak(Api {
        connection: ConnectionSettings {
            private: false,
            ..API.connection
        },
        ..API
    });
    run(async {
        let context = Context::default();
        let open = request(&client, leak(GET), "{}", &context).await;
        open.expect("an answer");
        let operation = leak(Operation { api: public, ..GET });
        let failed = request(&client, operation, "{}", &context).await;
        let code = failed.expect_err("a failure").error.code;
        assert_eq!(code.as_deref(), Some("HTTP_ADDRESS"));
    });
    assert_eq!(count.load(Ordering::SeqCst), 1);
}
