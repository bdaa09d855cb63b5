//! Read-only and write-only properties.

use super::tools_of;
use toolc_model::draft::{DraftSchema, DraftTool};

const COMPONENTS: &str = "components:
  schemas:
    Id: {type: integer, readOnly: true}
    Base: {type: object, required: [id], properties: {id: {$ref: '#/components/schemas/Id'}}}
    Pet:
      allOf: [{$ref: '#/components/schemas/Base'}, {required: [id, name]}]
      type: object
      required: [made]
      properties:
        name: {type: string}
        made: {type: string, readOnly: true}
        secret: {type: string, writeOnly: true}
        children: {type: array, items: {$ref: '#/components/schemas/Pet'}}
        owner: {$ref: '#/components/schemas/Owner'}
    Owner: {type: object, properties: {name: {type: string}}}
    Key: {oneOf: [{required: [id]}, {required: [x]}], properties: {id: {readOnly: true}}}
    PetRequest: {type: string}
";

fn tool(schema: &str) -> DraftTool {
    let body = format!("required: true, content: {{application/json: {{schema: {schema}}}}}");
    let response = format!("content: {{application/json: {{schema: {schema}}}}}");
    let document = format!(
        "paths: {{/a: {{post: {{requestBody: {{{body}}}, responses: {{200: {{{response}}}}}}}}}}}\n{COMPONENTS}"
    );
    let (mut tools, found) = tools_of("3.1.0", &document);
    assert_eq!(found, Vec::<String>::new());
    tools.pop().expect("a tool")
}

fn component(schema: &DraftSchema, name: &str) -> Option<String> {
    let pointer = format!("/components/schemas/{name}");
    Some(schema.root.pointer(&pointer)?.to_json())
}

#[test]
fn read_only_properties_are_not_arguments_and_write_only_ones_not_outputs() {
    let tool = tool("{$ref: '#/components/schemas/Pet'}");
    assert_eq!(
        tool.input.node.to_json(),
        r##"{"type":"object","properties":{"name":{"type":"string"},"secret":{"type":"string","writeOnly":true},"children":{"type":"array","items":{"$ref":"#/components/schemas/PetRequest_"}},"owner":{"$ref":"#/components/schemas/Owner"}},"required":["name"]}"##
    );
    // the second form refers to itself, and whatever reaches no such property is shared
    assert_eq!(
        component(&tool.input, "PetRequest_").as_deref(),
        Some(
            r##"{"allOf":[{"$ref":"#/components/schemas/BaseRequest"},{"required":["name"]}],"type":"object","properties":{"name":{"type":"string"},"secret":{"type":"string","writeOnly":true},"children":{"type":"array","items":{"$ref":"#/components/schemas/PetRequest_"}},"owner":{"$ref":"#/components/schemas/Owner"}}}"##
        )
    );
    assert_eq!(
        component(&tool.input, "BaseRequest").as_deref(),
        Some(r#"{"type":"object","properties":{}}"#)
    );
    assert_eq!(component(&tool.input, "OwnerRequest"), None);
    assert_eq!(component(&tool.input, "BaseResponse"), None);
    let output = tool.output.expect("an output");
    assert_eq!(
        output.node.to_json(),
        r##"{"$ref":"#/components/schemas/PetResponse"}"##
    );
    let form = component(&output, "PetResponse").expect("a second form");
    assert!(
        form.contains(r#""made""#) && !form.contains("secret"),
        "{form}"
    );
}

/// The schemas of a body, and the arguments.
const INLINE: &[(&str, &str)] = &[
    (
        "{type: object, required: [a, b], properties: {a: {readOnly: true}, b: {type: string}}}",
        r#"{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}"#,
    ),
    // closed objects refuse it
    (
        "{type: object, additionalProperties: false, properties: {a: {readOnly: true}, b: {readOnly: false}}}",
        r#"{"type":"object","properties":{"b":{"readOnly":false}},"additionalProperties":false}"#,
    ),
    // keywords about the value itself, and about values within it
    (
        "{type: object, minProperties: 1, properties: {a: {readOnly: true}, b: {required: [a]}}, anyOf: [{required: [a]}], \
         allOf: [{required: [a, b]}], not: {required: [a]}}",
        r#"{"type":"object","properties":{"body":{"type":"object","minProperties":1,"properties":{"b":{"required":["a"]}},"anyOf":[{}],"allOf":[{"required":["b"]}],"not":{"required":["a"]}}},"required":["body"]}"#,
    ),
    (
        "{type: array, items: {$ref: '#/components/schemas/Base'}}",
        r##"{"type":"object","properties":{"body":{"type":"array","items":{"$ref":"#/components/schemas/BaseRequest"}}},"required":["body"]}"##,
    ),
    (
        "{$ref: '#/components/schemas/Owner'}",
        r#"{"type":"object","properties":{"name":{"type":"string"}}}"#,
    ),
    // data is not treated as a schema
    (
        "{type: object, properties: {a: {default: {properties: {b: {readOnly: true}}}}}}",
        r#"{"type":"object","properties":{"a":{"default":{"properties":{"b":{"readOnly":true}}}}}}"#,
    ),
];

#[test]
fn the_rest_of_a_schema_stays() {
    for (schema, arguments) in INLINE {
        assert_eq!(tool(schema).input.node.to_json(), *arguments, "{schema}");
    }
}
