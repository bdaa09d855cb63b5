//! The effects of changes to a schema.

use super::{drift, json, lock, tool};
use crate::lock::Lock;

/// The old schema, the new schema, and the end of the message.
const ROWS: &[(&str, &str, &str)] = &[
    (
        r#"{"type":"string"}"#,
        r#"{"type":["string","null"]}"#,
        "was loosened: the top level may now be `null`",
    ),
    (
        r#"{"type":["number","null"]}"#,
        r#"{"type":"integer"}"#,
        "was tightened: the top level may no longer be `null` or `number`",
    ),
    (
        r#"{"type":"integer"}"#,
        r#"{"type":"number"}"#,
        "was loosened: the top level may now be `number`",
    ),
    (
        r#"{"enum":["a","b"]}"#,
        r#"{"enum":["b","c"]}"#,
        "was tightened and loosened: the top level gained the values `\"c\"`; the top level lost the values `\"a\"`",
    ),
    (
        r#"{"const":1}"#,
        r#"{"enum":[1,2]}"#,
        "was loosened: the top level gained the values `2`",
    ),
    (
        r#"{"maximum":10}"#,
        r#"{"maximum":5}"#,
        "was tightened: `maximum` of the top level moved from 10 to 5",
    ),
    (
        r#"{"minimum":10}"#,
        r#"{"minimum":5}"#,
        "was loosened: `minimum` of the top level moved from 10 to 5",
    ),
    (
        r#"{"type":"string"}"#,
        r#"{"type":"string","minLength":1}"#,
        "was tightened: the top level now has `minLength` 1",
    ),
    (
        r#"{"pattern":"a"}"#,
        r#"{"pattern":"b"}"#,
        "was tightened and loosened: `pattern` of the top level changed from \"a\" to \"b\"",
    ),
    (
        r#"{"type":"integer","format":"int32"}"#,
        r#"{"type":"integer","format":"int64"}"#,
        "was loosened: `format` of the top level changed from \"int32\" to \"int64\"",
    ),
    (
        r#"{"type":"number","format":"double"}"#,
        r#"{"type":"number","format":"int32"}"#,
        "was tightened: `format` of the top level changed from \"double\" to \"int32\"",
    ),
    (
        r#"{"type":"integer","format":"int64"}"#,
        r#"{"type":"integer"}"#,
        "was loosened: the top level has no `format` any more",
    ),
    (
        r#"{"format":"uri"}"#,
        r#"{"format":"iri-reference"}"#,
        "was loosened: `format` of the top level changed from \"uri\" to \"iri-reference\"",
    ),
    (
        r#"{"format":"date"}"#,
        r#"{"format":"time"}"#,
        "was tightened and loosened: `format` of the top level changed from \"date\" to \"time\"",
    ),
    (
        r#"{"const":1,"minimum":0}"#,
        r#"{"const":1}"#,
        "accepts the same, written differently: the top level has no `minimum` any more",
    ),
    (
        r#"{"uniqueItems":true}"#,
        r#"{"uniqueItems":false}"#,
        "was loosened: the top level has no `uniqueItems` any more",
    ),
    (
        r#"{"properties":{"a":{}}}"#,
        r#"{"properties":{"a":{}},"required":["a"]}"#,
        "was tightened: `/a` is now required",
    ),
    (
        r#"{"properties":{"a":{}},"required":["a"]}"#,
        r#"{"properties":{"a":{}}}"#,
        "was loosened: `/a` is no longer required",
    ),
    (
        r#"{"additionalProperties":false}"#,
        r#"{"additionalProperties":false,"properties":{"a":{}}}"#,
        "was loosened: optional property `/a` was added",
    ),
    (
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
        "was tightened: optional property `/a` was added (the object was open, so it could hold anything before)",
    ),
    (
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{"a":{}}}"#,
        "accepts the same, written differently: optional property `/a` was added (the object was open, so it could hold anything before)",
    ),
    (
        r#"{"additionalProperties":false}"#,
        r#"{"additionalProperties":false,"properties":{"a":{}},"required":["a"]}"#,
        "was tightened and loosened: required property `/a` was added",
    ),
    (
        r#"{"properties":{"a":{},"b":{}},"additionalProperties":false}"#,
        r#"{"properties":{"b":{}},"additionalProperties":false}"#,
        "was tightened: property `/a` was removed",
    ),
    (
        r#"{"type":"object"}"#,
        r#"{"type":"object","additionalProperties":false}"#,
        "was tightened: the top level no longer takes other properties",
    ),
    (
        r#"{"additionalProperties":{"type":"string"}}"#,
        r#"{"additionalProperties":{"type":["string","null"]}}"#,
        "was loosened: `/*` may now be `null`",
    ),
    (
        r#"{"items":{"maxLength":3}}"#,
        r#"{"items":{"maxLength":4}}"#,
        "was loosened: `maxLength` of `/*` moved from 3 to 4",
    ),
    (
        r#"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"null"},{"type":"array"}]}"#,
        "was loosened: `anyOf` of the top level gained alternatives",
    ),
    (
        r#"{"anyOf":[{"type":"null"},{"maximum":3}]}"#,
        r#"{"anyOf":[{"type":"null"},{"maximum":2}]}"#,
        "was tightened: `maximum` of the top level moved from 3 to 2",
    ),
    (
        r#"{"oneOf":[{"type":"null"},{"maximum":3}]}"#,
        r#"{"oneOf":[{"type":"null"},{"maximum":2}]}"#,
        "was tightened: `maximum` of the top level moved from 3 to 2",
    ),
    (
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"null"}]}"#,
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"null"},{"type":"object","properties":{"k":{"enum":["b","c"]}},"required":["k"]}]}"#,
        "was loosened: `oneOf` of the top level gained alternatives",
    ),
    (
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"maximum":3}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"y":{"maximum":3}},"required":["k"]}]}"#,
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"b"},"y":{"maximum":2}},"required":["k"]},{"type":"object","properties":{"k":{"const":"a"},"x":{"maximum":2}},"required":["k"]}]}"#,
        "was tightened: `maximum` of `/x` moved from 3 to 2; `maximum` of `/y` moved from 3 to 2",
    ),
    (
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]}]}"#,
        r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}}}]}"#,
        "was loosened: `oneOf` of the top level gained alternatives",
    ),
    (
        r#"{"allOf":[{"minimum":3}]}"#,
        r#"{"allOf":[{"minimum":3},{"maximum":9}]}"#,
        "was tightened: `allOf` of the top level gained alternatives",
    ),
    (
        r#"{"not":{"maximum":3}}"#,
        r#"{"not":{"maximum":2}}"#,
        "was loosened: `not` of the top level changed",
    ),
    (
        r#"{"unevaluatedProperties":false,"allOf":[{}]}"#,
        r#"{"unevaluatedProperties":false,"allOf":[{"properties":{"a":{"type":"string"}}}]}"#,
        "was loosened: optional property `/a` was added (the object was open, so it could hold anything before)",
    ),
    (
        r#"{"patternProperties":{"^x":{}}}"#,
        r#"{"patternProperties":{"^x":{}},"properties":{"xa":{}}}"#,
        "accepts the same, written differently: optional property `/xa` was added",
    ),
    (
        "true",
        r#"{"type":"object"}"#,
        "was tightened: the top level must now be `object`",
    ),
    (
        "false",
        "true",
        "was loosened: the top level is now accepted",
    ),
];

