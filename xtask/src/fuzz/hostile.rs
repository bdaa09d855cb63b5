//! Makes pairs of schemas that are small as text and much work to compare: parts that are alike but for a number,
//! many times, below and beside each other, and definitions that lead to each other.

use super::mutate::Random;
use serde_json::{Map, Value, json};

/// The most bytes of one side.
const MAX_SIZE: usize = 64 * 1024;

/// A pair of schemas of objects, as an object with `before`, `now`, and conditions of rules.
pub fn make_pair(random: &mut Random) -> String {
    loop {
        let before = make_root(random);
        let mut now = before.clone();
        for _ in 0..=random.below(4) {
            change(random, &mut now);
        }
        let when: Vec<Value> = (0..random.below(6))
            .map(|_| make_condition(random))
            .collect();
        let fits = |side: &Value| side.to_string().len() <= MAX_SIZE;
        if fits(&before) && fits(&now) {
            return json!({ "before": before, "now": now, "when": when }).to_string();
        }
    }
}

fn make_root(random: &mut Random) -> Value {
    let definitions = [0, 0, 1, 3, 20][random.below(5)];
    // most are small, so that many are tried
    let left = [40, 100, 300, 2_000][random.below(4)];
    let mut maker = Maker {
        random,
        definitions,
        left,
    };
    let mut parts = Map::new();
    for at in 0..definitions {
        let depth = 1 + maker.random.below(2);
        parts.insert(format!("L{at}"), maker.schema(depth, at));
    }
    let depth = 2 + maker.random.below(3);
    let own = maker.schema(depth, 0);
    let root = json!({ "type": "object", "properties": { "x": own }, "$defs": parts });
    match maker.random.below(4) {
        0 => with(root, maker.schema(2, 1)),
        _ => root,
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    definitions: usize,
    /// How many schemas may still be made.
    left: usize,
}

impl Maker<'_> {
    /// How often something is repeated: rarely very often.
    fn count(&mut self) -> usize {
        let most = [2, 3, 4, 8, 30, 120, 300][self.random.below(7)];
        1 + self.random.below(most)
    }

    /// A schema whose names and numbers depend on `at`.
    fn schema(&mut self, depth: usize, at: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        if depth == 0 || self.left == 0 {
            return self.leaf(at);
        }
        match self.random.below(16) {
            0..=3 => self.object(depth, at),
            4 => self.array(depth, at),
            5..=9 => {
                let keyword = self
                    .random
                    .of(&["anyOf", "anyOf", "oneOf", "oneOf", "allOf"]);
                let schemas = self.alike(depth);
                let schema = json!({ keyword: schemas });
                match self.random.below(5) {
                    0 => with(schema, self.object(depth.saturating_sub(1), at)),
                    1 => with(schema, json!({ "unevaluatedProperties": false })),
                    2 => with(schema, json!({ "unevaluatedItems": false })),
                    _ => schema,
                }
            }
            10 => json!({ "not": self.schema(depth.saturating_sub(1), at) }),
            11 => {
                let [one, two, three] =
                    [0, 1, 2].map(|more| self.schema(depth.saturating_sub(1), at + more));
                json!({ "if": one, "then": two, "else": three })
            }
            12 | 13 => self.reference(at),
            14 => self.values(at),
            _ => self.leaf(at),
        }
    }

    /// Schemas that are made in the same way, but with other names and numbers.
    fn alike(&mut self, depth: usize) -> Vec<Value> {
        let count = self.count();
        let begin = self.random.clone();
        let mut schemas = Vec::new();
        for at in 0..count {
            if self.random.below(20) > 0 {
                *self.random = begin.clone();
            }
            schemas.push(self.schema(depth.saturating_sub(1), at));
            if self.left == 0 {
                break;
            }
        }
        schemas
    }

    fn key(&mut self, at: usize) -> String {
        match self.random.below(3) {
            0 => format!("k{}", self.random.below(4)),
            _ => format!("p{at}"),
        }
    }

    fn object(&mut self, depth: usize, at: usize) -> Value {
        let mut properties = Map::new();
        let count = self.count();
        for more in 0..count {
            let key = self.key(at + more);
            let schema = self.schema(depth.saturating_sub(1), at + more);
            properties.insert(key, schema);
            if self.left == 0 {
                break;
            }
        }
        let keys: Vec<String> = properties.keys().cloned().collect();
        let mut object = json!({ "type": "object", "properties": properties });
        let required = self.random.below(keys.len() + 1);
        if self.random.below(2) == 0 {
            object["required"] = json!(keys[..required]);
        }
        match self.random.below(12) {
            0..=2 => object["additionalProperties"] = json!(false),
            3 => object["additionalProperties"] = self.schema(depth.saturating_sub(1), at),
            4 => {
                let count = self.count().min(60);
                let patterns = (0..count).map(|more| (self.pattern(more), self.leaf(more)));
                object["patternProperties"] = Value::Object(patterns.collect());
            }
            5 => object["propertyNames"] = self.schema(depth.saturating_sub(1), at),
            6 => object["minProperties"] = json!(self.count()),
            7 => object["maxProperties"] = json!(self.count()),
            8 => {
                let pairs = keys
                    .windows(2)
                    .map(|pair| (pair[0].clone(), json!([pair[1]])));
                object["dependentRequired"] = Value::Object(pairs.collect());
            }
            9 => {
                let few = keys.iter().take(40);
                let rules = few.map(|key| (key.clone(), self.schema(depth.saturating_sub(1), at)));
                object["dependentSchemas"] = Value::Object(rules.collect());
            }
            _ => {}
        }
        object
    }

    fn array(&mut self, depth: usize, at: usize) -> Value {
        let mut array = json!({ "type": "array" });
        if self.random.below(2) == 0 {
            array["items"] = self.schema(depth.saturating_sub(1), at);
        }
        match self.random.below(6) {
            0 => array["prefixItems"] = Value::Array(self.alike(depth)),
            1 => {
                array["contains"] = self.schema(depth.saturating_sub(1), at);
                array["minContains"] = json!(self.count());
            }
            2 => {
                let held = self.alike(depth).into_iter();
                let held = held.map(|item| json!({ "contains": item }));
                array["allOf"] = Value::Array(held.collect());
            }
            3 => array["uniqueItems"] = json!(true),
            _ => {}
        }
        if self.random.below(2) == 0 {
            array["minItems"] = json!(self.count());
        }
        array
    }

    fn reference(&mut self, at: usize) -> Value {
        match self.definitions {
            0 => self.leaf(at),
            count => {
                // mostly the next one, so that they form levels
                let next = match self.random.below(4) {
                    0 => self.random.below(count),
                    _ => (at + 1) % count,
                };
                json!({ "$ref": format!("#/$defs/L{next}") })
            }
        }
    }

    fn values(&mut self, at: usize) -> Value {
        let count = [1, 2, 10, 1_000][self.random.below(4)];
        let first = at * self.random.below(3);
        let value = |number: usize| match (number + at) % 5 {
            0 => json!(number),
            _ => json!(format!("v{number}")),
        };
        let all = first..first + count;
        match self.random.below(3) {
            0 => json!({ "enum": all.collect::<Vec<_>>() }),
            1 => json!({ "enum": all.map(value).collect::<Vec<_>>() }),
            _ => json!({ "enum": all.map(|number| format!("v{number}")).collect::<Vec<_>>() }),
        }
    }

    fn pattern(&mut self, at: usize) -> String {
        match self.random.below(5) {
            0 => format!("^p{at}$"),
            1 => format!("(a|b)*{at}"),
            2 => format!("^(\\w*p){{2}}{at}"),
            3 => format!("^[^{}]+$", at % 10),
            _ => format!("p{at}"),
        }
    }

    fn leaf(&mut self, at: usize) -> Value {
        match self.random.below(14) {
            0 | 1 => json!({ "type": "string" }),
            2 => json!({ "type": "string", "minLength": at, "maxLength": at + 3 }),
            3 => json!({ "type": "string", "pattern": self.pattern(at) }),
            4 => json!({ "type": "integer" }),
            5 => json!({ "multipleOf": PRIMES[at % PRIMES.len()] }),
            6 => {
                json!({ "type": "number", "multipleOf": f64::from(PRIMES[at % PRIMES.len()]) / 100.0 })
            }
            7 => json!({ "type": "number", "minimum": at, "maximum": at * 2 + 1 }),
            8 => json!({ "const": format!("v{at}") }),
            9 => json!({ "required": [format!("p{at}")] }),
            10 => {
                json!({ "type": "object", "properties": { "kind": { "const": format!("v{at}") } }, "required": ["kind"] })
            }
            11 => json!({ "format": FORMATS[at % FORMATS.len()] }),
            12 => json!({ "type": ["string", "null"] }),
            _ => json!(!at.is_multiple_of(7)),
        }
    }
}

