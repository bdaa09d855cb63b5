//! Commands of a model, through a worker: what is refused, what requires approval, what runs, and how
//! commands that do not end are handled.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "shell/attacks.rs"]
mod attacks;
#[path = "shell/commands.rs"]
mod commands;
#[path = "shell/endings.rs"]
mod endings;
#[path = "shell/settings.rs"]
mod settings;

use attacks::ATTACKS;
use serde_json::{Value, json};
use settings::{careful, hasty, own_path, rest_asks, rest_blocked, strict};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toolc_runtime::shell::split;
use toolc_runtime::testing::{ScriptedApprover, block_on};
use toolc_runtime::{
    ApprovalStore, Begun, Context, Decision, ErrorKind, MemoryStore, PendingCall, Ruling, SealKey,
    ToolCall, ToolError, ToolResult, Worker,
};

/// Programs with all kinds of behavior, in a folder of their own. They are written before anything is
/// started, since a file that is still open for writing cannot be executed.
fn workspace() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let name = format!("shell-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(folder.join("folder")).unwrap();
        let scripts = [
            ("exit.sh", "exit \"$1\""),
            ("signal.sh", "kill -9 $$"),
            ("env.sh", "env"),
            ("stdin.sh", "cat; echo done"),
            ("streams.sh", "echo out; echo err >&2; pwd"),
            ("bytes.sh", "printf '\\377\\376\"\\n'"),
            (
                "loud.sh",
                "while :; do echo 0123456789012345678901234567890123456789; done",
            ),
            (
                "stubborn.sh",
                "trap '' TERM; echo $$ > \"$1\"; while :; do sleep 0.05; done",
            ),
            (
                "polite.sh",
                "trap 'echo bye; exit 0' TERM; while :; do sleep 0.02; done",
            ),
            ("closed.sh", "exec >&- 2>&-; sleep 0.1; exit 5"),
            ("deaf.sh", "exec >&- 2>&-; while :; do sleep 0.05; done"),
            (
                "fork.sh",
                "sh -c 'while :; do sleep 0.05; done' & echo $! > \"$1\"; exit 0",
            ),
            (
                "tree.sh",
                "sh -c 'trap \"\" TERM; while :; do sleep 0.05; done' & echo $! > \"$1\"; wait",
            ),
        ];
        for (name, text) in scripts {
            write_file(&folder.join(name), &format!("#!/bin/sh\n{text}\n"), 0o755);
        }
        write_file(&folder.join("plain.txt"), "#!/bin/sh\necho hello\n", 0o644);
        write_file(&folder.join("text.sh"), "echo no first line\n", 0o755);
        folder
    })
}

fn write_file(path: &Path, text: &str, mode: u32) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn context() -> Context {
    Context::new("s").with_workspace(workspace())
}

fn call_json(worker: &Worker<()>, arguments: &Value) -> ToolResult {
    let call = ToolCall::new("c", "shell::run", arguments.to_string());
    block_on(worker.call(&context(), call))
}

fn call(worker: &Worker<()>, command: &str) -> ToolResult {
    call_json(worker, &json!({ "command": command }))
}

fn output(result: &ToolResult) -> Value {
    assert!(result.success, "{:?}", result.error);
    result.output.as_ref().unwrap().value()
}

fn error(result: ToolResult) -> ToolError {
    *result.error.expect("an error")
}

#[test]
fn no_attack_gets_through() {
    let approver = ScriptedApprover::new([]);
    let worker = strict().approver(approver.clone());
    assert!(ATTACKS.len() >= 60);
    for (command, said) in ATTACKS {
        let error = error(call(&worker, command));
        let kinds = [ErrorKind::Blocked, ErrorKind::InvalidArguments];
        assert!(kinds.contains(&error.kind), "{command:?}: {error}");
        assert!(error.message.contains(said), "{command:?}: {error}");
    }
    assert!(approver.requests().is_empty(), "nobody is asked about them");
}

#[test]
fn a_free_default_lets_no_program_run_others() {
    let worker = hasty();
    for command in ["sh -c ls", "env ls", "git -c a=b log", "find . -exec ls"] {
        let error = error(call(&worker, command));
        assert!(
            error.message.contains("no rule names"),
            "{command}: {error}"
        );
    }
    assert_eq!(output(&call(&worker, "echo x"))["stdout"], "x\n");
}

