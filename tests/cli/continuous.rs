//! `toolc init --ci`: the pipeline that it writes fails on every change that nobody has accepted.

use super::command::{Folder, stderr};
use std::fs;
use toolc::diagnostic::Diagnostics;
use toolc::parse::parse_source;
use toolc::source::{Role, Source, Sources};

const FILES: [(&str, &str); 3] = [
    ("github", ".github/workflows/toolc.yml"),
    ("gitlab", ".gitlab/toolc.yml"),
    ("pre-commit", ".pre-commit-config.yaml"),
];

/// A worker whose approval can be relaxed.
const ASKING: &str = "\
name: support
toolsets: { weather_api: { tools: [get_weather], approval: { default: ask } } }
";

/// Returns the arguments of the only call of `toolc check` in a file.
fn find_check(text: &str) -> Vec<&str> {
    let calls: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("toolc check specs"))
        .map(|(_, rest)| rest)
        .collect();
    let [options] = calls[..] else {
        panic!("one call of toolc: {text}");
    };
    let first = ["check", "specs"];
    first
        .into_iter()
        .chain(options.split_whitespace())
        .collect()
}

#[test]
fn every_template_stops_what_nobody_accepted() {
    let weather = "specs/weather.yaml";
    let worker = "specs/workers/support.yaml";
    for (name, path) in FILES {
        let folder = Folder::new(&format!("ci_{name}"));
        folder.put(worker, ASKING);
        let made = folder.toolc(&["init", "--ci", name]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
        let template = read(path);
        let check = find_check(&template);
        let clean = folder.toolc(&check);
        assert_eq!(clean.status.code(), Some(0), "{name}: {}", stderr(&clean));

        let (tool, grants) = (read(weather), read(worker));
        let entry = tool.find("- name").expect("a tool");
        let changes = [
            (weather, format!("{tool}{}", &tool[entry..]), "T0301"),
            (weather, tool.replace("Get the", "Tell the"), "T0603"),
            (worker, grants.replace(": ask", ": preApproved"), "T0606"),
        ];
        for (path, text, code) in changes {
            let own = read(path);
            assert_ne!(own, text, "{path} is changed");
            folder.put(path, &text);
            let output = folder.toolc(&check);
            let said = format!(
                "{}{}",
                stderr(&output),
                String::from_utf8_lossy(&output.stdout)
            );
            assert_eq!(output.status.code(), Some(1), "{name}: {said}");
            assert!(said.contains(code), "{name}: {said}");
            folder.put(path, &own);
        }
        fs::remove_file(folder.0.join("toolc.lock")).expect("the lock");
        assert_eq!(
            folder.toolc(&check).status.code(),
            Some(3),
            "{name}: no lock"
        );
    }
}

#[test]
fn templates_are_yaml_and_own_files_are_kept() {
    let folder = Folder::new("ci_kept");
    folder
        .put(".gitlab-ci.yml", "stages: [test]\n")
        .put(".pre-commit-config.yaml", "repos: []\n");
    let ci = ["--ci", "github", "--ci", "gitlab", "--ci", "pre-commit"];
    let arguments: Vec<&str> = ["init"].into_iter().chain(ci).collect();
    let said = stderr(&folder.toolc(&arguments));
    for expected in [
        ".gitlab-ci.yml: add `- local: .gitlab/toolc.yml` to its `include`",
        ".pre-commit-config.yaml: add a local hook",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let other = Folder::new("ci_yaml");
    assert_eq!(other.toolc(&arguments).status.code(), Some(0));
    let paths = FILES.iter().map(|(_, path)| *path);
    for path in paths.chain([".gitlab-ci.yml"]) {
        let text = fs::read_to_string(other.0.join(path)).expect(path);
        let mut sources = Sources::default();
        let id = sources.add(Source {
            path: "a.yaml".to_owned(),
            text: text.into(),
            role: Role::Found,
        });
        let mut diagnostics = Diagnostics::default();
        let node = parse_source(&mut diagnostics, &sources, id);
        assert!(node.is_some_and(|node| node.as_map().is_some()), "{path}");
        assert!(diagnostics.iter().next().is_none(), "{path}");
    }
}
