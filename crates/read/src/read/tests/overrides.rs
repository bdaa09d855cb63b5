//! How `overrides` changes the operations of an API description.

use super::lines;
use crate::read::config::read_config;
use crate::read::{Dialects, read_source};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_model::draft::Draft;
use toolc_model::model::approval::Approval;
use toolc_model::model::http::{Content, Origin};

const PETS: &str = r##"
openapi: 3.1.0
info: { title: p, version: '1' }
paths:
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPet
      summary: Long.
      parameters:
        - { name: trace, in: header, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: page, in: query, schema: true }
    put:
      operationId: putPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
  /search:
    post:
      operationId: search
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                filter: { description: Which., $ref: "#/components/schemas/Filter" }
                round: { $ref: "#/components/schemas/Round" }
                more: { type: array, items: { $ref: "#/components/schemas/Filter" } }
components:
  schemas:
    Filter:
      type: object
      required: [kind]
      properties: { kind: { type: string }, "a/b": { type: integer }, c: { allOf: [{ properties: { d: true } }] } }
    Round: { allOf: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Round" }] }
    Pet: { type: object, additionalProperties: { type: string } }
"##;

const SPREAD: &str = r##"
openapi: 3.1.0
info: { title: p, version: '1' }
paths:
  /sorted:
    get:
      operationId: sorted
      parameters:
        - name: sort
          in: query
          schema: { type: object, properties: { by: true, role: true }, additionalProperties: true }
        - name: deep
          in: query
          style: deepObject
          schema: { type: object, properties: { role: true }, additionalProperties: true }
"##;

const FORM: &str = r##"
openapi: 3.1.0
info: { title: p, version: '1' }
paths:
  /form:
    post:
      operationId: send
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { o: { type: object }, role: true, trace: true, s: true } }
            encoding: { o: { explode: true } }
  /plain:
    post:
      operationId: plain
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { o: { type: object }, s: true } }
"##;

fn draft(overrides: &str) -> Draft {
    let (draft, found) = read_with(overrides);
    assert!(found.is_empty(), "{found:?}");
    draft
}

fn read_with(overrides: &str) -> (Draft, Vec<String>) {
    read_from(PETS, overrides)
}

fn read_from(description: &str, overrides: &str) -> (Draft, Vec<String>) {
    let config = format!(
        "tools: {{ registry: [{{ type: rest, spec: a.yaml, namespace: p, overrides: {overrides} }}] }}"
    );
    let mut sources = Sources::default();
    let mut add = |path: &str, text: &str, role| {
        sources.add(Source {
            path: path.to_owned(),
            text: text.into(),
            role,
        })
    };
    let id = add("toolc.yaml", &config, Role::Config);
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("a configuration");
    let settings = read_config(&mut diagnostics, &node);
    let mut config = settings.config;
    let entries = settings.entries.into_iter();
    let ids: Vec<_> = entries.map(|listed| config.add(listed.entry)).collect();
    let id = sources.add(Source {
        path: "a.yaml".to_owned(),
        text: description.into(),
        role: Role::Listed(ids[0]),
    });
    let node = parse_source(&mut diagnostics, &sources, id).expect("a description");
    let dialects = Dialects::default();
    let draft = read_source(&mut diagnostics, &sources, &config, &dialects, id, node);
    let found = diagnostics.iter().map(|found| found.message.clone());
    (draft, found.collect())
}

