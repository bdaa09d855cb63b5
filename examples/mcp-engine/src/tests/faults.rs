//! Servers that exit, change or misbehave.

use super::{Desk, assert_gone, desk, json, run, with_servers};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use toolc_runtime::mcp::Client;
use toolc_runtime::testing::ScriptedApprover;
use toolc_runtime::{Context, Decision, ErrorKind, ToolCall};

#[test]
fn a_server_that_ends_is_started_again_and_one_that_is_not_there_is_left_alone_for_a_while() {
    let desk = desk("legacy");
    run(async {
        let died = desk.fault("dies").await;
        assert_eq!(died.code.as_deref(), Some("MCP_CONNECTION"));
        assert!(died.retryable);
        assert!(
            desk.heard().contains("it ended with the code 3"),
            "{}",
            desk.heard()
        );
        assert!(desk.find("Ada").await.success);
    });
    assert_eq!(desk.processes().len(), 2);
    let servers = Client::builder().command("hr", ["no-such-program"]);
    let desk = with_servers(servers, PathBuf::new());
    run(async {
        for _ in 0..2 {
            let fault = desk.fault("Ada").await;
            assert_eq!(fault.code.as_deref(), Some("MCP_CONNECTION"));
        }
    });
    let heard = desk.heard();
    assert_eq!(
        heard.matches("hr lost: `no-such-program`").count(),
        1,
        "{heard}"
    );
    assert!(heard.contains("the next call tries again"), "{heard}");
}

#[test]
fn a_server_may_need_longer_to_start_than_a_call_may_take() {
    let desk = desk("slow");
    run(async {
        let context = Context::new("desk").with_timeout(Duration::from_millis(250));
        let mut codes = Vec::new();
        for _ in 0..20 {
            let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"Ada"}"#);
            let found = desk.worker.call(&context, call).await;
            match found.error {
                Some(error) => codes.push(error.kind),
                None => break,
            }
        }
        assert!(codes.len() < 20, "{}", desk.heard());
        assert!(codes.iter().all(|kind| *kind == ErrorKind::Timeout));
    });
    assert_eq!(desk.processes().len(), 1);
}

