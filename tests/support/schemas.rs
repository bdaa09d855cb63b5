//! Small random schemas over the keywords of JSON Schema 2020-12, and random values for them.

#[path = "unions.rs"]
mod unions;

use crate::random::Random;
use serde_json::{Map, Value, json};

/// The keys of all objects: few, so that schemas and values often have keys in common.
const KEYS: &[&str] = &["a", "b", "ab", "x1", "é"];

const PATTERNS: &[&str] = &[
    "^a",
    "b$",
    "^[a-z]+$",
    "\\d",
    "^.{2}$",
    "a|b",
    "^(?!a)",
    "^\\p{L}+$",
];

const TEXTS: &[&str] = &[
    "", "a", "b", "ab", "a1", "é", "😀", "x1", "b1a", "a\u{0}b", "/a", "1.2.3.4",
];

/// What a schema is usually about. Schemas that apply to the same value usually share it, so that their
/// keywords interact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Number,
    Text,
    List,
    Object,
    Any,
}

const KINDS: &[Kind] = &[
    Kind::Number,
    Kind::Text,
    Kind::List,
    Kind::Object,
    Kind::Object,
    Kind::Any,
];

impl Kind {
    /// The name under `$defs`, and in `type`.
    fn name(self) -> &'static str {
        match self {
            Kind::Number => "number",
            Kind::Text => "string",
            Kind::List => "array",
            Kind::Object => "object",
            Kind::Any => "boolean",
        }
    }

    /// The [`keyword`]s.
    fn keywords(self) -> &'static [usize] {
        match self {
            Kind::Number => &[0, 1, 2, 2, 2, 3],
            Kind::Text => &[0, 0, 1, 4, 5, 6, 6],
            Kind::List => &[9, 9, 10, 10, 11, 12, 24, 24],
            Kind::Object => &[7, 7, 13, 13, 14, 14, 15, 16, 22, 23, 25, 25],
            Kind::Any => &[0, 1, 2, 4, 7, 11, 13],
        }
    }
}

/// The schema of a tool's arguments: a value `v` of a kind, beside a definition of each kind.
pub fn arguments(random: &mut Random) -> (Value, Kind) {
    let kind = random.pick(KINDS);
    let definitions: Map<String, Value> = KINDS
        .iter()
        .map(|kind| (kind.name().to_owned(), schema(random, 2, *kind)))
        .collect();
    let schema = json!({
        "type": "object",
        "properties": { "v": schema(random, 3, kind) },
        "required": ["v"],
        "$defs": definitions,
    });
    (schema, kind)
}

/// A random schema.
fn schema(random: &mut Random, depth: usize, kind: Kind) -> Value {
    if random.chance(4) {
        return Value::Bool(random.chance(70));
    }
    let kind = if random.chance(90) {
        kind
    } else {
        random.pick(KINDS)
    };
    let mut map = Map::new();
    match random.below(100) {
        0..8 => return unions::of_values(random, kind),
        8..20 if depth > 0 && kind == Kind::Object => return unions::of_objects(random, depth - 1),
        8..16 => {
            keyword(random, depth, 8, kind, &mut map);
            let choice = random.pick(kind.keywords());
            if depth > 0 || choice < 9 {
                keyword(random, depth, choice, kind, &mut map);
            }
            return Value::Object(map);
        }
        16..60 => drop(map.insert("type".to_owned(), types(random, kind))),
        _ => {}
    }
    for _ in 0..random.below(4) {
        let choice = match random.below(100) {
            0..55 => random.pick(kind.keywords()),
            55..90 => random.pick(&[8, 17, 17, 18, 18, 19, 19, 20, 21]),
            _ => random.below(26),
        };
        if depth > 0 || choice < 9 {
            keyword(random, depth, choice, kind, &mut map);
        }
    }
    Value::Object(map)
}

fn types(random: &mut Random, kind: Kind) -> Value {
    const TYPES: &[&str] = &[
        "null", "boolean", "integer", "number", "string", "array", "object",
    ];
    let own = match kind {
        Kind::Any => random.pick(TYPES),
        Kind::Number if random.chance(50) => "integer",
        kind => kind.name(),
    };
    match random.below(10) {
        0..5 => json!(own),
        5..7 if own != "null" => json!([own, "null"]),
        _ => {
            let mut types = vec![own, random.pick(TYPES), random.pick(TYPES)];
            types.sort_unstable();
            types.dedup();
            json!(types)
        }
    }
}

fn keyword(
    random: &mut Random,
    depth: usize,
    choice: usize,
    kind: Kind,
    map: &mut Map<String, Value>,
) {
    let mut add = |name: &str, value: Value| {
        map.insert(name.to_owned(), value);
    };
    match choice {
        0 => {
            let count = 1 + random.below(4);
            add("enum", (0..count).map(|_| value(random, kind, 1)).collect());
        }
        1 => add("const", value(random, kind, 1)),
        2 => {
            let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
            add(random.pick(&limits), number(random));
        }
        3 => add(
            "multipleOf",
            random.pick(&[json!(2), json!(0.5), json!(1.5), json!(3.0)]),
        ),
        4 => add("minLength", json!(random.below(4))),
        5 => add("maxLength", json!(random.below(4))),
        6 => match random.below(4) {
            0 => add(
                "format",
                json!(random.pick(&["ipv4", "uuid", "json-pointer"])),
            ),
            _ => add("pattern", json!(random.pick(PATTERNS))),
        },
        7 => add("required", json!(keys(random))),
        8 => {
            let kind = if random.chance(85) {
                kind
            } else {
                random.pick(KINDS)
            };
            add("$ref", json!(format!("#/$defs/{}", kind.name())));
        }
        9..17 => list_or_object(random, depth - 1, choice, map),
        _ => applicator(random, depth - 1, choice, kind, map),
    }
}

