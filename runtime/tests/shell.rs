//! Commands of a model, through a worker: what is refused, what is asked about, what runs, and what
//! comes of commands that do not want to end.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use toolc_runtime::shell::{Matching, Rule, Settings, split};
use toolc_runtime::testing::{ScriptedApprover, block_on, poll_once};
use toolc_runtime::v1 as rt;
use toolc_runtime::{
    Approval, ApprovalStore, Begun, Cancellation, Context, Decision, ErrorKind, MemoryStore,
    PendingCall, Ruling, SealKey, ThreadTimer, ToolCall, ToolError, ToolResult, Worker,
};

struct Run;
struct NoArgs;

impl<'a> rt::Part<'a> for NoArgs {
    fn empty() -> Self {
        NoArgs
    }

    fn slot(&mut self, _: usize) -> &mut dyn rt::Slot<'a> {
        unreachable!()
    }
}

impl rt::Args<'_> for NoArgs {
    const SCHEMA: &'static rt::Schema = &rt::Schema::Any;
}

impl rt::Tool for Run {
    const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
        name: "shell::run",
        wire_name: "shell__run",
        title: None,
        description: "",
        input: &rt::Schema::Any,
        output: None,
        input_text: &rt::SchemaText {
            text: "{}",
            uses: &[],
        },
        output_text: None,
        raw_fingerprint: "",
        structural_fingerprint: "",
        structured: rt::Structured::Unknown,
        annotations: "",
        extras: &[],
        digest: "",
        effect: toolc_runtime::Effect::Destructive,
        open_world: true,
        untrusted: false,
        injected: &[],
    };
    type Args<'a> = NoArgs;
    type Output = rt::Json;
    type Key = ();
}

const fn free(words: &'static [&'static str]) -> Rule<'static> {
    Rule {
        words,
        approval: Approval::PreApproved,
        reason: None,
    }
}

const fn ask(words: &'static [&'static str]) -> Rule<'static> {
    Rule {
        words,
        approval: Approval::Ask,
        reason: None,
    }
}

const STRICT: Settings = Settings {
    rules: &[
        Rule {
            words: &["git", "push"],
            approval: Approval::Blocked,
            reason: Some("releases are made elsewhere"),
        },
        ask(&["git", "-c", "color.ui=never"]),
        free(&["git", "status"]),
        free(&["git", "log"]),
        free(&["git"]),
        free(&["ls"]),
        free(&["echo"]),
        free(&["cat"]),
        free(&["find", "."]),
        free(&["tar", "-tf"]),
        free(&["sort"]),
        free(&["rsync"]),
        free(&["curl"]),
        free(&["wget"]),
        free(&["scp"]),
        free(&["cargo"]),
        free(&["go", "build"]),
        free(&["gcc"]),
        free(&["rg"]),
        free(&["split"]),
        free(&["zip"]),
        free(&["apt-get"]),
        free(&["pandoc"]),
        free(&["svn"]),
        free(&["hg"]),
        free(&["ncat"]),
        free(&["env"]),
        free(&["xargs"]),
        free(&["sh"]),
        free(&["bash"]),
        free(&["python3", "-c"]),
        free(&["python3"]),
        free(&["perl"]),
        free(&["node"]),
        free(&["sudo"]),
        free(&["nohup"]),
        free(&["timeout"]),
        free(&["setsid"]),
        free(&["ssh"]),
        free(&["awk"]),
        free(&["sed", "-n"]),
        free(&["vim"]),
        free(&["make"]),
        free(&["busybox"]),
        free(&["docker"]),
        free(&["npm"]),
        free(&["pytest"]),
        free(&["pylint"]),
        free(&["eslint"]),
        free(&["pdflatex"]),
        free(&["identify"]),
        free(&["gpg"]),
        free(&["tar"]),
        free(&["tmux"]),
        free(&["ssh-agent"]),
        free(&["terraform"]),
        free(&["/usr/bin/env"]),
        free(&["no-such-program"]),
        free(&["./exit.sh"]),
        free(&["./signal.sh"]),
        free(&["./env.sh"]),
        free(&["./stdin.sh"]),
        free(&["./streams.sh"]),
        free(&["./bytes.sh"]),
        free(&["./plain.txt"]),
        free(&["./text.sh"]),
        free(&["."]),
        free(&["./folder"]),
        ask(&["rm"]),
    ],
    matching: Matching::First,
    default: None,
    timeout_ms: 30_000,
    max_output: 200,
    env: &["TOOLC_SHELL_TEST", "CARGO_MANIFEST_DIR"],
    root: Some("."),
};

/// Commands that do not end by themselves.
const HASTY: Settings = Settings {
    rules: &[free(&["./"])],
    default: Some(Approval::PreApproved),
    timeout_ms: 150,
    ..STRICT
};

const SLOW: Settings = Settings {
    timeout_ms: 30_000,
    ..HASTY
};

const REST_ASKS: Settings = Settings {
    rules: &[],
    default: Some(Approval::Ask),
    ..STRICT
};

