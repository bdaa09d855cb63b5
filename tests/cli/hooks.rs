//! `.pre-commit-hooks.yaml`: each hook is a command of today, and does what it says in a new project.

use super::command::{Folder, assert_exit};
use fancy_regex::Regex;
use std::fs;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};

/// Files of a new project, which every hook is about.
const FILES: [&str; 2] = ["specs/weather.yaml", "specs/workers/support.yaml"];

#[test]
fn each_hook_is_a_command() {
    let hooks = read_hooks();
    let names: Vec<&str> = hooks.iter().filter_map(|hook| hook.get_str("id")).collect();
    assert_eq!(names, ["toolc-check", "toolc-fmt", "toolc-build-check"]);
    let folder = Folder::new("hooks");
    for hook in &hooks {
        let arguments = arguments_of(hook);
        // an unknown command or option is refused before the help is shown
        let mut asked = arguments.clone();
        asked.push("--help");
        assert_exit(&folder.toolc(&asked), 0);
        let files = Regex::new(hook.get_str("files").expect("files")).expect("a pattern");
        for file in FILES
            .into_iter()
            .chain(["toolc.yaml", "a/specs/toolc.yaml"])
        {
            assert!(
                files.is_match(file).expect("matched"),
                "{arguments:?}: {file}"
            );
        }
        assert!(
            !files
                .is_match(".github/workflows/ci.yaml")
                .expect("matched")
        );
        assert_eq!(
            hook.get_str("language"),
            Some("rust"),
            "cargo installs toolc"
        );
    }
}

#[test]
fn hooks_pass_in_a_new_project_and_fail_where_something_is_wrong() {
    let folder = Folder::new("hooks_project");
    assert_exit(&folder.toolc(&["init"]), 0);
    assert_exit(&folder.toolc(&["build"]), 0);
    let hooks = read_hooks();
    for hook in &hooks {
        let mut arguments = arguments_of(hook);
        if !matches!(hook.get("pass_filenames"), Some(node) if node.as_bool() == Some(false)) {
            arguments.extend(FILES);
        }
        assert_exit(&folder.toolc(&arguments), 0);
    }
    let text = folder.read("specs/weather.yaml");
    folder.put(
        "specs/weather.yaml",
        &text.replace("Get the current", "Get   the"),
    );
    let [check, fmt, build] = [0, 1, 2].map(|at| arguments_of(&hooks[at]));
    assert_exit(&folder.toolc(&check), 0);
    assert_exit(&folder.toolc(&build), 1);
    folder.put(
        "specs/weather.yaml",
        &text.replace("  description: Get", "  description:   'Get"),
    );
    assert_exit(&folder.toolc(&check), 1);
    let mut fmt = fmt;
    fmt.extend(FILES);
    assert_exit(&folder.toolc(&fmt), 1);
    folder.put(
        "specs/weather.yaml",
        &text.replace("type: object", "type:   object"),
    );
    assert_exit(&folder.toolc(&fmt), 0);
    assert_eq!(
        folder.read("specs/weather.yaml"),
        text,
        "a hook that writes has failed"
    );
}

/// The arguments of a hook's command.
fn arguments_of(hook: &Node) -> Vec<&str> {
    let entry = hook.get_str("entry").expect("a command");
    let words: Vec<&str> = entry.split(' ').collect();
    assert_eq!(words[0], "toolc");
    words[1..].to_vec()
}

fn read_hooks() -> Vec<Node> {
    let mut sources = Sources::default();
    let text = fs::read_to_string(".pre-commit-hooks.yaml").expect("the hooks");
    let id = sources.add(Source {
        path: ".pre-commit-hooks.yaml".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("YAML");
    node.as_list().expect("a list").to_vec()
}
