//! What is wrong with a plug-in or its answer: one finding each, and nothing is written.

use super::super::command::assert_exit;
use super::{answer_with, folder};

/// Runs a faulty plug-in after a good one, beside Rust. Returns what is said; nothing may have been written.
#[track_caller]
fn refuse(name: &str, script: &str, expected: &str) -> String {
    let folder = folder(name, script);
    folder.put("good.sh", &answer_with(&[("good.ts", "1")]));
    let output = folder.toolc(&[
        "build",
        "specs",
        "--out",
        "rust",
        "--plugin",
        "sh good.sh",
        "--out",
        "good",
        "--plugin",
        "sh p.sh",
        "--out",
        "made",
        "--plugin-timeout",
        "2",
    ]);
    let said = assert_exit(&output, 1);
    assert!(said.contains(expected), "{said}");
    assert_eq!(said.matches("error[").count(), 1, "one finding: {said}");
    assert!(said.contains("nothing written"), "{said}");
    for out in ["rust", "good", "made"] {
        assert!(!folder.0.join(out).exists(), "{out}");
    }
    said
}

#[test]
fn a_program_that_cannot_be_started_is_told() {
    let folder = folder("unstarted", "");
    for command in ["./no-such-program", "./specs/weather.yaml"] {
        let output = folder.toolc(&["build", "specs", "--plugin", command, "--out", "made"]);
        let said = assert_exit(&output, 1);
        let expected = format!("error[T0760]: the plug-in `{command}` cannot be started");
        assert!(said.contains(&expected), "{said}");
    }
}

#[test]
fn a_plugin_that_hangs_is_stopped_with_all_that_it_started() {
    let hangs = "error[T0761]: the plug-in `sh p.sh` did not end within 2 s, and was stopped";
    refuse("hangs", "sleep 600 & sleep 600", hangs);
    // it ends, and leaves behind what holds its output
    refuse("leaves", "echo so far >&2; sleep 600 & exit 0", hangs);
}

#[test]
fn a_plugin_that_floods_is_stopped() {
    let flood = "error[T0762]: the plug-in `sh p.sh` answers with more than 64 MiB";
    refuse("floods", "yes", flood);
    // what it says is cut, whatever its length
    let script = format!("yes 123456789 | head -c 1000000 >&2\n{}", "exit 3");
    let said = refuse("says_much", &script, "error[T0763]");
    assert!(said.len() < 16_000, "{}", said.len());
}

#[test]
fn a_plugin_that_fails_is_quoted() {
    let script = "echo 'first' >&2; printf 'no \\033[31m template\\n' >&2; exit 3";
    let said = refuse(
        "fails",
        script,
        "error[T0763]: the plug-in `sh p.sh` failed (exit status: 3): no  [31m template",
    );
    assert!(said.contains("sh p.sh: first\n"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
    refuse("killed", "kill -9 $$", "error[T0763]");
}

#[test]
fn an_answer_that_is_none_is_told() {
    for (name, answer, why) in [
        ("empty", "", "it is empty"),
        ("text", "hello", "(line 1, column 1)"),
        ("two", r#"{"version":1,"files":[]} {}"#, "(line 1, column "),
        ("list", "[]", "the answer must be an object, found a list"),
        ("unversioned", r#"{"files":[]}"#, "it has no `version`"),
        (
            "later",
            r#"{"version":2,"files":[]}"#,
            "its version is 2, and this toolc reads version 1",
        ),
        ("fileless", r#"{"version":1}"#, "it has no `files`"),
        (
            "unknown",
            r#"{"version":1,"files":[],"file":1}"#,
            "the answer has no key `file`",
        ),
        ("twice", r#"{"version":1,"files":[],"files":[]}"#, "`files`"),
        (
            "number",
            r#"{"version":1,"files":[{"path":1,"text":""}]}"#,
            "`path` of `files[0]` must be a string",
        ),
        (
            "textless",
            r#"{"version":1,"files":[{"path":"a"}]}"#,
            "`files[0]` has no `text`",
        ),
        (
            "severity",
            r#"{"version":1,"files":[],"diagnostics":[{"severity":"fatal","message":"m"}]}"#,
            "must be `error`, `warning` or `note`, found `fatal`",
        ),
        (
            "place",
            r#"{"version":1,"files":[],"diagnostics":[{"severity":"note","message":"m","place":"specs/weather.yaml:99:1"}]}"#,
            "the place of `diagnostics[0]` is none of the descriptor: `specs/weather.yaml:99:1`",
        ),
    ] {
        let script = format!("cat <<'END'\n{answer}\nEND\n");
        let script = if answer.is_empty() { "true" } else { &script };
        let said = refuse(&format!("answer_{name}"), script, "error[T0764]");
        assert!(said.contains(why), "{name}: {said}");
    }
    refuse("binary", "printf '\\377\\376'", "it is not UTF-8");
}

#[test]
fn a_path_stays_in_the_folder_and_is_one_file() {
    for (name, path) in [
        ("up", "../evil.ts"),
        ("deep", "a/../../evil.ts"),
        ("absolute", "/etc/evil.ts"),
        ("drive", "C:/evil.ts"),
        ("backslash", "..\\evil.ts"),
        ("device", "nul.ts"),
        ("git", ".git/hooks/post-checkout"),
        ("record", ".toolc-plugin.json"),
        ("letters", "\u{202e}a.ts"),
    ] {
        refuse(
            &format!("path_{name}"),
            &answer_with(&[("a.ts", ""), (path, "")]),
            "error[T0765]",
        );
    }
    for (name, paths) in [
        ("twice", ["a.ts", "a.ts"]),
        ("case", ["a.ts", "A.ts"]),
        ("folder", ["a", "a/b.ts"]),
    ] {
        let files = paths.map(|path| (path, ""));
        refuse(
            &format!("collides_{name}"),
            &answer_with(&files),
            "error[T0766]",
        );
    }
}
