//! Options of `toolc.yaml` that change generated code: `rust:`, and engines.

use std::fs;
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// Returns the text of the module of the namespace `ns` under these options.
fn module(name: &str, config: &str, tools: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("rust_options")
        .join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    fs::write(folder.join("tools.yaml"), tools).expect("written");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let module = outcome
        .artifacts
        .iter()
        .find(|artifact| artifact.path == "tools/ns.rs");
    module
        .unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
        .text
        .clone()
}

const TOOLS: &str =
    "ns: [{ name: t, parameters: { type: object, properties: { a: { type: string } } } }]";

#[test]
fn an_entry_overrides_the_top() {
    let entry = "tools: { registry: [{ type: file, path: tools.yaml, namespace: ns, rust: { derive: [] } }] }";
    let plain = module("top", "rust: { derive: [Clone, Debug] }", TOOLS);
    assert!(
        plain.contains("#[derive(Debug, Clone)]\npub struct TArgs"),
        "{plain}"
    );
    let bare = module(
        "entry",
        &format!("rust: {{ derive: [Clone] }}\n{entry}"),
        TOOLS,
    );
    assert!(!bare.contains("derive"), "{bare}");
}

#[test]
fn an_inline_entry_has_options_of_its_own() {
    let config = "
tools:
  registry:
    - type: inline
      namespace: ns
      rust: { derive: [PartialEq] }
      tools: [{ name: t, parameters: { type: object } }]
    - { type: file, path: tools.yaml, namespace: other }
";
    let text = module("inline", config, TOOLS);
    assert!(
        text.contains("#[derive(PartialEq)]\npub struct TArgs"),
        "{text}"
    );
}

#[test]
fn arguments_are_written_only_where_that_is_asked_for() {
    let plain = module("unwritten", "", TOOLS);
    assert!(!plain.contains("impl rt::Output"), "{plain}");
    assert!(!plain.contains("additional"), "{plain}");
    let written = module("written", "rust: { serialize: true }", TOOLS);
    assert!(written.contains("impl rt::Output for TArgs"), "{written}");
    assert!(
        written.contains("pub additional: ::std::collections::BTreeMap<String, rt::Json>"),
        "{written}"
    );
}

#[test]
fn what_an_engine_returns_has_no_type() {
    let api = "openapi: 3.1.0\npaths: { /t: { get: { operationId: t, responses: { 200: { content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } } } } } }";
    let entry = |engine: &str| {
        format!(
            "tools: {{ engines: {{ live: {{ type: http, base_url: 'https://a.example' }} }}, registry: [{{ type: rest, spec: tools.yaml, namespace: ns{engine} }}] }}"
        )
    };
    let handled = module("handled", &entry(""), api);
    assert!(handled.contains("type Output = TOutput;"), "{handled}");
    let run = module("run", &entry(", engine: live"), api);
    assert!(run.contains("type Output = rt::Json;"), "{run}");
    assert!(run.contains("output: Some(&T_OUTPUT)"), "{run}");
    assert!(!run.contains("struct TOutput"), "{run}");
}

const MONEY: &str = r#"{"tools": [{"name": "t", "inputSchema": {"type": "object",
    "properties": {"a": {"type": "string", "x-rust-type": "crate::Money"}}}}]}"#;

#[test]
fn a_stranger_names_types_only_where_the_user_lets_it() {
    let config = |options: &str| {
        format!(
            "tools: {{ registry: [{{ type: mcp, snapshot: tools.yaml, namespace: ns{options} }}] }}"
        )
    };
    let text = module("stranger", &config(""), MONEY);
    assert!(text.contains("pub a: Option<String>"), "{text}");
    let text = module("trusted", &config(", rust: { own_types: true }"), MONEY);
    assert!(
        text.contains("pub a: Option<rt::Parsed<crate::Money>>"),
        "{text}"
    );
    assert!(!text.contains("x-rust-type"), "a model is told: {text}");
}

