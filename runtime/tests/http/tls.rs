//! TLS connections, and which certificates they trust.
//!
//! The certificate in `tls/` is for `api.test`, issued by an authority that no system trusts, and valid until
//! 2120. Its key protects nothing.

use super::api::{GET, Outcome, call_with};
use super::server::json;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use toolc_runtime::http::Client;

/// Starts a server for one connection. Joining its thread returns what it read after the handshake.
fn start() -> (SocketAddr, thread::JoinHandle<Option<String>>) {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem"));
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.expect("one")], key.expect("one"))
        .expect("a key that fits");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().ok()?;
        let connection = ServerConnection::new(Arc::new(config)).expect("a connection");
        let mut stream = StreamOwned::new(connection, stream);
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).ok()?;
        let _ = stream.write_all(json("true").as_bytes());
        stream.conn.send_close_notify();
        let _ = stream.flush();
        Some(String::from_utf8_lossy(&buffer[..read]).into_owned())
    });
    (address, server)
}

/// Calls the server by a name. Returns the outcome and what the server read.
fn call(name: &str) -> (Outcome, Option<String>) {
    let (address, server) = start();
    let client = Client::builder()
        .base_url("test", format!("https://{name}:{}/a", address.port()))
        .resolve(name, [address.ip()])
        .build();
    let outcome = call_with(&client, GET, "{}");
    (outcome, server.join().expect("an end"))
}

#[test]
fn an_authority_that_the_system_does_not_know_is_not_trusted() {
    let (outcome, read) = call("api.test");
    let failed = outcome.expect_err("a failure");
    assert_eq!(failed.error.code.as_deref(), Some("HTTP_CONNECTION"));
    let detail = failed.detail.expect("a detail");
    assert!(detail.contains("invalid peer certificate"), "{detail}");
    assert_eq!(read, None, "nothing was sent");
}

/// Runs in a process of its own, whose system trusts the authority.
#[test]
#[ignore = "run by `an_authority_of_the_system_is_trusted`"]
fn trusting() {
    let (outcome, read) = call("api.test");
    assert_eq!(outcome.expect("an answer").as_text(), "true");
    assert!(read.expect("a request").starts_with("GET /a/ HTTP/1.1\r\n"));
    let (outcome, read) = call("other.test");
    let failed = outcome.expect_err("a failure");
    let detail = failed.detail.expect("a detail");
    assert!(detail.contains("not valid for name"), "{detail}");
    assert_eq!(read, None, "nothing was sent");
}

#[cfg(target_os = "linux")]
#[test]
fn an_authority_of_the_system_is_trusted() {
    let this = std::env::current_exe().expect("a path");
    let output = Command::new(this)
        .args(["--ignored", "--exact", "tls::trusting"])
        .env(
            "SSL_CERT_FILE",
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/http/tls/authority.pem"),
        )
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}