const FORMATS: &[&str] = &["date", "email", "uri", "uuid"];

const PRIMES: &[u32] = &[
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
];

/// Both objects in one.
fn with(mut one: Value, other: Value) -> Value {
    if let (Some(one), Value::Object(other)) = (one.as_object_mut(), other) {
        for (key, value) in other {
            one.entry(key).or_insert(value);
        }
    }
    one
}

/// Changes a part of a schema somewhere below.
fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::Object(map) if !map.is_empty() && random.below(12) > 0 => {
            let at = random.below(map.len());
            if let Some((_, below)) = map.iter_mut().nth(at) {
                change(random, below);
            }
        }
        Value::Object(map) => {
            map.insert("minProperties".to_owned(), json!(1));
        }
        Value::Array(items) if !items.is_empty() && random.below(4) > 0 => {
            let at = random.below(items.len());
            change(random, &mut items[at]);
        }
        Value::Array(items) if items.len() > 1 => {
            items.pop();
        }
        Value::String(text) if text == "string" => *value = json!("integer"),
        Value::String(text) if text == "integer" => *value = json!("number"),
        Value::Number(number) => *value = json!(number.as_u64().unwrap_or(1) + 1),
        Value::Bool(flag) => *value = json!(!*flag),
        _ => {}
    }
}

fn make_condition(random: &mut Random) -> Value {
    let pointer = ["/x", "/x/k0", "/x/p0", "/x/p1/k0", "/x/*/p2", "/x/0"][random.below(6)];
    let number = random.below(50);
    let test = match random.below(5) {
        0 => json!({ "equals": number }),
        1 => json!({ "one_of": (0..number).map(|at| format!("v{at}")).collect::<Vec<_>>() }),
        2 => json!({ "minimum": number }),
        3 => json!({ "pattern": format!("^v{number}") }),
        _ => json!({ "exists": number.is_multiple_of(2) }),
    };
    json!({ pointer: test })
}
