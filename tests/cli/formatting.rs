//! `toolc fmt`: what is laid out, and what is left alone.

#[path = "formatting/texts.rs"]
mod texts;

use super::command::{Folder, WEATHER, assert_exit, json, stderr, stdout};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The same tool, written another way.
const MESSY: &str = "\
weather_api:
- name:   'get_weather'
  description: \"Get the current weather.\"
  parameters:
      type: object
      properties: {location: {type: string}}
      required: [ location ]   # the place
";

/// How it is laid out.
const NEAT: &str = "\
weather_api:
  - name: get_weather
    description: Get the current weather.
    parameters:
      type: object
      properties: { location: { type: string } }
      required: [location] # the place
";

#[test]
fn files_are_laid_out_and_checked() {
    let folder = Folder::new("fmt");
    folder
        .put("specs/weather.yaml", MESSY)
        .put("specs/neat.yaml", WEATHER);
    let checked = folder.toolc(&["fmt", "--check", "specs"]);
    let said = assert_exit(&checked, 1);
    assert!(said.contains("error[T0780]"), "{said}");
    assert!(
        said.contains("1 file to be laid out, 1 unchanged"),
        "{said}"
    );
    let difference = stdout(&checked);
    assert!(
        difference.starts_with("--- specs/weather.yaml\n+++ "),
        "{difference}"
    );
    assert!(
        difference.contains("+  - name: get_weather\n"),
        "{difference}"
    );
    assert_eq!(
        folder.read("specs/weather.yaml"),
        MESSY,
        "nothing is written"
    );
    let written = folder.toolc(&["fmt", "specs"]);
    let said = assert_exit(&written, 0);
    assert!(said.contains("laid out specs/weather.yaml\n"), "{said}");
    assert_eq!(folder.read("specs/weather.yaml"), NEAT);
    assert_eq!(folder.read("specs/neat.yaml"), WEATHER);
    assert_exit(&folder.toolc(&["fmt", "--check", "specs"]), 0);
}

#[test]
fn what_others_wrote_is_left_alone() {
    let folder = Folder::new("fmt_others");
    let api = "openapi:   3.0.3\ninfo: {title: t,version: '1'}\npaths: {}\n";
    let server = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#;
    let schema = "$schema:   https://json-schema.org/draft/2020-12/schema\ntype: object\n";
    folder
        .put("specs/api.yaml", api)
        .put("specs/server.mcp.json", server)
        .put("specs/schema.yaml", schema)
        .put("specs/notes.yaml", "some:   thing\n")
        .put("specs/weather.yaml", MESSY);
    let said = assert_exit(&folder.toolc(&["fmt", "specs"]), 0);
    assert!(
        said.contains("1 file laid out, 0 unchanged, 4 of others"),
        "{said}"
    );
    assert!(!said.contains("api.yaml"), "{said}");
    for (path, text) in [
        ("api.yaml", api),
        ("server.mcp.json", server),
        ("schema.yaml", schema),
    ] {
        assert_eq!(folder.read(&format!("specs/{path}")), text);
    }
    assert_eq!(folder.read("specs/notes.yaml"), "some:   thing\n");
    let said = assert_exit(&folder.toolc(&["fmt", "specs/api.yaml"]), 0);
    assert!(
        said.contains("left as it is: specs/api.yaml is an OpenAPI document"),
        "{said}"
    );
    let said = assert_exit(&folder.toolc(&["fmt", "-v", "specs"]), 0);
    assert!(
        said.contains("server.mcp.json is an MCP snapshot"),
        "{said}"
    );
}

#[test]
fn a_fetched_list_is_a_snapshot() {
    let folder = Folder::new("fmt_fetched");
    let config = "tools:\n  registry:\n    - { type: command, command: [list], snapshot: tools.yaml, namespace: crm }\n";
    folder
        .put("specs/toolc.yaml", config)
        .put("specs/tools.yaml", MESSY);
    let said = assert_exit(&folder.toolc(&["fmt", "specs", "-v"]), 0);
    assert!(said.contains("tools.yaml is a snapshot"), "{said}");
    assert_eq!(folder.read("specs/tools.yaml"), MESSY);
}