#[test]
fn a_tool_that_changed_since_the_snapshot_is_not_called() {
    for (mode, said) in [
        ("swapped", "differs from when"),
        ("smaller", "does not list"),
    ] {
        let desk = desk(mode);
        run(async {
            let fault = desk.fault("Ada").await;
            assert_eq!(fault.kind, ErrorKind::Unavailable);
            assert_eq!(fault.code.as_deref(), Some("MCP_CHANGED"));
            assert!(fault.message.contains(said), "{}", fault.message);
        });
        assert!(!desk.noted().contains("call"), "{}", desk.noted());
    }
    let desk = desk("swapped");
    run(async {
        for _ in 0..2 {
            let found = desk.call("lax__find_employee", r#"{"name":"Ada"}"#).await;
            assert!(found.success, "{:?}", found.error);
        }
    });
    assert_eq!(desk.heard().matches("lax changed find_employee").count(), 1);
}

#[test]
fn nobody_is_asked_about_what_cannot_run() {
    let letter = || ToolCall::new("1", "hr__send_letter", r#"{"to":"Ada"}"#);
    let gone = with_servers(
        Client::builder().command("hr", ["no-such-program"]),
        PathBuf::new(),
    );
    let slow = Context::new("desk").with_timeout(Duration::from_millis(500));
    let cases = [
        // the approver of the first case would say yes
        (desk("missing"), Context::new("desk"), "MCP_CHANGED"),
        (gone, Context::new("desk"), "MCP_CONNECTION"),
        (desk("silent"), slow, "MCP_TIMEOUT"),
    ];
    for (desk, context, code) in cases {
        let approver = ScriptedApprover::new([Decision::approve()]);
        let worker = desk.worker.approver(approver.clone());
        let result = run(worker.call(&context, letter()));
        let error = result.error.expect("an error");
        let is_late = error.kind == ErrorKind::Timeout && code == "MCP_TIMEOUT";
        assert!(is_late || error.code.as_deref() == Some(code), "{error:?}");
        assert!(approver.requests().is_empty(), "{code}");
    }
}

#[test]
fn a_server_that_reads_no_answers_to_its_requests_is_given_up() {
    let desk = desk("floods");
    run(async {
        assert_eq!(json(&desk.find("Ada").await), r#"{"id":7,"mail":"a@b.c"}"#);
        let until = std::time::Instant::now() + Duration::from_secs(20);
        while !desk.heard().contains("hr lost: ") {
            assert!(std::time::Instant::now() < until, "{}", desk.heard());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let heard = desk.heard();
    let told = "hr lost: the server sends requests and does not read the answers: 32 of them wait";
    assert_eq!(heard.matches("hr lost").count(), 1, "{heard}");
    assert!(heard.contains(told), "{heard}");
    assert_gone(&desk.processes());
}

#[test]
fn many_requests_at_once_are_answered() {
    let desk = desk("legacy");
    run(async {
        assert_eq!(json(&desk.find("bursts").await), r#"{"id":3}"#);
        assert!(desk.find("Ada").await.success, "{}", desk.heard());
    });
    assert_eq!(desk.processes().len(), 1);
}

#[test]
fn the_first_answer_of_an_id_counts() {
    let desk = desk("legacy");
    run(async {
        for _ in 0..20 {
            assert_eq!(json(&desk.find("twice").await), r#"{"id":1}"#);
        }
    });
}

#[test]
fn a_short_variable_is_hidden_where_it_stands_alone() {
    let desk = desk("legacy");
    run(async {
        let found = desk.call("lax__find_employee", r#"{"name":"short"}"#).await;
        let message = found.error.expect("an error").message;
        assert!(
            message.contains("the french office (…) is closed"),
            "{message}"
        );
    });
    let heard = desk.heard();
    assert_eq!(
        heard.matches(r#"lax Short("HR_COUNTRY")"#).count(),
        1,
        "{heard}"
    );
}

#[test]
fn a_server_that_says_that_its_list_changed_is_asked_again() {
    // a modern server only notifies clients that asked for it
    for mode in ["legacy", "modern_changes"] {
        let desk = desk(mode);
        run(async {
            assert_eq!(json(&desk.find("swaps").await), r#"{"id":9}"#);
            let fault = desk.fault("Ada").await;
            assert_eq!(fault.code.as_deref(), Some("MCP_CHANGED"), "{mode}");
        });
        let calls = desk.noted().matches("call {").count();
        assert_eq!(calls, 1, "{mode}: {}", desk.noted());
    }
}

#[test]
fn a_list_that_fails_is_asked_for_again_on_the_same_connection() {
    for mode in ["legacy", "modern_changes"] {
        let desk = desk(mode);
        run(async {
            assert_eq!(json(&desk.find("forgets").await), r#"{"id":9}"#);
            let fault = desk.fault("Ada").await;
            assert_eq!(fault.code.as_deref(), Some("MCP_REFUSED"), "{mode}");
            assert!(desk.find("Ada").await.success, "{mode}: {}", desk.heard());
        });
        let noted = desk.noted();
        let lists: Vec<&str> = noted
            .lines()
            .filter(|line| line.ends_with("list"))
            .collect();
        assert_eq!(lists, ["list", "no list", "list"], "{mode}");
        assert_eq!(desk.processes().len(), 1, "{mode}: {noted}");
    }
}

#[test]
fn bad_servers_are_typed_errors() {
    let cases = [
        ("noise", "MCP_PROTOCOL", "Server is ready!"),
        ("wrong", "MCP_PROTOCOL", "1999-01-01"),
        ("repeated", "MCP_PROTOCOL", "a second time"),
        ("huge", "MCP_TOO_LARGE", "10000000 bytes"),
        ("killed", "MCP_CONNECTION", "signal 6"),
        ("half", "MCP_CONNECTION", "in the middle"),
        ("silent", "MCP_TIMEOUT", "3000ms"),
    ];
    for (mode, code, detail) in cases {
        let desk = desk(mode);
        let fault = run(desk.fault("Ada"));
        assert_eq!(fault.code.as_deref(), Some(code), "{mode}: {fault:?}");
        assert!(desk.heard().contains(detail), "{mode}: {}", desk.heard());
        assert!(!fault.message.contains(detail), "{mode}: {}", fault.message);
        assert_gone(&desk.processes());
    }
}

#[test]
fn a_server_ends_with_its_worker_and_all_that_it_started() {
    let desk = desk("stubborn");
    let Desk { worker, notes, .. } = desk;
    let call = ToolCall::new("1", "hr__find_employee", r#"{"name":"Ada"}"#);
    let processes = run(async {
        assert!(worker.call(&Context::new("desk"), call).await.success);
        let noted = fs::read_to_string(&notes.0).expect("notes");
        let processes = noted
            .lines()
            .filter_map(|line| line.strip_prefix("process "));
        let processes: Vec<String> = processes.map(str::to_owned).collect();
        assert_eq!(processes.len(), 2, "the server and its child");
        drop(worker);
        assert_gone(&processes);
        processes
    });
    assert_gone(&processes);
}

#[test]
fn a_server_ends_with_the_runtime() {
    let desk = desk("stubborn");
    run(async { assert!(desk.find("Ada").await.success) });
    assert_gone(&desk.processes());
}
