//! Features of OpenAPI 3.1 and 3.2 that earlier versions lack.

use super::{draft_of, lines};
use toolc_base::source::Role;

const NEW: &str = r##"openapi: 3.2.0
$self: https://pets.example/openapi.yaml
info: {title: t, version: '1'}
jsonSchemaDialect: http://json-schema.org/draft-07/schema#
paths:
  /pets:
    query:
      operationId: findPets
      requestBody: { content: { application/json: { $ref: "#/components/mediaTypes/Filter" } } }
      callbacks: { done: { "{$request.query.url}": { post: {} } } }
      responses: { 200: { description: it, content: { text/event-stream: { itemSchema: { type: object } } } } }
    additionalOperations:
      COPY:
        parameters:
          - { $ref: "https://pets.example/openapi.yaml#/components/parameters/Limit", description: how many }
          - { name: all, in: querystring, content: { application/json: { schema: { type: object } } } }
        responses: {}
      Lock: 7
  /empty:
  /odd: []
components:
  mediaTypes:
    Filter: { schema: { type: object, properties: { kind: { items: [{ type: string }], definitions: {} }, old: { $schema: "https://spec.openapis.org/oas/3.1/dialect/base", prefixItems: [true] } } } }
  parameters:
    Limit: { name: limit, in: header, description: a limit, schema: { type: integer, prefixItems: [true] } }
"##;

#[test]
fn a_document_of_3_2() {
    let (draft, found) = draft_of(NEW, Role::Found);
    assert_eq!(
        lines(&draft),
        [
            r#"- findPets {"type":"object","properties":{"kind":{"definitions":{},"prefixItems":[{"type":"string"}]},"old":{"prefixItems":[true]}}}"#,
            r#"- copy_pets {"type":"object","properties":{"limit":{"type":"integer","description":"how many"},"all":{"type":"object"}}}"#,
        ]
    );
    assert_eq!(
        found,
        [
            "note T0206 (10, 7) callbacks are left out: they are calls that the API makes, not calls to it",
            "note T0212 (11, 76) `itemSchema` describes the values of a stream one by one: toolc takes the stream as one text, and does not check its values",
            "T0206 (18, 7) the operation `Lock /pets` is left out: it is a number",
            "T0206 (20, 3) the path `/odd` is left out: it is a list",
            "note T0205 (25, 86) `prefixItems` has no effect in draft-07",
        ]
    );
    let methods = draft
        .tools
        .iter()
        .map(|tool| tool.http.as_ref().map(|http| http.method.as_str()));
    assert_eq!(methods.collect::<Vec<_>>(), [Some("QUERY"), Some("COPY")]);
}
