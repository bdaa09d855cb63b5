//! Output for programs: `--format json` against its published schema, SARIF against the schema of its
//! standard, annotations of CI systems, and baselines.

use super::command::{Folder, json, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::process::Output;

const SPECS: &str = "\
weather:
  - name: now
    parameters: { type: object, properties: { hour: { type: integer, minLength: 1 } }, additionalProperties: false }
  - name: tomorrow
    description: The weather of tomorrow.
    parameters: { type: object, properties: { day: { type: string, default: 5 } }, additionalProperties: false }
";

const WORKER: &str = "\
name: support
toolsets: { weather: { tools: [now, tomorow], approval: { default: ask } } }
";

fn validator(text: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn sarif(output: &Output) -> Value {
    let value = json(output);
    let text = fs::read_to_string("tests/sarif/sarif-2.1.0.json").expect("the schema of SARIF");
    // the pattern has a bracket too many; its key does not occur in our output
    let text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let verdict = validator(&text).validate(&value);
    assert!(verdict.is_ok(), "{verdict:?}");
    value
}

fn specs(name: &str) -> Folder {
    let folder = Folder::new(&format!("machines_{name}"));
    folder
        .put("specs/weather.yaml", SPECS)
        .put("specs/support.worker", WORKER);
    folder
}

#[test]
fn the_schema_of_the_output_is_printed_and_holds_what_docs_show() {
    let folder = Folder::new("machines_schema");
    let printed = folder.toolc(&["schema", "output"]);
    let schema: Value = serde_json::from_str(&stdout(&printed)).expect("JSON");
    assert!(jsonschema::meta::is_valid(&schema));
    let page = fs::read_to_string("docs/json-output.md").expect("the page");
    let (_, example) = page.split_once("```json\n").expect("an example");
    let (example, _) = example.split_once("\n```").expect("its end");
    let example: Value = serde_json::from_str(example).expect("JSON");
    let verdict = validator(&stdout(&printed)).validate(&example);
    assert!(verdict.is_ok(), "{verdict:?}");
}

#[test]
fn sarif_is_what_its_standard_says() {
    let folder = specs("sarif");
    let output = folder.toolc(&["check", "specs", "--format", "sarif"]);
    let log = sarif(&output);
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    let of = |rule: &str| {
        let found = results.iter().find(|result| result["ruleId"] == rule);
        found.unwrap_or_else(|| panic!("no {rule} in {results:?}"))
    };
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index");
        let rule = &run["tool"]["driver"]["rules"][usize::try_from(index).expect("small")];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(
            rule["help"]["markdown"].is_string() && rule["fullDescription"]["text"].is_string()
        );
        let fingerprint = &result["partialFingerprints"]["toolcFinding/v1"];
        assert_eq!(fingerprint.as_str().map(str::len), Some(32));
    }
    let change = |rule: &str| {
        let change = &of(rule)["fixes"][0]["artifactChanges"][0];
        let replaced = &change["replacements"][0];
        let region = &replaced["deletedRegion"];
        (
            change["artifactLocation"]["uri"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            region["startLine"].as_u64(),
            replaced["insertedContent"]["text"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    let worker = "specs/support.worker".to_owned();
    assert_eq!(change("T0402"), (worker, Some(2), "tomorrow".to_owned()));
    let tools = "specs/weather.yaml".to_owned();
    assert_eq!(change("T0320"), (tools, Some(6), "\"5\"".to_owned()));
    assert_eq!(of("T0325")["properties"]["tool"], "weather::now");
    assert!(of("T0325").get("fixes").is_none());
    // drift too, and with nothing to report
    folder.put(
        "specs/support.worker",
        &WORKER.replace("tomorow", "tomorrow"),
    );
    let _ = folder.toolc(&["lock", "specs"]);
    sarif(&folder.toolc(&["check", "specs", "--format", "sarif"]));
    folder.put(
        "specs/weather.yaml",
        &SPECS.replace("of tomorrow.", "of the day after."),
    );
    let drift = sarif(&folder.toolc(&["check", "specs", "--format", "sarif"]));
    let found = drift["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter();
    let mut changed = found.filter(|result| result["ruleId"] == "T0603");
    let place = &changed.next().expect("drift")["locations"][0]["physicalLocation"];
    assert_eq!(place["region"]["startLine"], 5, "the line that changed");
}

#[test]
fn fixes_make_what_they_say() {
    let folder = specs("fixes");
    let check = ["check", "specs", "--format", "json"];
    let value = json(&folder.toolc(&check));
    let found = value["diagnostics"].as_array().expect("findings").iter();
    let fixes: Vec<&Value> = found
        .map(|it| &it["fix"])
        .filter(|fix| !fix.is_null())
        .collect();
    assert_eq!(fixes.len(), 2, "{value:#}");
    for fix in fixes {
        let path = fix["path"].as_str().expect("a path");
        let at = |key: &str| usize::try_from(fix[key].as_u64().expect("a place")).expect("small");
        let mut text = fs::read_to_string(folder.0.join(path)).expect(path);
        text.replace_range(
            at("byte_start")..at("byte_end"),
            fix["text"].as_str().expect("a text"),
        );
        folder.put(path, &text);
    }
    let codes: Vec<Value> = json(&folder.toolc(&check))["diagnostics"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|found| found["code"].clone())
        .collect();
    assert!(
        !codes.contains(&"T0402".into()) && !codes.contains(&"T0320".into()),
        "{codes:?}"
    );
}

#[test]
fn annotations_are_at_paths_of_the_repository() {
    let folder = Folder::new("machines_github");
    folder.put("agent/specs/weather.yaml", SPECS);
    let annotate = |workspace: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_toolc"))
            .current_dir(folder.0.join("agent"))
            .args(["check", "specs", "--format", "github"])
            .env("GITHUB_WORKSPACE", folder.0.join(workspace))
            .env_remove("CI_PROJECT_DIR")
            .output()
            .expect("toolc runs");
        stdout(&output)
    };
    let below = "file=agent/specs/weather.yaml,line=3,endLine=3,col=";
    assert!(annotate(".").contains(below), "{}", annotate("."));
    let top = "file=specs/weather.yaml,line=3,endLine=3,col=";
    assert!(annotate("agent").contains(top), "{}", annotate("agent"));
    assert!(annotate("elsewhere").contains(top));
}

#[test]
fn a_baseline_holds_what_is_known() {
    let folder = specs("baseline");
    folder.put(
        "specs/support.worker",
        &WORKER.replace("tomorow", "tomorrow"),
    );
    let check = |more: &[&str]| {
        let arguments = [&["check", "specs", "--fail-on", "warn"], more].concat();
        let output = folder.toolc(&arguments);
        (output.status.code(), stderr(&output))
    };
    let known = ["--baseline", "known.json"];
    assert_eq!(check(&[]).0, Some(1));
    let missing = check(&known);
    assert_eq!(missing.0, Some(3));
    assert!(missing.1.contains("T0633"), "{}", missing.1);
    let (code, said) = check(&["--write-baseline", "known.json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3 written to known.json"), "{said}");
    let first = fs::read_to_string(folder.0.join("known.json")).expect("the baseline");
    let (code, said) = check(&known);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("0 warnings") && said.contains("3 known by known.json"),
        "{said}"
    );
    let data = folder.toolc(&[
        "check",
        "specs",
        "--baseline",
        "known.json",
        "--format",
        "json",
    ]);
    assert_eq!(json(&data)["summary"]["known"], 3);

    // lines move, and toolc runs in the folder itself: the findings are still the same
    folder.put("specs/weather.yaml", &format!("# more\n\n{SPECS}"));
    assert_eq!(check(&known).0, Some(0));
    let below = [
        "check",
        ".",
        "--baseline",
        "../known.json",
        "--fail-on",
        "warn",
    ];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(folder.0.join("specs"))
        .args(below)
        .output()
        .expect("toolc runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    // a new finding counts
    let more = "  - name: then\n    parameters: { type: object, properties: {} }\n";
    folder.put("specs/weather.yaml", &format!("{SPECS}{more}"));
    folder.put(
        "specs/support.worker",
        &WORKER.replace("tomorow", "tomorrow, then"),
    );
    let (code, said) = check(&known);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("`weather::then`") && !said.contains("`weather::now`"),
        "{said}"
    );

    // a finding that is gone is reported, and the baseline is rewritten without it
    folder.put(
        "specs/weather.yaml",
        &SPECS.replace("default: 5", "default: \"5\""),
    );
    folder.put(
        "specs/support.worker",
        &WORKER.replace("tomorow", "tomorrow"),
    );
    let (code, said) = check(&known);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("T0632") && said.contains("a finding of the baseline is gone"),
        "{said}"
    );
    assert_eq!(check(&["--write-baseline", "known.json"]).0, Some(0));
    assert_eq!(check(&known).0, Some(0));
    let second = fs::read_to_string(folder.0.join("known.json")).expect("the baseline");
    let gone = first
        .lines()
        .filter(|line| !second.contains(line.trim_end_matches(',')));
    assert_eq!(gone.count(), 1, "one line less: {first}{second}");

    // a baseline does not suppress errors, and a malformed one is refused
    folder.put("specs/support.worker", WORKER);
    let _ = check(&["--write-baseline", "known.json"]);
    assert_eq!(check(&known).0, Some(1));
    for broken in [
        "[]",
        "{\"version\": 2, \"findings\": []}",
        "{\"version\": 1, \"findings\": [{}]}",
        "{",
    ] {
        folder.put("known.json", broken);
        let (code, said) = check(&known);
        assert_eq!(code, Some(3), "{broken}: {said}");
    }
}

/// Runs toolc with a given standard output.
#[cfg(target_os = "linux")]
fn run_into(folder: &Folder, arguments: &[&str], stdout: std::process::Stdio) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_toolc"));
    let command = command.current_dir(&folder.0).args(arguments);
    let child = command.stdout(stdout).stderr(std::process::Stdio::piped());
    let child = child.spawn().expect("toolc runs");
    child.wait_with_output().expect("toolc ends")
}

#[cfg(target_os = "linux")]
#[test]
fn data_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new("machines_full");
    folder.put("s/good.yaml", GOOD);
    for arguments in [
        &["export", "s", "--target", "mcp"][..],
        &["check", "s", "--format", "json"],
        &["check", "s", "--format", "sarif"],
        &["build", "s", "--out", "gen", "--format", "json"],
        &["list", "s"],
        &["show", "good::now", "s"],
        &["show", "good::now", "s", "--stage", "shape"],
        &["report", "s"],
        &["explain", "T0301"],
        &["explain"],
        &["schema", "tools"],
        &["completions", "bash"],
    ] {
        let full = fs::File::create("/dev/full").expect("a full device");
        let output = run_into(&folder, arguments, full.into());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = stderr(&output);
        assert!(
            said.contains("error: cannot write to standard output: "),
            "{arguments:?}: {said}"
        );
        // a reader that has seen enough
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run_into(&folder, arguments, writer.into());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let said = stderr(&output);
        assert!(!said.contains("cannot write"), "{arguments:?}: {said}");
    }
}

const GOOD: &str = "\
good:
  - name: now
    description: Tells the time.
    effect: read
    parameters: { type: object, properties: {}, additionalProperties: false }
";

#[test]
fn a_required_lock_that_is_missing_is_an_error() {
    let folder = Folder::new("required_lock");
    folder.put("specs/good.yaml", GOOD);
    let output = folder.toolc(&["check", "specs", "--require-lock"]);
    assert_eq!(output.status.code(), Some(3));
    let said = stderr(&output);
    assert!(
        said.contains("error[T0623]") && said.contains("`toolc lock specs`"),
        "{said}"
    );
    let output = folder.toolc(&["check", "specs", "--require-lock", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\"T0623\""), "{said}");
    assert!(folder.toolc(&["lock", "specs"]).status.success());
    let output = folder.toolc(&["check", "specs", "--require-lock"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = Folder::new("machines_manual");
    let output = folder.toolc(&["manual", "share/man"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let help = stdout(&folder.toolc(&["--help"]));
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        if command == "help" {
            continue;
        }
        let page = fs::read_to_string(folder.0.join(format!("share/man/toolc-{command}.1")));
        assert!(
            page.is_ok_and(|page| page.contains(".SH SYNOPSIS")),
            "{command}"
        );
    }
    folder.put("file", "");
    let output = folder.toolc(&["manual", "file/man"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write to `file/man`"));
}