fn list_or_object(random: &mut Random, depth: usize, choice: usize, map: &mut Map<String, Value>) {
    let mut add = |name: &str, value: Value| {
        map.insert(name.to_owned(), value);
    };
    match choice {
        9 => add("items", below(random, depth)),
        10 => add("prefixItems", schemas(random, depth, None)),
        11 => match random.below(3) {
            0 => add("uniqueItems", json!(true)),
            1 => add("minItems", json!(random.below(3))),
            _ => add("maxItems", json!(random.below(3))),
        },
        12 => {
            add("contains", below(random, depth));
            if random.chance(40) {
                add("minContains", json!(random.below(3)));
            }
            if random.chance(40) {
                add("maxContains", json!(random.below(3)));
            }
        }
        13 | 16 => add("properties", under_keys(random, depth)),
        14 => match random.below(4) {
            0 => add("minProperties", json!(random.below(3))),
            1 => add("maxProperties", json!(random.below(3))),
            2 => add("propertyNames", schema(random, depth, Kind::Text)),
            _ => {
                let pattern = random.pick(PATTERNS);
                add(
                    "patternProperties",
                    json!({ pattern: below(random, depth) }),
                );
            }
        },
        _ => add("additionalProperties", below(random, depth)),
    }
}

fn applicator(
    random: &mut Random,
    depth: usize,
    choice: usize,
    kind: Kind,
    map: &mut Map<String, Value>,
) {
    let mut add = |name: &str, value: Value| {
        map.insert(name.to_owned(), value);
    };
    match choice {
        17 => add("allOf", schemas(random, depth, Some(kind))),
        18 => add("anyOf", schemas(random, depth, Some(kind))),
        19 => add("oneOf", schemas(random, depth, Some(kind))),
        20 => add("not", schema(random, depth, kind)),
        21 => {
            add("if", schema(random, depth, kind));
            if random.chance(70) {
                add("then", schema(random, depth, kind));
            }
            if random.chance(70) {
                add("else", schema(random, depth, kind));
            }
        }
        22 => add(
            "dependentRequired",
            json!({ random.pick(KEYS): keys(random) }),
        ),
        23 => add(
            "dependentSchemas",
            json!({ random.pick(KEYS): schema(random, depth, Kind::Object) }),
        ),
        24 => add("unevaluatedItems", rest(random, depth)),
        _ => add("unevaluatedProperties", rest(random, depth)),
    }
}

/// The schema for keys and items that no other keyword covers.
fn rest(random: &mut Random, depth: usize) -> Value {
    if random.chance(60) {
        return json!(false);
    }
    below(random, depth)
}

/// The schema for a child of a value.
fn below(random: &mut Random, depth: usize) -> Value {
    let kind = random.pick(KINDS);
    schema(random, depth, kind)
}

fn schemas(random: &mut Random, depth: usize, kind: Option<Kind>) -> Value {
    let count = 1 + random.below(3);
    (0..count)
        .map(|_| match kind {
            Some(kind) => schema(random, depth, kind),
            None => below(random, depth),
        })
        .collect()
}

fn under_keys(random: &mut Random, depth: usize) -> Value {
    let keys = keys(random);
    let map: Map<String, Value> = keys
        .into_iter()
        .map(|key| (key, below(random, depth)))
        .collect();
    Value::Object(map)
}

fn keys(random: &mut Random) -> Vec<String> {
    let mut keys: Vec<String> = KEYS.iter().map(|key| (*key).to_owned()).collect();
    keys.retain(|_| random.chance(40));
    keys
}

fn number(random: &mut Random) -> Value {
    let numbers = [
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(6),
        json!(1.0),
        json!(2.5),
        json!(-0.5),
        json!(0.0),
        json!(1e2),
        json!(9_007_199_254_740_993_i64),
        json!(i64::MAX),
        json!(1e19),
    ];
    let common = if random.chance(90) { 10 } else { numbers.len() };
    random.pick(&numbers[..common])
}

/// A random value, usually of the given kind.
pub fn value(random: &mut Random, kind: Kind, depth: usize) -> Value {
    let kind = if random.chance(80) { kind } else { Kind::Any };
    let kind = if depth == 0 && matches!(kind, Kind::List | Kind::Object) {
        Kind::Text
    } else {
        kind
    };
    let below = |random: &mut Random| {
        let kind = random.pick(KINDS);
        value(random, kind, depth - 1)
    };
    match kind {
        Kind::Number => number(random),
        Kind::Text => json!(random.pick(TEXTS)),
        Kind::List => (0..random.below(4)).map(|_| below(random)).collect(),
        Kind::Object => {
            let map: Map<String, Value> = keys(random)
                .into_iter()
                .map(|key| (key, below(random)))
                .collect();
            Value::Object(map)
        }
        Kind::Any => match random.below(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(false),
            3 => number(random),
            4 => json!(random.pick(TEXTS)),
            5 => json!([null]),
            _ => json!({ "a": 1 }),
        },
    }
}
