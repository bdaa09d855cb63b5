//! `toolc show --stage`: the compiler's view of a tool after a stage.

use crate::command::{Folder, stderr, stdout};

const PEOPLE: &str = "\
hr:
  - name: find
    description: Find a person.
    approval: ask
    parameters:
      type: dict
      properties:
        by: { anyOf: [{ type: string, minLength: 2 }, { type: integer }] }
        boss: { $ref: '#/$defs/Person' }
        api_key: { type: string, x-secret: true }
      required: [by]
      $defs:
        Person:
          type: object
          properties: { boss: { $ref: '#/$defs/Person' } }
";

fn show_stage(folder: &Folder, stage: &str, name: &str) -> (Option<i32>, String, String) {
    let shown = folder.toolc(&["show", "--stage", stage, name, "specs"]);
    (shown.status.code(), stdout(&shown), stderr(&shown))
}

/// Asserts that each text is a line of its own.
fn assert_lines(text: &str, lines: &[&str]) {
    for line in lines {
        let is_there = text.lines().any(|found| found.trim() == *line);
        assert!(is_there, "`{line}` is not in\n{text}");
    }
}

#[test]
fn shows_a_tool_as_it_was_read() {
    let folder = Folder::new("stage_draft");
    folder.put("specs/hr.yaml", PEOPLE);
    let (code, text, said) = show_stage(&folder, "draft", "hr::find");
    assert_eq!(code, Some(0), "{said}");
    assert_lines(
        &text,
        &[
            "draft of hr::find  @ specs/hr.yaml:2:5",
            "namespace: hr (from the file)",
            "approval: Ask @ specs/hr.yaml:4:15,",
            // the reader translates the dialect
            "\"type\": \"object\" @ specs/hr.yaml:6:13,",
            "\"minLength\": 2 @ specs/hr.yaml:8:50,",
            "\"$ref\": \"#/$defs/Person\" @ specs/hr.yaml:9:23,",
            "\"by\" @ specs/hr.yaml:11:18,",
        ],
    );
    assert_eq!(show_stage(&folder, "draft", "hr::find").1, text);
}

#[test]
fn shows_an_entry_of_the_catalog() {
    let folder = Folder::new("stage_catalog");
    folder.put("specs/hr.yaml", PEOPLE).put(
        "specs/clerk.yaml",
        "name: clerk\ntoolsets:\n  hr: { tools: [find] }\n",
    );
    for name in ["hr::find", "hr__find"] {
        let (code, text, said) = show_stage(&folder, "catalog", name);
        assert_eq!(code, Some(0), "{said}");
        assert_lines(
            &text,
            &[
                "catalog entry 0 of hr::find  @ specs/hr.yaml:2:5",
                "wire_name: \"hr__find\",",
                "worker clerk: Grant {",
                "approval: Ask,",
                "\"/api_key\",",
            ],
        );
        assert!(text.contains("$defs Person: \"{"), "{text}");
    }
}

#[test]
fn shows_each_shape_once() {
    let folder = Folder::new("stage_shape");
    folder.put("specs/hr.yaml", PEOPLE);
    let (code, text, said) = show_stage(&folder, "shape", "hr::find");
    assert_eq!(code, Some(0), "{said}");
    assert_lines(
        &text,
        &[
            "name: \"by\",",
            "required: true,",
            "min_length: 2,",
            "definition: \"Person\",",
        ],
    );
    let heads = text.lines().filter(|line| line.starts_with("shape "));
    let mut numbers: Vec<&str> = heads.collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), count, "{text}");
}

#[test]
fn no_stage_shows_a_secret() {
    let folder = Folder::new("stage_secrets");
    let given = "tools:\n  registry:\n    - { type: file, path: hr.yaml, namespace: hr }\n  engines:\n    \
                 live: { kind: http, base_url: 'https://example.com', auth: { bearer: hush12345678 } }\n";
    let described = PEOPLE.replace("Find a person.", "'Find a person; api_key: hush5678'");
    folder
        .put("specs/toolc.yaml", given)
        .put("specs/hr.yaml", &described.replace("hr:\n", "tools:\n"));
    for stage in ["draft", "catalog", "shape"] {
        let (_, text, said) = show_stage(&folder, stage, "hr::find");
        assert!(
            !format!("{text}{said}").contains("hush5678"),
            "{text}{said}"
        );
        assert!(!said.contains("hush"), "{said}");
        assert!(text.contains("hr::find"), "{stage}: {text}{said}");
    }
}

