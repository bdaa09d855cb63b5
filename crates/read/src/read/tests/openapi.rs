//! OpenAPI documents.

use super::{draft_listed, draft_of, lines, listed};
use toolc_base::source::{Role, SourceId, Span, Spanned};
use toolc_model::config::{Choice, Entry, EntryKind};

fn document(version: &str, paths: &str) -> String {
    format!("openapi: {version}\ninfo: {{title: t, version: '1'}}\n{paths}")
}

const PETS: &str = r##"
paths:
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string } }
      - { name: trace, in: header, schema: { type: string } }
    get:
      operationId: getPet
      summary: Reads a pet.
      description: Reads a pet. By id.
      parameters:
        - { name: petId, in: path, required: true, description: which, schema: { type: integer, nullable: true } }
        - $ref: "#/components/parameters/Li%6Dit"
      responses:
        404: { description: none }
        200: { description: ok, content: { "application/vnd.pet+json": { schema: { $ref: "#/components/schemas/Pet" } } } }
    put:
      requestBody: { $ref: "#/components/requestBodies/Pet" }
      responses: { default: { description: x } }
components:
  parameters:
    Limit: { name: limit, in: query, schema: { type: integer, minimum: 0, exclusiveMinimum: true } }
  requestBodies:
    Pet: { required: true, description: the pet, content: { application/json; charset=utf-8: { schema: { $ref: "#/components/schemas/Pet" } } } }
  schemas:
    Pet: { type: object, nullable: true, properties: { tag: { type: string, nullable: true } } }
"##;

#[test]
fn every_operation_is_a_tool() {
    let (draft, found) = draft_of(&document("3.0.3", PETS), Role::Found);
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(
        lines(&draft),
        [
            r#"- getPet {"type":"object","properties":{"petId":{"type":["integer","null"],"description":"which"},"trace":{"type":"string"},"limit":{"type":"integer","exclusiveMinimum":0}},"required":["petId"]}"#,
            r##"- put_pets_petId {"type":"object","properties":{"petId":{"type":"string"},"trace":{"type":"string"},"body":{"$ref":"#/components/schemas/Pet","description":"the pet"}},"required":["petId","body"]}"##,
        ]
    );
    let get = &draft.tools[0];
    assert_eq!(get.description, "Reads a pet. By id.");
    let output = get.output.as_ref().expect("an output schema");
    assert_eq!(
        output.node.to_json(),
        r##"{"$ref":"#/components/schemas/Pet"}"##
    );
    let pet = output
        .root
        .pointer("/components/schemas/Pet")
        .expect("the schema");
    assert_eq!(
        pet.to_json(),
        r#"{"type":["object","null"],"properties":{"tag":{"type":["string","null"]}}}"#
    );
    assert_eq!(get.metadata[0].0, "http");
}

/// The paths, the tools, and the findings.
const CASES: &[(&str, &[&str], &[&str])] = &[
    (
        "paths: {/a: {get: {operationId: x}, post: {operationId: x}, put: {operationId: x_2}}}",
        &["x", "x_2", "x_2_2"],
        &[
            "note T0212 (3, 57) the name `x` is used by two operations; this one is called `x_2`",
            "note T0212 (3, 80) the name `x_2` is used by two operations; this one is called `x_2_2`",
        ],
    ),
    (
        "paths: {/a: {post: {requestBody: {content: {multipart/form-data: {schema: {type: array}}}}}, get: {}}}",
        &["get_a"],
        &[
            "T0206 (3, 14) the operation `POST /a` is left out: its body is `multipart/form-data`, and its schema is not an object",
        ],
    ),
    (
        "paths: {/a: {get: {parameters: [{$ref: 'b.yaml#/x'}]}}}",
        &[],
        &[
            "T0206 (3, 14) the operation `GET /a` is left out: `b.yaml#/x` does not lead to anything that was read",
        ],
    ),
    (
        "paths: {/a: {get: {parameters: [{$ref: '#/x'}]}}}",
        &[],
        &["T0206 (3, 14) the operation `GET /a` is left out: `#/x` refers to nothing"],
    ),
    (
        "paths: {/a: {$ref: '#/paths/~1a'}}",
        &[],
        &["T0206 (3, 9) the path `/a` is left out: its references form a cycle"],
    ),
    (
        "paths: {'/a/{id}': {get: {}}}",
        &["get_a_id"],
        &[
            "note T0212 (3, 21) the path has `{id}` and no parameter describes it; it is read as a required string",
        ],
    ),
    (
        "paths: {/a: {get: {parameters: [{name: x, in: query, schema: {}}, {name: x, in: header, schema: {}}, {name: Accept, in: header, schema: {}}]}}}",
        &["get_a"],
        &[
            "note T0212 (3, 67) two parameters are called `x`; the one in the header is the argument `x_in_header`",
            "note T0212 (3, 102) the header parameter `Accept` is ignored, as OpenAPI demands",
        ],
    ),
    (
        "paths: {/a: {get: {operationId: getOAuth2}, post: {operationId: get_oauth2}, put: {operationId: '+'}, patch: {operationId: '-'}}}",
        &["getOAuth2", "get_oauth2", "+", "-"],
        &["note T0212 (3, 65) a model can hardly tell the operation `get_oauth2` from `getOAuth2`"],
    ),
    (
        "webhooks: {a: {post: {}}}",
        &[],
        &[
            "note T0206 (3, 1) webhooks are left out: they are calls that the API makes, not calls to it",
        ],
    ),
];

