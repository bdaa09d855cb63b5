//! API descriptions as people write them: each is compiled from a file, every operation becomes a tool or is
//! reported, and the findings are exactly those listed here.

use std::fs;
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc::load::load_sources;

/// What is unusual about the document, its text, its tools, and its findings other than notes.
struct Case {
    what: &'static str,
    text: &'static str,
    tools: &'static [&'static str],
    found: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        what: "a byte order mark, and a version that is a number",
        text: "\u{feff}swagger: 2.0\ninfo: {}\npaths: { /a: { get: { operationId: a } } }\n",
        tools: &["a {}"],
        found: &[],
    },
    Case {
        what: "status codes that YAML reads as numbers, and references to them",
        text: r##"
swagger: "2.0"
info: {}
paths:
  /a:
    get:
      operationId: a
      responses: { 200: { $ref: "#/responses/200" }, 404: { $ref: "#/responses/404" } }
responses:
  200: { description: it, schema: { type: string } }
  404: { description: none }
"##,
        tools: &["a {}"],
        found: &[],
    },
    Case {
        what: "a schema as a parameter, beside parameters that are whole",
        text: r##"
swagger: "2.0"
info: {}
paths:
  /a: { get: { operationId: a, parameters: [{ $ref: "#/definitions/Kind" }] } }
  /b: { get: { operationId: b, parameters: [{ name: kind, in: query, type: string }] } }
definitions:
  Kind: { type: string }
"##,
        tools: &["b {kind?}"],
        found: &[
            "T0206 5 the operation `GET /a` is left out: one of its parameters has no `name` or no `in`",
        ],
    },
    Case {
        what: "`items` that is a list, without a type, and empty enum values",
        text: r##"
swagger: "2.0"
info: {}
paths:
  /a:
    post:
      operationId: a
      parameters:
        - { name: b, in: body, schema: { properties: { x: { items: [{ type: string }, { enum: ["", ""] }] } } } }
"##,
        tools: &["a {body?}"],
        found: &["T0323 9 `enum` has `\"\"` twice"],
    },
    Case {
        what: "two operations of one name, and names that are sentences",
        text: r#"
openapi: 3.0.0
info: {}
paths:
  /a: { get: { operationId: create }, post: { operationId: create } }
  /b: { get: { operationId: List rules } }
"#,
        tools: &["create {}", "create_2 {}", "List rules {}"],
        found: &[],
    },
    Case {
        what: "fragments and queries in paths",
        text: r#"
openapi: 3.0.0
info: {}
paths:
  /#Action=Accept: { get: { operationId: accept } }
  /#Action=Refuse: { get: { operationId: refuse } }
  "/find?term={term}&kind=x": { get: { operationId: find } }
"#,
        tools: &["accept {}", "refuse {}", "find {term}"],
        found: &[],
    },
    Case {
        what: "references into paths, percent-encoded",
        text: r##"
openapi: 3.1.0
info: {}
paths:
  /a/{id}:
    get:
      operationId: a
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { 200: { description: it, content: { "application/xml; charset=utf-8": { schema: { type: object, required: [x] } } } } }
  /b/{id}:
    post:
      operationId: b
      parameters: [{ $ref: "#/paths/~1a~1%7Bid%7D/get/parameters/0" }]
      requestBody:
        content:
          application/json: { schema: { $ref: "#/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1xml;%20charset=utf-8/schema" } }
"##,
        tools: &["a {id}", "b {body?,id}"],
        found: &["T0322 9 `x` is required, but no property describes it"],
    },
    Case {
        what: "wrong defaults, and references that lead nowhere",
        text: r##"
openapi: 3.0.0
info: {}
paths:
  /a: { get: { operationId: a, parameters: [{ name: n, in: query, schema: { type: integer, default: ten } }] } }
  /b: { get: { operationId: b, parameters: [{ name: n, in: query, schema: { $ref: "#/components/schemas/Gone" } }] } }
  /c: { get: { $ref: "#/components/gone" } }
"##,
        tools: &["a {n?}"],
        found: &[
            "T0320 5 a default does not match its own schema: must be an integer",
            "T0302 6 `$ref` leads nowhere: `#/components/schemas/Gone`",
            "T0206 7 the operation `GET /c` is left out: `#/components/gone` refers to nothing",
        ],
    },
    Case {
        what: "a path without anything, and operations that are none",
        text: r#"
openapi: 3.0.0
info: {}
paths:
  /a:
  /b: []
  /c: { get: , post: { operationId: c } }
"#,
        tools: &["c {}"],
        found: &[
            "T0206 6 the path `/b` is left out: it is a list",
            "T0206 7 the operation `GET /c` is left out: it is null",
        ],
    },
    Case {
        what: "a mapping by reference, and circles of them",
        text: r##"
openapi: 3.0.0
info: {}
paths:
  /a: { post: { operationId: a, requestBody: { content: { application/json: { schema: { type: object, properties: { $ref: "#/components/x-fields" } } } } } } }
  /b: { post: { operationId: b, requestBody: { content: { application/json: { schema: { type: object, properties: { $ref: "#/components/x-circle" } } } } } } }
components:
  x-fields: { size: { type: integer } }
  x-circle: { $ref: "#/components/x-circle" }
"##,
        tools: &["a {size?}"],
        found: &["T0304 9 a schema must be a mapping or a boolean, found a string"],
    },
];

#[test]
fn every_operation_is_a_tool_or_reported() {
    let folder = Folder::new();
    for case in CASES {
        let path = folder.0.join("api.yaml");
        fs::write(&path, case.text).expect("written");
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[path]);
        let outcome = compile(diagnostics, &loaded, &Options::default());
        let found = outcome.diagnostics.iter();
        let is_meant = |found: &&Diagnostic| {
            // the cases are short, and few operations have a description
            found.severity != Severity::Note && found.code != Code::MISSING_DESCRIPTION
        };
        let found = found.filter(is_meant);
        let found = found.map(|found| {
            let span = found.span().expect("a place");
            let (line, _) = loaded.sources.line_column(span);
            format!("{} {line} {}", found.code, found.message)
        });
        assert_eq!(found.collect::<Vec<_>>(), case.found, "{}", case.what);
        let checked = outcome.checked.expect("no error");
        let tools = checked.tools.iter().map(|tool| {
            let schema: serde_json::Value =
                serde_json::from_str(&tool.input_text.text).expect("JSON");
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let names = schema["properties"].as_object().into_iter().flatten();
            let names = names.map(|(name, _)| match required.contains(&name.as_str().into()) {
                true => name.clone(),
                false => format!("{name}?"),
            });
            let names: Vec<String> = names.collect();
            format!("{} {{{}}}", tool.name, names.join(","))
        });
        assert_eq!(tools.collect::<Vec<_>>(), case.tools, "{}", case.what);
    }
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("toolc-descriptions-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