const REST_BLOCKED: Settings = Settings {
    default: Some(Approval::Blocked),
    ..REST_ASKS
};

/// A broad rule before narrow ones, of which the strictest decides.
const CAREFUL: Settings = Settings {
    rules: &[
        free(&["echo"]),
        ask(&["echo", "b"]),
        Rule {
            words: &["echo", "b", "c"],
            approval: Approval::Blocked,
            reason: None,
        },
        free(&["echo", "b", "c", "d"]),
    ],
    matching: Matching::Strictest,
    ..STRICT
};

/// The folders of the program's own `PATH`.
const OWN_PATH: Settings = Settings {
    rules: &[free(&["sh"]), free(&["./env.sh"])],
    env: &["PATH"],
    ..STRICT
};

macro_rules! shells {
    ($($of:ident = $settings:ident;)*) => {$(
        fn $of() -> Worker<()> {
            let table = const {
                &rt::WorkerTable {
                    name: "w",
                    rows: &[rt::Row::command::<Run>(rt::Approval::PreApproved, ())],
                    index: &[("shell::run", 0, 1), ("shell__run", 0, 1)],
                    blocked: &[],
                    output: rt::OutputPolicy::Off,
                }
            };
            Worker::with_toolsets((), table, &[rt::ToolsetSettings::Commands(&$settings)])
        }
    )*};
}

shells! {
    strict = STRICT;
    hasty = HASTY;
    slow = SLOW;
    rest_asks = REST_ASKS;
    rest_blocked = REST_BLOCKED;
    careful = CAREFUL;
    own_path = OWN_PATH;
}

/// Programs that behave in all ways, in a folder of their own. They are written before anything is
/// started: a file that is still written to cannot be run.
fn workspace() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("toolc-shell-{}", std::process::id()));
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