#[test]
fn what_cannot_be_parsed_is_named_and_the_rest_is_laid_out() {
    let folder = Folder::new("fmt_broken");
    let broken = "weather_api:\n  - name: a\n name: b\n";
    folder
        .put("specs/broken.yaml", broken)
        .put("specs/weather.yaml", MESSY);
    let said = assert_exit(&folder.toolc(&["fmt", "specs"]), 1);
    assert!(said.contains("broken.yaml:3:"), "{said}");
    assert_eq!(folder.read("specs/broken.yaml"), broken);
    assert_eq!(folder.read("specs/weather.yaml"), NEAT);
    let machine = folder.toolc(&["fmt", "specs", "--format", "json", "--check"]);
    assert_eq!(machine.status.code(), Some(1));
    assert_eq!(json(&machine)["summary"]["errors"], 1);
    let said = assert_exit(&folder.toolc(&["fmt", "nowhere"]), 2);
    assert!(said.contains("T0110"), "{said}");
}

#[test]
fn a_layout_with_a_meaning_is_kept() {
    let folder = Folder::new("fmt_kept");
    let marked = "weather_api:\n- name: a\n  ? parameters\n  : { type: object }\n";
    folder.put("specs/weather.yaml", marked);
    let said = assert_exit(&folder.toolc(&["fmt", "specs"]), 0);
    assert!(said.contains("warning[T0781]"), "{said}");
    assert!(said.contains("weather.yaml:3:3"), "{said}");
    assert_eq!(folder.read("specs/weather.yaml"), marked);
}

#[test]
fn named_files_alone_are_laid_out() {
    let folder = Folder::new("fmt_named");
    let config = "tools:\n  registry:\n   - {type: file, path: weather.yaml}\n";
    folder
        .put("specs/toolc.yaml", config)
        .put("specs/weather.yaml", MESSY)
        .put(
            "specs/workers/a.yaml",
            "name:   a\ntoolsets: {weather_api: {tools: all}}\n",
        );
    assert_exit(
        &folder.toolc(&["fmt", "specs/toolc.yaml", "specs/workers/a.yaml"]),
        0,
    );
    assert_eq!(folder.read("specs/weather.yaml"), MESSY);
    assert_eq!(
        folder.read("specs/toolc.yaml"),
        "tools:\n  registry:\n    - { type: file, path: weather.yaml }\n"
    );
    assert_eq!(
        folder.read("specs/workers/a.yaml"),
        "name: a\ntoolsets: { weather_api: { tools: all } }\n"
    );
}

#[test]
fn the_head_of_a_worker_is_laid_out_and_its_instructions_are_kept() {
    let folder = Folder::new("fmt_worker");
    let body = "---\n\nYou  help.  \r\n\n\n\n- a\n    - b";
    let text = format!("---\nname:   'support'\ntoolsets: {{weather_api: {{tools: all}}}}\n{body}");
    folder.put("specs/support.worker", &text);
    assert_exit(&folder.toolc(&["fmt", "specs"]), 0);
    let wanted =
        format!("---\nname: support\ntoolsets: {{ weather_api: {{ tools: all }} }}\n{body}");
    assert_eq!(folder.read("specs/support.worker"), wanted);
}

#[test]
fn line_ends_and_marks_are_kept() {
    let folder = Folder::new("fmt_lines");
    let windows = |text: &str| text.replace('\n', "\r\n");
    folder
        .put("specs/weather.yaml", &format!("\u{feff}{}", windows(MESSY)))
        .put(
            "specs/mixed.yaml",
            &MESSY
                .replacen('\n', "\r\n", 1)
                .replace("weather_api", "other"),
        );
    assert_exit(&folder.toolc(&["fmt", "specs"]), 0);
    let wanted = format!("\u{feff}{}", windows(NEAT));
    assert_eq!(folder.read("specs/weather.yaml"), wanted);
    assert_eq!(
        folder.read("specs/mixed.yaml"),
        NEAT.replace("weather_api", "other")
    );
    assert_exit(&folder.toolc(&["fmt", "--check", "specs"]), 0);
}

