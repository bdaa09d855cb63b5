//! Descriptions in several files.

use super::lines;
use crate::read::{Dialects, join_files, read_source};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources};
use toolc_model::config::Config;
use toolc_model::draft::{Draft, DraftTool};
use toolc_model::model::http::{Place, Scheme};

/// Reads files together; those without `info` are parts.
fn read_files(files: &[(&str, &str)]) -> (Draft, Vec<String>) {
    let mut sources = Sources::default();
    for (path, text) in files {
        let role = if text.contains("info:") {
            Role::Found
        } else {
            Role::Part
        };
        sources.add(Source {
            path: (*path).to_owned(),
            text: (*text).into(),
            role,
        });
    }
    let mut diagnostics = Diagnostics::default();
    let parsed = sources.iter().map(|(id, _)| {
        (
            id,
            parse_source(&mut diagnostics, &sources, id).expect("YAML"),
        )
    });
    let mut parsed: Vec<(SourceId, Node)> = parsed.collect();
    join_files(&sources, &Config::default(), &mut parsed);
    let mut draft = Draft::default();
    for (id, node) in parsed {
        let dialects = Dialects::default();
        draft.append(read_source(
            &mut diagnostics,
            &sources,
            &Config::default(),
            &dialects,
            id,
            node,
        ));
    }
    let found = diagnostics.into_sorted().into_iter().map(|found| {
        let place = found.span().map(|span| sources.place(span));
        format!(
            "{} {} {}",
            found.code,
            place.unwrap_or_default(),
            found.message
        )
    });
    (draft, found.collect())
}

const SHARED: &str = r##"
item:
  parameters: [{ $ref: "#/limit" }]
  get: { operationId: list, responses: { default: { $ref: "more/answers.yaml" } } }
limit: { name: limit, in: query, schema: { $ref: "#/number" } }
number: { type: integer, nullable: true, minimum: 0, exclusiveMinimum: true }
tree: { type: object, properties: { below: { $ref: "../shared/a%20b.yaml#/tree" }, pet: { $ref: "../old.yaml#/components/schemas/Pet" } } }
fields: { $ref: "more/fields.yaml#/all" }
"##;

const OLD: &str = r##"
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /list: { $ref: "shared/a b.yaml#/item" }
  /add:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { type: object, properties: { $ref: "shared/a%20b.yaml#/fields" } } } } }
      responses: { 200: { description: it, content: { application/json: { schema: { $ref: "./shared/../shared/a%20b.yaml#/tree" } } } } }
components: { schemas: { Pet: { type: string, nullable: true } } }
"##;

const ANSWERS: &str =
    "content: { application/json: { schema: { $ref: '../a%20b.yaml#/number' } } }";
const FIELDS: &str = "all: { kind: { type: string }, size: { $ref: '../a%20b.yaml#/number' } }";

#[test]
fn files_are_one_tree() {
    let new = OLD
        .replace("3.0.3", "3.1.0")
        .replace("list", "newList")
        .replace("add", "newAdd");
    let files = [
        ("api/old.yaml", OLD),
        ("api/new.yaml", new.as_str()),
        ("api/shared/a b.yaml", SHARED),
        ("api/shared/more/answers.yaml", ANSWERS),
        ("api/shared/more/fields.yaml", FIELDS),
    ];
    let (draft, found) = read_files(&files);
    // for the description of 3.1, they are read as 3.1
    let lost = "`nullable` has no effect in this version: null is refused here";
    let places = ["old.yaml:11:47", "new.yaml:11:47", "shared/a b.yaml:6:26"];
    assert_eq!(
        found,
        places.map(|place| format!("T0205 api/{place} {lost}"))
    );
    let limit =
        r##"{"type":"object","properties":{"limit":{"$ref":"#/x-toolc-parts/a_b/number"}}}"##;
    let body = r##"{"type":"object","properties":{"kind":{"type":"string"},"size":{"$ref":"#/x-toolc-parts/a_b/number"}}}"##;
    let expected = [
        format!("- list {limit}"),
        format!("- add {body}"),
        format!("- list {limit}"),
        format!("- newAdd {body}"),
    ];
    assert_eq!(lines(&draft), expected);
    let home = |tool: &DraftTool| tool.span.source;
    let homes: Vec<SourceId> = draft.tools.iter().map(home).collect();
    assert_eq!(homes, [0, 0, 1, 1].map(SourceId));
    for (pointer, old, new) in PARTS {
        let at = |number: usize| {
            draft.documents[number]
                .node
                .pointer(pointer)
                .map(Node::to_json)
        };
        assert_eq!(at(0).as_deref(), *old, "{pointer}");
        assert_eq!(at(1).as_deref(), *new, "{pointer}");
    }
}

/// Pointers, and what they lead to in a tree of version 3.0 and in one of 3.1.
const PARTS: &[(&str, Option<&str>, Option<&str>)] = &[
    (
        "/x-toolc-parts/a_b/number",
        Some(r#"{"type":["integer","null"],"exclusiveMinimum":0}"#),
        Some(r#"{"type":"integer","nullable":true,"exclusiveMinimum":0}"#),
    ),
    (
        "/x-toolc-parts/a_b/tree/properties",
        Some(
            r##"{"below":{"$ref":"#/x-toolc-parts/a_b/tree"},"pet":{"$ref":"#/components/schemas/Pet"}}"##,
        ),
        Some(
            r##"{"below":{"$ref":"#/x-toolc-parts/a_b/tree"},"pet":{"$ref":"#/x-toolc-parts/old/components/schemas/Pet"}}"##,
        ),
    ),
    (
        "/x-toolc-parts/old/components/schemas/Pet",
        None,
        Some(r#"{"type":"string","nullable":true}"#),
    ),
];

const SECURED: &str = r##"
openapi: 3.1.0
info: { title: t, version: '1' }
security: [{ key: [] }]
paths: { /list: { get: { operationId: list, responses: { default: { description: it } } } } }
components: { securitySchemes: { key: { $ref: "schemes.yaml#/key" } } }
"##;

#[test]
fn a_security_scheme_may_be_in_another_file() {
    let schemes = "key: { type: apiKey, in: header, name: X-Key }";
    let (draft, found) = read_files(&[("api.yaml", SECURED), ("schemes.yaml", schemes)]);
    assert_eq!(found, [""; 0]);
    let [tool] = &draft.tools[..] else {
        panic!("one tool")
    };
    let operation = tool.http.as_deref().expect("a request");
    let security = operation.security.as_ref().expect("credentials");
    let key = Scheme::ApiKey {
        place: Place::Header,
        name: "X-Key".to_owned(),
    };
    assert_eq!(security[0][0].scheme, key);
}
