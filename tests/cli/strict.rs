//! Definitions for targets that support a subset of JSON Schema.

use crate::command::{Folder, json, stderr};
use serde_json::{Value, json as value};

/// Exports a file for a target.
fn export(folder: &Folder, target: &str) -> Value {
    json(&folder.toolc(&["export", "--target", target, "tools.yaml"]))
}

#[test]
fn strict_lists_are_closed() {
    let folder = Folder::new("export_strict");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - name: find\n\
         \x20   description: Finds.\n\
         \x20   parameters:\n\
         \x20     type: object\n\
         \x20     properties:\n\
         \x20       word: { type: string, minLength: 3, description: What. }\n\
         \x20       page: { type: integer, default: 1 }\n\
         \x20       kind: { const: book }\n\
         \x20       filter: { type: object }\n\
         \x20     required: [word]\n\
         \x20 - { name: tag, parameters: { type: object, additionalProperties: { type: string } } }\n",
    );
    let openai = export(&folder, "openai-chat-strict");
    assert_eq!(
        openai[0]["function"],
        value!({
            "name": "n__find",
            "description": "Finds.",
            "parameters": {
                "type": "object",
                "properties": {
                    "word": { "type": "string", "description": "What. (minLength: 3)" },
                    "page": { "type": ["integer", "null"], "description": "(default: 1)" },
                    "kind": { "type": ["string", "null"], "enum": ["book", null] },
                    "filter": {
                        "type": ["string", "null"],
                        "description": "Write the value as JSON text, by the schema {\"type\":\"object\"}.",
                    },
                },
                "required": ["word", "page", "kind", "filter"],
                "additionalProperties": false,
            },
            "strict": true,
        })
    );
    assert_eq!(openai[1]["function"]["strict"], false);
    let anthropic = export(&folder, "anthropic-strict");
    let find = &anthropic[0];
    assert_eq!(find["strict"], true);
    assert_eq!(find["input_schema"]["required"], value!(["word"]));
    assert_eq!(find["input_schema"]["additionalProperties"], false);
    assert_eq!(anthropic[1]["strict"], false);
    let bedrock = export(&folder, "bedrock-strict");
    let find = &bedrock[0]["toolSpec"];
    assert_eq!(find["strict"], true);
    assert_eq!(find["inputSchema"]["json"], anthropic[0]["input_schema"]);
    assert_eq!(bedrock[1]["toolSpec"]["strict"], false);
    let gemini = export(&folder, "gemini-openapi");
    let find = &gemini[0]["functionDeclarations"][0]["parameters"];
    assert_eq!(find["type"], "OBJECT");
    assert_eq!(
        find["properties"]["kind"],
        value!({ "type": "STRING", "enum": ["book"] })
    );
    let bedrock = export(&folder, "bedrock");
    assert_eq!(
        bedrock[0]["toolSpec"]["inputSchema"]["json"]["type"],
        "object"
    );
}

#[test]
fn revisions_of_mcp_are_shown_the_results_that_they_take() {
    let folder = Folder::new("export_revisions");
    folder.put(
        "tools.yaml",
        "n:\n\
         \x20 - { name: list, parameters: { type: object }, output_parameters: { type: array, items: { type: string } } }\n\
         \x20 - { name: either, parameters: { type: object }, output_parameters: { type: [object, string] } }\n\
         \x20 - { name: one, parameters: { type: object }, output_parameters: { type: object, properties: { id: { type: string } } } }\n\
         \x20 - { name: any, parameters: { type: object }, output_parameters: true }\n\
         \x20 - { name: silent, parameters: { type: object } }\n",
    );
    let outputs = |target: &str| -> Vec<Value> {
        let list = export(&folder, target);
        let tools = list["tools"].as_array().expect("a list");
        tools
            .iter()
            .map(|tool| tool["outputSchema"].clone())
            .collect()
    };
    let list = value!({ "type": "array", "items": { "type": "string" } });
    let one = value!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let wrapped =
        value!({ "type": "object", "properties": { "result": list }, "required": ["result"] });
    for target in ["mcp", "mcp-2025-06-18", "mcp-2025-11-25", "openai-apps"] {
        let shown = [
            wrapped.clone(),
            Value::Null,
            one.clone(),
            Value::Null,
            Value::Null,
        ];
        assert_eq!(outputs(target), shown, "{target}");
    }
    let either = value!({ "type": ["object", "string"] });
    let shown = [list.clone(), either, one.clone(), value!({}), Value::Null];
    assert_eq!(outputs("mcp-2026-07-28"), shown);
    let told = stderr(&folder.toolc(&["export", "--target", "mcp-2026-07-28", "tools.yaml"]));
    assert!(!told.contains("T0416"), "{told}");
}

