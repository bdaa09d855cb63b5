//! `toolc build --plugin`: what programs make is written whole, or nothing is; what is wrong with one is told once.

use super::command::{Folder, WEATHER, assert_exit, json, stderr, stdout};
use crate::skip;
use serde_json::Value;
use std::fs;

/// A folder with specs and a plug-in `p.sh`, run by `sh`.
fn folder(name: &str, script: &str) -> Folder {
    let folder = Folder::new(&format!("plugin_{name}"));
    folder
        .put("specs/weather.yaml", WEATHER)
        .put("p.sh", script);
    folder
}

/// A script that answers with some files, each a path and a text.
fn answer_with(files: &[(&str, &str)]) -> String {
    let files: Vec<Value> = files
        .iter()
        .map(|(path, text)| serde_json::json!({ "path": path, "text": text }))
        .collect();
    let answer = serde_json::json!({ "version": 1, "files": files });
    format!("cat >/dev/null\ncat <<'END'\n{answer}\nEND\n")
}

#[path = "plugins/refused.rs"]
mod refused;

const RUN: &[&str] = &["build", "specs", "--plugin", "sh p.sh", "--out", "made"];

#[test]
fn a_plugin_is_given_the_descriptor_and_its_options() {
    let script = r#"printf '{"version":1,"files":[{"path":"options.txt","text":"%s"}]}' "$#:$1"; cat >descriptor.json"#;
    let folder = folder("options", script);
    let output = folder.toolc(&[
        "build",
        "specs",
        "--plugin",
        "sh p.sh=worker=support $HOME; ls",
        "--out",
        "made",
    ]);
    let said = assert_exit(&output, 0);
    assert!(said.contains("1 written, 0 unchanged, 0 removed"), "{said}");
    let text = fs::read_to_string(folder.0.join("made/options.txt")).expect("written");
    assert_eq!(text, "1:worker=support $HOME; ls", "no shell reads it");
    let given = fs::read_to_string(folder.0.join("descriptor.json")).expect("written");
    let shown = folder.toolc(&["export", "--descriptor", "specs"]);
    assert_eq!(given.trim_end(), stdout(&shown).trim_end());
    assert!(
        !folder.0.join("generated").exists(),
        "Rust is not asked for"
    );
}

#[test]
fn what_is_no_longer_made_is_removed_and_nothing_else() {
    let folder = folder(
        "record",
        &answer_with(&[("a.ts", "1"), ("b/c.ts", "2"), ("d.ts", "3")]),
    );
    folder.put("made/own.ts", "mine");
    assert_exit(&folder.toolc(RUN), 0);
    let again = assert_exit(&folder.toolc(RUN), 0);
    assert!(
        again.contains("0 written, 3 unchanged, 0 removed"),
        "{again}"
    );
    let check = [RUN, &["--check"]].concat();
    assert_exit(&folder.toolc(&check), 0);

    folder
        .put("p.sh", &answer_with(&[("a.ts", "4")]))
        .put("made/d.ts", "edited");
    let said = assert_exit(&folder.toolc(&check), 1);
    assert!(
        said.contains("`made/a.ts` is not what the specs ask for"),
        "{said}"
    );
    assert!(said.contains("`made/b/c.ts` is left over"), "{said}");
    let said = assert_exit(&folder.toolc(RUN), 0);
    assert!(said.contains("1 written, 0 unchanged, 1 removed"), "{said}");
    assert!(
        said.contains("warning[T0769]: `made/d.ts` is no longer made"),
        "{said}"
    );
    let is_there = |path: &str| folder.0.join("made").join(path).exists();
    assert!(is_there("own.ts") && is_there("d.ts"));
    assert!(!is_there("b"), "an empty folder goes with its last file");
    let said = assert_exit(&folder.toolc(RUN), 0);
    assert!(!said.contains("T0769"), "it is told once: {said}");
    assert_exit(&folder.toolc(&check), 0);
}

#[test]
fn a_file_of_others_is_not_overwritten() {
    let folder = folder("foreign", &answer_with(&[("a.ts", "1"), ("b.ts", "2")]));
    folder.put("made/b.ts", "mine");
    let said = assert_exit(&folder.toolc(RUN), 1);
    assert!(
        said.contains("error[T0503]: `made/b.ts` was not written by toolc"),
        "{said}"
    );
    assert!(!folder.0.join("made/a.ts").exists(), "all or nothing");
    // what is recorded may be edited, and is then made anew
    fs::remove_file(folder.0.join("made/b.ts")).expect("removed");
    assert_exit(&folder.toolc(RUN), 0);
    folder.put("made/b.ts", "edited");
    assert_exit(&folder.toolc(RUN), 0);
    assert_eq!(
        fs::read_to_string(folder.0.join("made/b.ts")).expect("there"),
        "2"
    );
}

