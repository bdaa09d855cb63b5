//! Bodies of requests.

mod formats;

use super::super::{draft_listed, listed};
use super::{form, operation, tools_of};
use formats::FORMATS;
use toolc_base::source::Spanned;
use toolc_model::config::EntryKind;
use toolc_model::draft::DraftTool;
use toolc_model::model::http::{Content, Operation};

/// The body as one line: `Json application/json of body!`, followed by its fields.
fn body(operation: &Operation) -> String {
    let Some(body) = &operation.body else {
        return "none".to_owned();
    };
    let mut line = format!("{:?} {}", body.encoding, body.media_type);
    if let Content::Argument(name) = &body.content {
        line += &format!(" of {name}");
    }
    line += if body.required { "!" } else { "" };
    for field in &body.fields {
        let file = if field.is_file { " file" } else { "" };
        line += &format!("; {}: {}{file}", field.name, form(&field.form));
    }
    for header in &body.headers {
        line += &format!("; {} has {}: {}", header.part, header.name, header.value);
    }
    line
}

fn input(tool: &DraftTool) -> String {
    tool.input.node.to_json()
}

/// A request body, its line, the arguments, and the findings.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const COMPONENTS: &str = "components:
  headers: {Version: {schema: {const: v1}}}
  schemas:
    Named: {type: object, properties: {name: {type: string}}, required: [name]}
    Pet: {allOf: [{$ref: '#/components/schemas/Named'}, {type: object, properties: {tag: {type: string}}}]}
    File: {type: string, format: binary, description: A photo}
";

fn tool_of(request: &str, parameters: &str) -> (DraftTool, Vec<String>) {
    let document = format!(
        "paths: {{/a: {{post: {{parameters: [{parameters}], requestBody: {{{request}}}}}}}}}\n{COMPONENTS}"
    );
    let (mut tools, found) = tools_of("3.1.0", &document);
    (tools.pop().expect("a tool"), found)
}

