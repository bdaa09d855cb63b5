//! What `toolc export` prints is valid for its target, or a finding says that it is not.

use crate::command::{Folder, json, stderr, stdout};
use serde_json::{Value, json as value};
use std::fs;

const TARGETS: &[&str] = &[
    "openai",
    "openai-responses",
    "openai-namespaces",
    "anthropic",
    "gemini",
    "gemini-interactions",
    "mistral",
    "mcp",
];

/// Exports a file for a target.
fn export(folder: &Folder, target: &str) -> Value {
    json(&folder.toolc(&["export", "--target", target, "tools.yaml"]))
}

#[test]
fn every_root_is_an_object() {
    let folder = Folder::new("export_roots");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - { name: a, parameters: true }\n\
         \x20 - { name: b, parameters: {} }\n\
         \x20 - { name: c, parameters: { properties: { x: true }, required: [x] } }\n\
         \x20 - { name: d }\n\
         \x20 - { name: e, parameters: { type: [object, \"null\"] } }\n",
    );
    for (target, list, schema) in [
        ("openai", "", "/function/parameters"),
        ("openai-responses", "", "/parameters"),
        ("openai-namespaces", "/0/tools", "/parameters"),
        ("anthropic", "", "/input_schema"),
        ("gemini", "/0/functionDeclarations", "/parametersJsonSchema"),
        ("gemini-interactions", "", "/parameters"),
        ("mistral", "", "/function/parameters"),
        ("mcp", "/tools", "/inputSchema"),
    ] {
        let exported = export(&folder, target);
        let list = exported.pointer(list).and_then(Value::as_array);
        let list = list.unwrap_or_else(|| panic!("{target}: {exported}"));
        assert_eq!(list.len(), 5, "{target}");
        for tool in list {
            let root = tool.pointer(schema).expect("a schema");
            assert_eq!(root["type"], "object", "{target}: {tool}");
            let properties = root["properties"].as_object();
            let properties = properties.unwrap_or_else(|| panic!("{target}: {tool}"));
            assert!(
                properties.values().all(Value::is_object),
                "{target}: {tool}"
            );
        }
    }
}

#[test]
fn what_is_illegal_at_the_target_is_not_exported() {
    let folder = Folder::new("export_illegal");
    let scalar = "n: [{ name: a, parameters: { type: string } }]\n";
    let union = "n: [{ name: a, parameters: { type: object, anyOf: [{}, { required: [x] }] } }]\n";
    for (text, refused) in [
        (scalar, TARGETS),
        (
            union,
            &[
                "openai",
                "openai-responses",
                "openai-namespaces",
                "anthropic",
            ],
        ),
    ] {
        folder.put("tools.yaml", text);
        for target in TARGETS {
            let output = folder.toolc(&["export", "--target", target, "tools.yaml"]);
            let is_refused = refused.contains(target);
            assert_eq!(
                output.status.code(),
                Some(i32::from(is_refused)),
                "{target}"
            );
            assert_eq!(stdout(&output).is_empty(), is_refused, "{target}");
            assert_eq!(stderr(&output).contains("T0411"), is_refused, "{target}");
        }
    }
}

#[test]
fn mcp_is_shown_outputs_that_are_objects() {
    let folder = Folder::new("export_outputs");
    let tool = |name: &str, output: &str| {
        format!(
            "  - {{ name: {name}, parameters: {{ type: object }}, output_parameters: {output} }}\n"
        )
    };
    let tools = [
        ("list", "{ type: array, items: { type: string } }"),
        ("deep", "{ type: array, items: { $ref: '#' } }"),
        (
            "same",
            "{ anyOf: [{ type: object }, { properties: {}, type: object }] }",
        ),
        (
            "refer",
            "{ $ref: '#/$defs/o', $defs: { o: { type: object } } }",
        ),
        ("mixed", "{ type: [object, 'null'] }"),
        ("untyped", "{ properties: { x: { type: string } } }"),
    ];
    let text: String = tools
        .iter()
        .map(|(name, output)| tool(name, output))
        .collect();
    folder.put("tools.yaml", &format!("n:\n{text}"));
    let output = folder.toolc(&["export", "--target", "mcp", "tools.yaml"]);
    let exported = json(&output);
    let shown = |index: usize| &exported["tools"][index]["outputSchema"];
    assert_eq!(
        *shown(0),
        value!({
            "type": "object",
            "properties": { "result": { "type": "array", "items": { "type": "string" } } },
            "required": ["result"],
        })
    );
    let items = shown(1).pointer("/$defs/schema/items/$ref");
    assert_eq!(items, Some(&"#/$defs/schema".into()), "{}", shown(1));
    assert_eq!(shown(2)["type"], "object");
    assert_eq!(
        (&shown(3)["type"], &shown(3)["$ref"]),
        (&"object".into(), &"#/$defs/o".into())
    );
    assert!(shown(4).is_null() && shown(5).is_null(), "{exported}");
    assert_eq!(
        stderr(&output).matches("[T0416]").count(),
        3,
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).contains("… and 1 more T0416"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn fields_of_a_format_stay_where_they_are_taken() {
    let folder = Folder::new("export_fields");
    folder.put(
        "tools.yaml",
        r#"[{"name": "find", "description": "",
             "input_schema": {"type": "object", "properties": {"n": {"type": "integer"}}},
             "input_examples": [{"n": 1}, {"n": "x"}, 3], "defer_loading": true, "strict": false,
             "cache_control": {"type": "ephemeral", "ttl": "1h"}, "allowed_callers": ["direct"]}]"#,
    );
    let anthropic = export(&folder, "anthropic");
    assert_eq!(
        anthropic,
        value!([{
            "name": "tools__find",
            "input_schema": { "type": "object", "properties": { "n": { "type": "integer" } } },
            "input_examples": [{ "n": 1 }],
            "defer_loading": true,
            "allowed_callers": ["direct"],
            "cache_control": { "type": "ephemeral", "ttl": "1h" },
        }])
    );
    let responses = export(&folder, "openai-responses");
    assert_eq!(responses[0]["allowed_callers"], value!(["direct"]));
    let icon =
        value!({ "src": "data:image/png;base64,aWNvbg==", "sizes": ["16x16"], "theme": "dark" });
    folder.put(
        "icons.yaml",
        &format!(r#"[{{"name": "find", "parameters": {{}}, "icons": [{icon}]}}]"#),
    );
    let mcp = folder.toolc(&["export", "--target", "mcp", "icons.yaml"]);
    assert_eq!(json(&mcp)["tools"][0]["icons"], value!([icon]));
    let openai = folder.toolc(&["export", "--target", "openai", "tools.yaml"]);
    assert_eq!(json(&openai)[0]["function"]["strict"], false);
    let told = stderr(&openai);
    assert!(
        told.contains("`input_examples` of `tools::find` is not exported"),
        "{told}"
    );
    folder.put("none/toolc.yaml", "tools: { registry: [] }\n");
    let none = folder.toolc(&["export", "--target", "gemini", "none"]);
    assert_eq!(stdout(&none), "[]\n", "{}", stderr(&none));
}

#[test]
fn hints_follow_from_the_effect_where_a_spec_does_not_say_them() {
    let folder = Folder::new("export_hints");
    let hint = |text: &str| -> Value {
        folder.put(
            "tools.yaml",
            &format!("n: [{{ name: a, parameters: {{}}, {text} }}]\n"),
        );
        export(&folder, "mcp")["tools"][0]["annotations"].clone()
    };
    let hints = |read: bool, destructive: bool, open: bool| value!({ "readOnlyHint": read, "destructiveHint": destructive, "openWorldHint": open });
    for (text, hinted) in [
        ("effect: read", hints(true, false, false)),
        ("effect: [open_world, read]", hints(true, false, true)),
        ("effect: write", hints(false, false, false)),
        ("effect: destructive", hints(false, true, false)),
        ("effect: open_world", hints(false, true, true)),
        ("description: d", hints(false, true, true)),
        (
            "annotations: { readOnlyHint: true }",
            hints(true, false, true),
        ),
        (
            "annotations: { destructiveHint: false }",
            hints(false, false, true),
        ),
        (
            "annotations: { readOnlyHint: false, openWorldHint: false }",
            hints(false, true, false),
        ),
        // the stricter of two that contradict each other
        (
            "effect: read, annotations: { destructiveHint: true }",
            hints(false, true, false),
        ),
        (
            "effect: destructive, annotations: { readOnlyHint: true }",
            hints(false, true, false),
        ),
    ] {
        assert_eq!(hint(text), hinted, "{text}");
    }
    let titled = hint("effect: read, annotations: { title: T, idempotentHint: true }");
    assert_eq!(
        (&titled["title"], &titled["idempotentHint"]),
        (&value!("T"), &value!(true))
    );
    folder.put(
        "tools.yaml",
        "openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: { /a: { put: { operationId: b } } }\n",
    );
    assert_eq!(
        export(&folder, "mcp")["tools"][0]["annotations"],
        value!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true })
    );
}

#[test]
fn a_digest_changes_with_whatever_is_said_of_a_tool() {
    let folder = Folder::new("digests");
    let digest = |text: &str| {
        let schema = if text.contains(" parameters") {
            ""
        } else {
            "parameters: {}, "
        };
        folder.put(
            "tools.yaml",
            &format!("n: [{{ name: a, {schema}{text} }}]\n"),
        );
        let shown = json(&folder.toolc(&["show", "n::a", "tools.yaml", "--format", "json"]));
        shown[0]["digest"].as_str().expect("a digest").to_owned()
    };
    let first = digest("description: d, effect: read");
    assert_eq!(first.len(), 64);
    assert_eq!(digest("effect: read, description: d"), first);
    assert_eq!(
        digest("description: d, effect: read, metadata: { m: 1 }"),
        first
    );
    let mut known = vec![first];
    for text in [
        "description: e, effect: read",
        "description: d, effect: write",
        "description: d, effect: [read, open_world]",
        "description: d, effect: read, title: T",
        "description: d, effect: read, annotations: { idempotentHint: true }",
        "description: d, effect: read, defer_loading: true",
        "description: d, effect: read, parameters: { type: object, properties: { x: true } }",
        "description: d, effect: read, output_parameters: { type: object }",
        "description: d, effect: read, output_parameters: { $defs: { S: { type: string } }, type: array, items: { $ref: '#/$defs/S' } }",
        "description: d, effect: read, output_parameters: { $defs: { S: { type: number } }, type: array, items: { $ref: '#/$defs/S' } }",
    ] {
        let digest = digest(text);
        assert!(!known.contains(&digest), "{text}");
        known.push(digest);
    }
}

#[test]
fn an_adapter_is_one_short_file_for_one_version() {
    let folder = Folder::new("export_adapters");
    for (name, file, package) in [
        ("adk", "adk", "adk-core"),
        ("async-openai", "async_openai", "async-openai"),
        ("genai", "genai", "genai"),
        ("rig", "rig", "rig-core"),
        ("swiftide", "swiftide", "swiftide-core"),
    ] {
        // There are no specs here, and none are needed.
        let output = folder.toolc(&["export", "--adapter", name]);
        let printed = stdout(&output);
        let path = format!("crates/cli/templates/adapters/{file}.rs");
        assert_eq!(printed, fs::read_to_string(path).expect("a template"));
        assert!(printed.lines().count() <= 120, "{name}");
        assert!(printed.contains(&format!("`toolc export --adapter {name}`")));
        // The version that the adapter names is the one that the example is compiled with.
        let manifest = fs::read_to_string(format!("examples/adapters/{name}/Cargo.toml"));
        let manifest = manifest.expect("an example");
        let (_, pinned) = manifest
            .split_once(&format!("\n{package} = "))
            .expect("pinned");
        let (_, version) = pinned.split_once("\"=").expect("a version");
        let minor: Vec<&str> = version.split('.').take(2).collect();
        let header = printed.lines().next().expect("a header");
        assert!(
            header.ends_with(&format!("for {package} {}.", minor.join("."))),
            "{header}"
        );
    }
    for arguments in [
        &["export", "--adapter", "rig", "--target", "mcp"][..],
        &["export", "--adapter", "rig", "specs"],
        &["export", "--adapter", "langchain"],
        &["export"],
    ] {
        assert_eq!(
            folder.toolc(arguments).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn who_alone_may_call_a_tool_is_said_of_it() {
    let folder = Folder::new("export_execution");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - { name: a, description: First., effect: read, parameters: {} }\n\
         \x20 - { name: b, description: Second., effect: read, execution: manual }\n\
         \x20 - { name: c, description: Third., effect: read, execution: llm }\n",
    );
    let lines = stdout(&folder.toolc(&["list", "tools.yaml"]));
    assert_eq!(
        lines,
        "n::a  read         First.\n\
         n::b  read         (manual) Second.\n\
         n::c  read         (llm) Third.\n"
    );
    let qualified = stdout(&folder.toolc(&["list", "tools.yaml", "--qualified"]));
    assert_eq!(qualified, "n::a\nn::b\nn::c\n");
    let list = json(&folder.toolc(&["list", "tools.yaml", "--format", "json"]));
    for (at, (name, word, line)) in [
        ("n::a", "both", None),
        (
            "n::b",
            "manual",
            Some("manual: people alone may call it, and no model is shown it"),
        ),
        ("n::c", "llm", Some("llm: models alone may call it")),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(list[at]["execution"], word);
        let shown = json(&folder.toolc(&["show", name, "tools.yaml", "--format", "json"]));
        assert_eq!(shown[0]["execution"], word);
        let human = stdout(&folder.toolc(&["show", name, "tools.yaml"]));
        let said = human
            .lines()
            .find_map(|row| row.trim().strip_prefix("execution"));
        assert_eq!(said.map(str::trim), line, "{human}");
    }
    let exported = export(&folder, "anthropic").to_string();
    assert!(!exported.contains("n__b") && exported.contains("n__c"));
}

#[test]
fn what_is_exported_for_any_target_is_read_back() {
    let folder = Folder::new("export_back");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - { name: a, description: Adds a note., parameters: { type: object, properties: { text: { type: string, maxLength: 9 }, n: { type: integer } }, required: [text], additionalProperties: false } }\n\
         \x20 - { name: b, description: Lists notes., parameters: { type: object, properties: {}, additionalProperties: false } }\n",
    );
    let original = export(&folder, "mcp").to_string();
    let whole = TARGETS.iter().filter(|target| !target.ends_with("strict"));
    for target in whole.chain(&["bedrock", "azure-openai", "openai-apps", "mcp-2026-07-28"]) {
        folder.put("back/tools.json", &export(&folder, target).to_string());
        let back = json(&folder.toolc(&["export", "--target", "mcp", "back/tools.json"]));
        // only OpenAI's form for namespaces says which part of a name is one; elsewhere the file is the namespace
        let back = back.to_string().replace("\"tools__n__", "\"n__");
        assert_eq!(back, original, "{target}");
    }
}