#[test]
fn what_no_argument_can_hold_is_left_out_alone() {
    for (paths, names, findings) in CASES {
        let (draft, found) = draft_of(&document("3.1.0", paths), Role::Found);
        assert_eq!(found, *findings, "{paths}");
        let read: Vec<_> = draft
            .tools
            .iter()
            .map(|tool| tool.name.value.as_str())
            .collect();
        assert_eq!(read, *names);
    }
}

#[test]
fn other_versions_are_named() {
    for text in [
        "swagger: '1.2'\ninfo: {}\n",
        "openapi: 3.20.0\ninfo: {}\n",
        "openapi: 4\ninfo: {}\n",
    ] {
        let (draft, found) = draft_of(text, Role::Found);
        assert!(
            draft.tools.is_empty() && found.len() == 1 && found[0].contains("is not read"),
            "{found:?}"
        );
    }
}

/// The value of `operations`, the tools in the document below, and the findings.
const CHOICES: &[(&[&str], &[&str], &[&str])] = &[
    (
        &["+x", "+GET /b", "+tag:t", "+y"],
        &["x", "get_b", "put_b"],
        &["T0220 (1, 1) no operation of the document matches `y`"],
    ),
    (&["-x", "-GET /b"], &["post_a", "put_b", "get_b_id"], &[]),
    (&["-deprecated", "+/b/**"], &["get_b", "get_b_id"], &[]),
    (&["+* /b", "-GET /**"], &["get_b", "put_b"], &[]),
    (&["+get_*"], &["get_b", "get_b_id"], &[]),
    (
        &["+/b*", "-GET /b", "-/**"],
        &["get_b", "put_b"],
        &[
            "T0221 (1, 1) `GET /b` has no effect: an earlier pattern decides about every operation that it matches",
        ],
    ),
];

#[test]
fn the_first_choice_that_matches_decides() {
    let paths = "paths: {/a: {get: {operationId: x}, post: {}}, /b: {get: {}, put: {tags: [t], deprecated: true}}, '/b/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {}}]}}}";
    for (choices, names, findings) in CHOICES {
        let (draft, found) = draft_listed(&document("3.1.0", paths), chosen(choices));
        let read: Vec<_> = draft
            .tools
            .iter()
            .map(|tool| tool.name.value.as_str())
            .collect();
        assert_eq!(
            (read.as_slice(), found.as_slice()),
            (
                *names,
                &findings
                    .iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<_>>()[..]
            ),
            "{choices:?}"
        );
    }
}

fn chosen(choices: &[&str]) -> Entry {
    let span = Span::file(SourceId(0));
    let choices = choices.iter().map(|text| Choice {
        include: text.starts_with('+'),
        pattern: Spanned::new(text[1..].to_owned(), span),
    });
    Entry {
        operations: choices.collect(),
        ..listed(EntryKind::Rest)
    }
}

#[test]
fn what_no_chosen_operation_reaches_is_gone() {
    let text = document("3.0.3", PETS)
        + "    Toy: { type: dict }
    Cage: { properties: { bird: { $ref: '#/components/schemas/Bird' } } }
    Bird: { discriminator: { propertyName: kind, mapping: { p: Parrot } }, type: object }
    Parrot: { type: object }
  responses: { Lost: { description: x } }
";
    let (draft, found) = draft_listed(&text, chosen(&["+getPet"]));
    assert_eq!(
        found,
        Vec::<String>::new(),
        "nothing is said of what is not read"
    );
    let root = &draft.tools[0].input.root;
    let keys = |pointer: &str| -> Vec<String> {
        let map = root
            .pointer(pointer)
            .and_then(toolc_base::node::Node::as_map);
        let entries = map.into_iter().flat_map(toolc_base::node::Map::iter);
        entries.map(|entry| entry.key.clone()).collect()
    };
    assert_eq!(keys("/components/schemas"), ["Pet"]);
    assert_eq!(keys("/components/requestBodies"), Vec::<String>::new());
    assert_eq!(keys("/paths/~1pets~1{petId}"), ["parameters", "get"]);

    let text = text.replace("#/components/schemas/Pet", "#/components/schemas/Cage");
    let (draft, _) = draft_listed(&text, chosen(&["-GET /**"]));
    let root = &draft.tools[0].input.root;
    let schemas = root.pointer("/components/schemas").expect("schemas");
    let schemas: Vec<&str> = schemas
        .as_map()
        .expect("a map")
        .iter()
        .map(|entry| entry.key.as_str())
        .collect();
    assert_eq!(schemas, ["Cage", "Bird", "Parrot"]);
}

#[test]
fn definitions_of_swagger_go_too() {
    let text = "swagger: '2.0'
info: { title: t, version: '1' }
paths:
  /a: { get: { operationId: a, responses: { 200: { description: x, schema: { $ref: '#/definitions/A/properties/b' } } } } }
  /b: { get: { operationId: b, responses: { 200: { description: x, schema: { $ref: '#/definitions/C' } } } } }
definitions:
  A: { type: object, properties: { b: { $ref: '#/definitions/B' } } }
  B: { type: string }
  C: { type: dict }
";
    let (draft, found) = draft_listed(text, chosen(&["+a"]));
    assert_eq!(found, Vec::<String>::new());
    let root = draft.tools[0].input.root.to_json();
    assert!(
        root.contains(r#""B":{"#) && !root.contains(r#""C":{"#),
        "{root}"
    );
}
