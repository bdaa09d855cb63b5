//! Schemas whose size multiplies.

use crate::support::{assert_answered, compile_schema};
use serde_json::{Map, Value, json};
use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

/// Resources in which every path between them is another dynamic scope.
fn scopes(count: usize) -> Value {
    let resource = |at: usize| {
        json!({
            "$id": format!("r{at}"),
            "$dynamicAnchor": format!("a{at}"),
            "properties": {
                "one": { "$ref": format!("r{}", (at + 1) % count) },
                "two": { "$ref": format!("r{}", (at + 2) % count) },
                "own": { "$dynamicRef": format!("#a{at}") }
            }
        })
    };
    let resources: Map<String, Value> = (0..count)
        .map(|at| (format!("R{at}"), resource(at)))
        .collect();
    json!({ "type": "object", "properties": { "x": { "$ref": "r0" } }, "$defs": resources })
}

/// Schemas that are small as text but expand to something large.
fn exploding() -> Vec<(&'static str, Value)> {
    let chain: Map<String, Value> = (0..5_000)
        .map(|at| {
            (
                format!("C{at}"),
                json!({ "$ref": format!("#/$defs/C{}", at + 1) }),
            )
        })
        .chain([("C5000".to_owned(), json!({ "type": "string" }))])
        .collect();
    let long: Map<String, Value> = (0..5_000)
        .map(|at| (format!("C{at}"), json!({ "type": "object", "properties": { "x": { "$ref": format!("#/$defs/C{}", at + 1) } } })))
        .chain([("C5000".to_owned(), json!({ "type": "string" }))])
        .collect();
    let branches: Vec<Value> = (0..3_000)
        .map(|at| json!({ "type": "object", "properties": { format!("p{at}"): { "type": "string", "minLength": at } }, "required": [format!("p{at}")] }))
        .collect();
    let constants: Vec<Value> = (0..3_000)
        .map(|at| json!({ "type": "object", "properties": { "kind": { "const": format!("k{at}") }, "v": { "type": "integer", "minimum": at } }, "required": ["kind"] }))
        .collect();
    let values: Vec<Value> = (0..10_000).map(|at| json!(format!("value {at}"))).collect();
    let numbers: Vec<Value> = (0..10_000).map(|at| json!(at)).collect();
    let required: Vec<String> = (0..10_000).map(|at| format!("r{at}")).collect();
    let dangling: Map<String, Value> = (0..10_000)
        .map(|at| {
            (
                format!("p{at}"),
                json!({ "$ref": format!("#/$defs/missed{at}") }),
            )
        })
        .collect();
    let defined: Map<String, Value> = (0..10_000)
        .map(|at| (format!("missing{at}"), json!({ "type": "string" })))
        .collect();
    vec![
        (
            "slips in every reference",
            json!({ "type": "object", "properties": dangling, "$defs": defined }),
        ),
        (
            "joins of every set",
            json!({ "type": "object", "properties": { "s": { "$ref": "#/$defs/S0" } }, "$defs": subsets(16) }),
        ),
        ("every dynamic scope of a few", scopes(18)),
        ("every dynamic scope of many", scopes(2_000)),
        ("a tower of anyOf", tower("anyOf", 3_000)),
        ("a tower of allOf", tower("allOf", 3_000)),
        (
            "chain of references",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/C0" } }, "$defs": chain }),
        ),
        (
            "chain of objects",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/C0" } }, "$defs": long }),
        ),
        (
            "3,000 branches",
            json!({ "type": "object", "properties": { "x": { "anyOf": branches } } }),
        ),
        (
            "3,000 exclusive branches",
            json!({ "type": "object", "properties": { "x": { "oneOf": branches } } }),
        ),
        (
            "3,000 constants",
            json!({ "type": "object", "properties": { "x": { "oneOf": constants } } }),
        ),
        (
            "3,000 parts",
            json!({ "type": "object", "allOf": branches }),
        ),
        (
            "allOf diamonds",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": diamonds("allOf") }),
        ),
        (
            "anyOf diamonds",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": diamonds("anyOf") }),
        ),
        (
            "oneOf diamonds",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": diamonds("oneOf") }),
        ),
        (
            "unevaluated under diamonds",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0", "unevaluatedProperties": false, "unevaluatedItems": false } }, "$defs": diamonds("anyOf") }),
        ),
        (
            "3,000 branches with one name of their own",
            json!({ "type": "object", "properties": { "x": { "anyOf": branches, "unevaluatedProperties": false } } }),
        ),
        (
            "nested conditions that evaluate",
            json!({ "type": "object", "properties": { "x": { "allOf": [conditions(40)], "unevaluatedProperties": false } } }),
        ),
        (
            "diamonds below",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": diamonds_below() }),
        ),
        (
            "joins of joins",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/D0" } }, "$defs": joins() }),
        ),
        (
            "2,000 properties",
            json!({ "type": "object", "properties": properties(2_000) }),
        ),
        (
            "2,000 objects of 20",
            json!({ "type": "object", "properties": (0..2_000).map(|at| (format!("p{at}"), json!({ "type": "object", "properties": properties(20) }))).collect::<Map<_, _>>() }),
        ),
        (
            "2,000 patterns",
            json!({ "type": "object", "properties": properties(500), "patternProperties": (0..2_000).map(|at| (format!("^p{at}"), json!({ "type": "string", "minLength": at }))).collect::<Map<_, _>>() }),
        ),
        (
            "10,000 values",
            json!({ "type": "object", "properties": { "x": { "enum": values }, "y": { "enum": numbers } } }),
        ),
        (
            "10,000 required",
            json!({ "type": "object", "required": required }),
        ),
        (
            "nested alternatives",
            json!({ "type": "object", "properties": { "x": nested("anyOf", 40) } }),
        ),
        (
            "nested exclusive alternatives",
            json!({ "type": "object", "properties": { "x": nested("oneOf", 40) } }),
        ),
        (
            "nested negations",
            json!({ "type": "object", "properties": { "x": negations(100) } }),
        ),
        (
            "nested conditions",
            json!({ "type": "object", "properties": { "x": conditions(40) } }),
        ),
        (
            "large limits",
            json!({ "type": "object", "properties": {
            "a": { "type": "string", "minLength": u64::MAX, "maxLength": 1e300 },
            "b": { "type": "array", "minItems": u64::MAX, "items": false },
            "c": { "type": "number", "minimum": -1e308, "maximum": 1e308, "multipleOf": 1e-300 },
            "d": { "type": "integer", "minimum": i64::MIN, "maximum": u64::MAX, "exclusiveMaximum": 1e30 },
            "e": { "type": "string", "pattern": "^(a{1,1000}){1,1000}$" },
            "f": { "type": "string", "pattern": "(((a*)*)*)*b" },
            "g": { "type": "string", "pattern": format!("{}a{}", "(".repeat(5_000), ")".repeat(5_000)) },
            "h": { "type": "string", "pattern": "(a|b|ab)*".repeat(2_000) },
            "i": { "type": "string", "pattern": "\\p{L}{0,500}\\p{N}{0,500}" },
            "j": { "type": "string", "pattern": "a{4294967295}" },
        } }),
        ),
    ]
}

