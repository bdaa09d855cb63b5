//! Hostile text in every field that holds text.

use crate::support::{MARKER, assert_answered, codes, compile_path, compile_text, folder};
use serde_json::{Value, json};
use std::fs;

/// Text that ends, opens or hides something in Rust, in a template, in a comment or on a terminal.
pub const HOSTILE: &[&str] = &[
    "\"); panic!(\"zzhostilezz",
    "\"# ; fn zzhostilezz() {} r#\"",
    "\"##\"###zzhostilezz\"####",
    "*/ fn zzhostilezz() {} /*",
    "// zzhostilezz\nfn zzhostilezz() {}",
    "/// zzhostilezz\r\nfn zzhostilezz() {}",
    "zzhostilezz\rfn zzhostilezz() {}",
    "}} zzhostilezz {{items}} {{sources}} {zzhostilezz} {",
    "\\zzhostilezz\\\\\"\\",
    "\\u{7d} zzhostilezz \\n \\x7d",
    "#![feature(zzhostilezz)]",
    "#[doc = include_str!(\"zzhostilezz\")]",
    "zzhostilezz\u{0}zzhostilezz",
    "\u{202e}zzhostilezz\u{202c}\u{2066}\u{2069}\u{200f}",
    "zzhostilezz\u{2028}fn zzhostilezz() {}\u{2029}\u{85}",
    "\u{feff}zzhostilezz\u{200b}\u{e0001}\u{ad}",
    "\u{1b}[31mzzhostilezz\u{7}\u{8}",
    "```\nzzhostilezz::run();\n```",
    "    zzhostilezz();\n\n1) [zzhostilezz](javascript:x) <script>zzhostilezz</script>",
    "zzhostilezz' or '1'='1'; -- ${zzhostilezz} $(zzhostilezz) `zzhostilezz`",
    "🦀e\u{301}zzhostilezz𝕫\u{1f468}\u{200d}\u{1f469}",
    "'zzhostilezz",
    "r#zzhostilezz",
    "%zzhostilezz%s%n",
];

/// Returns a text as a name: without the marker, since names may become identifiers.
pub fn as_name(text: &str) -> String {
    text.replace(MARKER, "qq")
}

/// A schema with this text wherever a schema holds text that is not a name.
fn schema(text: &str) -> Value {
    json!({
        "type": "object",
        "title": text,
        "description": text,
        "$comment": text,
        "properties": {
            "one": { "type": "string", "title": text, "description": text, "default": text },
            "two": { "const": as_name(text), "examples": [text] },
            "three": { "anyOf": [{ "type": "integer" }, { "const": [text] }], "description": text },
            "four": { "type": "string", "pattern": escaped(text), "contentMediaType": text },
            "five": { "type": "string", "format": text },
            "six": { "enum": [1, [text], { "key": text }] },
        },
        "default": { "one": text },
        "examples": [text],
    })
}

/// Returns a regular expression that matches the text.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|char| match char {
            _ if char.is_ascii_alphanumeric() => char.to_string(),
            _ => format!("\\u{{{:x}}}", u32::from(char)),
        })
        .collect()
}

/// A schema with this text in place of every name.
fn named_schema(name: &str) -> Value {
    let pointer = name
        .replace('~', "~0")
        .replace('/', "~1")
        .replace('%', "%25");
    json!({
        "type": "object",
        "properties": {
            name: { "type": "string" },
            "nested": { "type": "object", "properties": { name: { "$ref": format!("#/$defs/{pointer}") } } },
            "choice": { "type": "string", "enum": [name, "other", "third"] },
            "either": { "type": "string", "enum": [name] },
        },
        "required": [name],
        "dependentRequired": { "nested": [name] },
        "patternProperties": { format!("^x{}$", escaped(name)): { "type": "integer" } },
        "$defs": { name: { "type": "object", "properties": { name: { "type": "integer" }, "list": { "type": "array", "items": { "$ref": format!("#/$defs/{pointer}") } } } } },
    })
}

