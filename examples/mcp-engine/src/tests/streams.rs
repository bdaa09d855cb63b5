//! Responses that are interrupted and resumed, and notifications on the stream of a session.

use super::{run, with_servers};
use crate::mcp_server::serve_http;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use toolc_runtime::mcp::Client;
use toolc_runtime::{Context, ErrorKind, ToolCall, ToolResult};

/// Rerun by the test below with a token in its environment.
#[test]
fn with_a_session() {
    if std::env::var("HR_TOKEN").is_err() {
        return;
    }
    let servers = Client::builder().url("web", serve_http("told"));
    let desk = with_servers(servers, PathBuf::new());
    run(async {
        let found = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
        assert!(found.success, "{}", desk.heard());
        // the stream of the session is separate from that of the response
        let until = Instant::now() + Duration::from_secs(5);
        loop {
            let found = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
            let code = found.error.and_then(|error| error.code);
            match code.as_deref() {
                Some("MCP_CHANGED") => break,
                code => assert!(Instant::now() < until, "{code:?}"),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
}

/// Rerun by the test below with a token in its environment. After the first call, the server does not know the
/// session any more, or has ended the subscription.
#[test]
fn with_a_restart() {
    if std::env::var("HR_TOKEN").is_err() {
        return;
    }
    for (mode, second) in [
        ("restarted", None),
        ("restarted-swapped", Some("MCP_CHANGED")),
        ("restarted-told", Some("MCP_CHANGED")),
        ("unsubscribed", Some("MCP_CHANGED")),
    ] {
        let servers = Client::builder().url("web", serve_http(mode));
        let desk = with_servers(servers, PathBuf::new());
        run(async {
            let call = async || {
                let found = desk.call("web__find_employee", r#"{"name":"Ada"}"#).await;
                found.error.and_then(|error| error.code)
            };
            assert_eq!(call().await, None, "{mode}: {}", desk.heard());
            let until = Instant::now() + Duration::from_secs(5);
            loop {
                tokio::time::sleep(Duration::from_millis(5)).await;
                let code = call().await;
                if code.as_deref() == second {
                    break;
                }
                // the client may not know yet that the subscription has ended
                let is_early = code.is_none() && Instant::now() < until;
                assert!(is_early, "{mode}: {code:?} {}", desk.heard());
            }
        });
    }
}

/// Rerun by the test below with a token in its environment. The server answers twenty calls when it has all of
/// them.
#[test]
fn with_many_calls() {
    if std::env::var("HR_TOKEN").is_err() {
        return;
    }
    let servers = Client::builder().url("web", serve_http("together"));
    let desk = Arc::new(with_servers(servers, PathBuf::new()));
    run(async {
        let calls: Vec<_> = (0..20)
            .map(|_| {
                let desk = Arc::clone(&desk);
                let call =
                    async move { desk.call("web__find_employee", r#"{"name":"Ada"}"#).await };
                tokio::spawn(call)
            })
            .collect();
        for call in calls {
            let found = call.await.expect("no panic");
            assert!(found.success, "{}", desk.heard());
        }
    });
}

/// Rerun by the test below with a token in its environment. The `broken` modes interrupt each response and
/// send the rest of it on another stream.
#[test]
fn with_bad_streams() {
    if std::env::var("HR_TOKEN").is_err() {
        return;
    }
    let calls = [
        ("broken", "Ada", None, "MCP_REFUSED"),
        ("broken-noise", "Ada", None, "MCP_REFUSED"),
        ("broken-other", "Ada", None, "MCP_REFUSED"),
        ("broken-huge", "Ada", Some("MCP_TOO_LARGE"), "MCP_TOO_LARGE"),
        ("legacy", "huge", Some("MCP_TOO_LARGE"), "MCP_REFUSED"),
        ("events", "huge", Some("MCP_TOO_LARGE"), "MCP_REFUSED"),
    ];
    for (mode, name, first, second) in calls {
        let servers = Client::builder().url("web", serve_http(mode));
        let desk = with_servers(servers, PathBuf::new());
        run(async {
            let context = Context::new("desk").with_timeout(Duration::from_secs(2));
            let call = |name: &str| {
                let arguments = format!(r#"{{"name":"{name}"}}"#);
                let call = ToolCall::new("1", "web__find_employee", arguments);
                desk.worker.call(&context, call)
            };
            let code = |result: ToolResult| result.error.and_then(|error| error.code);
            let found = code(call(name).await);
            assert_eq!(found.as_deref(), first, "{mode}: {}", desk.heard());
            // the next call fails for a reason of its own
            let refused = code(call("refused").await);
            assert_eq!(refused.as_deref(), Some(second), "{mode}: {}", desk.heard());
        });
    }
    // a server that ends every stream at once is asked again, but not without a pause
    let servers = Client::builder().url("web", serve_http("broken-again"));
    let desk = with_servers(servers, PathBuf::new());
    run(async {
        let context = Context::new("desk").with_timeout(Duration::from_secs(2));
        let call = ToolCall::new("1", "web__find_employee", r#"{"name":"Ada"}"#);
        let late = desk.worker.call(&context, call).await.error;
        assert_eq!(late.expect("an error").kind, ErrorKind::Timeout);
    });
}

#[test]
fn interrupted_answers_are_resumed_and_announcements_heard() {
    let own = std::env::current_exe().expect("the test");
    let inner = Command::new(own)
        .arg("--exact")
        .arg("tests::streams::with_a_session")
        .arg("tests::streams::with_a_restart")
        .arg("tests::streams::with_many_calls")
        .arg("tests::streams::with_bad_streams")
        .env("HR_TOKEN", "t0p-secret-token")
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&inner.stdout);
    assert!(
        inner.status.success() && said.contains("4 passed"),
        "{said}"
    );
}
