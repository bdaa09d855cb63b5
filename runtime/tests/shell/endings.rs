//! Commands that do not end, and what they leave behind.

use super::settings::{hasty, slow, strict};
use super::{call, context, error, output, workspace};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::pin::pin;
use std::time::{Duration, Instant};
use toolc_runtime::testing::{block_on, poll_once};
use toolc_runtime::{Cancellation, Context, ErrorKind, ThreadTimer, ToolCall};

#[test]
fn too_much_output_is_cut_off() {
    let found = output(&call(&hasty(), "./loud.sh"));
    let stdout = found["stdout"].as_str().unwrap();
    assert!(stdout.ends_with("... (output truncated)"), "{stdout}");
    assert!(stdout.len() <= 200 + 24, "{}", stdout.len());
    assert_eq!(found["truncated"], true);
    assert_eq!(found["exit_code"], -1);
    assert_eq!(found["stderr"], "Command timed out after 0.15s");
}

/// Rerun by the test below in a process that ignores SIGCHLD.
#[test]
fn without_exit_codes() {
    if std::env::var("TOOLC_TEST_NO_SIGCHLD").is_err() {
        return;
    }
    let found = output(&call(&strict(), "echo x"));
    assert_eq!(found["exit_code"], -1);
    assert_eq!(found["stdout"], "x\n");
    assert_eq!(
        found["stderr"],
        "The command ended, but its exit code was lost"
    );
}

#[test]
fn a_command_whose_exit_code_is_lost_has_run() {
    let own = std::env::current_exe().unwrap();
    let script = r#"trap '' CHLD; exec "$0" --exact endings::without_exit_codes"#;
    // not every `sh` can ignore this signal
    let inner = std::process::Command::new("bash")
        .args(["-c", script, own.to_str().unwrap()])
        .env("TOOLC_TEST_NO_SIGCHLD", "1")
        .output();
    let Ok(inner) = inner else {
        return eprintln!("skipped: bash is not installed");
    };
    let said = String::from_utf8_lossy(&inner.stdout);
    assert!(
        inner.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

#[test]
fn what_takes_too_long_is_ended_with_all_that_it_started() {
    let rows = [
        ("./polite.sh", "bye\n"),
        ("./deaf.sh", ""),
        ("./stubborn.sh stubborn.pid", ""),
        ("./tree.sh tree.pid", ""),
    ];
    for (command, stdout) in rows {
        let started = Instant::now();
        let found = output(&call(&hasty(), command));
        assert_eq!(
            (&found["exit_code"], &found["stdout"]),
            (&json!(-1), &json!(stdout))
        );
        assert!(started.elapsed() < Duration::from_secs(20), "{command}");
        if let Some((_, file)) = command.split_once(' ') {
            assert_ends(file);
        }
    }
}

#[test]
fn what_outlives_its_command_is_ended() {
    let found = output(&call(&slow(), "./fork.sh fork.pid"));
    assert_eq!(found["exit_code"], 0);
    assert_ends("fork.pid");
}

#[test]
fn closed_outputs_are_no_end() {
    let found = output(&call(&slow(), "./closed.sh"));
    assert_eq!(found["exit_code"], 5);
}

#[test]
fn a_dropped_call_ends_its_command() {
    let worker = slow();
    let context = context();
    {
        let arguments = json!({ "command": "./stubborn.sh dropped.pid" }).to_string();
        let call = worker.call(&context, ToolCall::new("c", "shell::run", arguments));
        let mut call = pin!(call);
        assert!(poll_once(call.as_mut()).is_none());
        wait_for(|| pid_in("dropped.pid").is_some());
    }
    assert_ends("dropped.pid");
}

#[test]
fn a_limit_of_the_worker_ends_the_command() {
    let worker = slow().timeout_with(ThreadTimer::new(), Duration::from_millis(150));
    let error = error(call(&worker, "./stubborn.sh limited.pid"));
    assert_eq!(error.kind, ErrorKind::Timeout);
    assert_ends("limited.pid");
}

#[test]
fn who_gives_up_ends_the_command() {
    let worker = slow();
    let token = Cancellation::new();
    let context = context().with_cancellation(token.clone());
    let arguments = json!({ "command": "./stubborn.sh cancelled.pid" }).to_string();
    let call = worker.call(&context, ToolCall::new("c", "shell::run", arguments));
    let canceller = std::thread::spawn(move || {
        wait_for(|| pid_in("cancelled.pid").is_some());
        token.cancel();
    });
    assert_eq!(error(block_on(call)).kind, ErrorKind::Cancelled);
    canceller.join().unwrap();
    assert_ends("cancelled.pid");
}

#[test]
fn a_folder_that_is_not_there_runs_nothing() {
    let worker = strict();
    let context = Context::new("s").with_workspace(workspace().join("missing"));
    let arguments = json!({ "command": "echo x" }).to_string();
    let result = block_on(worker.call(&context, ToolCall::new("c", "shell::run", arguments)));
    assert_eq!(error(result).kind, ErrorKind::Execution);
}

#[test]
fn nothing_is_left_to_reap() {
    for _ in 0..3 {
        output(&call(&strict(), "./exit.sh 1"));
    }
    // a child that was not waited for is a zombie with this process as its parent
    let own = std::process::id().to_string();
    let Ok(processes) = fs::read_dir("/proc") else {
        return;
    };
    for process in processes.flatten() {
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        let Some((name, rest)) = stat.rsplit_once(") ") else {
            continue;
        };
        let mut fields = rest.split(' ');
        let (state, parent) = (fields.next(), fields.next());
        let is_ours = parent == Some(own.as_str()) && name.ends_with("(exit.sh");
        assert!(!(is_ours && state == Some("Z")), "{stat}");
    }
}

fn pid_in(file: &str) -> Option<u32> {
    let text = fs::read_to_string(workspace().join(file)).ok()?;
    text.strip_suffix('\n')?.parse().ok()
}

/// Waits until the process whose id is in a file is gone.
fn assert_ends(file: &str) {
    let pid = pid_in(file).expect("the command has begun");
    let folder = PathBuf::from(format!("/proc/{pid}"));
    wait_for(|| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let state = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.chars().next());
        // the process that adopts it may be slow to reap it
        matches!(state, None | Some('Z' | 'X'))
    });
}

fn wait_for(holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "it does not happen"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}