/// The tools for one hostile text: as text, and as names.
pub fn tools() -> Vec<Value> {
    let texts = HOSTILE.iter().enumerate().map(|(index, text)| {
        json!({
            "namespace": "texts",
            "name": format!("tool_{index}"),
            "title": text,
            "description": text,
            "parameters": schema(text),
            "output_schema": schema(text),
        })
    });
    let names = HOSTILE.iter().enumerate().map(|(index, text)| {
        json!({
            "namespace": "names",
            "name": format!("tool_{index}"),
            "description": "Names that are none.",
            "parameters": named_schema(&as_name(text)),
        })
    });
    texts.chain(names).collect()
}

#[test]
fn texts_stay_in_literals() {
    let tools = tools();
    for tool in &tools {
        let outcome = compile_text("one.json", &json!([tool]).to_string());
        let name = format!("{} {}", tool["namespace"], tool["name"]);
        assert_answered(&name, &outcome);
    }
    let all = compile_text("all.json", &json!(tools).to_string());
    assert_eq!(all.summary.tools, tools.len(), "{:?}", codes(&all));
    assert!(!all.artifacts.is_empty(), "{:?}", codes(&all));
    assert!(
        codes(&all).contains(&"T0312".to_owned()),
        "hidden characters are found"
    );
}

#[test]
fn names_of_tools_and_namespaces_stay_harmless() {
    for text in HOSTILE {
        let name = as_name(text);
        let schema = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let named = json!([{ "name": name, "description": "A tool.", "parameters": schema }]);
        assert_answered(text, &compile_text("named.json", &named.to_string()));
        let tool = json!([{ "name": "probe", "description": "A tool.", "parameters": schema }]);
        let within = json!({ name.clone(): tool });
        assert_answered(text, &compile_text("within.json", &within.to_string()));
        let file = format!("{name}.json");
        assert_answered(text, &compile_text(&file, &tool.to_string()));
    }
}

#[test]
fn workers_and_their_reasons_stay_harmless() {
    for (index, text) in HOSTILE.iter().enumerate() {
        let folder = folder(&format!("worker_{index}"));
        let parameters = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let tools = json!({ "api": [
            { "name": "probe", "description": "A tool.", "parameters": parameters },
            { "name": "gone", "description": "A tool.", "parameters": parameters },
        ] });
        let worker = json!({
            "name": as_name(text),
            "description": text,
            "toolsets": { "api": {
                "tools": ["probe", "gone"],
                "approval": { "tools": { "probe": "ask", "gone": "blocked" } },
                "blockReason": text,
            } },
        });
        fs::write(folder.join("tools.json"), tools.to_string()).expect("written");
        fs::write(folder.join("worker.json"), worker.to_string()).expect("written");
        assert_answered(text, &compile_path(&folder));
    }
}

#[test]
fn operations_of_an_api_stay_harmless() {
    for text in HOSTILE {
        let name = as_name(text);
        let api = json!({
            "openapi": "3.1.0",
            "info": { "title": text, "version": text, "description": text },
            "servers": [{ "url": text }],
            "tags": [{ "name": text, "description": text }],
            "paths": { format!("/{name}"): { "get": {
                "operationId": name,
                "summary": text,
                "description": text,
                "tags": [text],
                "parameters": [{ "name": name, "in": "query", "description": text, "schema": { "$ref": "#/components/schemas/One" } }],
                "responses": { "200": { "description": text } },
            } } },
            "components": { "schemas": { "One": schema(text) } },
        });
        assert_answered(text, &compile_text("api.json", &api.to_string()));
    }
}

#[test]
fn annotations_of_a_snapshot_stay_harmless() {
    for text in HOSTILE {
        let snapshot = json!({ "tools": [{
            "name": as_name(text),
            "title": text,
            "description": text,
            "inputSchema": schema(text),
            "outputSchema": schema(text),
            "annotations": { "title": text, "readOnlyHint": true },
            "_meta": { text.to_string(): text },
        }] });
        assert_answered(text, &compile_text("snapshot.json", &snapshot.to_string()));
    }
}
