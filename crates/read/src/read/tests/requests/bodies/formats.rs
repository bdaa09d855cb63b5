//! Bodies in formats that are not JSON, forms or plain text, and bodies of which little is said.

use super::Case;

pub(super) const FORMATS: &[Case] = &[
    // JSON texts one after the other
    (
        "required: true, content: {application/x-ndjson: {schema: {type: array, items: {type: object}}}}",
        "JsonLines application/x-ndjson of body!",
        r#"{"type":"object","properties":{"body":{"type":"array","items":{"type":"object"}}},"required":["body"]}"#,
        &[],
    ),
    (
        "content: {application/vnd.elasticsearch+x-ndjson;compatible-with=8: {schema: {type: object, properties: {a: {}}}}}",
        "JsonLines application/vnd.elasticsearch+x-ndjson;compatible-with=8 of body",
        r#"{"type":"object","properties":{"body":{"type":"object","properties":{"a":{}}}}}"#,
        &[],
    ),
    (
        "content: {application/geo+json-seq: {itemSchema: {type: object}}}",
        "JsonSequence application/geo+json-seq of body",
        r#"{"type":"object","properties":{"body":{"type":"array","items":{"type":"object"}}}}"#,
        &[],
    ),
    (
        "content: {application/jsonl: {}}",
        "Text application/jsonl of body",
        r#"{"type":"object","properties":{"body":{"type":"string"}}}"#,
        &[],
    ),
    // formats that toolc cannot write are bytes where nothing is said of their values
    (
        "content: {application/cbor: {}}",
        "Bytes application/cbor of body",
        r#"{"type":"object","properties":{"body":{"type":"string","format":"byte","contentEncoding":"base64","description":"The bytes in Base64."}}}"#,
        &[],
    ),
    (
        "content: {application/x-amz-json-1.1: {schema: {type: object, properties: {a: {}}}}}",
        "Json application/x-amz-json-1.1",
        r#"{"type":"object","properties":{"a":{}}}"#,
        &[],
    ),
    (
        "content: {application/octet-stream: {}, application/apply-patch+yaml: {schema: {type: object}}}",
        "Json application/apply-patch+yaml of body",
        r#"{"type":"object","properties":{"body":{"type":"object"}}}"#,
        &[],
    ),
    // an empty `properties` says nothing
    (
        "content: {application/json: {schema: {type: object, properties: {}}}}",
        "Json application/json of body",
        r#"{"type":"object","properties":{"body":{"type":"object","properties":{}}}}"#,
        &[],
    ),
    (
        "content: {application/json: {schema: {type: object, properties: {}, required: [a]}}}",
        "Json application/json of body",
        r#"{"type":"object","properties":{"body":{"type":"object","properties":{},"required":["a"]}}}"#,
        &[],
    ),
    (
        "content: {application/json: {schema: {type: object, properties: {}, additionalProperties: false}}}",
        "none",
        r#"{"type":"object","properties":{}}"#,
        &[],
    ),
];
