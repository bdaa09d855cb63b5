//! The expected responses.

use super::{operation, tools_of};

/// The responses, the output schema, and the accepted media types.
const RESPONSES: &[(&str, Option<&str>, &[&str])] = &[
    ("204: {}", None, &[]),
    (
        "200: {content: {text/plain: {}}}, 404: {content: {application/json: {}}}",
        Some(r#"{"type":"string"}"#),
        &["text/plain"],
    ),
    (
        "200: {content: {text/plain: {}, image/png: {}}}",
        None,
        &["text/plain", "image/png"],
    ),
    (
        "default: {content: {application/json: {schema: {type: string}}}}",
        Some(r#"{"type":"string"}"#),
        &["application/json"],
    ),
    (
        "204: {}, default: {content: {application/json: {schema: {type: string}}}}",
        None,
        &[],
    ),
    (
        "2XX: {content: {text/csv: {}, application/x+json: {schema: {type: object}}}}",
        Some(r#"{"type":"object"}"#),
        &["application/x+json", "text/csv"],
    ),
    (
        "200: {content: {application/json: {schema: {type: string}}}}, 201: {content: {application/json: {schema: {type: integer}}}}, \
         202: {content: {application/json: {schema: {type: string}}}}",
        Some(r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#),
        &["application/json"],
    ),
    (
        "200: {content: {application/json: {schema: {type: string}}}}, 201: {content: {application/json: {}}}",
        None,
        &["application/json"],
    ),
    (
        "200: {content: {application/json: {schema: {type: string}}}}, 204: {}",
        Some(r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
        &["application/json"],
    ),
    (
        "200: {content: {application/json: {schema: {type: object}}}}, 202: {content: {text/plain: {}}}",
        Some(r#"{"anyOf":[{"type":"object"},{"type":"string"}]}"#),
        &["application/json", "text/plain"],
    ),
    (
        "200: {content: {application/json: {schema: {type: object}}}}, 202: {content: {image/png: {}}}",
        None,
        &["application/json", "image/png"],
    ),
    (
        "200: {content: {'*/*': {schema: {type: string}}}}",
        Some(r#"{"type":"string"}"#),
        &["*/*"],
    ),
    (
        "200: {content: {'*/*': {schema: {type: string, format: binary}}}}",
        None,
        &["*/*"],
    ),
];

#[test]
fn the_output_is_what_success_gives() {
    for (responses, output, accepts) in RESPONSES {
        let document = format!("paths: {{/a: {{get: {{responses: {{{responses}}}}}}}}}");
        let (tools, _) = tools_of("3.1.0", &document);
        let schema = tools[0].output.as_ref().map(|output| output.node.to_json());
        assert_eq!(schema.as_deref(), *output, "{responses}");
        assert_eq!(operation(&tools[0]).accepts, *accepts, "{responses}");
    }
}
