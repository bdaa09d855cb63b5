//! `toolc build` does not compile unchanged specs again, and repeats the output of the last build.

#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "support/command.rs"]
mod command;

use command::{BROKEN, CACHE, Folder, WEATHER, stderr};
use std::fs;
use std::process::{Command, Output};
use toolc_base::sha256::sha256_hex;

const MEMORY: &str = "generated/.toolc/last-build";

/// Returns the output without the time that the build took.
fn said(output: &Output) -> String {
    let text = stderr(output);
    let (before, after) = text.rsplit_once(" in ").expect("a summary line");
    let (_, after) = after.split_once(" s").expect("a time");
    format!("{before} {after}")
}

/// A folder of large specs that have been compiled, with one tool and one that was left out.
fn large(name: &str) -> Folder {
    let folder = Folder::new(name);
    let padding = "# nothing\n".repeat(30_000);
    folder
        .put("specs/weather.yaml", &format!("{WEATHER}{padding}"))
        .put("specs/broken.yaml", BROKEN)
        .put("specs/toolc.yaml", "targets: [openai]\n");
    let built = folder.toolc(&["build", "specs"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    folder
}

/// Changes the stored result, and signs it again with the key of the user, which nobody else has.
fn edit(folder: &Folder, change: impl FnOnce(&str) -> String) {
    let path = folder.0.join(MEMORY);
    let text = fs::read_to_string(&path).expect("a memory");
    let (_, memory) = text.split_once('\n').expect("a seal and a memory");
    let memory = change(memory);
    let key = fs::read_to_string(folder.0.join(CACHE).join("toolc/key")).expect("a key");
    let inner = sha256_hex(memory.as_bytes());
    let seal = sha256_hex(format!("{key} {inner}").as_bytes());
    fs::write(path, format!("{seal}\n{memory}")).expect("written");
}

/// Puts something into the stored result that no compilation would produce.
fn mark(folder: &Folder) {
    edit(folder, |memory| {
        assert!(memory.contains("\"tools\":2"), "{memory}");
        memory.replace("\"tools\":2", "\"tools\":77")
    });
}

fn is_recalled(folder: &Folder, arguments: &[&str]) -> bool {
    stderr(&folder.toolc(arguments)).contains("77 tools")
}

#[test]
fn what_did_not_change_is_not_compiled_again_and_is_told_again() {
    let folder = large("unchanged");
    let second = folder.toolc(&["build", "specs"]);
    assert!(stderr(&second).contains("warning[T"), "{}", stderr(&second));
    assert!(
        stderr(&second).contains(" 0 written"),
        "{}",
        stderr(&second)
    );
    let formats = ["human", "json", "sarif", "github"];
    let all = || formats.map(|format| folder.toolc(&["build", "specs", "-v", "--format", format]));
    let recalled = all();
    fs::remove_dir_all(folder.0.join("generated/.toolc")).expect("a memory");
    assert_eq!(said(&folder.toolc(&["build", "specs"])), said(&second));
    for (recalled, format) in recalled.iter().zip(formats) {
        fs::remove_dir_all(folder.0.join("generated/.toolc")).expect("a memory");
        let compiled = folder.toolc(&["build", "specs", "-v", "--format", format]);
        assert_eq!(recalled.stdout, compiled.stdout, "{format}");
        assert_eq!(recalled.status.code(), compiled.status.code());
        if format == "human" {
            assert_eq!(said(recalled), said(&compiled));
        }
    }
    mark(&folder);
    assert!(is_recalled(&folder, &["build", "specs"]));
    assert!(!is_recalled(&folder, &["build", "specs", "--check"]));
    assert!(!is_recalled(&folder, &["check", "specs"]));
}

#[test]
fn an_output_that_was_changed_together_with_its_memory_is_written_again() {
    let folder = large("forged");
    let path = folder.0.join("generated/tools/all.rs");
    let honest = fs::read_to_string(&path).expect("a worker");
    let forged = honest.replace("Approval::Ask", "Approval::PreApproved");
    assert_ne!(honest, forged);
    fs::write(&path, &forged).expect("written");
    let memory = folder.0.join(MEMORY);
    let text = fs::read_to_string(&memory).expect("a memory");
    let (honest_digest, forged_digest) =
        (sha256_hex(honest.as_bytes()), sha256_hex(forged.as_bytes()));
    assert!(text.contains(&honest_digest));
    fs::write(&memory, text.replace(&honest_digest, &forged_digest)).expect("written");
    let built = folder.toolc(&["build", "specs"]);
    assert!(stderr(&built).contains(" 1 written"), "{}", stderr(&built));
    assert_eq!(fs::read_to_string(&path).expect("a worker"), honest);
}

/// Something that happens between two builds.
type Change = (&'static str, fn(&Folder));

#[test]
fn whatever_changes_is_compiled_again() {
    let changes: &[Change] = &[
        ("a byte of a file", |folder| {
            let path = folder.0.join("specs/weather.yaml");
            let text = fs::read_to_string(&path).expect("a file");
            let changed = text.replacen("# nothing", "# Nothing", 1);
            fs::write(path, changed).expect("written");
        }),
        ("another file", |folder| {
            folder.put("specs/notes.yaml", "- just\n- a list\n");
        }),
        ("another name of a file", |folder| {
            let path = |name| folder.0.join("specs").join(name);
            fs::rename(path("broken.yaml"), path("other.yaml")).expect("renamed");
        }),
        ("the configuration", |folder| {
            folder.put("specs/toolc.yaml", "targets: [mcp]\n");
        }),
        ("an edited output", |folder| {
            folder.put(
                "generated/tools.rs",
                "// @generated by toolc. Do not edit.\n// edited\n",
            );
        }),
        ("a lost output", |folder| {
            fs::remove_dir_all(folder.0.join("generated/tools")).expect("removed");
        }),
        ("an output that is left over", |folder| {
            folder.put(
                "generated/tools/old.rs",
                "// @generated by toolc. Do not edit.\n",
            );
        }),
        ("a memory that is broken", |folder| {
            folder.put(MEMORY, "{");
        }),
        ("a memory of places that there are not", |folder| {
            edit(folder, |memory| {
                let (before, after) = memory.split_once("\"labels\":[[[").expect("a place");
                let (_, after) = after.split_once(',').expect("a place");
                format!("{before}\"labels\":[[[99,{after}")
            });
        }),
    ];
    for (index, (what, change)) in changes.iter().enumerate() {
        let folder = large(&format!("change_{index}"));
        mark(&folder);
        change(&folder);
        assert!(!is_recalled(&folder, &["build", "specs"]), "{what}");
        let output = folder.toolc(&["build", "specs", "--check"]);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
    }
    let folder = large("change_strict");
    let strict = folder.toolc(&["build", "specs", "--strict"]);
    assert_eq!(strict.status.code(), Some(1), "{}", stderr(&strict));
    mark(&folder);
    let other = folder.0.join("toolc");
    fs::copy(env!("CARGO_BIN_EXE_toolc"), &other).expect("copied");
    let mut other = Command::new(other);
    let by_another = other.current_dir(&folder.0).args(["build", "specs"]);
    let by_another = by_another.output().expect("toolc runs");
    assert!(!stderr(&by_another).contains("77 tools"));
}

#[test]
fn a_variable_that_leads_elsewhere_is_a_change() {
    let folder = Folder::new("variable");
    let config =
        "tools: { registry: [{ type: file, path: \"${PLACE}/tools.yaml\", namespace: a }] }\n";
    let padding = "# nothing\n".repeat(30_000);
    let other = WEATHER.replace("get_weather", "get_forecast");
    folder
        .put("toolc.yaml", config)
        .put("one/tools.yaml", &format!("{WEATHER}{padding}"))
        .put("two/tools.yaml", &format!("{other}{padding}"));
    let build = |place: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
        let command = command.current_dir(&folder.0).env("PLACE", place);
        let output = command.args(["build", "toolc.yaml"]).output();
        stderr(&output.expect("toolc runs"))
    };
    assert!(build("one").contains(" 0 unchanged"), "{}", build("one"));
    assert!(build("one").contains(" 0 written"));
    assert!(!build("two").contains(" 0 written"));
}
