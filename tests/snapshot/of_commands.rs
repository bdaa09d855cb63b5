//! Entries of type `command`: what one prints is stored, and only `toolc snapshot` runs it.
#![cfg(unix)]

use super::command::{Folder, stderr, stdout};
use super::{read, toolc};

/// A `toolc.yaml` with an entry whose file a command makes.
fn of_command(folder: &Folder, command: &str) {
    let config = format!(
        "tools:\n  registry: [{{ type: command, command: {command}, snapshot: crm.tools.json, namespace: crm }}]\n"
    );
    folder.put("toolc.yaml", &config);
}

#[test]
fn what_a_command_prints_is_stored_and_only_snapshot_runs_it() {
    let folder = Folder::new("snapshot_command");
    let tools = r#"[{"name":"ask","description":"Asks.","parameters":{"type":"object"}}]"#;
    folder.put(
        "list.sh",
        &format!("echo ran >>ran.txt; echo asking >&2; echo '{tools}'"),
    );
    of_command(&folder, "[sh, list.sh]");
    let missing = toolc(&folder, "", &["check"]);
    let said = stderr(&missing);
    assert!(
        said.contains("T0110") && said.contains("run `toolc snapshot`"),
        "{said}"
    );
    let stored = toolc(&folder, "", &["snapshot"]);
    let said = stderr(&stored);
    assert_eq!(stored.status.code(), Some(0), "{said}");
    for part in [
        "running `sh list.sh`",
        "sh list.sh: asking",
        "crm.tools.json written",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(read(&folder, "crm.tools.json"), format!("{tools}\n"));
    for command in [&["check"][..], &["check", "--live"], &["build"], &["list"]] {
        toolc(&folder, "", command);
    }
    assert_eq!(read(&folder, "ran.txt"), "ran\n");
    let listed = toolc(&folder, "", &["list"]);
    assert!(stdout(&listed).contains("crm::ask"), "{}", stdout(&listed));
}

#[test]
fn a_command_that_fails_keeps_what_was_stored() {
    let folder = Folder::new("snapshot_command_fails");
    folder.put("crm.tools.json", "[]\n");
    let cases = [
        (
            "[./no-such-program]",
            "error[T0772]: the command `./no-such-program` cannot be started",
        ),
        ("[sh, -c, 'echo \"[]\"; exit 3']", "failed (exit status: 3)"),
        ("[\"true\"]", "prints nothing"),
        (
            "[echo, just words]",
            "prints is neither JSON nor YAML with tools",
        ),
        (
            "[sh, -c, 'sleep 600 & sleep 600']",
            "error[T0705]: the command",
        ),
        ("[echo, '${NOT_SET_ANYWHERE}']", "error[T0113]"),
    ];
    for (command, expected) in cases {
        of_command(&folder, command);
        let output = toolc(&folder, "", &["snapshot", "--timeout", "1"]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
        assert_eq!(read(&folder, "crm.tools.json"), "[]\n");
    }
    for (command, expected) in [("[]", "the command has no words"), ("ls", "must be a list")] {
        of_command(&folder, command);
        let said = stderr(&toolc(&folder, "", &["check"]));
        assert!(said.contains(expected), "{said}");
    }
}