#[test]
#[cfg(unix)]
fn a_link_leads_nothing_out_of_the_folder() {
    for (name, link) in [
        ("folder", "made/sub"),
        ("file", "made/sub/a.ts"),
        ("record", "made/.toolc-plugin.json"),
    ] {
        let folder = folder(&format!("link_{name}"), &answer_with(&[("sub/a.ts", "1")]));
        folder.put("elsewhere/a.ts", "mine");
        let link = folder.0.join(link);
        fs::create_dir_all(link.parent().expect("a parent")).expect("a folder");
        let target = if name == "folder" {
            "elsewhere"
        } else {
            "elsewhere/a.ts"
        };
        std::os::unix::fs::symlink(folder.0.join(target), &link).expect("a link");
        let said = assert_exit(&folder.toolc(RUN), 1);
        assert!(said.contains("error[T0503]"), "{said}");
        let text = fs::read_to_string(folder.0.join("elsewhere/a.ts")).expect("there");
        assert_eq!(text, "mine");
    }
}

#[test]
fn outputs_have_folders_of_their_own() {
    let folder = folder("folders", &answer_with(&[("sub/a.ts", "1")]));
    let build = |more: &[&str]| folder.toolc(&[&["build", "specs"], more].concat());
    let plugin = ["--plugin", "sh p.sh", "--out"];
    let same = build(&[&["--out", "x"], &plugin[..], &["./y/../x"]].concat());
    assert!(assert_exit(&same, 1).contains("error[T0766]: two outputs go to one folder"));
    let inner = build(&[&plugin[..], &["x"], &plugin[..], &["x/sub"]].concat());
    let said = assert_exit(&inner, 1);
    assert!(
        said.contains("`x/sub/a.ts` is in the folder of another output, `x/sub`"),
        "{said}"
    );
    assert!(!folder.0.join("x").exists());
    // Rust may lie around it, since no two files are one
    assert_exit(
        &build(&[&["--out", "x"], &plugin[..], &["x/ts"]].concat()),
        0,
    );
    assert!(folder.0.join("x/tools.rs").exists() && folder.0.join("x/ts/sub/a.ts").exists());
    assert_exit(&build(&["--out", "x"]), 0);
    assert!(
        folder.0.join("x/ts/sub/a.ts").exists(),
        "Rust alone removes nothing of it"
    );

    for (arguments, tip) in [
        (vec!["--plugin", "sh p.sh"], "--plugin 'sh p.sh' --out DIR"),
        (
            vec!["--plugin", "a", "--plugin", "b", "--out", "x"],
            "--plugin 'a' --out DIR",
        ),
        (
            vec!["--out", "x", "--out", "y"],
            "one after each `--plugin`",
        ),
        (vec!["--plugin", "=x", "--out", "y"], "CMD=OPTIONS"),
        (vec!["--plugin", "a 'b", "--out", "y"], "CMD=OPTIONS"),
    ] {
        let said = assert_exit(&build(&arguments), 2);
        assert!(said.contains(tip), "{said}");
    }
}

#[test]
fn findings_of_a_plugin_are_shown_at_their_places() {
    let finding = |severity: &str| {
        format!(
            r#"printf '%s' '{{"version":1,"files":[{{"path":"a.ts","text":""}}],"diagnostics":[{{"severity":"{severity}","message":"`get_weather` has no units","place":"specs/weather.yaml:2:5","help":"add an enumeration"}}]}}'"#
        )
    };
    let folder = folder("findings", &finding("warning"));
    let said = assert_exit(&folder.toolc(RUN), 0);
    assert!(
        said.contains("warning[T0768]: sh p.sh: `get_weather` has no units"),
        "{said}"
    );
    assert!(
        said.contains("specs/weather.yaml:2:5") && said.contains("add an enumeration"),
        "{said}"
    );
    let found = json(&folder.toolc(&[RUN, &["--format", "json"]].concat()));
    let found = found["diagnostics"].as_array().expect("a list");
    assert!(
        found.iter().any(|found| found["code"] == "T0768"),
        "{found:?}"
    );
    folder.put("p.sh", &finding("error"));
    fs::remove_dir_all(folder.0.join("made")).expect("removed");
    let said = assert_exit(&folder.toolc(RUN), 1);
    assert!(
        said.contains("error[T0768]") && said.contains("nothing written"),
        "{said}"
    );
    assert!(!folder.0.join("made").exists());
}