const BODIES: &[Case] = &[
    // an object is replaced by its properties
    (
        "required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}",
        "Json application/json!",
        r#"{"type":"object","properties":{"name":{"type":"string"},"tag":{"type":"string"}},"required":["name"]}"#,
        &[],
    ),
    (
        "description: A pet, required: true, content: {application/json; charset=utf-8: {schema: {type: object, properties: {a: {}}, required: [b], x-a: 1}}}",
        "Json application/json; charset=utf-8!",
        r#"{"type":"object","properties":{"a":{},"b":{}},"required":["b"],"description":"A pet"}"#,
        &[],
    ),
    (
        "content: {application/vnd.x+json: {schema: {type: object, properties: {a: {}}, additionalProperties: false}}}",
        "Json application/vnd.x+json",
        r#"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#,
        &[],
    ),
    (
        "required: true, content: {application/json: {schema: {type: object, properties: {}}}}",
        "Json application/json!",
        r#"{"type":"object","properties":{}}"#,
        &[],
    ),
    // both schemas of one property apply
    (
        "content: {application/json: {schema: {type: object, properties: {a: {type: string}}, allOf: [{properties: {a: {minLength: 1}}}, {properties: {a: {type: string}}}]}}}",
        "Json application/json",
        r#"{"type":"object","properties":{"a":{"allOf":[{"type":"string"},{"minLength":1}]}}}"#,
        &[],
    ),
    // optional as a whole, but not in part
    (
        "content: {application/json: {schema: {$ref: '#/components/schemas/Named'}}}",
        "Json application/json of body",
        r##"{"type":"object","properties":{"body":{"$ref":"#/components/schemas/Named"}}}"##,
        &[],
    ),
    // text, binary data, documents
    (
        "content: {text/plain: {schema: {type: string, maxLength: 9}}}",
        "Text text/plain of body",
        r#"{"type":"object","properties":{"body":{"type":"string","maxLength":9}}}"#,
        &[],
    ),
    (
        "content: {text/plain: {schema: {type: integer}}}",
        "Json text/plain of body",
        r#"{"type":"object","properties":{"body":{"type":"integer"}}}"#,
        &[],
    ),
    (
        "required: true, description: A photo, content: {image/*: {}}",
        "Bytes application/octet-stream of body!",
        r#"{"type":"object","properties":{"body":{"type":"string","format":"byte","contentEncoding":"base64","description":"A photo. The bytes in Base64."}},"required":["body"]}"#,
        &[],
    ),
    (
        "content: {application/pdf: {schema: {type: string, format: binary}}}",
        "Bytes application/pdf of body",
        r#"{"type":"object","properties":{"body":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."}}}"#,
        &[],
    ),
    (
        "content: {'*/*': {schema: {type: string, format: binary}}}",
        "Bytes application/octet-stream of body",
        r#"{"type":"object","properties":{"body":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."}}}"#,
        &[],
    ),
    (
        "content: {application/xml: {schema: {$ref: '#/components/schemas/Pet'}}}",
        "Text application/xml of body",
        r#"{"type":"object","properties":{"body":{"type":"string","description":"The XML document as text."}}}"#,
        &[],
    ),
    (
        "content: {application/json: {}}",
        "Json application/json of body",
        r#"{"type":"object","properties":{"body":{}}}"#,
        &[],
    ),
    // the best of several
    (
        "content: {application/octet-stream: {}, application/xml: {}, text/csv: {}, application/x-www-form-urlencoded: {}, multipart/form-data: {}}",
        "Form application/x-www-form-urlencoded of body",
        r#"{"type":"object","properties":{"body":{"type":"object"}}}"#,
        &[],
    ),
    (
        "content: {application/octet-stream: {}, application/xml: {}}",
        "Text application/xml of body",
        r#"{"type":"object","properties":{"body":{"type":"string","description":"The XML document as text."}}}"#,
        &[],
    ),
    (
        "content: {text/json: {}, application/x+json: {}, application/json: {}}",
        "Json application/json of body",
        r#"{"type":"object","properties":{"body":{}}}"#,
        &[],
    ),
    // a media type that cannot be what the service means comes last
    (
        "content: {multipart/x-www-form-urlencoded: {}, multipart/form-data: {}}",
        "Multipart multipart/form-data of body",
        r#"{"type":"object","properties":{"body":{"type":"object"}}}"#,
        &[],
    ),
    // fields of forms
    (
        "content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: array}, b: {type: object}, c: {}}}, \
         encoding: {a: {style: spaceDelimited}, b: {contentType: application/json}, c: {allowReserved: true}}}}",
        "Form application/x-www-form-urlencoded; a: SpaceDelimited; b: application/json; c: Form exploded reserved",
        r#"{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"object"},"c":{}}}"#,
        &[],
    ),
    (
        "content: {multipart/form-data: {schema: {type: object, properties: {\
         photo: {$ref: '#/components/schemas/File'}, more: {type: array, items: {type: string, contentMediaType: image/png}}, \
         note: {type: string, contentMediaType: text/markdown}, raw: {}, id: {type: integer}}}, \
         encoding: {photo: {contentType: 'image/*, image/png', headers: {X-A: {}}}, raw: {contentType: application/zip}}}}",
        "Multipart multipart/form-data; photo: image/png file; more: application/octet-stream file; note: text/markdown; raw: application/zip file",
        r#"{"type":"object","properties":{"photo":{"type":"string","format":"byte","contentEncoding":"base64","description":"A photo. The bytes in Base64."},"more":{"type":"array","items":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."}},"note":{"type":"string","contentMediaType":"text/markdown"},"raw":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."},"id":{"type":"integer"}}}"#,
        &[
            "the header `X-A` of the part `photo` is not sent: no argument holds it, and its value is not always the same",
        ],
    ),
    // headers of parts
    (
        "content: {multipart/form-data: {schema: {type: object, properties: {a: {}, b: {}}}, encoding: {\
         a: {headers: {X-C: {schema: {const: x y}}, X-E: {schema: {enum: [7]}}, X-D: {schema: {type: array, default: [a, true]}}, \
         content-type: {schema: {const: a/b}}, Content-Disposition: {schema: {const: inline}}}}, \
         b: {headers: {'X A': {schema: {const: 1}}, X-L: {schema: {const: \"a\\nb\"}}, X-O: {schema: {const: {}}}, X-M: {schema: {enum: [1, 2]}}, \
         X-R: {$ref: '#/components/headers/Version'}}, encoding: {}}}}}",
        "Multipart multipart/form-data; a has X-C: x y; a has X-E: 7; a has X-D: a,true; b has X-R: v1",
        r#"{"type":"object","properties":{"a":{},"b":{}}}"#,
        &[
            "the header `Content-Disposition` of the part `a` is not sent: whoever writes the part writes it",
            "the header `X A` of the part `b` is not sent: no header can be called so",
            "the header `X-L` of the part `b` is not sent: no header may hold control characters",
            "the header `X-O` of the part `b` is not sent: no argument holds it, and its value is not always the same",
            "the header `X-M` of the part `b` is not sent: no argument holds it, and its value is not always the same",
            "`encoding` of the part `b` is not read: what is within a part is written as usual",
        ],
    ),
    (
        "content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {}}}, encoding: {\
         a: {headers: {X-C: {schema: {const: x}}}}}}}",
        "Form application/x-www-form-urlencoded",
        r#"{"type":"object","properties":{"a":{}}}"#,
        &[
            "the header `X-C` of the field `a` is ignored, as OpenAPI demands: the form has no parts",
        ],
    ),
    // files in schemas that are more than a plain object
    (
        "content: {multipart/form-data: {schema: {type: object, minProperties: 1, properties: {f: {type: string, format: binary}}}}}",
        "Multipart multipart/form-data of body; f: application/octet-stream file",
        r#"{"type":"object","properties":{"body":{"type":"object","minProperties":1,"properties":{"f":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."}}}}}"#,
        &[],
    ),
];

