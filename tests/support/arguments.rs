//! Arguments for a JSON Schema: some that should be valid, and some that violate one keyword. A validator has
//! to decide whether they really do.

#[path = "breaking.rs"]
pub mod breaking;
#[path = "texts.rs"]
mod texts;

use crate::random::Random;
use serde_json::{Map, Value, json};

/// The depth from which values have only what is required.
const DEEP: usize = 4;

/// The maximum depth of values.
const DEEPEST: usize = 9;

/// Generates arguments for one schema.
pub struct Generator<'s, 'r> {
    root: &'s Value,
    random: &'r mut Random,
}

impl<'s, 'r> Generator<'s, 'r> {
    /// Creates a generator for a whole document.
    pub fn new(root: &'s Value, random: &'r mut Random) -> Self {
        Generator { root, random }
    }

    /// Returns arguments that are valid if the schema is not too intricate.
    pub fn valid(&mut self) -> Value {
        self.value(self.root, 0)
    }

    /// Returns the keywords that apply to one value: those of the schema, of all that it refers to, and of
    /// one alternative each.
    fn parts(&mut self, schema: &'s Value, one_of_each: bool) -> Vec<&'s Map<String, Value>> {
        let mut parts: Vec<&'s Map<String, Value>> = Vec::new();
        let mut waiting = vec![schema];
        while let Some(schema) = waiting.pop() {
            let Value::Object(map) = schema else { continue };
            if parts.len() > 40 || parts.iter().any(|known| std::ptr::eq(*known, map)) {
                continue;
            }
            parts.push(map);
            waiting.extend(map.get("$ref").and_then(|text| self.find(text.as_str()?)));
            waiting.extend(
                map.get("allOf")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten(),
            );
            for keyword in ["anyOf", "oneOf"] {
                let Some(branches) = map.get(keyword).and_then(Value::as_array) else {
                    continue;
                };
                if one_of_each && !branches.is_empty() {
                    waiting.push(&branches[self.random.below(branches.len())]);
                } else {
                    waiting.extend(branches);
                }
            }
            if map.contains_key("if") {
                let branch: &[&str] = if self.random.chance(50) {
                    &["if", "then"]
                } else {
                    &["else"]
                };
                waiting.extend(branch.iter().filter_map(|keyword| map.get(*keyword)));
            }
        }
        parts
    }

    fn find(&self, reference: &str) -> Option<&'s Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    fn value(&mut self, schema: &'s Value, depth: usize) -> Value {
        let parts = self.parts(schema, true);
        if let Some(value) = get(&parts, "const") {
            return value.clone();
        }
        if let Some(values) = get(&parts, "enum")
            .and_then(Value::as_array)
            .filter(|values| !values.is_empty())
        {
            return self.random.pick(values);
        }
        let kind = self.kind(&parts, depth);
        match kind {
            "null" => Value::Null,
            "boolean" => Value::Bool(self.random.chance(50)),
            "integer" | "number" => self.number(&parts, kind == "integer"),
            "string" => Value::String(self.string(&parts)),
            "array" => self.array(&parts, depth),
            _ => self.object(&parts, depth),
        }
    }

