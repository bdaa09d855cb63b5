//! Which files are read, and what is reported about those that cannot be read.

use super::command::{Folder, WEATHER, stderr};
use std::fs;

/// Files that a vendor puts beside the listed description add no approvals, tools or workers.
#[test]
fn a_file_beside_the_listed_ones_approves_nothing() {
    let folder = Folder::new("beside");
    folder
        .put(
            "specs/toolc.yaml",
            "tools: [{ type: file, path: ns.yaml }]\nworkers: [w.yaml]\n",
        )
        .put("specs/ns.yaml", "ns: [{ name: read, parameters: {} }]\n")
        .put(
            "specs/w.yaml",
            "name: w\ntoolsets: { ns: { tools: all, approval: { default: ask } } }\n",
        )
        .put(
            "specs/vendor/x.yaml",
            "ns: [{ name: wipe, approval: preApproved, parameters: {} }]\n",
        )
        .put(
            "specs/vendor/w.json",
            r#"{"name":"W","toolsets":{"ns":{"tools":["read"],"approval":{"default":"preApproved"}}}}"#,
        );
    let output = folder.toolc(&["build", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("warning[T0115]").count(), 2);
    let worker = fs::read_to_string(folder.0.join("generated/tools/w.rs")).expect("a worker");
    assert!(!worker.contains("PreApproved") && !worker.contains("wipe"));
}

#[test]
fn the_folder_specs_is_read_without_a_word() {
    let folder = Folder::new("specs");
    folder
        .put("specs/weather.yaml", WEATHER)
        .put("specs/toolc.yaml", "targets: [mcp]\n");
    let said = stderr(&folder.toolc(&["check"]));
    assert!(
        !said.contains("reading") && said.contains("1 tool"),
        "{said}"
    );
}

#[test]
fn a_crate_means_its_specs_as_its_build_script_does() {
    let folder = Folder::new("crate");
    folder
        .put("Cargo.toml", "[package]\nname = \"agent\"\n")
        .put("specs/weather.yaml", WEATHER)
        .put(
            "tests/fixture.yaml",
            &WEATHER.replace("get_weather", "wipe"),
        );
    let said = stderr(&folder.toolc(&["lock"]));
    assert!(said.contains("1 file, 1 tool"), "{said}");
}

#[test]
fn a_path_that_leads_nowhere_says_what_was_meant() {
    let folder = Folder::new("meant");
    folder.put("specs/weather.yaml", WEATHER);
    let output = folder.toolc(&["check", "spec"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("did you mean `specs`? correct the path; it is relative to the current folder, `cli_meant`"),
        "{said}"
    );
}

#[test]
fn t0116_configurations_that_contradict_each_other_are_refused() {
    let engine = |host: &str| {
        format!("tools:\n  engines: {{ e: {{ type: http, base_url: \"https://{host}.test\" }} }}\n")
    };
    let rows = [
        (
            engine("good"),
            engine("evil"),
            "the engine `e` is defined in two",
        ),
        (String::new(), engine("evil"), "disagree about `engines`"),
        (
            "formats: assert\n".to_owned(),
            "formats: annotate\n".to_owned(),
            "disagree about `formats`",
        ),
        (
            "targets: [mcp]\n".to_owned(),
            "targets: [mcp]\nlints: { hidden_character: allow }\n".to_owned(),
            "disagree about `lints`",
        ),
    ];
    for (index, (one, other, message)) in rows.iter().enumerate() {
        let folder = Folder::new(&format!("contradicting_{index}"));
        folder
            .put("s/weather.yaml", WEATHER)
            .put("s/toolc.yaml", one)
            .put("v/toolc.yaml", other);
        for paths in [["s", "v"], ["v", "s"]] {
            let output = folder.toolc(&["build", paths[0], paths[1]]);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(
                said.contains("error[T0116]") && said.contains(message),
                "{said}"
            );
        }
    }
    let folder = Folder::new("spread");
    folder
        .put("s/weather.yaml", WEATHER)
        .put("v/toolc.yaml", &engine("evil"));
    for paths in [["s", "v"], ["v", "s"]] {
        let said = stderr(&folder.toolc(&["build", paths[0], paths[1]]));
        let message = "`engines` would hold for the folder `s` too";
        assert!(
            said.contains("error[T0116]") && said.contains(message),
            "{said}"
        );
    }
    let folder = Folder::new("agreeing");
    folder
        .put("s/weather.yaml", WEATHER)
        .put("s/toolc.yaml", "targets: [mcp]\n")
        .put("v/toolc.yaml", "targets: [ mcp ]\nschemas: []\n");
    let output = folder.toolc(&["build", "s", "v"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn t0117_a_link_that_leads_out_is_not_followed() {
    use std::os::unix::fs::symlink;
    let secret = "[default]\npassword = hunter2: {\n";
    let folder = Folder::new("links_out");
    folder
        .put("specs/weather.yaml", WEATHER)
        .put("outside/secret.ini", secret)
        .put("outside/more/tools.yaml", WEATHER);
    symlink("../outside/secret.ini", folder.0.join("specs/x.yaml")).expect("a link");
    symlink("../outside/more", folder.0.join("specs/more")).expect("a link");
    let output = folder.toolc(&["check", "specs"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("error[T0117]").count(), 2, "{said}");
    assert!(
        !said.contains("hunter2") && !said.contains("T0301"),
        "{said}"
    );
    // listed through the link, it is refused too; by its own path, it is not
    folder.put(
        "specs/toolc.yaml",
        "tools:\n  - { type: file, path: more/tools.yaml }\n",
    );
    let said = stderr(&folder.toolc(&["check", "specs"]));
    assert_eq!(said.matches("error[T0117]").count(), 1, "{said}");
    folder.put(
        "specs/toolc.yaml",
        "tools:\n  - { type: file, path: ../outside/more/tools.yaml }\n",
    );
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn t0102_a_file_that_is_too_large_is_reported() {
    let folder = Folder::new("large");
    folder.put(
        "specs/large.json",
        &format!("[{}0]", "0,".repeat(3_000_001)),
    );
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("T0102"), "{}", stderr(&output));
    assert!(stderr(&output).len() < 4000, "the line is cut");
}

#[cfg(unix)]
#[test]
fn t0101_a_file_that_cannot_be_read_is_reported() {
    let folder = Folder::new("unreadable");
    folder.put("specs/weather.yaml", WEATHER);
    std::os::unix::fs::symlink("nowhere.yaml", folder.0.join("specs/broken.yaml")).expect("a link");
    let output = folder.toolc(&["check", "specs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("T0101"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn t0109_a_loop_of_links_is_reported() {
    let folder = Folder::new("loop");
    folder.put("specs/weather.yaml", WEATHER);
    std::os::unix::fs::symlink(".", folder.0.join("specs/again")).expect("a link");
    let output = folder.toolc(&["check", "specs"]);
    assert!(stderr(&output).contains("T0109"), "{}", stderr(&output));
}

#[test]
fn a_path_that_leads_nowhere_is_a_wrong_call() {
    let folder = Folder::new("nowhere");
    for command in ["check", "build", "lock", "list"] {
        let output = folder.toolc(&[command, "no/such/path"]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
}

#[test]
fn a_listed_file_that_holds_no_tools_is_an_error_that_says_what_it_holds() {
    let folder = Folder::new("paths_listed");
    folder.put(
        "toolc.yaml",
        "tools: { registry: [{ type: mcp, snapshot: a.mcp.json, namespace: a }] }\n",
    );
    let tool = r#"{"name":"t","description":"Does it.","inputSchema":{"type":"object"}}"#;
    for (text, told) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#
                .to_owned(),
            "an error of the server instead of its tools: `Method not found`",
        ),
        (
            format!("{tool}\n{tool}\n"),
            "one JSON value per line, which is not a format that toolc reads",
        ),
    ] {
        folder.put("a.mcp.json", &text);
        let output = folder.toolc(&["check", "."]);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}