#[test]
fn says_why_there_is_nothing_to_show() {
    let folder = Folder::new("stage_nothing");
    let text = format!("{PEOPLE}  - name: forget\n    parameters: {{ type: strong }}\n");
    folder.put("specs/hr.yaml", &text);
    let (code, text, said) = show_stage(&folder, "catalog", "hr::forget");
    assert_eq!((code, text.as_str()), (Some(2), ""), "{said}");
    assert!(
        said.contains("`strong` is not a type of JSON Schema"),
        "{said}"
    );
    assert!(
        said.contains("the tool `hr::forget` was left out"),
        "{said}"
    );
    // the tool was read, and is shown together with its errors
    let (code, text, said) = show_stage(&folder, "draft", "hr::forget");
    assert!(text.contains("\"type\": \"strong\""), "{text}{said}");
    assert!(
        said.contains("`strong` is not a type of JSON Schema"),
        "{said}"
    );
    assert_eq!(code, Some(0), "{said}");
    folder.put("specs/broken.yaml", "a: [");
    let (code, text, said) = show_stage(&folder, "draft", "hr::find");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("T0105") && text.contains("draft of hr::find"),
        "{said}"
    );
    for (name, help) in [
        ("hr::fnd", "did you mean `hr::find`?"),
        ("find", "did you mean `hr::find`?"),
        ("unlike::anything", "`toolc list` lists all tools"),
    ] {
        let (code, _, said) = show_stage(&folder, "shape", name);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(help), "{said}");
    }
}

const SHOP: &str = "\
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://{region}.shop.test', variables: { region: { default: eu } } }]
paths:
  /orders/{id}:
    post:
      operationId: pay
      summary: Pay an order.
      security: [{ key: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int32 } }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { cents: { type: integer } } } } }
      responses: { '200': { description: paid }, '409': { description: paid before } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
";

const SHOP_CONFIG: &str = "\
tools:
  registry:
    - { type: rest, spec: shop.yaml, namespace: shop, engine: live }
  engines:
    live: { type: http, auth: { key: { api_key_env: SHOP_KEY } } }
workers: [clerk.yaml]
";

const CLERK: &str = "\
name: clerk
timeout: 5s
toolsets:
  shop:
    tools: [pay]
    approval:
      rules:
        - { tool: pay, when: { /cents: { maximum: 100 } }, approval: blocked, reason: too little, match: [{ id: 1, cents: 5 }] }
";

#[test]
fn shows_the_request_the_rules_and_the_limits_of_a_tool() {
    let folder = Folder::new("stage_request");
    folder
        .put("specs/toolc.yaml", SHOP_CONFIG)
        .put("specs/shop.yaml", SHOP)
        .put("specs/clerk.yaml", CLERK);
    for stage in ["draft", "catalog"] {
        let (code, text, said) = show_stage(&folder, stage, "shop::pay");
        assert_eq!(code, Some(0), "{said}");
        assert_lines(
            &text,
            &[
                "method: \"POST\",",
                "path: \"/orders/{id}\",",
                "value: Argument(\"id\"),",
                "style: Simple,",
                "media_type: \"application/json\",",
                "url: \"https://{region}.shop.test\",",
                "default: \"eu\",",
                "place: Header,",
                "name: \"X-Key\",",
            ],
        );
    }
    let (_, text, _) = show_stage(&folder, "catalog", "shop::pay");
    assert_lines(
        &text,
        &[
            "timeout: 5000 @ specs/clerk.yaml:2:10,",
            "approval: Blocked @ specs/clerk.yaml:8:70,",
            "\"maximum\": 100 @ specs/clerk.yaml:8:51,",
            "reason: \"too little\" @ specs/clerk.yaml:8:87,",
            "entry: EntryId(0),",
        ],
    );
    let (_, text, _) = show_stage(&folder, "shape", "shop::pay");
    assert!(text.contains("is_int32: true"), "{text}");
}