#[test]
fn a_json_file_stays_json() {
    let folder = Folder::new("fmt_json");
    let text = r#"{"weather_api":[{"name":"get_weather","parameters":{"type":"object","properties":{"a":{"type":"number","maximum":1.50e3,"title":"\u00e9/\/"}}}}]}"#;
    folder.put("specs/weather.json", text);
    assert_exit(&folder.toolc(&["fmt", "specs"]), 0);
    let wanted = r#"{
  "weather_api": [
    {
      "name": "get_weather",
      "parameters": {
        "type": "object",
        "properties": { "a": { "type": "number", "maximum": 1.50e3, "title": "\u00e9/\/" } }
      }
    }
  ]
}
"#;
    assert_eq!(folder.read("specs/weather.json"), wanted);
    assert_exit(&folder.toolc(&["fmt", "--check", "specs"]), 0);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let output = pipe(&["fmt", "-"], MESSY);
    assert_exit(&output, 0);
    assert_eq!(stdout(&output), NEAT);
    let output = pipe(&["fmt", "-", "--check"], MESSY);
    assert_exit(&output, 1);
    assert!(
        stdout(&output).contains("+  - name: get_weather"),
        "{}",
        stdout(&output)
    );
    let output = pipe(&["fmt", "-"], "a: [\n");
    assert!(assert_exit(&output, 1).contains("T0105"));
    assert!(output.stdout.is_empty(), "an editor keeps its text");
    let output = pipe(&["fmt", "-"], "openapi: 3.0.3\npaths: {}\n");
    assert!(assert_exit(&output, 2).contains("an OpenAPI document"));
    let output = pipe(&["fmt", "-", "specs"], MESSY);
    assert_exit(&output, 2);
}

/// Runs toolc with a text on standard input.
fn pipe(arguments: &[&str], text: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toolc runs");
    let mut input = child.stdin.take().expect("a pipe");
    // a command that is called wrongly reads nothing
    let _ = input.write_all(text.as_bytes());
    drop(input);
    child.wait_with_output().expect("toolc ends")
}

#[test]
fn deep_and_long_texts_are_laid_out_soon() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(450), close.repeat(450));
    let tool = |metadata: &str| {
        format!("weather:\n- name: a\n  parameters: {{type: object}}\n  metadata: {metadata}\n")
    };
    let dashes = format!("\n    {}a", "- ".repeat(450));
    let long = "{a: [1, 2, 3], b: 'text'}, ".repeat(5_000);
    for text in [
        tool(&deep("[", "]")),
        tool(&deep("{a: ", "}")),
        tool(&dashes),
        tool(&format!("[{long}]")),
        tool(&format!("\"{}\"", "x".repeat(1_000_000))),
    ] {
        let begun = Instant::now();
        let once = pipe(&["fmt", "-"], &text);
        assert_exit(&once, 0);
        assert!(begun.elapsed() < Duration::from_secs(60));
        assert_eq!(pipe(&["fmt", "-"], &stdout(&once)).stdout, once.stdout);
    }
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt_links");
    folder.put("specs/real/weather.yaml", MESSY);
    let real = folder.0.join("specs/real/weather.yaml");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("real/weather.yaml", folder.0.join("specs/link.yaml")).expect("a link");
    assert_exit(&folder.toolc(&["fmt", "specs/link.yaml"]), 0);
    let link = fs::symlink_metadata(folder.0.join("specs/link.yaml")).expect("a link");
    assert!(link.is_symlink());
    assert_eq!(folder.read("specs/real/weather.yaml"), NEAT);
    assert_eq!(mode(&real), 0o640);
    folder.put("specs/real/weather.yaml", MESSY);
    fs::set_permissions(&real, fs::Permissions::from_mode(0o440)).expect("permissions");
    let said = assert_exit(&folder.toolc(&["fmt", "specs/real"]), 1);
    assert!(
        said.contains("T0502") && said.contains("it is read-only"),
        "{said}"
    );
    assert_eq!(folder.read("specs/real/weather.yaml"), MESSY);
    let entries = fs::read_dir(folder.0.join("specs/real")).expect("a folder");
    assert_eq!(entries.count(), 1, "nothing is left behind");
}

#[test]
fn a_file_in_another_encoding_is_named() {
    let folder = Folder::new("fmt_utf16");
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(MESSY.encode_utf16().flat_map(u16::to_le_bytes));
    fs::create_dir_all(folder.0.join("specs")).expect("a folder");
    fs::write(folder.0.join("specs/weather.yaml"), &bytes).expect("written");
    let said = assert_exit(&folder.toolc(&["fmt", "specs"]), 1);
    assert!(said.contains("it is not UTF-8"), "{said}");
    let found = fs::read(folder.0.join("specs/weather.yaml")).expect("a file");
    assert_eq!(found, bytes);
}

#[test]
fn a_new_project_is_laid_out() {
    let folder = Folder::new("fmt_init");
    assert_exit(&folder.toolc(&["init"]), 0);
    let checked = folder.toolc(&["fmt", "--check"]);
    assert_exit(&checked, 0);
    assert!(
        stderr(&checked).contains("3 unchanged"),
        "{}",
        stderr(&checked)
    );
}
