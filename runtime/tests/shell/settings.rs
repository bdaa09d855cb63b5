//! Workers with rules for commands, with different settings.

use toolc_runtime::shell::{Matching, Rule, Settings};
use toolc_runtime::v1 as rt;
use toolc_runtime::{Approval, Worker};

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
    type Failure = rt::ToolFailure;
    type Key = ();
}

const fn free(words: &'static [&'static str]) -> Rule<'static> {
    Rule {
        words,
        approval: Approval::PreApproved,
        reason: None,
        any_options: false,
    }
}

/// Any options, and operands within the workspace.
const fn open(words: &'static [&'static str]) -> Rule<'static> {
    Rule {
        any_options: true,
        ..free(words)
    }
}

const fn ask(words: &'static [&'static str]) -> Rule<'static> {
    Rule {
        words,
        approval: Approval::Ask,
        reason: None,
        any_options: false,
    }
}

const STRICT: Settings = Settings {
    rules: &[
        Rule {
            words: &["git", "push"],
            approval: Approval::Blocked,
            reason: Some("releases are made elsewhere"),
            any_options: false,
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
        free(&["env", "BAR=1", "git"]),
        free(&["nice", "-n", "5", "git"]),
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
        free(&["sdiff"]),
        free(&["m4"]),
        free(&["rustup"]),
        free(&["vim.tiny"]),
        free(&["python3-dbg"]),
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
        open(&["./exit.sh"]),
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
    rules: &[
        open(&["./loud.sh"]),
        open(&["./polite.sh"]),
        open(&["./deaf.sh"]),
        open(&["./stubborn.sh"]),
        open(&["./tree.sh"]),
        open(&["./fork.sh"]),
    ],
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

/// A general rule before specific ones; the strictest rule decides.
const CAREFUL: Settings = Settings {
    rules: &[
        free(&["echo"]),
        ask(&["echo", "b"]),
        Rule {
            words: &["echo", "b", "c"],
            approval: Approval::Blocked,
            reason: None,
            any_options: false,
        },
        free(&["echo", "b", "c", "d"]),
    ],
    matching: Matching::Strictest,
    ..STRICT
};

/// The folders of this program's own `PATH`.
const OWN_PATH: Settings = Settings {
    rules: &[free(&["sh"]), free(&["./env.sh"])],
    env: &["PATH"],
    ..STRICT
};

macro_rules! shells {
    ($($of:ident = $settings:ident;)*) => {$(
        pub fn $of() -> Worker<()> {
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
