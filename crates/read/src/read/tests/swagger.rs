//! Swagger 2.0 documents, and their conversion before they are read as OpenAPI 3.

use super::draft_of;
use toolc_base::node::Node;
use toolc_base::source::Role;

const PETS: &str = r##"swagger: 2.0
info: {title: t, version: '1'}
host: pets.example
basePath: /v1
schemes: [http, https]
consumes: [application/json]
produces: [application/vnd.pet+json]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, type: integer, format: int64 }
      - { $ref: "#/parameters/Pet" }
    put:
      operationId: putPet
      schemes: [wss, http]
      parameters: [{ name: X-Tags, in: header, type: array, items: { type: string } }]
      responses: { 200: { $ref: "#/responses/Pet" }, 404: { description: none } }
    get:
      operationId: getPet
      produces: [text/xml, application/json]
      parameters:
        - { name: body, in: body, description: other, schema: { type: string } }
        - { name: tags, in: query, type: array, collectionFormat: pipes, items: { type: string, x-nullable: true } }
      responses: { 200: { $ref: "#/responses/Pet" } }
  /files:
    post:
      operationId: upload
      consumes: []
      parameters:
        - { name: file, in: formData, type: file, required: true, description: the file }
        - { name: tags, in: formData, type: array, collectionFormat: multi, items: { type: string } }
        - { name: since, in: query, type: number, minimum: 0, exclusiveMinimum: true }
      responses: { 200: { description: it, schema: { type: file } } }
parameters:
  Pet: { name: pet, in: body, required: true, description: the pet, schema: { $ref: "#/definitions/Pet" } }
responses:
  Pet: { description: a pet, schema: { $ref: "#/definitions/Pet" } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: { type: string }
      name: { type: string, x-nullable: true }
      first: { $ref: "#/paths/~1pets~1%7Bid%7D/get/responses/200/schema" }
securityDefinitions:
  login: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  app: { type: oauth2, flow: application, tokenUrl: "https://t.example", scopes: { a: all } }
"##;

/// Pointers into the converted document, and what they lead to.
const PARTS: &[(&str, &str)] = &[
    ("/openapi", r##""3.0.3""##),
    (
        "/servers",
        r##"[{"url":"https://pets.example/v1"},{"url":"http://pets.example/v1"}]"##,
    ),
    (
        "/paths/~1pets~1{id}/parameters",
        r##"[{"name":"id","in":"path","required":true,"schema":{"type":"integer","format":"int64"}}]"##,
    ),
    (
        "/paths/~1pets~1{id}/put/parameters",
        r##"[{"name":"X-Tags","in":"header","style":"simple","explode":false,"schema":{"type":"array","items":{"type":"string"}}}]"##,
    ),
    (
        "/paths/~1pets~1{id}/put/requestBody",
        r##"{"description":"the pet","required":true,"content":{"application/json":{"schema":{"$ref":"#/definitions/Pet"}}}}"##,
    ),
    (
        "/paths/~1pets~1{id}/put/responses/200",
        r##"{"$ref":"#/responses/Pet"}"##,
    ),
    (
        "/responses/Pet",
        r##"{"description":"a pet","schema":{"$ref":"#/definitions/Pet"},"content":{"application/vnd.pet+json":{"schema":{"$ref":"#/definitions/Pet"}}}}"##,
    ),
    (
        "/paths/~1pets~1{id}/put/servers",
        r##"[{"url":"http://pets.example/v1"}]"##,
    ),
    (
        "/paths/~1pets~1{id}/get/parameters",
        r##"[{"name":"tags","in":"query","style":"pipeDelimited","explode":false,"schema":{"type":"array","items":{"type":["string","null"]}}}]"##,
    ),
    (
        "/paths/~1pets~1{id}/get/requestBody",
        r##"{"description":"other","content":{"application/json":{"schema":{"type":"string"}}}}"##,
    ),
    (
        "/paths/~1pets~1{id}/get/responses/200",
        r##"{"description":"a pet","schema":{"$ref":"#/definitions/Pet"},"content":{"text/xml":{"schema":{"$ref":"#/definitions/Pet"}},"application/json":{"schema":{"$ref":"#/definitions/Pet"}}}}"##,
    ),
    (
        "/paths/~1files/post/parameters",
        r##"[{"name":"since","in":"query","schema":{"type":"number","exclusiveMinimum":0}}]"##,
    ),
    (
        "/paths/~1files/post/requestBody",
        r##"{"required":true,"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"file":{"type":"string","description":"the file","format":"binary"},"tags":{"type":"array","items":{"type":"string"}}},"required":["file"]},"encoding":{"tags":{"style":"form","explode":true}}}}}"##,
    ),
    (
        "/paths/~1files/post/responses/200/content",
        r##"{"application/vnd.pet+json":{"schema":{"type":"string","format":"binary"}}}"##,
    ),
    (
        "/definitions/Pet",
        r##"{"type":"object","discriminator":{"propertyName":"kind"},"required":["kind"],"properties":{"kind":{"type":"string"},"name":{"type":["string","null"]},"first":{"$ref":"#/paths/~1pets~1%7Bid%7D/get/responses/200/schema"}}}"##,
    ),
    (
        "/components/securitySchemes",
        r##"{"login":{"type":"http","scheme":"basic"},"key":{"type":"apiKey","in":"header","name":"X-Key"},"app":{"type":"oauth2","flow":"application","tokenUrl":"https://t.example","scopes":{"a":"all"},"flows":{"clientCredentials":{"tokenUrl":"https://t.example","scopes":{"a":"all"}}}}}"##,
    ),
];

#[test]
fn documents_become_openapi_3() {
    let (draft, _) = draft_of(PETS, Role::Found);
    let document = &draft.documents[0].node;
    for (pointer, expected) in PARTS {
        let found = document.pointer(pointer).map(Node::to_json);
        assert_eq!(found.as_deref(), Some(*expected), "{pointer}");
    }
}
