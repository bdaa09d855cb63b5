//! A trial keyword and trial settings in a copy of the sources: a field of a schema that no code enforces must not
//! compile, and neither must a setting that digests, locks and drift do not decide about. Run by `.ci/run`,
//! since it compiles the crates once more.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A field that is added to a struct, or a variant to an enum, and the files with the numbers of errors that the
/// compiler must then report there.
struct Trial {
    package: &'static str,
    file: &'static str,
    before: &'static str,
    field: &'static str,
    /// Lines that are added elsewhere, each after a text: what somebody would write who has seen the errors of the crates
    /// below, so that those above are compiled.
    given: &'static [(&'static str, &'static str, &'static str)],
    named: &'static [(&'static str, usize)],
}

const SETTING: &str = "pub trial: Option<u64>,";

const TRIALS: &[Trial] = &[
    Trial {
        package: "toolc",
        file: "crates/schema/src/schema/rules/text.rs",
        before: "pub struct Text {",
        field: "pub max_bytes: Option<u64>,",
        given: &[],
        named: &[
            // no rules, every field with its row, and what `enum` relies on
            ("crates/schema/src/schema/rules/text.rs", 3),
            ("crates/schema/src/schema/prove/example/refusal.rs", 1),
        ],
    },
    // a keyword that is true or false
    Trial {
        package: "toolc",
        file: "crates/schema/src/schema/rules/list.rs",
        before: "pub struct ListLimits {",
        field: "pub sorted: bool,",
        given: &[],
        named: &[("crates/schema/src/schema/rules/list.rs", 2)],
    },
    Trial {
        package: "toolc",
        file: "crates/schema/src/schema/keywords/by_type.rs",
        before: "pub struct ObjectKeywords {",
        field: "pub max_bytes: Option<u64>,",
        given: &[],
        named: &[
            ("crates/schema/src/schema/join/objects.rs", 1),
            ("crates/schema/src/schema/lower/rules.rs", 1),
        ],
    },
    Trial {
        package: "toolc-runtime",
        file: "runtime/src/schema.rs",
        before: "pub struct Text {",
        field: "pub max_bytes: u64,",
        given: &[],
        named: &[
            ("runtime/src/walk/text.rs", 1),
            ("runtime/src/schema.rs", 1),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/tool.rs",
        before: "pub struct Tool {",
        field: SETTING,
        given: &[],
        named: &[
            ("crates/resolve/src/resolve/made.rs", 1),
            ("crates/resolve/src/resolve/digest.rs", 1),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/tool.rs",
        before: "pub struct Tool {",
        field: SETTING,
        given: &[
            (
                "crates/resolve/src/resolve/made.rs",
                "    Tool {\n",
                "trial: None,",
            ),
            (
                "crates/resolve/src/resolve/digest.rs",
                "    let Tool {\n",
                "trial: _,",
            ),
        ],
        named: &[("crates/lock/src/lock/take.rs", 1)],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/policy.rs",
        before: "pub struct Worker {",
        field: SETTING,
        given: &[(
            "crates/resolve/src/resolve/workers.rs",
            "    Worker {\n        name,\n",
            "trial: None,",
        )],
        named: &[("crates/lock/src/lock/take.rs", 1)],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/policy.rs",
        before: "pub struct Grant {",
        field: SETTING,
        given: &[(
            "crates/resolve/src/resolve/workers.rs",
            "grants.push(Grant {\n",
            "trial: None,",
        )],
        named: &[("crates/lock/src/lock/take.rs", 1)],
    },
    // its default, and its column in the data of the engine
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine/http.rs",
        before: "pub struct HttpEngine {",
        field: SETTING,
        given: &[],
        named: &[("crates/model/src/model/engine/http.rs", 2)],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine/mcp.rs",
        before: "pub struct McpEngine {",
        field: SETTING,
        given: &[],
        named: &[("crates/model/src/model/engine/mcp.rs", 2)],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine/connection.rs",
        before: "pub struct ConnectionSettings {",
        field: SETTING,
        given: &[],
        named: &[("crates/model/src/model/engine/connection.rs", 2)],
    },
    // a column that every setting must have
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine/setting.rs",
        before: "pub struct LockedSetting {",
        field: "pub trial: &'static str,",
        given: &[],
        named: &[
            ("crates/model/src/model/engine/connection.rs", 4),
            ("crates/model/src/model/engine/setting.rs", 16),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine/setting.rs",
        before: "pub struct Setting<E: 'static> {",
        field: "pub trial: &'static str,",
        given: &[],
        named: &[
            ("crates/model/src/model/engine/connection.rs", 4),
            ("crates/model/src/model/engine/http.rs", 4),
            ("crates/model/src/model/engine/lm.rs", 9),
            ("crates/model/src/model/engine/mcp.rs", 3),
            ("crates/model/src/model/engine/simulation.rs", 2),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/lock/src/lock/row.rs",
        before: "pub(crate) struct LockedRow<S: 'static> {",
        field: "pub trial: &'static str,",
        given: &[],
        // every row of a tool or a worker is one of these two
        named: &[("crates/lock/src/lock/row.rs", 2)],
    },
    // a setting of a built-in toolset: what it is if unset, and its column in the data of the toolset
    Trial {
        package: "toolc",
        file: "crates/model/src/model/toolset/files.rs",
        before: "pub struct Files {",
        field: SETTING,
        given: &[],
        named: &[
            ("crates/model/src/model/toolset/files.rs", 1),
            ("crates/model/src/model/toolset/data.rs", 1),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/toolset/commands.rs",
        before: "pub struct Commands {",
        field: SETTING,
        given: &[],
        named: &[
            ("crates/model/src/model/toolset/commands.rs", 1),
            ("crates/model/src/model/toolset/data.rs", 1),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/model/toolset/setting.rs",
        before: "pub struct ToolsetSetting<T: 'static> {",
        field: "pub trial: &'static str,",
        given: &[],
        named: &[
            ("crates/model/src/model/toolset/files.rs", 6),
            ("crates/model/src/model/toolset/commands/settings.rs", 7),
        ],
    },
    Trial {
        package: "toolc",
        file: "runtime/src/toolset/settings.rs",
        before: "pub struct Files {",
        field: "pub trial: u64,",
        given: &[],
        named: &[("crates/model/src/model/toolset/data.rs", 1)],
    },
    // what a worker or a toolset says: how it is read, and what workers that extend it inherit
    Trial {
        package: "toolc",
        file: "crates/model/src/draft.rs",
        before: "pub struct DraftWorker {",
        field: SETTING,
        given: &[],
        named: &[
            ("crates/read/src/read/worker.rs", 1),
            ("crates/resolve/src/resolve/workers/extends/narrow.rs", 1),
        ],
    },
    Trial {
        package: "toolc",
        file: "crates/model/src/draft.rs",
        before: "pub struct DraftToolset {",
        field: SETTING,
        given: &[],
        named: &[
            ("crates/read/src/read/worker/toolset.rs", 1),
            ("crates/resolve/src/resolve/workers/extends/narrow.rs", 1),
        ],
    },
    // which of two limits applies
    Trial {
        package: "toolc",
        file: "crates/model/src/model/limit.rs",
        before: "pub struct Limits {",
        field: "pub trial: Option<Spanned<u64>>,",
        given: &[],
        named: &[("crates/model/src/model/limit.rs", 2)],
    },
    // a setting that the runtime has, and the compiler does not hand over
    Trial {
        package: "toolc",
        file: "runtime/src/operation.rs",
        before: "pub struct Api {",
        field: "pub trial: u64,",
        given: &[],
        named: &[("crates/model/src/model/engine/http.rs", 1)],
    },
    Trial {
        package: "toolc",
        file: "runtime/src/connection.rs",
        before: "pub struct ConnectionSettings {",
        field: "pub trial: u64,",
        given: &[(
            "runtime/src/connection.rs",
            "        ConnectionSettings {\n",
            "trial: 0,",
        )],
        named: &[("crates/model/src/model/engine/connection.rs", 1)],
    },
    // a further kind of engine
    Trial {
        package: "toolc",
        file: "crates/model/src/model/engine.rs",
        before: "pub enum EngineKind {",
        field: "Trial,",
        given: &[],
        // `http_engine`, `mcp_engine` and `simulating_engine`; what it is called, whether it simulates, and what it can run
        named: &[
            ("crates/model/src/model.rs", 3),
            ("crates/model/src/model/engine.rs", 3),
            ("crates/model/src/model/labels.rs", 1),
        ],
    },
    // what else runs a tool: the lock must say what it records of it
    Trial {
        package: "toolc",
        file: "crates/model/src/model/runner.rs",
        before: "pub enum Runner<'c> {",
        field: "Trial,",
        given: &[],
        named: &[("crates/lock/src/lock/take.rs", 1)],
    },
];

/// Creates a copy of the repository in which the sources are copies and the rest are symbolic links,
/// without `target` and `.git`.
fn copy() -> PathBuf {
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trial");
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(&copy).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(root).expect("the repository").flatten() {
        let (from, to) = (entry.path(), copy.join(entry.file_name()));
        match entry.file_name().to_str() {
            Some("src" | "crates" | "runtime") => copy_folder(&from, &to),
            Some("target" | ".git") => {}
            _ => symlink(&from, &to).expect("a link"),
        }
    }
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy_folder(&from, &to),
            false => drop(fs::copy(&from, &to).expect("a copy")),
        }
    }
}

/// Replaces a text of a file, and returns the file as it was.
fn replace(folder: &Path, file: &str, wanted: &str, by: &str) -> (PathBuf, String) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a source");
    assert!(text.contains(wanted), "{file}: {wanted}");
    fs::write(&path, text.replacen(wanted, by, 1)).expect("a source");
    (path, text)
}

#[test]
#[ignore = "compiles both crates again; `.ci/run` runs it"]
fn what_is_not_enforced_does_not_compile() {
    let folder = copy();
    // Cargo takes the copy for the repository: in one folder, each would be given what was compiled of the other.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trial_target");
    let mut faults = Vec::new();
    for trial in TRIALS {
        let field = format!("{}\n    /// A trial.\n    {}", trial.before, trial.field);
        let mut kept = vec![replace(&folder, trial.file, trial.before, &field)];
        for (file, after, line) in trial.given {
            kept.push(replace(&folder, file, after, &format!("{after}{line}\n")));
        }
        let done = Command::new(env!("CARGO"))
            .args([
                "check",
                "--locked",
                "--offline",
                "--keep-going",
                "--lib",
                "-p",
            ])
            .args([trial.package, "--message-format", "short"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", &target)
            .output()
            .expect("cargo");
        for (file, text) in kept.into_iter().rev() {
            fs::write(file, text).expect("a source");
        }
        let said = String::from_utf8_lossy(&done.stderr);
        let is_missing = |(file, errors): &&(&str, usize)| {
            let lines = said.lines().filter(|line| line.starts_with(*file));
            lines.filter(|line| line.contains(" error")).count() < *errors
        };
        let missing: Vec<_> = trial.named.iter().filter(is_missing).collect();
        if done.status.success() || !missing.is_empty() {
            faults.push(format!("{}: {missing:?} not named:\n{said}", trial.file));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