#[test]
fn directions_are_named() {
    // a result may have any type, whereas arguments are always an object
    let with_output = |schema: &str| {
        let mut tool = tool("a::t", "{}");
        tool.output = Some(json(schema));
        lock(vec![tool])
    };
    let mut wrong = Vec::new();
    for (old, new, expected) in ROWS {
        let found = drift(&with_output(old), &with_output(new));
        let code = match expected
            .split_once([':', ','])
            .map_or(*expected, |(verb, _)| verb)
        {
            "was tightened" => "T0620",
            "accepts the same" => "T0621",
            _ => "T0605",
        };
        if found != [format!("{code} the output of `a::t` {expected}")] {
            wrong.push(format!("{old} {new}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let [old, new] = [r#"{"$comment":"1"}"#, r#"{"$comment":"2"}"#].map(|text| tool("a::t", text));
    assert_eq!(
        drift(&lock(vec![old]), &lock(vec![new])),
        [
            "T0621 the input of `a::t` accepts the same, written differently",
            "T0603 text within the input schema of `a::t` changed: `$comment` of the top level from `1` to `2`",
        ]
    );
    for word in [r#""format":"postcode""#, r#""hint":"Call this first""#] {
        let said = format!(r#"{{"type":"string",{word}}}"#);
        let found = drift(&with_output(r#"{"type":"string"}"#), &with_output(&said));
        let part = |at| word.split('"').nth(at).unwrap_or_default();
        let (key, value) = (part(1), part(3));
        let expected = format!(
            "T0603 text within the output schema of `a::t` changed: `{key}` of the top level from nothing to `{value}`"
        );
        assert_eq!(found, [expected]);
    }
    let found = drift(
        &with_output(r#"{"type":["string"]}"#),
        &with_output(r#"{"type":"string"}"#),
    );
    assert_eq!(
        found,
        [
            "T0621 the output of `a::t` accepts the same, written differently: other keywords with the same meaning"
        ]
    );
}

#[test]
fn prose_within_a_schema_does_not_change_the_input() {
    let mut old = tool("a::t", r#"{"properties":{"a":{"description":"one"}}}"#);
    let mut new = tool("a::t", r#"{"properties":{"a":{"description":"two"}}}"#);
    old.structural_fingerprint = "same".into();
    new.structural_fingerprint = "same".into();
    assert_eq!(
        drift(&lock(vec![old]), &lock(vec![new])),
        [
            "T0603 text within the input schema of `a::t` changed: `description` of `/a` from `one` to `two`"
        ]
    );
}

#[test]
fn changes_of_shared_definitions_reach_their_tools() {
    let lock_with = |definition: &str, structure: &str| {
        let mut used = tool("a::t", r##"{"properties":{"n":{"$ref":"#/$defs/Node"}}}"##);
        used.structural_fingerprint = structure.to_owned();
        used.output = Some(json(r##"{"items":{"$ref":"#/$defs/Node"}}"##));
        let definitions = [
            ("Node".to_owned(), json(definition)),
            ("Other".to_owned(), json("true")),
        ];
        Lock {
            tools: vec![used, tool("a::u", r##"{"$ref":"#/$defs/Other"}"##)],
            definitions: definitions.into(),
            ..Lock::default()
        }
    };
    let old = lock_with(
        r##"{"properties":{"v":{"maximum":3},"next":{"$ref":"#/$defs/Node"}}}"##,
        "1",
    );
    let new = lock_with(
        r##"{"properties":{"v":{"maximum":4},"next":{"$ref":"#/$defs/Node"}}}"##,
        "2",
    );
    assert_eq!(
        drift(&old, &new),
        [
            "T0619 the input of `a::t` was loosened: `maximum` of `/n/v` moved from 3 to 4",
            "T0605 the output of `a::t` was loosened: `maximum` of `/*/v` moved from 3 to 4",
        ]
    );
}

#[test]
fn schemas_are_compared_whatever_the_fingerprints_say() {
    let mut old = tool("a::t", r#"{"properties":{"a":{"maxLength":10}}}"#);
    let mut new = tool("a::t", r#"{"properties":{"a":{"maxLength":99999}}}"#);
    for tool in [&mut old, &mut new] {
        tool.raw_fingerprint = "same".into();
        tool.structural_fingerprint = "same".into();
    }
    assert_eq!(
        drift(&lock(vec![old]), &lock(vec![new])),
        ["T0619 the input of `a::t` was loosened: `maxLength` of `/a` moved from 10 to 99999"]
    );
}

#[test]
fn fingerprints_belong_to_their_schemas() {
    type Edit = fn(&mut crate::lock::LockedTool);
    let rows: [(Edit, &str, &str); 3] = [
        (
            |tool| tool.raw_fingerprint = "x".into(),
            "T0621",
            "raw fingerprint",
        ),
        (
            |tool| tool.structural_fingerprint = "x".into(),
            "T0604",
            "structural fingerprint",
        ),
        (
            |tool| {
                tool.raw_fingerprint = "x".into();
                tool.structural_fingerprint = "x".into();
            },
            "T0604",
            "raw and the structural fingerprint",
        ),
    ];
    for (edit, code, which) in rows {
        let mut old = tool("a::t", "{}");
        edit(&mut old);
        assert_eq!(
            drift(&lock(vec![old]), &lock(vec![tool("a::t", "{}")])),
            [format!(
                "{code} the {which} of `a::t` differs from the lock, although the input schema is the same"
            )]
        );
    }
}

#[test]
fn outputs_come_and_go() {
    let without = || tool("a::t", "{}");
    let with = || {
        let mut with = without();
        with.output = Some(json("{}"));
        with
    };
    let rows = [
        (without(), with(), "T0620", "is now described"),
        (with(), without(), "T0605", "is no longer described"),
    ];
    for (old, new, code, expected) in rows {
        let found = drift(&lock(vec![old]), &lock(vec![new]));
        assert_eq!(found, [format!("{code} the output of `a::t` {expected}")]);
    }
}

#[test]
fn the_files_that_arguments_may_name_are_confinement() {
    let with = |path: &str, structure: &str| {
        let input = format!(
            r#"{{"type":"object","properties":{{"to":{{"type":"string"{path}}}}},"required":["to"]}}"#
        );
        let mut tool = tool("a::t", &input);
        tool.structural_fingerprint = structure.to_owned();
        lock(vec![tool])
    };
    let [read, write] = ["read", "write"].map(|access| format!(r#","x-path":"{access}""#));
    for (old, new, change) in [
        (&*read, &*write, "`/to` from `\"read\"` to `\"write\"`"),
        (&*write, "", "`/to` from `\"write\"` to any text"),
        ("", &*read, "`/to` from any text to `\"read\"`"),
    ] {
        let found = drift(&with(old, "1"), &with(new, "2"));
        let said = "T0604 the files that arguments of `a::t` may name changed: ";
        assert_eq!(found[0], format!("{said}{change}"), "{found:?}");
        // in a schema of others, it is an extension like any other
        let found = drift(&with(old, "1"), &with(new, "1"));
        assert!(
            found.len() == 1 && found[0].starts_with("T0621 "),
            "{found:?}"
        );
    }
}
