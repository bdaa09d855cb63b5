//! `toolc lock`, and differences from the lock.

use super::command::{Folder, WEATHER, assert_exit, stderr};
use std::fs;
#[cfg(unix)]
use std::process::Command;

#[test]
fn lock_then_drift_then_accept() {
    let folder = Folder::new("lock");
    folder.put("specs/weather.yaml", WEATHER);
    assert_eq!(
        folder
            .toolc(&["check", "specs", "--lock", "toolc.lock"])
            .status
            .code(),
        Some(3)
    );
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(0));
    let accepted = fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    folder.put("old.lock", &accepted);
    folder.put(
        "specs/weather.yaml",
        &WEATHER.replace("the current weather", "the weather"),
    );
    let drift = folder.toolc(&["check", "specs"]);
    assert_eq!(drift.status.code(), Some(1));
    assert!(stderr(&drift).contains("T0603"), "{}", stderr(&drift));
    assert_eq!(
        folder.toolc(&["lock", "specs"]).status.code(),
        Some(1),
        "nothing is accepted by itself"
    );
    assert_eq!(
        folder
            .toolc(&["lock", "specs", "--accept", "weather_api::get_wether"])
            .status
            .code(),
        Some(2)
    );
    let moved = folder.toolc(&["lock", "specs", "--accept", "weather_api::get_weather"]);
    assert_eq!(moved.status.code(), Some(0), "{}", stderr(&moved));
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(0));
    assert_eq!(
        folder
            .toolc(&["diff", "old.lock", "toolc.lock"])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        folder
            .toolc(&["diff", "toolc.lock", "toolc.lock"])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        folder
            .toolc(&["diff", "none.lock", "toolc.lock"])
            .status
            .code(),
        Some(2)
    );
    folder.put("toolc.lock", "nonsense\n");
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(3));
}

#[test]
fn t0614_another_wire_name_is_drift() {
    let folder = Folder::new("wire_name");
    folder.put("specs/weather.yaml", WEATHER);
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));
    let lock = fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    let edited = lock.replace("weather_api__get_weather", "weather_api__get_wether");
    assert_ne!(lock, edited);
    folder.put("toolc.lock", &edited);
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("T0614"), "{}", stderr(&output));
}

#[test]
fn an_edited_lock_hides_no_change() {
    let folder = Folder::new("edited_lock");
    let bounded = |most: u32| {
        WEATHER.replace(
            "{ type: string }",
            &format!("{{ type: string, maxLength: {most} }}"),
        )
    };
    folder.put("specs/weather.yaml", &bounded(10));
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));
    let old = fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    folder.put("specs/weather.yaml", &bounded(99999));
    let new = folder.toolc(&["lock", "specs", "--lock", "new.lock"]);
    assert_eq!(new.status.code(), Some(0));
    let new = fs::read_to_string(folder.0.join("new.lock")).expect("a lock");
    let lines = old.lines().zip(new.lines()).map(|(old, new)| {
        let line = if old.contains("_fingerprint: ") {
            new
        } else {
            old
        };
        format!("{line}\n")
    });
    folder.put("toolc.lock", &lines.collect::<String>());
    let output = folder.toolc(&["check", "specs", "--fail-on", "input-compatible"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("T0619") && text.contains("99999"), "{text}");
    assert!(text.contains("toolc lock specs --accept weather_api::get_weather"));
}

#[test]
fn t0614_an_overload_in_front_moves_wire_names() {
    let folder = Folder::new("overload");
    folder.put("specs/weather.yaml", WEATHER);
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));
    let (head, rest) = WEATHER.split_once('\n').expect("a line");
    let first = "  - name: get_weather\n    parameters: { type: object, properties: { zip: {} } }";
    folder.put("specs/weather.yaml", &format!("{head}\n{first}\n{rest}"));
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("T0614"), "{}", stderr(&output));
}

#[test]
fn a_first_lock_is_of_all_tools() {
    let folder = Folder::new("first_lock");
    folder.put("specs/weather.yaml", WEATHER);
    let output = folder.toolc(&["lock", "specs", "--accept", "weather_api::get_weather"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(!folder.0.join("toolc.lock").exists());
    folder.put("toolc.lock", "nonsense\n");
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(3));
    let replaced = folder.toolc(&["lock", "specs", "--accept-all"]);
    assert_eq!(replaced.status.code(), Some(0), "{}", stderr(&replaced));
    assert_eq!(folder.toolc(&["check", "specs"]).status.code(), Some(0));
}

#[test]
fn a_lock_overwrites_no_other_file() {
    let folder = Folder::new("foreign_lock");
    folder.put("specs/weather.yaml", WEATHER);
    folder.put("notes.txt", "mine\n");
    let output = folder.toolc(&["lock", "specs", "--lock", "notes.txt", "--accept-all"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let left = std::fs::read_to_string(folder.0.join("notes.txt")).expect("the file is there");
    assert_eq!(left, "mine\n");
}

#[cfg(unix)]
#[test]
fn the_command_in_the_help_accepts_the_change() {
    let folder = Folder::new("command_in_help");
    let specs = "my specs/weather.yaml";
    folder.put(specs, WEATHER);
    for options in [
        &["my specs"][..],
        &["my specs/weather.yaml", "--lock", "it's.lock"],
    ] {
        folder.put(specs, WEATHER);
        let run = |command: &str, further: &[&str]| {
            folder.toolc(&[&[command], options, further].concat())
        };
        assert_exit(&run("lock", &["--accept-all"]), 0);
        folder.put(specs, &WEATHER.replace("get_weather", "find_weather"));
        let said = assert_exit(&run("check", &[]), 1);
        let command = said.split("accept it with `toolc ").nth(1);
        let command = command.and_then(|rest| rest.split('`').next());
        let accepted = Command::new("sh")
            .args(["-c", &format!("\"$TOOLC\" {}", command.expect("a command"))])
            .env("TOOLC", env!("CARGO_BIN_EXE_toolc"))
            .current_dir(&folder.0)
            .output()
            .expect("a shell");
        assert_exit(&accepted, 0);
        assert_exit(&run("check", &[]), 0);
    }
}

#[test]
fn what_workers_say_of_an_overload_stays_when_it_changes() {
    let folder = Folder::new("overloads");
    let spec = |second: &str| {
        let tool = |properties: &str| {
            format!(
                "  - {{ name: s, description: Seeks., parameters: {{ type: object, properties: {{ {properties} }}, additionalProperties: false }} }}\n"
            )
        };
        let first = tool("q: { type: string, description: q }");
        format!("a:\n{first}{}", tool(second))
    };
    folder.put(
        "specs/a.yaml",
        &spec("n: { type: integer, description: n }"),
    );
    folder.put(
        "specs/w.worker.yaml",
        "name: w\ntoolsets: { a: { tools: [s], approval: { default: preApproved } } }\n",
    );
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    folder.put("specs/a.yaml", &spec("n: { type: number, description: n }"));
    let said = assert_exit(&folder.toolc(&["lock", "specs", "--accept", "a::s"]), 0);
    assert!(!said.contains("whitelist"), "{said}");
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
}