#[test]
fn every_body_has_its_arguments() {
    for (request, line, arguments, findings) in BODIES.iter().chain(FORMATS) {
        let (tool, found) = tool_of(request, "");
        assert_eq!(body(operation(&tool)), *line, "{request}");
        assert_eq!(input(&tool), *arguments, "{request}");
        assert_eq!(found, *findings, "{request}");
    }
}

/// Schemas that do more than determine the properties: the body remains one argument.
const WHOLE: &[&str] = &[
    "type: object, properties: {a: {}}, minProperties: 1",
    "type: object, properties: {a: {}}, maxProperties: 1",
    "type: object, properties: {a: {}}, additionalProperties: {type: string}",
    "type: object, properties: {a: {}}, patternProperties: {b: {}}",
    "type: object, properties: {a: {}}, propertyNames: {minLength: 1}",
    "type: object, properties: {a: {}}, oneOf: [{}]",
    "type: object, properties: {a: {}}, anyOf: [{}]",
    "type: object, properties: {a: {}}, not: {required: [b]}",
    "type: object, properties: {a: {}}, if: {}, then: {}",
    "type: object, properties: {a: {}}, dependentRequired: {a: [b]}",
    "type: object, properties: {a: {}}, unevaluatedProperties: false",
    "type: object, properties: {a: {}}, enum: [{a: 1}]",
    "type: object, properties: {a: {}}, $id: 'https://x/y'",
    "type: object, properties: {a: {}}, x-rust-type: 'crate::A'",
    "type: [object, 'null'], properties: {a: {}}",
    "properties: {a: {}}",
    "type: object",
    "type: object, properties: {}, additionalProperties: true",
    "type: array",
    "type: object, properties: {a: {}}, additionalProperties: false, required: [b]",
    "allOf: [{type: object, properties: {a: {}}, additionalProperties: false}, {properties: {b: {}}}]",
    "$ref: 'other.yaml#/Pet'",
    "$ref: '#/nowhere'",
];

#[test]
fn a_body_that_says_more_is_one_argument() {
    for schema in WHOLE {
        let request =
            format!("required: true, content: {{application/json: {{schema: {{{schema}}}}}}}");
        let (tool, _) = tool_of(&request, "");
        assert_eq!(
            body(operation(&tool)),
            "Json application/json of body!",
            "{schema}"
        );
    }
}

#[test]
fn a_parameter_of_the_same_name_keeps_the_body_whole() {
    let request =
        "required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}";
    let (tool, found) = tool_of(
        request,
        "{name: tag, in: query, schema: {}}, {name: body, in: query, schema: {}}",
    );
    assert_eq!(
        body(operation(&tool)),
        "Json application/json of requestBody!"
    );
    assert_eq!(
        found,
        ["`tag` is both a parameter and a property of the body, so the body is one argument"]
    );
}

#[test]
fn a_multipart_body_that_is_not_an_object_is_left_out() {
    let (tools, found) = tools_of(
        "3.0.0",
        "paths: {/a: {post: {requestBody: {content: {multipart/mixed: {schema: {type: string}}}}}}}",
    );
    assert!(tools.is_empty());
    assert_eq!(
        found,
        [
            "the operation `POST /a` is left out: its body is `multipart/mixed`, and its schema is not an object"
        ]
    );
}

#[test]
fn the_entry_says_which_body_is_taken_and_how() {
    let mut entry = listed(EntryKind::Rest);
    let wanted = Spanned::new("Application/XML".to_owned(), entry.span);
    entry.bodies.content = vec![wanted];
    entry.bodies.nested = true;
    let text = "openapi: 3.0.0\ninfo: {}\npaths: {/a: {\
        get: {requestBody: {content: {application/json: {}, application/xml; charset=utf-8: {}}}}, \
        post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {}}}}}}}}}\n";
    let (draft, _) = draft_listed(text, entry);
    let lines: Vec<_> = draft
        .tools
        .iter()
        .map(|tool| body(operation(tool)))
        .collect();
    assert_eq!(
        lines,
        [
            "Text application/xml; charset=utf-8 of body",
            "Json application/json of body",
        ]
    );
}

/// An open form has more fields than it describes, and they may not pass for those.
#[test]
fn the_names_of_all_fields_of_a_form_are_known() {
    const FORM: &str = "schema: {allOf: [{properties: {role: {}, name: {}}}], required: [id], additionalProperties: {type: string}}";
    for (media, names) in [
        ("application/x-www-form-urlencoded", &["name", "role"][..]),
        ("multipart/form-data", &["name", "role"]),
        ("application/json", &[]),
    ] {
        let (tool, _) = tool_of(
            &format!("required: true, content: {{{media}: {{{FORM}}}}}"),
            "",
        );
        let operation = tool.http.expect("an operation");
        assert_eq!(
            operation.body.as_ref().expect("a body").names,
            names,
            "{media}"
        );
    }
}
