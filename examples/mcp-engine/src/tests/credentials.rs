//! Credentials from the environment: existing tokens, and tokens that are fetched.

use super::{command, json, run, with_servers};
use crate::mcp_server::serve_http;
use std::path::PathBuf;
use std::process::Command;
use toolc_runtime::mcp::Client;

/// Rerun by the test below with a token in its environment.
#[test]
fn with_token() {
    if std::env::var("HR_TOKEN").is_err() {
        return;
    }
    for mode in ["modern", "legacy", "events", "guarded", "sse"] {
        let servers = Client::builder().url("web", serve_http(mode));
        let desk = with_servers(servers, PathBuf::new());
        run(async {
            let found = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
            assert_eq!(
                json(&found),
                r#"{"id":7,"mail":"a@b.c"}"#,
                "{mode}: {}",
                desk.heard()
            );
            let failed = desk.call("web__find_employee", r#"{"name":"fails"}"#).await;
            let message = failed.error.expect("an error").message;
            assert!(!message.contains("t0p-secret-token"), "{message}");
            let refused = desk
                .call("web__find_employee", r#"{"name":"refused"}"#)
                .await;
            assert!(!refused.success);
        });
        assert!(
            !desk.heard().contains("t0p-secret-token"),
            "{}",
            desk.heard()
        );
    }
    // messages are only sent to the origin of the events
    let servers = Client::builder().url("web", serve_http("sse-elsewhere"));
    let desk = with_servers(servers, PathBuf::new());
    run(async {
        let lost = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
        let code = lost.error.expect("an error").code;
        assert_eq!(code.as_deref(), Some("MCP_PROTOCOL"), "{}", desk.heard());
    });
}

/// Rerun by the test below with client credentials in its environment.
#[test]
fn with_client_credentials() {
    let (Ok(port), Ok(expected)) = (std::env::var("HR_PORT"), std::env::var("HR_EXPECTED")) else {
        return;
    };
    let servers = Client::builder().url("login", format!("http://127.0.0.1:{port}/mcp"));
    let desk = with_servers(servers, PathBuf::new());
    run(async {
        // without a token, the server is left alone for a while
        for _ in 0..if expected == "found" { 3 } else { 1 } {
            let found = desk.call("login__find_employee", r#"{"name":"Ada"}"#).await;
            let code = found.error.and_then(|error| error.code);
            assert_eq!(
                code.as_deref().unwrap_or("found"),
                expected,
                "{}",
                desk.heard()
            );
        }
    });
    for secret in ["t0p-secret-token", "0ld-secret-token", "cl1ent-secret"] {
        assert!(!desk.heard().contains(secret), "{}", desk.heard());
    }
}

#[test]
fn tokens_are_fetched_with_client_credentials_and_renewed() {
    for (secret, expected) in [
        ("cl1ent-secret", "found"),
        ("wr0ng-secret", "MCP_CREDENTIALS"),
    ] {
        let url = serve_http("guarded");
        let port = url
            .trim_start_matches("http://127.0.0.1:")
            .trim_end_matches("/mcp");
        let own = std::env::current_exe().expect("the test");
        let inner = Command::new(own)
            .args(["--exact", "tests::credentials::with_client_credentials"])
            .envs([("HR_PORT", port), ("HR_EXPECTED", expected)])
            .envs([("HR_CLIENT", "toolc"), ("HR_SECRET", secret)])
            .output()
            .expect("started");
        let said = String::from_utf8_lossy(&inner.stdout);
        assert!(
            inner.status.success() && said.contains("1 passed"),
            "{said}"
        );
    }
}

/// A program does not get headers as variables, and an address does not get a program's variables.
#[test]
fn a_server_of_the_other_kind_is_given_nothing() {
    let notes = std::env::temp_dir().join(format!("mcp-engine-{}-other", std::process::id()));
    let servers = Client::builder().command("web", command("legacy", &notes));
    let desk = with_servers(servers, notes);
    run(async {
        // HR_TOKEN, which is for the header, is not set
        let found = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
        assert_eq!(
            json(&found),
            r#"{"id":7,"mail":"a@b.c"}"#,
            "{}",
            desk.heard()
        );
    });
}

#[test]
fn credentials_come_from_the_environment_and_are_never_shown() {
    let desk = with_servers(Client::builder(), PathBuf::new());
    run(async {
        let missing = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
        let missing = missing.error.expect("an error");
        assert_eq!(missing.code.as_deref(), Some("MCP_CONFIGURATION"));
    });
    assert!(
        desk.heard().contains("`HR_TOKEN` is not set"),
        "{}",
        desk.heard()
    );
    let own = std::env::current_exe().expect("the test");
    let inner = Command::new(own)
        .args(["--exact", "tests::credentials::with_token"])
        .env("HR_TOKEN", "t0p-secret-token")
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&inner.stdout);
    assert!(
        inner.status.success() && said.contains("1 passed"),
        "{said}"
    );
}