pub(super) fn properties(count: usize) -> Map<String, Value> {
    let property = |at: usize| {
        (
            format!("p{at}"),
            json!({ "type": "string", "minLength": at, "description": format!("property {at}") }),
        )
    };
    (0..count).map(property).collect()
}

/// Sixty levels, each of which refers to the next one twice.
fn diamonds(keyword: &str) -> Map<String, Value> {
    (0..60)
        .map(|at| {
            let below = json!({ "$ref": format!("#/$defs/D{}", at + 1) });
            (
                format!("D{at}"),
                json!({ keyword: [below, { "allOf": [below], "description": "again" }] }),
            )
        })
        .chain([(
            "D60".to_owned(),
            json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
        )])
        .collect()
}

fn diamonds_below() -> Map<String, Value> {
    (0..200)
        .map(|at| {
            let below = json!({ "$ref": format!("#/$defs/D{}", at + 1) });
            (format!("D{at}"), json!({ "type": "object", "properties": { "a": below, "b": below, "c": { "type": "array", "items": below } } }))
        })
        .chain([("D200".to_owned(), json!({ "type": "string" }))])
        .collect()
}

/// Each level joins the two below it, which share keys, so that each join requires further joins.
fn joins() -> Map<String, Value> {
    (0..24)
        .map(|at| {
            let next = json!({ "$ref": format!("#/$defs/D{}", at + 1) });
            let after = json!({ "$ref": format!("#/$defs/D{}", at + 2) });
            let part = |first: &Value, second: &Value| json!({ "properties": { "a": first, "b": second } });
            (format!("D{at}"), json!({ "type": "object", "allOf": [part(&next, &after), part(&after, &next)] }))
        })
        .chain(["D24", "D25"].map(|name| (name.to_owned(), json!({ "type": "string", "minLength": name.len() }))))
        .collect()
}

/// A join that requires the join of every subset of the levels.
fn subsets(levels: usize) -> Map<String, Value> {
    let of = |at: usize| json!({ "$ref": format!("#/$defs/S{at}") });
    let first =
        json!({ "type": "object", "properties": { "a": { "allOf": [of(0), of(1)] }, "b": of(0) } });
    let between = (1..levels).map(|at| {
        (
            format!("S{at}"),
            json!({ "properties": { "a": of(at + 1), "b": of(at + 1) } }),
        )
    });
    let last = (format!("S{levels}"), json!({ "required": ["x"] }));
    [("S0".to_owned(), first)]
        .into_iter()
        .chain(between)
        .chain([last])
        .collect()
}

/// Nested alternatives, each of which is also a property, from the lowest up.
fn tower(keyword: &str, levels: usize) -> Value {
    let definition = |at: usize| match at {
        0 => json!({ "type": "string" }),
        _ => {
            json!({ keyword: [{ "$ref": format!("#/$defs/c{}", at - 1) }, { "type": "string", "maxLength": at }] })
        }
    };
    let definitions: Map<String, Value> = (0..levels)
        .map(|at| (format!("c{at}"), definition(at)))
        .collect();
    let properties: Map<String, Value> = (0..levels)
        .map(|at| {
            (
                format!("p{at}"),
                json!({ "$ref": format!("#/$defs/c{at}") }),
            )
        })
        .collect();
    json!({ "type": "object", "properties": properties, "$defs": definitions })
}

fn nested(keyword: &str, levels: usize) -> Value {
    (0..levels).fold(json!({ "type": "object" }), |below, at| {
        json!({ keyword: [below, { "type": "object", "properties": { format!("k{at}"): { "type": "string" } }, "required": [format!("k{at}")] }] })
    })
}

fn negations(levels: usize) -> Value {
    (0..levels).fold(
        json!({ "type": "string" }),
        |below, _| json!({ "not": below }),
    )
}

fn conditions(levels: usize) -> Value {
    (0..levels).fold(json!({ "type": "string" }), |below, _| json!({ "if": below, "then": { "minLength": 1 }, "else": { "type": "integer" } }))
}

#[test]
fn schemas_that_explode_are_answered() {
    let cases = Mutex::new(exploding().into_iter());
    let next = || cases.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((name, schema)) = next() {
                    assert_answered(name, &compile_schema(name, &schema));
                }
            });
        }
    });
}
