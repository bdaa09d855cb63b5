//! `toolc build` within another build system: it reports which files it read, and reads no others.

use super::command::{Folder, WEATHER, stderr};
use crate::skip;
use std::fs;
use std::process::Command;

#[test]
fn make_builds_again_only_what_changed() {
    let folder = Folder::new("depfile");
    let toolc = env!("CARGO_BIN_EXE_toolc");
    folder
        .put("some specs/toolc.yaml", "tools:\n  registry: [{ type: file, path: \"wea#ther$.yaml\" }]\n")
        .put("some specs/wea#ther$.yaml", WEATHER)
        .put(
            "Makefile",
            &format!(
                "generated/tools.rs:\n\t'{toolc}' build 'some specs' --depfile generated.d --hermetic\n\
                 -include generated.d\n"
            ),
        );
    let make = || {
        let mut make = Command::new("make");
        let output = make.current_dir(&folder.0).output().ok()?;
        assert!(output.status.success(), "{}", stderr(&output));
        Some(String::from_utf8_lossy(&output.stdout).contains(" build "))
    };
    let Some(first) = make() else {
        skip::skip("make", "make is not installed");
        return;
    };
    assert!(first, "nothing was there");
    let rule = fs::read_to_string(folder.0.join("generated.d")).expect("a rule");
    assert!(rule.contains(r"some\ specs/wea\#ther$$.yaml"), "{rule}");
    assert_eq!(make(), Some(false), "{rule}");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    let spec = fs::File::options()
        .append(true)
        .open(folder.0.join("some specs/wea#ther$.yaml"))
        .expect("the spec");
    spec.set_modified(later).expect("a time");
    assert_eq!(make(), Some(true), "{rule}");
}

#[test]
fn a_rule_replaces_no_other_file() {
    let folder = Folder::new("depfile_refused");
    folder
        .put("weather.yaml", WEATHER)
        .put("notes.txt", "mine\n");
    let output = folder.toolc(&["build", "weather.yaml", "--depfile", "notes.txt"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("T0502") && said.contains("--depfile"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(folder.0.join("notes.txt")).expect("the file"),
        "mine\n"
    );
}

#[test]
fn a_hermetic_build_knows_no_environment() {
    let folder = Folder::new("hermetic");
    folder
        .put(
            "specs/toolc.yaml",
            "tools:\n  registry: [{ type: file, path: \"${HOME}/weather.yaml\" }]\n",
        )
        .put("specs/weather.yaml", WEATHER);
    let output = folder.toolc(&["build", "specs", "--hermetic"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("`HOME`"), "{said}");
}

/// Each of these names would be more than a name in a rule: make would run what follows.
#[cfg(unix)]
#[test]
fn names_that_make_would_run_are_refused() {
    for (number, name) in [
        "a\nall:;touch PWNED\nx:b",
        "a\rb",
        "a;touch PWNED;b",
        "x!=touch PWNED",
        "a:b",
        "a\tb",
    ]
    .iter()
    .enumerate()
    {
        for path in [
            format!("specs/{name}.yaml"),
            format!("specs/{name}/weather.yaml"),
        ] {
            let folder = Folder::new(&format!("depfile_names_{number}"));
            folder.put(&path, WEATHER);
            let output =
                folder.toolc(&["build", "specs", "--depfile", "generated.d", "--hermetic"]);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(
                said.contains("T0502") && said.contains("as one name"),
                "{said}"
            );
            assert!(!folder.0.join("generated.d").exists(), "{said}");
        }
    }
}