#[test]
fn exports_choose_which_tools_are_strict() {
    let folder = Folder::new("export_choice");
    folder.put(
        "tools.yaml",
        "n: [{ name: a, description: A. }, { name: b, description: B. }]\n",
    );
    folder.put(
        "toolc.yaml",
        "tools: { registry: [{ type: file, path: tools.yaml }] }\n\
         exports: { openai-chat-strict: { strict: [\"n::b\"] }, anthropic-strict: { strict: none } }\n",
    );
    let exported = |target: &str| json(&folder.toolc(&["export", "--target", target]));
    let openai = exported("openai-strict");
    assert_eq!(openai[0]["function"]["strict"], false);
    assert_eq!(openai[1]["function"]["strict"], true);
    assert_eq!(exported("anthropic-strict")[0]["strict"], false);
    let built = folder.toolc(&["build", "--out", "out"]);
    assert!(built.status.success(), "{}", stderr(&built));
    let written = std::fs::read_to_string(folder.0.join("out/tools/all.rs")).expect("written");
    for line in [
        "pub const OPENAI_STRICT: &[&str] = &[\"n__b\"];",
        "pub const ANTHROPIC_STRICT: &[&str] = &[];",
    ] {
        assert!(written.contains(line), "{written}");
    }
    folder.put(
        "toolc.yaml",
        "tools: { registry: [{ type: file, path: tools.yaml }] }\n\
         exports: { openai: { strict: all }, anthropic-strict: { strict: [\"n::c\"] }, openai-strict: { strict: 3 } }\n",
    );
    let told = stderr(&folder.toolc(&["check"]));
    for text in ["`openai` is not a target with strict tools", "`strict`"] {
        assert!(told.contains(text), "{told}");
    }
}

#[test]
fn the_lock_holds_which_tools_are_strict_and_what_is_shown() {
    let folder = Folder::new("lock_strict");
    folder.put(
        "tools.yaml",
        "n: [{ name: a, description: A. }, { name: b, description: B. }]\n",
    );
    let configure = |rest: &str| {
        let registry = "tools: { registry: [{ type: file, path: tools.yaml }] }\n";
        folder.put("toolc.yaml", &format!("{registry}{rest}"));
    };
    let lock = || std::fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    configure("");
    assert!(folder.toolc(&["lock"]).status.success());
    assert!(!lock().contains("strict"), "{}", lock());

    // a lock from before the target was added does not mention it, and is compared all the same
    configure("targets: [openai-strict]\n");
    let told = stderr(&folder.toolc(&["check"]));
    assert!(
        told.contains("the lock does not say which tools of worker `all` are strict"),
        "{told}"
    );
    assert_eq!(told.matches("error[").count(), 1, "{told}");
    assert!(
        folder
            .toolc(&["lock", "--accept", "worker:all"])
            .status
            .success()
    );
    assert!(folder.toolc(&["check"]).status.success());
    assert_eq!(
        lock().matches("shown.openai-strict").count(),
        2,
        "{}",
        lock()
    );
    let accepted = lock();
    assert!(folder.toolc(&["lock", "--accept-all"]).status.success());
    assert_eq!(lock(), accepted);

    // a tool that silently stops being strict is drift
    configure("targets: [openai-strict]\nexports: { openai-strict: { strict: [\"n::b\"] } }\n");
    let told = stderr(&folder.toolc(&["check", "--fail-on", "strict"]));
    assert!(
        told.contains("strict for `openai-strict` changed: removed `n::a`"),
        "{told}"
    );

    // another schema for the same tool is reported, though nothing of the tool changed
    configure("targets: [openai-strict]\n");
    let (_, rest) = accepted
        .split_once("shown.openai-strict")
        .expect("a digest");
    let digest = rest
        .split('"')
        .find(|part| part.len() == 64)
        .expect("64 letters");
    folder.put("toolc.lock", &accepted.replacen(digest, &"0".repeat(64), 1));
    let told = stderr(&folder.toolc(&["check", "-v"]));
    assert!(
        told.contains("what `openai-strict` is shown of `n::a` changed"),
        "{told}"
    );
}