#[test]
fn words_that_come_apart_are_held_to_the_same_rules() {
    let worker = strict();
    let rows = [
        (json!(["git", "push"]), "blocked by rule"),
        (json!(["git", "-c", "x"]), "`-c`"),
        (json!(["git push"]), "no matching rule"),
        (json!(["git", "log", "a;b"]), "`;`"),
        (json!(["git", "log", "a\nb"]), "line break"),
        (json!([]), "empty"),
        (json!([""]), "empty"),
        (json!(["git", 1]), "empty"),
        (json!(null), "empty"),
    ];
    for (command, said) in rows {
        let error = error(call_json(&worker, &json!({ "command": command })));
        assert!(error.message.contains(said), "{command}: {error}");
    }
    let result = call_json(&worker, &json!({ "command": ["echo", "a 'b' \"c\" \\"] }));
    assert_eq!(output(&result)["stdout"], "a 'b' \"c\" \\\n");
}

#[test]
fn a_refusal_says_what_the_reference_says() {
    let worker = strict();
    let rows = [
        (
            "rmdir x",
            ErrorKind::Blocked,
            "COMMAND_BLOCKED",
            "Command not in whitelist (no matching rule and no default): rmdir x",
        ),
        (
            "git push",
            ErrorKind::Blocked,
            "COMMAND_BLOCKED",
            "Command blocked by rule: git push (releases are made elsewhere)",
        ),
        (
            "ls; ls",
            ErrorKind::InvalidArguments,
            "INVALID_COMMAND",
            "the command has the shell metacharacter `;`: no shell runs it, so it must be one \
             program with its arguments",
        ),
    ];
    for (command, kind, code, message) in rows {
        let error = error(call(&worker, command));
        assert_eq!((error.kind, error.message.as_str()), (kind, message));
        assert_eq!(error.code.as_deref(), Some(code));
    }
    let error = error(call(&rest_blocked(), "ls"));
    assert_eq!(
        error.message,
        "Command not in whitelist (no matching rule, default is blocked): ls"
    );
    let long = format!("rmdir {}", "x".repeat(5_000));
    let error = self::error(call(&worker, &long));
    assert!(error.message.len() < 400, "{}", error.message.len());
}

#[test]
fn who_is_asked_sees_what_runs() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::deny("no")]);
    let worker = rest_asks().approver(approver.clone());
    let result = call(&worker, "echo 'a b'");
    assert_eq!(output(&result)["stdout"], "a b\n");
    let error = error(call(&worker, "echo c"));
    assert_eq!(error.kind, ErrorKind::Denied);
    let requests = approver.requests();
    assert_eq!(requests[0].arguments, r#"{"command":"echo 'a b'"}"#);
    assert_eq!(requests.len(), 2);
    // options that run other programs are shown if somebody is asked anyway
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = strict().approver(approver.clone());
    let result = call(&worker, "git -c color.ui=never --version");
    assert!(
        output(&result)["stdout"]
            .as_str()
            .unwrap()
            .starts_with("git version")
    );
    assert_eq!(approver.requests().len(), 1);
    assert!(strict().tools().count() == 1);
    let error = self::error(call(&strict(), "rm x"));
    assert_eq!(
        error.kind,
        ErrorKind::Denied,
        "without an approver nothing runs"
    );
}

#[test]
fn a_call_that_is_resumed_is_held_to_the_same_rules() {
    let (worker, context, store) = (strict(), context(), MemoryStore::new());
    let key = SealKey::new("k", b"8f14e45fceea167a5a36dedd4bea2543").expect("a key");
    let begin = |id: &str| {
        let arguments = json!({ "command": "git -c color.ui=never --version" }).to_string();
        let call = ToolCall::new(id, "shell::run", arguments);
        match block_on(worker.begin(&context, call)) {
            Begun::Pending(pending) => pending,
            other => panic!("somebody was to be asked: {other:?}"),
        }
    };
    let settle = |pending: &PendingCall, ruling: &Ruling| {
        block_on(store.put(pending, &key)).expect("a new call");
        block_on(store.decide(ruling, &key)).expect("the first ruling");
        block_on(worker.resume(&context, pending, ruling, &store)).expect("the first time")
    };
    let pending = begin("c1");
    let result = settle(&pending, &pending.approve());
    assert_eq!(output(&result)["exit_code"], 0);
    let edits = [
        ("c2", "git push", "blocked by rule"),
        ("c3", "git status; ls", "`;`"),
        ("c4", "env sh", "no rule names `sh`"),
        ("c5", "rmdir x", "no matching rule"),
    ];
    for (id, command, said) in edits {
        let pending = begin(id);
        let ruling = pending.edit(json!({ "command": command }).to_string());
        let error = error(settle(&pending, &ruling));
        assert!(error.message.contains(said), "{command}: {error}");
    }
    let refused = ToolCall::new(
        "c6",
        "shell::run",
        json!({ "command": "git push" }).to_string(),
    );
    match block_on(worker.begin(&context, refused)) {
        Begun::Ended(result) => assert_eq!(error(result).kind, ErrorKind::Blocked),
        other => panic!("nobody is to be asked: {other:?}"),
    }
}