#[test]
fn the_types_of_formats_are_those_of_the_entry_and_then_those_of_the_top() {
    let config = "
rust: { formats: { uuid: \"a::Uuid\", date: \"a::Date<a::Utc>\" } }
tools:
  registry:
    - { type: file, path: tools.yaml, namespace: ns, rust: { formats: { uuid: \"b::Uuid\" } } }
";
    let tools = "ns: [{ name: t, parameters: { type: object, properties: {
        id: { type: string, format: uuid }, day: { type: string, format: date }, url: { type: string, format: uri } } } }]";
    let text = module("formats", config, tools);
    for field in [
        "pub id: Option<rt::Parsed<::b::Uuid>>",
        "pub day: Option<rt::Parsed<::a::Date<::a::Utc>>>",
        "pub url: Option<String>",
    ] {
        assert!(text.contains(field), "{field}: {text}");
    }
}

#[test]
fn what_an_engine_runs_has_types_where_they_are_asked_for() {
    const API: &str = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"},
        "servers": [{"url": "https://api.example"}], "paths": {"/pets": {"get": {"operationId": "pets",
        "parameters": [{"name": "status", "in": "query", "schema": {"enum": ["sold", "new"]}}],
        "responses": {"200": {"description": "pets"}}}}}}"#;
    let config = |rust: &str| {
        format!(
            "tools: {{ registry: [{{ type: rest, spec: tools.yaml, namespace: ns, engine: api{rust} }}],
                      engines: {{ api: {{ type: http }} }} }}"
        )
    };
    let plain = module("unread", &config(""), API);
    assert!(
        plain.contains("type Args<'a> = rt::CheckedJson<Self>;"),
        "{plain}"
    );
    assert!(
        !plain.contains("PetsArgs") && !plain.contains("pub enum"),
        "{plain}"
    );
    let full = module("read", &config(", rust: { types: all }"), API);
    assert!(full.contains("pub struct PetsArgs {"), "{full}");
    assert!(full.contains("pub enum PetsStatus {"), "{full}");
}

#[test]
fn eq_and_hash_are_derived_where_everything_can_be_compared() {
    let tools = r##"
ns:
  - name: draw
    parameters:
      type: object
      properties:
        line: { type: array, items: { $ref: "#/$defs/point" } }
        style: { type: object, properties: { name: { type: string }, next: { $ref: "#/$defs/label" } }, required: [name] }
        any: {}
      required: [line]
      additionalProperties: false
      $defs:
        point: { type: object, properties: { x: { type: number } }, required: [x] }
        label: { type: object, properties: { text: { type: string }, size: { type: integer }, next: { $ref: "#/$defs/label" } } }
"##;
    let all = "rust: { derive: [Debug, Clone, PartialEq, Eq, Hash] }";
    let text = module("exact", all, tools);
    let exact = "#[derive(Debug, Clone, PartialEq, Eq, Hash)]\npub struct ";
    let inexact = "#[derive(Debug, Clone, PartialEq)]\npub struct ";
    for (derives, name) in [
        (inexact, "DrawArgs"),
        (inexact, "Point"),
        (exact, "DrawStyle"),
        (exact, "Label"),
    ] {
        assert!(
            text.contains(&format!("{derives}{name} ")),
            "{name}: {text}"
        );
    }
    // With `serialize`, open objects keep what else they get, as JSON.
    let written = module(
        "exact_written",
        "rust: { derive: [PartialEq, Eq], serialize: true }",
        tools,
    );
    assert!(!written.contains("Eq, Eq)]\npub struct Label"), "{written}");
}

/// Types of one structure are one type, unless their defaults differ.
#[test]
fn each_type_says_its_own_defaults() {
    let tools = "\
ns:
  - { name: one, parameters: { type: object, properties: { limit: { type: integer, minimum: 0, maximum: 9, default: 1 } } } }
  - { name: two, parameters: { type: object, properties: { limit: { type: integer, minimum: 0, maximum: 9, default: 2 } } } }
  - { name: same, parameters: { type: object, properties: { limit: { type: integer, minimum: 0, maximum: 9, default: 1 } } } }
";
    let text = module("defaults", "rust: { narrow: true }", tools);
    assert!(text.contains("pub type SameArgs = OneArgs;"), "{text}");
    for (name, default) in [("One", 1), ("Two", 2)] {
        let methods = text.split(&format!("impl {name}Args {{")).nth(1);
        let methods = methods.unwrap_or_else(|| panic!("{name} has none: {text}"));
        let expected = format!("`limit`, or its default `{default}` where the call leaves it out.");
        assert!(
            methods.trim_start().starts_with(&format!("/// {expected}")),
            "{methods}"
        );
    }
}

#[test]
fn each_configuration_has_its_own_defaults() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rust_options/configured");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, default) in [("first", 1), ("second", 2)] {
        let text = format!(
            "config: {{ properties: {{ retries: {{ type: integer, default: {default} }}, place: {{ type: string }} }}, required: [place] }}\n\
             {name}: [{{ name: t, description: Does it., parameters: {{ type: object, additionalProperties: false }} }}]\n"
        );
        fs::write(folder.join(format!("{name}.yaml")), text).expect("written");
    }
    let worker = "name: clerk\ntoolsets:\n  first: { tools: [t], config: { place: here } }\n  second: { tools: [t], config: { place: here } }\n";
    fs::write(folder.join("clerk.yaml"), worker).expect("written");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let files = outcome.artifacts.iter();
    let text: String = files.map(|artifact| artifact.text.as_str()).collect();
    for default in [1, 2] {
        let expected = format!("{{\"place\":\"here\",\"retries\":{default}}}");
        assert!(
            text.contains(&expected),
            "{expected}: {text} {:?}",
            outcome.diagnostics
        );
    }
}
