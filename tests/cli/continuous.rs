//! `toolc init --ci`: the pipeline that it writes fails on every change that nobody has accepted.

use super::command::{Folder, stderr, stdout};
use std::fs;
use toolc::diagnostic::Diagnostics;
use toolc::source::{Role, Source, Sources};
use toolc_base::parse::parse_source;

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
        .filter(|line| line.contains("--require-lock"))
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

/// What a clone of toolc is recognised by.
fn put_clone(folder: &Folder) {
    folder
        .put("clone/Cargo.toml", "[package]\nname = \"toolc\"\n")
        .put(
            "clone/runtime/Cargo.toml",
            "[package]\nname = \"toolc-runtime\"\n",
        );
}

#[test]
fn every_template_stops_what_nobody_accepted() {
    let weather = "specs/weather.yaml";
    let worker = "specs/workers/support.yaml";
    for (name, path) in FILES {
        let folder = Folder::new(&format!("ci_{name}"));
        put_clone(&folder);
        let made = folder.toolc(&["init", "--ci", name, "--toolc", "clone"]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
        let template = read(path);
        let check = find_check(&template);
        folder.put(worker, ASKING);
        let accepted = folder.toolc(&["lock", "specs", "--accept-all"]);
        assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
        let clean = folder.toolc(&check);
        assert_eq!(clean.status.code(), Some(0), "{name}: {}", stderr(&clean));

        let (tool, grants) = (read(weather), ASKING.to_owned());
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
        ".github/workflows/toolc.yml: the service cannot get toolc from outside of this repository",
        "CODEOWNERS: add `/toolc.lock @…`",
        ".gitlab-ci.yml: add `- local: .gitlab/toolc.yml` to its `include`",
        ".pre-commit-config.yaml: add a local hook",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let other = Folder::new("ci_yaml");
    put_clone(&other);
    let arguments = [&arguments[..], &["--toolc", "clone"]].concat();
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

/// The workflow installs a toolc that it can reach, and never the name that anybody may have in a registry.
#[test]
fn a_workflow_installs_what_it_can_reach() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let from_commit = format!("https://forge.example/a/toolc#{commit}");
    let expected = format!(
        "cargo install --git https://forge.example/a/toolc --rev {commit} toolc --locked\n"
    );
    let rows = [
        ("clone", "cargo install --path clone --locked\n"),
        (&*from_commit, &*expected),
    ];
    for (number, (toolc, expected)) in rows.into_iter().enumerate() {
        let folder = Folder::new(&format!("ci_origin_{number}"));
        put_clone(&folder);
        folder.put(".github/CODEOWNERS", "/toolc.lock @us\n");
        let ci = ["init", "--ci", "github", "--ci", "gitlab", "--toolc", toolc];
        let made = folder.toolc(&ci);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        assert!(!stderr(&made).contains("CODEOWNERS"), "{}", stderr(&made));
        let read = |path: &str| fs::read_to_string(folder.0.join(path)).expect(path);
        for path in [".github/workflows/toolc.yml", ".gitlab/toolc.yml"] {
            let text = read(path);
            assert!(text.contains(expected), "{path}: {text}");
            assert!(
                !text.contains("install toolc") && !text.contains("INSTALL"),
                "{text}"
            );
        }
        let workflow = read(".github/workflows/toolc.yml");
        for part in [
            "toolc report specs >> \"$GITHUB_STEP_SUMMARY\"",
            "upload-sarif@",
            "security-events: write",
        ] {
            assert!(workflow.contains(part), "no {part}: {workflow}");
        }
    }
}

/// GitHub shows ten annotations of each severity for a step, and drops the others without a word.
#[test]
fn a_forge_is_not_given_more_annotations_than_it_shows() {
    let folder = Folder::new("many_annotations");
    for number in 10..40 {
        folder.put(
            &format!("specs/t{number}.yaml"),
            "name: find\nparameters: { type: objct }\n",
        );
    }
    let text = stdout(&folder.toolc(&["check", "specs", "--format", "github"]));
    let commands: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("::error "))
        .collect();
    assert_eq!(commands.len(), 10, "{text}");
    assert_eq!(
        commands[9],
        "::error title=toolc::21 more findings of this severity are in the log of this step"
    );
    let log = text
        .lines()
        .filter(|line| line.starts_with("error: specs/t"));
    assert_eq!(log.count(), 21, "{text}");
    assert!(
        text.contains("::group::") && text.ends_with("::endgroup::\n"),
        "{text}"
    );
}
