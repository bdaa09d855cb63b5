//! Names that have a meaning in Rust, names of every length, and names that map to the same identifier.

use crate::support::{assert_answered, codes, compile_text};
use serde_json::{Map, Value, json};

/// Keywords of every edition, and names that look like one.
const KEYWORDS: &[&str] = &[
    "self",
    "Self",
    "crate",
    "super",
    "_",
    "__",
    "async",
    "await",
    "dyn",
    "fn",
    "type",
    "match",
    "move",
    "mod",
    "impl",
    "trait",
    "gen",
    "try",
    "yield",
    "union",
    "macro_rules",
    "auto",
    "raw",
    "static",
    "'static",
    "true",
    "false",
    "abstract",
    "typeof",
    "become",
    "r#type",
    "$crate",
    "safe",
    "default",
    "box",
    "priv",
    "final",
    "virtual",
    "override",
    "extern",
    "unsafe",
    "where",
];

/// Names that generated code uses, or that are in the prelude.
const TAKEN: &[&str] = &[
    "String",
    "Vec",
    "Option",
    "Box",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Send",
    "rt",
    "std",
    "core",
    "alloc",
    "toolc_runtime",
    "v1",
    "Json",
    "Integer",
    "BTreeMap",
    "Part",
    "Slot",
    "Tool",
    "ToolEntry",
    "Schema",
    "ENTRY",
    "ENTRIES",
    "LOOKUP",
    "all",
    "find",
    "tools",
    "worker",
    "definitions",
    "entry",
    "slot",
    "empty",
    "rest",
    "additional",
    "new",
    "from_json",
    "to_json",
    "into_json",
    "as_str",
    "len",
    "is_empty",
    "clone",
    "drop",
    "eq",
    "fmt",
    "index",
    "reader",
    "schema",
    "text",
    "value",
    "i64",
    "u64",
    "f64",
    "bool",
    "str",
    "char",
    "usize",
    "Args",
    "args",
    "Input",
    "Output",
    "Handle",
    "Default",
    "Debug",
    "Clone",
    "PartialEq",
    "Drop",
    "Iterator",
    "Fn",
    "From",
    "Into",
    "main",
    "test",
    "derive",
    "doc",
    "include",
    "vec",
    "format",
];

fn properties(names: &[&str], required: bool) -> Value {
    let properties: Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string" })))
        .collect();
    let required: &[&str] = if required { names } else { &[] };
    json!({ "type": "object", "properties": properties, "required": required })
}

fn tool(namespace: &str, name: &str, parameters: &Value) -> Value {
    json!({ "namespace": namespace, "name": name, "description": "A tool.", "parameters": parameters })
}

/// Tools whose names, fields, values, definitions and namespaces are keywords or names in use.
pub fn tools() -> Vec<Value> {
    let mut tools = Vec::new();
    for (group, names) in [("keyword", KEYWORDS), ("taken", TAKEN)] {
        tools.push(tool(group, "all_fields", &properties(names, true)));
        tools.push(tool(group, "all_optional", &properties(names, false)));
        let choice = json!({ "type": "object", "properties": { "choice": { "type": "string", "enum": names } } });
        tools.push(tool(group, "all_values", &choice));
        let definitions: Map<String, Value> = names
            .iter()
            .map(|name| ((*name).to_owned(), json!({ "type": "object", "properties": { *name: { "type": "integer" }, "next": { "$ref": pointer(name) } } })))
            .collect();
        let fields: Map<String, Value> = names
            .iter()
            .map(|name| ((*name).to_owned(), json!({ "$ref": pointer(name) })))
            .collect();
        let parameters = json!({ "type": "object", "properties": fields, "$defs": definitions });
        tools.push(tool(group, "all_definitions", &parameters));
        for name in names {
            tools.push(tool(
                &format!("{group}_tools"),
                name,
                &properties(&["x"], false),
            ));
            tools.push(tool(name, "probe", &properties(&[name], true)));
        }
    }
    tools
}

fn pointer(name: &str) -> String {
    format!("#/$defs/{name}")
}

#[test]
fn keywords_and_names_in_use() {
    for tool in tools() {
        let outcome = compile_text("name.json", &json!([tool]).to_string());
        assert_answered(&tool["name"].to_string(), &outcome);
        assert_eq!(outcome.summary.tools, 1, "{tool} {:?}", codes(&outcome));
        assert!(
            !outcome.artifacts.is_empty(),
            "{tool} {:?}",
            codes(&outcome)
        );
    }
}

/// Names that all map to one identifier.
pub fn colliding() -> Value {
    let names = [
        "fooBar",
        "foo_bar",
        "foo-bar",
        "FooBar",
        "foo bar",
        "foo.bar",
        "FOO_BAR",
        "foo_bar_2",
        "foo__bar",
        "_foo_bar_",
        "+1",
        "-1",
        "1",
        "",
        " ",
        "°",
        "日",
        "本",
        "self",
        "self_",
        "Self",
    ];
    let mut schema = properties(&names, true);
    schema["properties"]["choice"] = json!({ "type": "string", "enum": names });
    tool("colliding", "probe", &schema)
}

#[test]
fn names_that_come_to_the_same() {
    let outcome = compile_text("same.json", &json!([colliding()]).to_string());
    assert!(!outcome.artifacts.is_empty(), "{:?}", codes(&outcome));
}

#[test]
fn thousands_that_come_to_the_same() {
    let names: Vec<String> = (0..5_000)
        .map(|index| "-".repeat(index % 97) + &" ".repeat(index / 97))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut schema = properties(&names, false);
    schema["properties"]["choice"] = json!({ "type": "string", "enum": names });
    let outcome = compile_text(
        "same.json",
        &json!([tool("same", "probe", &schema)]).to_string(),
    );
    assert!(!outcome.artifacts.is_empty(), "{:?}", codes(&outcome));
}

#[test]
fn names_of_ten_thousand_characters() {
    for name in ["n".repeat(10_000), "N_".repeat(5_000), "é".repeat(10_000)] {
        let parameters = properties(&[&name], true);
        let cases = [
            json!([tool("long", &name, &parameters)]),
            json!([tool(&name, "probe", &parameters)]),
            json!([tool("long", "probe", &parameters)]),
            json!([tool(
                "long",
                "probe",
                &json!({ "type": "object", "properties": { "x": { "$ref": pointer(&name) } }, "$defs": { name.clone(): parameters } })
            )]),
            json!([tool(
                "long",
                "probe",
                &json!({ "type": "object", "properties": { "x": { "enum": [name, format!("{name}x")] } } })
            )]),
        ];
        for case in cases {
            assert_answered("long", &compile_text("long.json", &case.to_string()));
        }
    }
}
