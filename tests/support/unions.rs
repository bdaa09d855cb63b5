//! Random alternatives: as people write them, and ones that a single key distinguishes, or almost.

use super::{KEYS, KINDS, Kind, below, schema, value};
use crate::random::Random;
use serde_json::{Map, Value, json};

/// The values of a tag. Some can be written in more than one way, some are accepted by two branches.
const TAGS: &[&str] = &["a", "b", "é", "a\"b", "/", "x1", ""];

/// Alternatives of a few values.
pub fn of_values(random: &mut Random, kind: Kind) -> Value {
    let mut branch = || match random.below(5) {
        0 => json!({ "type": [kind.name(), "null"] }),
        1 => json!({ "type": "null" }),
        2 => json!({ "const": value(random, kind, 1) }),
        _ => json!({ "enum": [value(random, kind, 1), value(random, kind, 1)] }),
    };
    let branches = [branch(), branch(), branch()];
    let count = 2 + random.below(2);
    either(random, branches[..count].to_vec())
}

fn either(random: &mut Random, branches: Vec<Value>) -> Value {
    json!({ random.pick(&["oneOf", "oneOf", "anyOf"]): branches })
}

/// Alternatives of objects that a single key distinguishes, or almost; some beside other alternatives.
pub fn of_objects(random: &mut Random, depth: usize) -> Value {
    let count = 2 + random.below(3);
    let by_tag = random.chance(60);
    let key = random.pick(KEYS);
    let mut branches: Vec<Value> = (0..count)
        .map(|place| match by_tag {
            true => tagged(random, depth, key, place),
            false => keyed(random, depth, place),
        })
        .collect();
    if random.chance(25) {
        let other = random.pick(&[
            json!({ "type": "null" }),
            json!({ "type": "string", "minLength": 1 }),
            json!({ "type": ["null", "array"] }),
            json!({ "enum": ["a", {}, 1] }),
        ]);
        branches.insert(random.below(branches.len()), other);
    }
    if random.chance(10) && depth > 0 {
        branches.push(of_objects(random, depth - 1));
    }
    let mut union = either(random, branches);
    if random.chance(15) {
        union["type"] = json!("object");
    }
    if random.chance(10) {
        union["minProperties"] = json!(1);
    }
    union
}

/// A branch whose tag usually has distinct values.
fn tagged(random: &mut Random, depth: usize, key: &str, place: usize) -> Value {
    let own = match random.below(12) {
        0 => json!({ "const": random.pick(TAGS) }),
        1 => json!({ "const": random.pick(&[json!(1), json!(1.5), json!(true), json!(null)]) }),
        2..6 => json!({ "enum": [TAGS[place], TAGS[(place + 4) % TAGS.len()]] }),
        _ => json!({ "const": TAGS[place] }),
    };
    let mut branch = object(random, depth);
    branch["properties"][key] = own;
    if random.chance(92) {
        require(&mut branch, key);
    }
    branch
}

/// A branch that requires a key of its own and usually forbids those of the others.
fn keyed(random: &mut Random, depth: usize, place: usize) -> Value {
    let mut branch = object(random, depth);
    let own = KEYS[place];
    if let Some(properties) = branch["properties"].as_object_mut() {
        properties.retain(|key, _| !KEYS[..4].contains(&key.as_str()));
    }
    branch["properties"][own] = below(random, depth);
    if random.chance(92) {
        require(&mut branch, own);
    }
    let others = KEYS[..4].iter().filter(|key| **key != own);
    match random.below(4) {
        0 => branch["additionalProperties"] = json!(false),
        1 => {
            for other in others {
                branch["properties"][other] = json!(false);
            }
        }
        2 => {
            let forbidden: Vec<Value> = others.map(|key| json!({ "required": [key] })).collect();
            branch["not"] = json!({ "anyOf": forbidden });
        }
        _ => {
            for other in others.take(random.below(4)) {
                branch["properties"][other] = json!(false);
            }
        }
    }
    branch
}

/// An object with some constraints.
fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        if random.chance(30) {
            properties.insert((*key).to_owned(), below(random, depth));
        }
    }
    let mut object = json!({ "properties": properties });
    if random.chance(85) {
        object["type"] = json!("object");
    } else if random.chance(50) {
        object["type"] = json!(["object", "null"]);
    }
    if random.chance(30) {
        object["additionalProperties"] = below(random, depth);
    }
    if random.chance(10) {
        object["patternProperties"] = json!({ random.pick(&["^a", "1$"]): below(random, depth) });
    }
    if random.chance(10) {
        let kind = random.pick(KINDS);
        object["not"] = schema(random, depth, kind);
    }
    object
}

fn require(branch: &mut Value, key: &str) {
    branch["required"] = json!([key]);
}