#[test]
fn a_tool_is_what_the_override_says() {
    let draft = draft(
        "{ getPet: { name: get, description: Short., approval: preApproved, hidden: [trace], \
         constants: { petId: rex, limit: 5 }, defaults: { page: 1 } }, '/**': { description: x, approval: ask } }",
    );
    assert_eq!(
        lines(&draft)[0],
        r#"- get {"type":"object","properties":{"page":{"default":1}},"additionalProperties":false}"#
    );
    let get = &draft.tools[0];
    assert_eq!(get.description, "Short.");
    let approval = get.approval.as_ref().map(|approval| approval.value);
    assert_eq!(approval, Some(Approval::PreApproved));
    let http = get.http.as_ref().expect("a request");
    let values: Vec<_> = http
        .parameters
        .iter()
        .map(|parameter| (parameter.name.as_str(), &parameter.value))
        .collect();
    assert_eq!(
        values,
        [
            ("petId", &Origin::Constant("\"rex\"".to_owned())),
            ("trace", &Origin::Hidden),
            ("limit", &Origin::Constant("5".to_owned())),
            ("page", &Origin::Argument("page".to_owned())),
        ]
    );
    let given: Vec<&str> = get
        .given
        .iter()
        .map(|given| given.value.value.as_str())
        .collect();
    assert_eq!(given, ["\"rex\"", "5", "1"]);
    let shown = get.metadata[0].1.to_json();
    assert!(
        shown.contains(r#"{"constant":"\"rex\"","name":"petId","in":"path"}"#),
        "{shown}"
    );
    assert_eq!(draft.tools[1].description, "x");
}

#[test]
fn a_form_knows_all_its_fields_hidden_or_not() {
    let (draft, found) = read_from(
        FORM,
        "{ send: { hidden: [trace], constants: { role: user } } }",
    );
    assert!(found.is_empty(), "{found:?}");
    let names = draft.tools.iter().map(|tool| {
        let http = tool.http.as_ref().expect("a request");
        &http.body.as_ref().expect("a body").names[..]
    });
    let expected: [&[&str]; 2] = [&["o", "role", "s", "trace"], &["o", "s"]];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn places_within_arguments_are_hidden_and_have_defaults() {
    let draft = draft(
        "{ search: { hidden: [/filter/a~1b, /more/*/c], defaults: { /filter/c/d: 3, /more/*/kind: cat } } }",
    );
    let kept = r#""required":["kind"]"#;
    let expected = format!(
        "- search {{\"type\":\"object\",\"properties\":{{\
         \"filter\":{{\"type\":\"object\",{kept},\"properties\":{{\"kind\":{{\"type\":\"string\"}},\"c\":{{\"allOf\":[{{\"properties\":{{\"d\":{{\"default\":3}}}}}}]}}}},\"description\":\"Which.\",\"additionalProperties\":false}},\
         \"round\":{{\"$ref\":\"#/components/schemas/Round\"}},\
         \"more\":{{\"type\":\"array\",\"items\":{{\"type\":\"object\",{kept},\"properties\":{{\"kind\":{{\"type\":\"string\",\"default\":\"cat\"}},\"a/b\":{{\"type\":\"integer\"}}}},\"additionalProperties\":false}}}}}}}}"
    );
    let lines = lines(&draft);
    let search = lines.iter().find(|line| line.starts_with("- search"));
    assert_eq!(search, Some(&expected));
    let given = draft.tools.iter().flat_map(|tool| &tool.given);
    let given: Vec<_> = given
        .map(|given| (given.argument.value.as_str(), given.schema.node.to_json()))
        .collect();
    assert_eq!(
        given,
        [
            ("/filter/c/d", "true".to_owned()),
            ("/more/*/kind", r#"{"type":"string"}"#.to_owned()),
        ]
    );
}

#[test]
fn nothing_else_is_sent_under_the_name_of_a_hidden_place() {
    let (draft, found) = read_from(SPREAD, "{ sorted: { hidden: [/sort/role, /deep/role] } }");
    assert!(found.is_empty(), "{found:?}");
    let http = draft.tools[0].http.as_ref().expect("a request");
    let hidden = http.parameters.iter();
    let hidden = hidden.filter(|parameter| parameter.value == Origin::Hidden);
    let names: Vec<_> = hidden.map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names, ["role", "deep[role]"]);
}

#[test]
fn the_way_to_a_place_ends() {
    let (_, found) = read_with("{ search: { hidden: [/round/x] } }");
    assert_eq!(found, ["`search` has no argument `/round/x`"]);
}

#[test]
fn places_within_the_body_have_constants() {
    let search = |overrides: &str| {
        let draft = draft(overrides);
        let lines = lines(&draft);
        let at = lines.iter().position(|line| line.starts_with("- search"));
        let at = at.expect("a tool");
        let http = draft.tools[at].http.as_ref().expect("a request");
        let body = http.body.as_ref().expect("a body");
        let within = body.within.iter();
        let within = within.map(|within| format!("{} {}", within.path.join("/"), within.value));
        (lines[at].clone(), within.collect::<Vec<_>>())
    };
    let (line, within) =
        search("{ search: { constants: { /filter/kind: dog, /more/*/c: { d: 1 } } } }");
    assert!(!line.contains("dog"), "{line}");
    assert!(
        line.contains(r#""filter":{"type":"object","properties":{"a/b""#),
        "{line}"
    );
    assert_eq!(within, [r#"filter/kind "dog""#, r#"more/*/c {"d":1}"#]);
}

#[test]
fn a_body_is_fixed_or_hidden_as_a_whole() {
    let draft_of = |over: &str| {
        let draft = draft(&format!("{{ putPet: {over} }}"));
        let put = draft.tools[1].http.clone().expect("a request");
        (lines(&draft)[1].clone(), put.body.clone())
    };
    let only_id = r#"- putPet {"type":"object","properties":{"petId":{"type":"string"}},"required":["petId"],"additionalProperties":false}"#;
    let (line, body) = draft_of("{ constants: { body: { name: Rex } } }");
    assert_eq!(line, only_id);
    let content = body.map(|body| body.content);
    let name = ("name".to_owned(), "\"Rex\"".to_owned());
    assert_eq!(content, Some(Content::Rest(vec![name])));
    let (line, body) = draft_of("{ hidden: [body] }");
    assert_eq!((line.as_str(), body), (only_id, None));
}

#[test]
fn another_tool_stands_in_the_place_of_an_operation() {
    let draft = draft("{ getPet: { replaced_by: mine } }");
    let names: Vec<_> = draft.tools.iter().map(|tool| &tool.name.value).collect();
    assert_eq!(names, ["putPet", "search"]);
    assert_eq!(draft.replaced[0].operation, "GET /pets/{petId}");
}
