//! Conversion of dialects to JSON Schema 2020-12.

use super::{assert_reads, draft_of};
use toolc_base::source::Role;

/// A schema in a dialect, and its equivalent in JSON Schema 2020-12.
const DIALECTS: &[(&str, &str)] = &[
    (
        r#"{"type":"dict","properties":{"a":{"type":"float"},"type":{"type":"ArrayList","items":{"type":"HashMap"}}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"},"type":{"type":"array","items":{"type":"object"}}}}"#,
    ),
    (
        r#"{"type":["STRING","NULL"],"enum":["dict",null],"default":{"type":"dict"},"examples":[{"type":"dict"}]}"#,
        r#"{"type":["string","null"],"enum":["dict",null],"default":{"type":"dict"},"examples":[{"type":"dict"}]}"#,
    ),
    (
        r#"{"type":"any","const":{"type":"any"}}"#,
        r#"{"const":{"type":"any"}}"#,
    ),
    (r#"{"type":"","description":"x"}"#, r#"{"description":"x"}"#),
    (
        r#"{"type":"integer","minimum":1,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}"#,
        r#"{"type":"integer","maximum":9,"exclusiveMinimum":1}"#,
    ),
    (
        r#"{"type":"string","nullable":true}"#,
        r#"{"type":["string","null"]}"#,
    ),
    (
        r##"{"anyOf":[{"$ref":"#/a"}],"nullable":true}"##,
        r##"{"anyOf":[{"$ref":"#/a"},{"type":"null"}]}"##,
    ),
    (
        r##"{"allOf":[{"$ref":"#/a"}],"nullable":true,"title":"x"}"##,
        r##"{"title":"x","anyOf":[{"allOf":[{"$ref":"#/a"}]},{"type":"null"}]}"##,
    ),
    (
        r#"{"type":"string","enum":["a"],"nullable":true}"#,
        r#"{"type":["string","null"],"enum":["a"]}"#,
    ),
    (
        r#"{"nullable":true,"description":"x"}"#,
        r#"{"description":"x"}"#,
    ),
    (
        r#"{"items":[{"type":"int"}],"additionalItems":false}"#,
        r#"{"prefixItems":[{"type":"integer"}],"items":false}"#,
    ),
    (
        r#"{"dependencies":{"a":["b"],"c":{"type":"dict"}}}"#,
        r#"{"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"type":"object"}}}"#,
    ),
    (
        r#"{"dependentRequired":{"a":["b"]},"dependencies":{"a":["b","c"],"d":"e"}}"#,
        r#"{"dependentRequired":{"a":["b","c"],"d":["e"]}}"#,
    ),
    (
        r#"{"dependentSchemas":{"a":{"minProperties":2}},"dependencies":{"a":{"type":"dict"}}}"#,
        r#"{"dependentSchemas":{"a":{"allOf":[{"minProperties":2},{"type":"object"}]}}}"#,
    ),
    (r#"{"dependencies":["a"]}"#, r#"{"dependencies":["a"]}"#),
    (
        r#"{"properties":{"a":{"required":true},"b":{"required":false}}}"#,
        r#"{"properties":{"a":{},"b":{}},"required":["a"]}"#,
    ),
    (
        r#"{"properties":{"a":{"optional":true}},"required":[]}"#,
        r#"{"properties":{"a":{}},"required":[]}"#,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/A","minLength":3,"definitions":{"A":{"type":"string"}}}"##,
        r##"{"$ref":"#/definitions/A","definitions":{"A":{"type":"string"}}}"##,
    ),
    (
        r##"{"$ref":"#/$defs/A","minLength":3,"$defs":{"A":{"type":"char"}}}"##,
        r##"{"$ref":"#/$defs/A","minLength":3,"$defs":{"A":{"type":"string"}}}"##,
    ),
    (
        r##"{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}"##,
        r##"{"$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}"##,
    ),
    (
        r##"{"$ref":"#/x/y/0","x":{"y":[{"type":"float","$ref":"#/default"}]},"default":{"type":"float"}}"##,
        r##"{"$ref":"#/x/y/0","x":{"y":[{"type":"number","$ref":"#/default"}]},"default":{"type":"float"}}"##,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x/y","const":1,"items":{"id":"#a","$ref":"#"},"not":{"id":"#b"}}"##,
        r##"{"items":{"$ref":"#"},"not":{"$anchor":"b"},"$id":"http://x/y"}"##,
    ),
    (
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://x/y#z","dependentRequired":{"a":["b"]},"items":[{}],"prefixItems":[true]}"##,
        r##"{"$anchor":"z","$id":"http://x/y","prefixItems":[{}]}"##,
    ),
    (
        r##"{"$schema":"https://json-schema.org/draft/2019-09/schema","contains":{},"minContains":2,"unevaluatedItems":false,"$dynamicRef":"#"}"##,
        r##"{"unevaluatedItems":false,"allOf":[{"not":{"not":{"contains":{},"minContains":2}}}]}"##,
    ),
    (
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$recursiveRef":"#","contains":{},"unevaluatedItems":false}"##,
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","contains":{},"unevaluatedItems":false}"##,
    ),
];

#[test]
fn every_dialect_becomes_2020_12() {
    for (written, meant) in DIALECTS {
        let (draft, _) = draft_of(
            &format!(r#"[{{"name":"a","parameters":{written}}}]"#),
            Role::Found,
        );
        assert_eq!(draft.tools[0].input.node.to_json(), *meant);
    }
}

#[test]
fn a_changed_type_is_reported_at_its_place() {
    let text = "- name: a\n  parameters: {type: dict, properties: {b: {type: any}}}\n";
    let found = [
        "T0205 (2, 22) the type `dict` is read as `object`",
        "T0205 (2, 51) the type `any` is read as any type",
    ];
    assert_reads(
        text,
        &[r#"- a {"type":"object","properties":{"b":{}}}"#],
        &found,
    );
}

#[test]
fn deep_schemas_are_read() {
    let deep = format!(
        "[{{\"name\":\"a\",\"parameters\":{}{{}}{}}}]",
        "{\"not\":".repeat(500),
        "}".repeat(500)
    );
    assert_eq!(draft_of(&deep, Role::Found).0.tools.len(), 1);
}