/// Commands that must not run, each with what is said of it.
const ATTACKS: &[(&str, &str)] = &[
    // operators of shells, anywhere
    ("git status | sh", "`|`"),
    ("git status|sh", "`|`"),
    ("git status || sh", "`|`"),
    ("git status > file", "`>`"),
    ("git status >> file", "`>`"),
    ("git status 2>&1", "`>`"),
    ("git status < file", "`<`"),
    ("git status; sh", "`;`"),
    ("git status ;sh", "`;`"),
    ("git status & sh", "`&`"),
    ("git status && sh", "`&`"),
    ("git log `sh`", "`"),
    ("git log $(sh)", "`$(`"),
    ("git log ${IFS}sh", "`${`"),
    ("git log '$(sh)'", "`$(`"),
    ("git log \"`sh`\"", "`"),
    ("git log 'a;b'", "`;`"),
    ("git log \"a|b\"", "`|`"),
    ("git log a\\;b", "`;`"),
    ("git status\nsh", "line break"),
    ("git status\r\nsh", "line break"),
    ("git log 'a\nb'", "line break"),
    ("git status \\\nsh", "line break"),
    ("git status \0sh", "control character"),
    ("git log \u{1b}[2K", "control character"),
    ("git log \u{202e}sutats", "bidirectional"),
    ("git\u{200b} status", "zero-width"),
    // texts that are not commands
    ("", "empty"),
    (" \t ", "empty"),
    ("''", "empty"),
    ("git 'status", "not closed"),
    ("git \"status", "not closed"),
    ("git status\\", "backslash"),
    // what only looks like a command of a rule
    ("gitfoo status", "no matching rule"),
    ("git-status", "no matching rule"),
    ("./git status", "no matching rule"),
    ("/usr/bin/git status", "no matching rule"),
    ("../git status", "no matching rule"),
    ("bin/../git status", "no matching rule"),
    ("'git status'", "no matching rule"),
    ("\u{ff47}it status", "no matching rule"),
    ("g\u{456}t status", "no matching rule"),
    ("git\u{a0}status", "no matching rule"),
    ("GIT status", "no matching rule"),
    ("lsx", "no matching rule"),
    ("PATH=. git status", "no matching rule"),
    ("LD_PRELOAD=./x git status", "no matching rule"),
    ("true", "no matching rule"),
    ("find / -name x", "no matching rule"),
    // rules that block, also where quotes hide it
    ("git push", "blocked by rule"),
    ("git  push origin", "blocked by rule"),
    ("git 'push'", "blocked by rule"),
    ("g'it' pu\"sh\"", "blocked by rule"),
    ("git p\\ush", "blocked by rule"),
    // options and arguments that run other things
    ("git -c core.pager=sh log", "`-c`"),
    ("git -ccore.pager=sh log", "`-ccore.pager=sh`"),
    ("git --exec-path=. status", "`--exec-path=.`"),
    ("git -C .. status", "`-C`"),
    (
        "git --config-env=core.pager=X log",
        "`--config-env=core.pager=X`",
    ),
    ("git config alias.x !sh", "`config`"),
    ("git submodule foreach sh", "`submodule`"),
    ("git bisect run sh", "`bisect`"),
    ("git clone ext::sh", "`ext::sh`"),
    ("git fetch --upload-pack=sh", "`--upload-pack=sh`"),
    ("git fetch --upload-p=sh", "`--upload-p=sh`"),
    ("git rebase --exec sh", "`--exec`"),
    ("git grep -Osh x", "`-Osh`"),
    ("git log --output=file", "`--output=file`"),
    ("git log --ext-diff", "`--ext-diff`"),
    ("git log -- --exec", "`--exec`"),
    ("find . -exec sh", "`-exec`"),
    ("find . -name x -delete", "`-delete`"),
    ("find . -fprintf file x", "`-fprintf`"),
    ("tar -tf a.tar --to-command=sh", "`--to-command=sh`"),
    (
        "tar -tf a.tar --checkpoint-action=exec=sh",
        "`--checkpoint-action=exec=sh`",
    ),
    ("tar -tf a.tar -Ish", "`-Ish`"),
    ("sort --compress-program=sh file", "`--compress-program=sh`"),
    ("sort -o file file", "`-o`"),
    ("rsync -e sh a b", "`-e`"),
    ("rsync -ave sh a b", "`-ave`"),
    ("curl -o file x", "`-o`"),
    ("curl --config file", "`--config`"),
    ("curl file:///etc/passwd", "`file:///etc/passwd`"),
    ("wget --use-askpass=sh x", "`--use-askpass=sh`"),
    ("scp -oProxyCommand=sh a b", "`-oProxyCommand=sh`"),
    ("scp -S sh a b:", "`-S`"),
    ("cargo --config build.rustc-wrapper=sh check", "`--config`"),
    ("go build -toolexec sh", "`-toolexec`"),
    ("go build --toolexec=sh", "`--toolexec=sh`"),
    ("gcc -wrapper sh a.c", "`-wrapper`"),
    ("gcc @file", "`@file`"),
    ("rg --pre sh x", "`--pre`"),
    ("split --filter=sh file", "`--filter=sh`"),
    ("zip a.zip b -TT sh", "`-TT`"),
    ("apt-get -o Dpkg::Pre-Invoke=sh update", "`-o`"),
    ("pandoc --lua-filter x", "`--lua-filter`"),
    ("svn diff --diff-cmd sh", "`--diff-cmd`"),
    ("hg --config alias.x=!sh x", "`--config`"),
    ("ncat -e sh host", "`-e`"),
    ("env sh", "no rule names `sh`"),
    ("env FOO=1 git status", "no rule names `FOO=1`"),
    ("/usr/bin/env sh", "no rule names `sh`"),
    ("xargs sh", "no rule names `sh`"),
    ("sh -c ls", "no rule names `-c`"),
    ("bash script", "no rule names `script`"),
    ("python3 -c code", "no rule names `code`"),
    ("python3 script.py", "no rule names `script.py`"),
    ("perl -e code", "no rule names `-e`"),
    ("node -e code", "no rule names `-e`"),
    ("sudo ls", "no rule names `ls`"),
    ("nohup sh", "no rule names `sh`"),
    ("timeout 9 sh", "no rule names `9`"),
    ("setsid sh", "no rule names `sh`"),
    ("ssh -oProxyCommand=sh host", "no rule names"),
    ("ssh host sh", "no rule names `host`"),
    ("awk BEGIN{system()}", "no rule names"),
    ("sed -n 1e", "no rule names `1e`"),
    ("vim +!sh", "no rule names `+!sh`"),
    ("make SHELL=sh", "no rule names `SHELL=sh`"),
    ("busybox sh", "no rule names `sh`"),
    ("docker run x", "no rule names `run`"),
    ("npm run x", "no rule names `run`"),
    ("tmux new sh", "no rule names `new`"),
    ("ssh-agent sh", "no rule names `sh`"),
    ("terraform apply", "no rule names `apply`"),
    ("tar xIf sh a.tar", "`xIf`"),
    ("tar xf a.tar -C ..", "`xf`"),
    ("pytest -p plugin", "`-p`"),
    ("pytest --rootdir=..", "`--rootdir=..`"),
    ("pylint --init-hook=code", "`--init-hook=code`"),
    ("eslint --rulesdir x .", "`--rulesdir`"),
    ("pdflatex -shell-escape a", "`-shell-escape`"),
    ("pdflatex --shell-escape a", "`--shell-escape`"),
    ("identify msl:a", "`msl:a`"),
    ("gpg --photo-viewer sh", "`--photo-viewer`"),
];

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
    // options that run other things are shown, where somebody is asked anyway
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
    let key = SealKey::new("k", &[7; 32]).expect("a key");
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

/// Texts of blanks, quotes, backslashes and letters, against a shell of the system.
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
    // a child of ours that was not waited for is a zombie, whose parent we are
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

/// Waits until the process whose number is in a file is gone.
fn assert_ends(file: &str) {
    let pid = pid_in(file).expect("the command has begun");
    let folder = PathBuf::from(format!("/proc/{pid}"));
    wait_for(|| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let state = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.chars().next());
        // whoever adopts it may be slow to reap it
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
