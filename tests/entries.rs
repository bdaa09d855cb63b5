//! What registry entries change in their tools, whatever the tools are written in: `overrides` and `closed_objects`.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;
use toolc_model::model::Tool;

const SCHEMA: &str = r#"{"type":"object","properties":{"order":{"type":"string","description":"O."},"token":{"type":"string","description":"T."},"region":{"type":"string","description":"R."},"days":{"type":"integer","description":"D."}},"required":["order"]}"#;

const OVERRIDES: &str = "overrides: { refund: { name: pay_back, description: Pays back., approval: blocked, effect: destructive, \
                         hidden: [token], constants: { region: eu }, defaults: { days: 3 }, secrets: [order] } }";

/// Compiles the files of a folder.
fn compile_folder(name: &str, files: &[(&str, String)]) -> Outcome {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("entries-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (path, text) in files {
        fs::write(folder.join(path), text).expect("a file");
    }
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    compile(diagnostics, &loaded, &Options::default())
}

/// Compiles the files of a folder; returns its tools, and its findings other than notes.
fn compile_files(name: &str, files: &[(&str, String)]) -> (Vec<Tool>, Vec<String>) {
    let outcome = compile_folder(name, files);
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
            "days": { "type": "integer", "description": "D.", "default": 3 },
        });
        let shown = input.get("properties").cloned().unwrap_or_default();
        let mut shown_keys: Vec<&String> = shown.as_object().expect("a map").keys().collect();
        shown_keys.sort();
        assert_eq!(shown_keys, ["days", "order"], "{kind}");
        assert_eq!(shown["days"], expected["days"], "{kind}");
        assert_eq!(input["additionalProperties"], json!(false), "{kind}");
        assert_eq!(input["required"], json!(["order"]), "{kind}");
        let constants = tool.constants.iter();
        let constants: Vec<_> = constants
            .map(|one| (one.pointer(), one.within.value.as_str()))
            .collect();
        assert_eq!(constants, [("/region".to_owned(), "\"eu\"")], "{kind}");
    }
}

#[test]
fn tools_of_others_keep_the_names_that_they_had() {
    let over = "overrides: { refund: { name: pay_back, wire_name: give_back, renamed_from: refund, \
                aliases: [{ name: \"old::repay\", last_day: 2027-12-31 }], deprecated: { last_day: 2028-01-31 } } }";
    for (kind, files) in entries(SCHEMA, over) {
        let (tools, found) = compile_files(&format!("old-names-{kind}"), &files);
        assert_eq!(found, [""; 0], "{kind}");
        let [tool] = tools.as_slice() else {
            panic!("{kind}: {tools:?}");
        };
        assert_eq!(tool.wire_name, "give_back", "{kind}");
        let old_names = tool.evolution.old_names.iter();
        let old_names: Vec<&str> = old_names.map(|old| old.name.value.as_str()).collect();
        assert_eq!(old_names, ["old::repay", "shop::refund"], "{kind}");
        let last_day = tool.evolution.deprecated.as_ref();
        let last_day = last_day.and_then(|said| said.last_day.as_ref());
        assert_eq!(
            last_day.map(|day| day.value.to_string()).as_deref(),
            Some("2028-01-31"),
            "{kind}"
        );
    }
}

#[test]
fn arguments_of_others_keep_the_names_that_they_had() {
    let over = "overrides: { refund: { arguments: { order: { renamed_from: id, \
                aliases: [{ name: number, last_day: 2027-12-31 }], deprecated: { since: 2026-01-01 } } } } }";
    for (kind, files) in entries(SCHEMA, over) {
        let (tools, found) = compile_files(&format!("old-arguments-{kind}"), &files);
        assert_eq!(found, [""; 0], "{kind}");
        let [tool] = tools.as_slice() else {
            panic!("{kind}: {tools:?}");
        };
        let arguments = tool.evolution.arguments.iter();
        let arguments: Vec<_> = arguments
            .map(|old| (old.name.value.as_str(), old.now.as_deref()))
            .collect();
        let order = Some("order");
        assert_eq!(
            arguments,
            [("number", order), ("id", order), ("order", None)],
            "{kind}"
        );
    }
}

