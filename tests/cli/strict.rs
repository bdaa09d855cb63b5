//! Lists for targets that take a part of JSON Schema.

use crate::command::{Folder, json};
use serde_json::{Value, json as value};

/// Exports a file as a target takes it.
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