#[test]
fn a_record_that_is_none_removes_nothing() {
    for text in [
        "{",
        "[]",
        r#"{"version":2,"files":{}}"#,
        r#"{"version":1,"files":{"a":1}}"#,
    ] {
        let folder = folder("bad_record", &answer_with(&[("a.ts", "1")]));
        folder.put("made/.toolc-plugin.json", text);
        for more in [&[][..], &["--check"]] {
            let said = assert_exit(&folder.toolc(&[RUN, more].concat()), 1);
            assert!(said.contains("error[T0767]"), "{text}: {said}");
        }
        assert!(!folder.0.join("made/a.ts").exists());
    }
    // a path that leads out is nothing that a plug-in made
    let folder = folder("lying_record", &answer_with(&[("a.ts", "1")]));
    let digest = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
    let record =
        format!(r#"{{"version":1,"files":{{"../own.ts":"{digest}","/own.ts":"{digest}"}}}}"#);
    folder
        .put("made/.toolc-plugin.json", &record)
        .put("own.ts", "1");
    assert_exit(&folder.toolc(RUN), 0);
    assert!(folder.0.join("own.ts").exists());
}

#[test]
fn errors_of_specs_start_no_plugin() {
    let folder = folder("errors", "echo ran >ran.txt");
    folder.put("specs/again.yaml", WEATHER);
    let said = assert_exit(&folder.toolc(RUN), 1);
    assert!(
        said.contains("T0301") && said.contains("nothing written"),
        "{said}"
    );
    assert!(!folder.0.join("ran.txt").exists());
}

#[test]
fn secrets_of_the_environment_are_not_passed_on() {
    let script =
        r#"printf '{"version":1,"files":[{"path":"env.txt","text":"%s"}]}' "$API_TOKEN-$PATH""#;
    let folder = folder("environment", script);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(RUN)
        .current_dir(&folder.0)
        .env("API_TOKEN", "secret")
        .output()
        .expect("toolc runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = fs::read_to_string(folder.0.join("made/env.txt")).expect("written");
    assert!(text.starts_with("-/"), "{text}");
}

/// The plug-in of docs/plugins.md, as it is printed there.
#[test]
fn the_documented_plugin_works() {
    let page = include_str!("../../docs/plugins.md");
    let (_, code) = page.split_once("```python\n").expect("a plug-in");
    let (code, _) = code.split_once("```").expect("its end");
    if std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_err()
    {
        return skip::skip("python3", "python3 is not installed");
    }
    assert!(
        (45..=55).contains(&code.lines().count()),
        "{} lines",
        code.lines().count()
    );
    let folder = folder("documented", "");
    folder.put("catalogue.py", code).put(
        "specs/workers/support.yaml",
        "name: support\ntoolsets: { weather_api: { tools: [get_weather], approval: { default: preApproved } } }\n",
    );
    let plugin = "python3 catalogue.py=title=Our tools";
    let output = folder.toolc(&["build", "specs", "--plugin", plugin, "--out", "made"]);
    assert_exit(&output, 0);
    let text = fs::read_to_string(folder.0.join("made/00_weather_api.md")).expect("written");
    for part in [
        "# Our tools: weather_api",
        "Get the current weather.",
        "support (preApproved)",
        "| `location` | string | yes |  |",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// What the schema of answers says is what toolc reads.
#[test]
fn the_schema_of_answers_agrees() {
    let folder = folder("schema", "");
    let schema = json(&folder.toolc(&["schema", "plugin-answer"]));
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let page = include_str!("../../docs/plugins.md");
    let (_, answer) = page.split_once("```json\n").expect("an answer");
    let (answer, _) = answer.split_once("```").expect("its end");
    let documented = serde_json::from_str(answer).expect("JSON");
    let verdict = schema.validate(&documented);
    assert!(verdict.is_ok(), "{verdict:?}");
    folder
        .put("answer.json", answer)
        .put("p.sh", "cat answer.json");
    let said = assert_exit(&folder.toolc(RUN), 0);
    assert!(said.contains("warning[T0768]"), "{said}");
    for refused in [
        r#"{"version":2,"files":[]}"#,
        r#"{"version":1}"#,
        r#"{"version":1,"files":[{"path":"a"}]}"#,
        r#"{"version":1,"files":[{"path":"ä","text":""}]}"#,
        r#"{"version":1,"files":[],"more":1}"#,
        r#"{"version":1,"files":[],"diagnostics":[{"severity":"fatal","message":"m"}]}"#,
    ] {
        assert!(
            !schema.is_valid(&serde_json::from_str(refused).expect("JSON")),
            "{refused}"
        );
        folder.put("answer.json", refused);
        assert_exit(&folder.toolc(RUN), 1);
    }
}