    fn kind(&mut self, parts: &[&'s Map<String, Value>], depth: usize) -> &'static str {
        const KINDS: &[&str] = &[
            "object", "array", "string", "integer", "number", "boolean", "null",
        ];
        let mut kinds = KINDS.to_vec();
        for types in parts.iter().filter_map(|part| part.get("type")) {
            let names: Vec<&str> = match types {
                Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
                types => types.as_str().into_iter().collect(),
            };
            kinds.retain(|kind| {
                names.contains(kind) || (*kind == "integer" && names.contains(&"number"))
            });
        }
        if kinds.len() == KINDS.len() {
            let says =
                |keywords: &[&str]| keywords.iter().any(|keyword| get(parts, keyword).is_some());
            if says(&[
                "properties",
                "required",
                "additionalProperties",
                "patternProperties",
                "minProperties",
            ]) {
                return "object";
            }
            if says(&["items", "prefixItems", "contains", "minItems"]) {
                return "array";
            }
            if says(&["pattern", "format", "minLength"]) {
                return "string";
            }
            if says(&["minimum", "maximum", "multipleOf"]) {
                return "number";
            }
            kinds.truncate(if depth < DEEP { KINDS.len() } else { 0 });
        }
        if kinds.len() > 1 && self.random.chance(80) {
            kinds.retain(|kind| *kind != "null");
        }
        if kinds.is_empty() {
            "string"
        } else {
            self.random.pick(&kinds)
        }
    }

    fn number(&mut self, parts: &[&'s Map<String, Value>], whole: bool) -> Value {
        let limit = |keyword: &'static str| {
            parts
                .iter()
                .filter_map(move |part| part.get(keyword)?.as_f64())
        };
        let least = limit("minimum")
            .chain(limit("exclusiveMinimum").map(|n| n + 1.0))
            .reduce(f64::max);
        let most = limit("maximum")
            .chain(limit("exclusiveMaximum").map(|n| n - 1.0))
            .reduce(f64::min);
        let step = limit("multipleOf")
            .next()
            .unwrap_or(if whole { 1.0 } else { 0.25 });
        let from = least.or(most.map(|most| most.min(0.0))).unwrap_or(0.0);
        let count = most
            .map_or(40.0, |most| ((most - from) / step).floor())
            .clamp(0.0, 40.0);
        let nth = self.random.below(count as usize + 1) as f64;
        let mut value = ((from / step).ceil() + nth) * step;
        if most.is_some_and(|most| value > most) {
            value = from;
        }
        let plain = value.fract() == 0.0 && value.abs() < 9e15 && self.random.chance(80);
        if plain {
            json!(value as i64)
        } else {
            json!(value)
        }
    }

    fn string(&mut self, parts: &[&'s Map<String, Value>]) -> String {
        let text = |keyword: &str| get(parts, keyword).and_then(Value::as_str);
        let count = |keyword: &str| {
            get(parts, keyword)
                .and_then(Value::as_u64)
                .and_then(|n| usize::try_from(n).ok())
        };
        let least = count("minLength").unwrap_or(0).min(5_000);
        let most = count("maxLength").unwrap_or(least + 6).min(least + 6);
        if let Some(sample) =
            text("format").and_then(|format| texts::of_format(self.random, format))
        {
            return sample.to_owned();
        }
        if let Some(pattern) = text("pattern") {
            let mut joined = String::new();
            for _ in 0..20 {
                let Some(sample) = texts::of_pattern(self.random, pattern) else {
                    break;
                };
                if (least..=most.max(least + 60)).contains(&sample.chars().count()) {
                    return sample;
                }
                joined.push_str(&sample);
            }
            // Repetitions of what matches `^[0-9a-f]+$` match as well.
            if (1..=joined.chars().count()).contains(&least) {
                return joined.chars().take(most).collect();
            }
            if let Some(Value::String(example)) = get(parts, "default") {
                return example.clone();
            }
        }
        texts::of_length(self.random, least, most)
    }

    fn array(&mut self, parts: &[&'s Map<String, Value>], depth: usize) -> Value {
        let count = |keyword: &str| {
            get(parts, keyword)
                .and_then(Value::as_u64)
                .and_then(|n| usize::try_from(n).ok())
        };
        let least = count("minItems").unwrap_or(0).min(50);
        let most = count("maxItems").unwrap_or(least + 3).min(least + 3);
        let count = if depth > DEEP {
            least
        } else {
            least + self.random.below(most.saturating_sub(least) + 1)
        };
        let unique = get(parts, "uniqueItems") == Some(&Value::Bool(true));
        let mut items: Vec<Value> = Vec::new();
        for index in 0..count {
            let schema = self.item_schema(parts, index);
            let item = self.below(schema, depth);
            if !unique || !items.contains(&item) {
                items.push(item);
            }
        }
        Value::Array(items)
    }

    fn item_schema(&mut self, parts: &[&'s Map<String, Value>], index: usize) -> Option<&'s Value> {
        let prefix = get(parts, "prefixItems")
            .or_else(|| get(parts, "items"))
            .and_then(Value::as_array);
        prefix
            .and_then(|prefix| prefix.get(index))
            .or_else(|| get(parts, "items").filter(|items| !items.is_array()))
            .or_else(|| get(parts, "contains"))
    }

    /// Returns a value for a child of another one.
    fn below(&mut self, schema: Option<&'s Value>, depth: usize) -> Value {
        match schema {
            _ if depth >= DEEPEST => Value::Null,
            Some(schema) => self.value(schema, depth + 1),
            None => self.random.pick(&[
                json!("any"),
                json!(1),
                json!([]),
                json!({}),
                json!(null),
                json!(1.5),
            ]),
        }
    }

    fn object(&mut self, parts: &[&'s Map<String, Value>], depth: usize) -> Value {
        let required: Vec<&str> = parts
            .iter()
            .filter_map(|part| part.get("required")?.as_array())
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut map = Map::new();
        let likely = if depth >= DEEP {
            0
        } else {
            self.random.pick(&[10, 50, 90])
        };
        for (name, schema) in parts
            .iter()
            .filter_map(|part| part.get("properties")?.as_object())
            .flatten()
        {
            let wanted = required.contains(&name.as_str()) || self.random.chance(likely);
            if wanted && !map.contains_key(name) {
                let value = self.below(Some(schema), depth);
                map.insert(name.clone(), value);
            }
        }
        for name in required {
            if !map.contains_key(name) {
                let value = self.below(None, depth);
                map.insert(name.to_owned(), value);
            }
        }
        self.extra(parts, depth, &mut map);
        Value::Object(map)
    }

    /// Returns keys that no property has.
    fn extra(
        &mut self,
        parts: &[&'s Map<String, Value>],
        depth: usize,
        map: &mut Map<String, Value>,
    ) {
        let rest = get(parts, "additionalProperties");
        let least = get(parts, "minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0) as usize;
        let closed = rest == Some(&Value::Bool(false));
        let mut count = least.saturating_sub(map.len()).min(20);
        if !closed && depth < DEEP {
            count += usize::from(self.random.chance(if rest.is_some() { 70 } else { 20 }));
        }
        let patterned = get(parts, "patternProperties")
            .and_then(Value::as_object)
            .and_then(|map| map.iter().next());
        let names = get(parts, "propertyNames");
        for index in 0..count {
            let schema = patterned
                .map(|(_, schema)| schema)
                .or(rest.filter(|rest| rest.is_object()));
            let sample = patterned.and_then(|(pattern, _)| texts::of_pattern(self.random, pattern));
            let name = match (sample, names) {
                (Some(name), _) => name,
                (None, Some(names)) => match self.below(Some(names), depth) {
                    Value::String(name) => name,
                    other => other.to_string(),
                },
                _ => format!("extra_{index}"),
            };
            let value = self.below(schema, depth);
            map.insert(name, value);
        }
    }
}

/// Returns the first value of a keyword.
fn get<'s>(parts: &[&'s Map<String, Value>], keyword: &str) -> Option<&'s Value> {
    parts.iter().find_map(|part| part.get(keyword))
}
