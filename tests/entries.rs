//! What registry entries change in their tools, whatever the tools are written in: `overrides` and `closed_objects`.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;
use toolc_model::model::Tool;

const SCHEMA: &str = r#"{"type":"object","properties":{"order":{"type":"string","description":"O."},"token":{"type":"string","description":"T."},"region":{"type":"string","description":"R."},"days":{"type":"integer","description":"D."}},"required":["order"]}"#;

const OVERRIDES: &str = "overrides: { refund: { name: pay_back, description: Pays back., approval: blocked, effect: destructive, \
                         hidden: [token], constants: { region: eu }, defaults: { days: 3 }, secrets: [order] } }";

/// Compiles the files of a folder; returns its tools, and its findings other than notes.
fn compile_files(name: &str, files: &[(&str, String)]) -> (Vec<Tool>, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("entries-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (path, text) in files {
        fs::write(folder.join(path), text).expect("a file");
    }
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let found = outcome.diagnostics.iter();
    let found = found.filter(|found| found.severity != Severity::Note);
    let found = found
        .map(|found| format!("{}: {}", found.code, found.message))
        .collect();
    let tools = match (&outcome.checked, &outcome.partial) {
        (Some(checked), _) => checked.catalog().tools.clone(),
        (None, Some(partial)) => partial.tools.clone(),
        (None, None) => Vec::new(),
    };
    (tools, found)
}

fn input_of(tool: &Tool) -> Value {
    serde_json::from_str(&tool.written.to_json()).expect("a schema")
}

/// The three kinds of entries that list tools, with the same tool and the same further keys.
fn entries(schema: &str, more: &str) -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let tool = format!(
        r#"{{"name":"refund","description":"Refunds.","effect":"write","parameters":{schema}}}"#
    );
    let listed = format!(
        r#"{{"tools":[{{"name":"refund","description":"Refunds.","inputSchema":{schema}}}]}}"#
    );
    let registry = |entry: String| {
        (
            "toolc.yaml",
            format!("tools:\n  registry:\n    - {{ {entry}, {more} }}\n"),
        )
    };
    vec![
        (
            "file",
            vec![
                registry("type: file, path: shop.yaml, namespace: shop".to_owned()),
                ("shop.yaml", format!("- {tool}\n")),
            ],
        ),
        (
            "inline",
            vec![registry(format!(
                "type: inline, namespace: shop, tools: [{tool}]"
            ))],
        ),
        (
            "mcp",
            vec![
                registry("type: mcp, snapshot: shop.mcp.json, namespace: shop".to_owned()),
                ("shop.mcp.json", listed),
            ],
        ),
    ]
}

#[test]
fn overrides_change_tools_of_every_kind() {
    for (kind, files) in entries(SCHEMA, OVERRIDES) {
        let (tools, found) = compile_files(&format!("over-{kind}"), &files);
        assert_eq!(found, [""; 0], "{kind}");
        let [tool] = tools.as_slice() else {
            panic!("{kind}: {tools:?}");
        };
        assert_eq!(tool.name, "pay_back", "{kind}");
        assert_eq!(tool.description, "Pays back.", "{kind}");
        assert_eq!(
            tool.approval.as_ref().map(|said| said.value.name()),
            Some("blocked"),
            "{kind}"
        );
        assert_eq!(tool.effect.class.name(), "destructive", "{kind}");
        let remote = tool.remote.as_ref().map(|remote| remote.name.as_str());
        assert_eq!(remote, (kind == "mcp").then_some("refund"), "{kind}");
        let input = input_of(tool);
        let expected = json!({
            "order": { "type": "string", "description": "O.", "x-secret": true },
            "region": { "type": "string", "description": "R.", "const": "eu" },
            "days": { "type": "integer", "description": "D.", "default": 3 },
        });
        let shown = input.get("properties").cloned().unwrap_or_default();
        let mut shown_keys: Vec<&String> = shown.as_object().expect("a map").keys().collect();
        shown_keys.sort();
        assert_eq!(shown_keys, ["days", "order", "region"], "{kind}");
        assert_eq!(shown["region"], expected["region"], "{kind}");
        assert_eq!(shown["days"], expected["days"], "{kind}");
        assert_eq!(input["additionalProperties"], json!(false), "{kind}");
        assert_eq!(input["required"], json!(["order", "region"]), "{kind}");
    }
}

#[test]
fn overrides_that_cannot_be_are_refused() {
    for (over, expected) in [
        (
            "refnd: { name: x }",
            "T0220: no tool of this entry is called `refnd`",
        ),
        ("refund: { hidden: [order] }", "T0223"),
        (
            "refund: { hidden: [ordre] }",
            "T0222: `refund` has no argument `ordre`",
        ),
        (
            "refund: { secrets: [ordre] }",
            "T0222: `refund` has no argument `ordre`",
        ),
        (
            "refund: { constants: { ordre: 1 } }",
            "T0222: `refund` has no argument `ordre`",
        ),
        (
            "refund: { inject: [order] }",
            "T0223: `inject` is for operations of an API",
        ),
        (
            "refund: { replaced_by: x }",
            "T0223: `replaced_by` is for operations of an API",
        ),
    ] {
        let more = format!("overrides: {{ {over} }}");
        for (kind, files) in entries(SCHEMA, &more) {
            let (_, found) = compile_files(&format!("refused-{kind}"), &files);
            let is_told = found.iter().any(|found| found.starts_with(expected));
            assert!(is_told, "{kind} {over}: {found:?}");
        }
    }
}

#[test]
fn closed_objects_are_closed_wherever_they_are() {
    let schema = r##"{"type":"object","properties":{"to":{"type":"object","properties":{"zip":{"type":"string"}}},"free":{"type":"object"},"open":{"type":"object","properties":{"a":{}},"additionalProperties":true},"list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}},"both":{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"type":"string"}}}]},"one":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"}}}}}}}"##;
    let calls = [
        (
            r#"{"to":{"zip":"1"},"free":{"any":1},"open":{"b":1},"list":[{"n":1}],"both":{"a":{"x":"1"},"b":"2"},"one":{"a":{}}}"#,
            true,
        ),
        (r#"{"else":1}"#, false),
        (r#"{"to":{"zip":"1","else":1}}"#, false),
        (r#"{"list":[{"else":1}]}"#, false),
        (r#"{"both":{"else":1}}"#, false),
        (r#"{"both":{"a":{"else":1}}}"#, false),
        (r#"{"one":{"else":1}}"#, false),
        (r#"{"one":{"a":{"else":1}}}"#, false),
    ];
    for (is_closed, more) in [
        (true, "closed_objects: true"),
        (false, "closed_objects: false"),
    ] {
        for (kind, files) in entries(schema, more) {
            let (tools, found) = compile_files(&format!("closed-{kind}"), &files);
            assert_eq!(found, [""; 0], "{kind}");
            let input = input_of(&tools[0]);
            let validator = jsonschema::draft202012::new(&input).expect("a schema");
            for (call, is_valid) in calls {
                let call: Value = serde_json::from_str(call).expect("a call");
                let expected = is_valid || !is_closed;
                assert_eq!(
                    validator.is_valid(&call),
                    expected,
                    "{kind} {is_closed}: {call} {input}"
                );
            }
        }
    }
}