#[test]
fn exit_codes_and_streams_are_what_a_shell_would_say() {
    let worker = strict();
    let rows = [
        ("./exit.sh 0", 0, "", ""),
        ("./exit.sh 3", 3, "", ""),
        ("./exit.sh 255", 255, "", ""),
        ("./signal.sh", 137, "", ""),
        ("./stdin.sh", 0, "done\n", ""),
        ("./bytes.sh", 0, "\u{fffd}\u{fffd}\"\n", ""),
        (
            "no-such-program",
            127,
            "",
            "Command not found: no-such-program",
        ),
        (".", 127, "", "Command not found: ."),
        ("./plain.txt", 126, "", "Permission denied: ./plain.txt"),
        ("./folder", 126, "", "Not a file: ./folder"),
        (
            "./text.sh",
            126,
            "",
            "Not a program, and no script with `#!`: ./text.sh",
        ),
        ("echo $HOME ~ *", 0, "$HOME ~ *\n", ""),
    ];
    for (command, code, stdout, stderr) in rows {
        let found = output(&call(&worker, command));
        let wanted = json!({
            "exit_code": code, "stdout": stdout, "stderr": stderr, "truncated": false,
        });
        assert_eq!(found, wanted, "{command}");
    }
    let found = output(&call(&worker, "./streams.sh"));
    let folder = workspace().canonicalize().unwrap();
    assert_eq!(found["stdout"], format!("out\n{}\n", folder.display()));
    assert_eq!(found["stderr"], "err\n");
}

#[test]
fn commands_see_only_the_variables_that_are_named() {
    let found = output(&call(&strict(), "./env.sh"));
    let mut names: Vec<&str> = found["stdout"].as_str().unwrap().lines().collect();
    names.retain(|line| {
        !["PWD=", "SHLVL=", "_=", "OLDPWD="]
            .iter()
            .any(|own| line.starts_with(own))
    });
    names.sort_unstable();
    let folder = format!("CARGO_MANIFEST_DIR={}", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(
        names,
        [folder.as_str(), "PATH=/usr/local/bin:/usr/bin:/bin"]
    );
}

#[test]
fn the_path_of_the_program_passes_where_it_is_named() {
    let found = output(&call(&own_path(), "./env.sh"));
    let own = std::env::var_os("PATH").unwrap();
    let folders = std::env::split_paths(&own).filter(|folder| folder.is_absolute());
    let wanted = std::env::join_paths(folders).unwrap();
    let line = format!("PATH={}", wanted.to_str().unwrap());
    let stdout = found["stdout"].as_str().unwrap();
    assert!(stdout.lines().any(|found| found == line), "{stdout}");
}

#[test]
fn the_strictest_rule_decides_where_that_is_said() {
    let worker = careful();
    let rows = [
        ("echo a", None),
        ("echo b", Some(ErrorKind::Denied)),
        ("echo b x", Some(ErrorKind::Denied)),
        ("echo b c", Some(ErrorKind::Blocked)),
        ("echo b c d", Some(ErrorKind::Blocked)),
        ("ls", Some(ErrorKind::Blocked)),
    ];
    for (command, kind) in rows {
        let found = call(&worker, command).error.map(|error| error.kind);
        assert_eq!(found, kind, "{command}");
    }
}

/// Strings of whitespace, quotes, backslashes and letters, compared with a shell of the system.
#[test]
fn words_are_those_of_a_shell() {
    const LETTERS: &[u8] = b"ab  \t''\"\"\\\\.";
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut script = String::new();
    let mut wanted = String::new();
    let mut number = 0;
    while number < 2_000 {
        let length = 1 + next(12);
        let line: String = (0..length)
            .map(|_| char::from(LETTERS[next(LETTERS.len())]))
            .collect();
        let Ok(words) = split(&line) else { continue };
        number += 1;
        script.push_str(&format!(
            "for w in {line}\ndo printf '<%s>' \"$w\"; done; echo\n"
        ));
        words
            .iter()
            .for_each(|word| wanted.push_str(&format!("<{word}>")));
        wanted.push('\n');
    }
    let shell = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert!(
        shell.status.success(),
        "{}",
        String::from_utf8_lossy(&shell.stderr)
    );
    let found = String::from_utf8(shell.stdout).unwrap();
    for (at, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "{:?}", script.lines().nth(2 * at));
    }
    assert_eq!(found, wanted);
}