#[test]
fn operations_keep_the_names_that_they_had() {
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "Pets", "version": "1" },
        "servers": [{ "url": "https://pets.example" }],
        "paths": {
            "/pets/all": { "get": { "operationId": "findPets", "description": "Pets.", "responses": {} } },
            "/pets/new": { "post": { "operationId": "addPet", "description": "A pet.", "responses": {} } },
        },
    });
    let compile = |name: &str, over: &str| {
        let entry = format!(
            "tools:\n  registry:\n    - {{ type: rest, spec: pets.json, namespace: pets, overrides: {{ {over} }} }}\n"
        );
        let files = [("toolc.yaml", entry), ("pets.json", api.to_string())];
        compile_files(&format!("old-operations-{name}"), &files)
    };
    let (tools, found) = compile(
        "one",
        "findPets: { renamed_from: listPets, wire_name: pets }",
    );
    assert_eq!(found, [""; 0]);
    let find = tools
        .iter()
        .find(|tool| tool.name == "findPets")
        .expect("a tool");
    assert_eq!(find.wire_name, "pets");
    assert_eq!(find.evolution.old_names[0].name.value, "pets::listPets");

    let (_, found) = compile("several", "/pets/**: { renamed_from: listPets }");
    let is_told = |found: &String| {
        found.starts_with("T0223") && found.contains("cannot all be called `listPets`")
    };
    assert!(found.iter().any(is_told), "{found:?}");
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
    let schema = r##"{"type":"object","properties":{"to":{"type":"object","properties":{"zip":{"type":"string"}}},"free":{"type":"object"},"open":{"type":"object","properties":{"a":{}},"additionalProperties":true},"list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}},"both":{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{"type":"string"}}}]},"one":{"$ref":"#/$defs/A"},"loose":{"$ref":"#/$defs/Loose"}},"$defs":{"Loose":{"type":"object"},"A":{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"}}}}}}}"##;
    let calls = [
        (
            r#"{"to":{"zip":"1"},"free":{"any":1},"open":{"b":1},"list":[{"n":1}],"both":{"a":{"x":"1"},"b":"2"},"one":{"a":{}},"loose":{"x":1}}"#,
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

/// Requests are closed; the same schema stays open in responses.
#[test]
fn closed_objects_of_an_api_are_closed_in_its_requests() {
    let api = r##"
openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    post:
      operationId: add
      summary: Adds one.
      parameters:
        - { name: where, in: query, schema: { type: object, properties: { zip: { type: string } } } }
        - { name: kind, in: query, schema: { $ref: "#/components/schemas/Kind" } }
      requestBody: { $ref: "#/components/requestBodies/Pet" }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
components:
  requestBodies:
    Pet: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Whole" } } } }
  schemas:
    Kind: { type: string, enum: [cat, dog] }
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        kind: { $ref: "#/components/schemas/Kind" }
        tag: { $ref: "#/components/schemas/Tag" }
        label: { $ref: "#/components/schemas/Label" }
        loose: { $ref: "#/components/schemas/Loose" }
        mother: { $ref: "#/components/schemas/Pet" }
        free: { type: object }
        open: { type: object, properties: { a: {} }, additionalProperties: true }
    Tag: { type: object, properties: { id: { type: integer } } }
    Label: { $ref: "#/components/schemas/Tag" }
    Loose: { type: object }
    Whole:
      allOf:
        - { $ref: "#/components/schemas/Pet" }
        - { type: object, properties: { age: { type: integer } } }
"##;
    let calls = [
        (
            r#"{"where":{"zip":"1"},"kind":"cat","body":{"name":"a","kind":"cat","age":1,"tag":{"id":1},"mother":{"name":"b","tag":{}},"free":{"x":1},"loose":{"x":1},"label":{"id":1},"open":{"b":1}}}"#,
            true,
        ),
        (r#"{"body":{"name":"a","label":{"else":1}}}"#, false),
        (r#"{"body":{"name":"a"},"else":1}"#, false),
        (r#"{"body":{"name":"a"},"where":{"else":1}}"#, false),
        (r#"{"body":{"name":"a","else":1}}"#, false),
        (r#"{"body":{"name":"a","tag":{"else":1}}}"#, false),
        (
            r#"{"body":{"name":"a","mother":{"name":"b","else":1}}}"#,
            false,
        ),
        (
            r#"{"body":{"name":"a","mother":{"name":"b","tag":{"else":1}}}}"#,
            false,
        ),
    ];
    for is_closed in [true, false] {
        let config = format!(
            "tools: {{ registry: [{{ type: rest, spec: pets.openapi.yaml, namespace: pets, body: nested, \
             closed_objects: {is_closed} }}] }}\n"
        );
        let files = [
            ("toolc.yaml", config),
            ("pets.openapi.yaml", api.to_owned()),
        ];
        let checked = compile_folder("closed-api", &files).checked;
        let checked = checked.expect("no error");
        let catalog = checked.catalog();
        let tool = &catalog.tools[0];
        let input = catalog.compose_text(&tool.input_text);
        let input: Value = serde_json::from_str(&input).expect("a schema");
        let validator = jsonschema::draft202012::new(&input).expect("a schema");
        for (call, is_valid) in calls {
            let call: Value = serde_json::from_str(call).expect("a call");
            let expected = is_valid || !is_closed;
            assert_eq!(
                validator.is_valid(&call),
                expected,
                "{is_closed}: {call} {input}"
            );
        }
        for (name, schema) in input["$defs"]["Pet"]["properties"]
            .as_object()
            .expect("keys")
        {
            assert_eq!(
                schema.get("unevaluatedProperties").is_some(),
                is_closed && name == "mother",
                "{name}: {input}"
            );
        }
        let output = catalog.compose_text(tool.output_text.as_ref().expect("a result"));
        assert!(!output.contains("Properties\":false"), "{output}");
    }
}
