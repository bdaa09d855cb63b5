//! Values with one place changed so that they violate one keyword of the schema there.

use super::{Generator, get, texts};
use serde_json::{Map, Value, json};

/// A changed value.
pub struct Broken {
    /// The target of the change: a keyword, and where it is.
    pub aim: Aim,
    /// The whole value.
    pub value: Value,
}

/// The target of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aim {
    /// The keyword.
    pub keyword: &'static str,
    /// Number of keys and indices that lead there.
    pub depth: usize,
    /// Whether the place is reached through a `$ref`.
    pub referred: bool,
}

/// A place in a value: keys and indices.
type Path = Vec<Step>;

#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// The new value of a place, or `None` if the place is removed.
struct Change {
    keyword: &'static str,
    referred: bool,
    path: Path,
    value: Option<Value>,
}

impl<'s> Generator<'s, '_> {
    /// Returns changed values, at most `most`, for as many keywords and places as possible.
    pub fn broken(&mut self, value: &Value, most: usize) -> Vec<Broken> {
        let mut changes = Vec::new();
        self.changes(self.root, value, &mut Vec::new(), &mut changes);
        let mut broken = Vec::new();
        while broken.len() < most && !changes.is_empty() {
            let mut keywords: Vec<&str> = changes.iter().map(|change| change.keyword).collect();
            keywords.sort_unstable();
            keywords.dedup();
            let keyword = self.random.pick(&keywords);
            let of_keyword = |index: &usize| changes[*index].keyword == keyword;
            let indices: Vec<usize> = (0..changes.len()).filter(of_keyword).collect();
            let change = changes.swap_remove(self.random.pick(&indices));
            let aim = Aim {
                keyword,
                depth: change.path.len(),
                referred: change.referred,
            };
            broken.push(Broken {
                aim,
                value: apply(value, &change),
            });
        }
        broken
    }

    fn changes(
        &mut self,
        schema: &'s Value,
        value: &Value,
        path: &mut Path,
        out: &mut Vec<Change>,
    ) {
        if path.len() > super::DEEPEST || out.len() > 2_000 {
            return;
        }
        let parts = self.parts(schema, false);
        let before = out.len();
        let mut add = |keyword, value| {
            out.push(Change {
                keyword,
                referred: false,
                path: path.clone(),
                value: Some(value),
            })
        };
        let kind = ["oneOf", "anyOf"]
            .into_iter()
            .find(|keyword| get(&parts, keyword).is_some());
        for other in [
            json!(null),
            json!(true),
            json!(7),
            json!(1.5),
            json!("text"),
            json!([]),
            json!({}),
            json!([null]),
        ] {
            if std::mem::discriminant(&other) != std::mem::discriminant(value) {
                add(
                    if other.is_null() {
                        "null"
                    } else {
                        kind.unwrap_or("type")
                    },
                    other,
                );
            }
        }
        if get(&parts, "enum").is_some() {
            add("enum", json!("no such value"));
            if let Value::String(text) = value {
                add("enum", json!(text.to_uppercase()));
                add("enum", json!(format!("{text} ")));
            }
        }
        if get(&parts, "const").is_some() {
            add("const", json!("another"));
        }
        match value {
            Value::Number(_) => number(&parts, &mut add),
            Value::String(text) => string(&parts, text, &mut add),
            Value::Array(items) => self.array_changes(&parts, items, path, out),
            Value::Object(map) => self.object_changes(&parts, map, path, out),
            _ => {}
        }
        if get(&parts, "$ref").is_some() {
            out[before..]
                .iter_mut()
                .for_each(|change| change.referred = true);
        }
    }

    fn array_changes(
        &mut self,
        parts: &[&'s Map<String, Value>],
        items: &[Value],
        path: &mut Path,
        out: &mut Vec<Change>,
    ) {
        let mut add = |keyword, items: Vec<Value>| {
            out.push(Change {
                keyword,
                referred: false,
                path: path.clone(),
                value: Some(Value::Array(items)),
            });
        };
        let first = items.first().cloned().unwrap_or(json!("item"));
        if let Some(least) =
            count(parts, "minItems").filter(|least| (1..=items.len()).contains(least))
        {
            add("minItems", items[..least - 1].to_vec());
        }
        if let Some(most) = count(parts, "maxItems").filter(|most| *most < 2_000) {
            let more = items
                .iter()
                .cloned()
                .chain(std::iter::repeat(first.clone()));
            add("maxItems", more.take(most + 1).collect());
        }
        if get(parts, "uniqueItems").is_some() && !items.is_empty() {
            let twice = items.iter().cloned().chain([first]);
            add("uniqueItems", twice.collect());
        }
        if get(parts, "contains").is_some() {
            add("contains", vec![json!(null)]);
        }
        add(
            "items",
            items
                .iter()
                .cloned()
                .chain([json!({ "unlikely": [] })])
                .collect(),
        );
        for (index, item) in items.iter().enumerate().take(3) {
            for part in parts {
                if let Some(schema) = self.item_schema(&[*part], index) {
                    path.push(Step::Index(index));
                    self.changes(schema, item, path, out);
                    path.pop();
                }
            }
        }
    }

    fn object_changes(
        &mut self,
        parts: &[&'s Map<String, Value>],
        map: &Map<String, Value>,
        path: &mut Path,
        out: &mut Vec<Change>,
    ) {
        for name in parts
            .iter()
            .filter_map(|part| part.get("required")?.as_array())
            .flatten()
            .filter_map(Value::as_str)
        {
            if map.contains_key(name) {
                out.push(change("required", path, name, None));
            }
        }
        for keyword in [
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "maxProperties",
        ] {
            if get(parts, keyword).is_some() {
                for name in ["unknown", "", "Un Known/~", "1", "😀"] {
                    out.push(change(keyword, path, name, Some(json!("unknown"))));
                    out.push(change(keyword, path, name, Some(json!(["unknown"]))));
                }
            }
        }
        out.push(change(
            "additionalProperties",
            path,
            "unknown_key",
            Some(json!({ "x": 1.0 })),
        ));
        for (name, value) in map {
            for schema in self.under(parts, name) {
                path.push(Step::Key(name.clone()));
                self.changes(schema, value, path, out);
                path.pop();
            }
        }
        for (name, schema) in parts
            .iter()
            .filter_map(|part| part.get("properties")?.as_object())
            .flatten()
        {
            if !map.contains_key(name) && path.len() < 4 {
                let value = self.below(Some(schema), path.len());
                out.push(change("properties", path, name, Some(value)));
                out.push(change("null", path, name, Some(Value::Null)));
            }
        }
    }

    /// Returns the schemas of a key.
    fn under(&self, parts: &[&'s Map<String, Value>], name: &str) -> Vec<&'s Value> {
        let own = |part: &&'s Map<String, Value>| part.get("properties")?.get(name);
        let known: Vec<&'s Value> = parts.iter().filter_map(own).collect();
        if !known.is_empty() {
            return known;
        }
        let patterned = get(parts, "patternProperties")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::values);
        patterned
            .chain(get(parts, "additionalProperties"))
            .take(3)
            .collect()
    }
}

fn change(keyword: &'static str, path: &Path, name: &str, value: Option<Value>) -> Change {
    let mut path = path.clone();
    path.push(Step::Key(name.to_owned()));
    Change {
        keyword,
        referred: false,
        path,
        value,
    }
}

fn count(parts: &[&Map<String, Value>], keyword: &str) -> Option<usize> {
    usize::try_from(get(parts, keyword)?.as_u64()?).ok()
}

fn number(parts: &[&Map<String, Value>], add: &mut impl FnMut(&'static str, Value)) {
    for (keyword, step) in [
        ("minimum", -1.0),
        ("maximum", 1.0),
        ("exclusiveMinimum", 0.0),
        ("exclusiveMaximum", 0.0),
    ] {
        if let Some(limit) = get(parts, keyword).and_then(Value::as_f64) {
            add(keyword, json!(limit));
            add(keyword, json!(limit + step));
            add(keyword, json!(limit + step / 2.0));
            if limit.abs() < 1e15 {
                add(keyword, json!((limit + step) as i64));
            }
        }
    }
    if let Some(step) = get(parts, "multipleOf").and_then(Value::as_f64) {
        add("multipleOf", json!(step * 3.5));
        add("multipleOf", json!(step * 4.0));
    }
    add("type", json!(0.5));
    for whole in [
        json!(1.0),
        json!(2e3),
        json!(-0.0),
        json!(1e19),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
    ] {
        add("whole number", whole);
    }
}

fn string(parts: &[&Map<String, Value>], text: &str, add: &mut impl FnMut(&'static str, Value)) {
    if let Some(least) = count(parts, "minLength").filter(|least| *least > 0 && *least < 5_000) {
        add("minLength", json!("😀".repeat(least - 1)));
        add("minLength", json!("😀".repeat(least)));
        add(
            "minLength",
            json!(text.chars().take(least - 1).collect::<String>()),
        );
    }
    if let Some(most) = count(parts, "maxLength").filter(|most| *most < 100_000) {
        add("maxLength", json!("😀".repeat(most + 1)));
        add("maxLength", json!("é".repeat(most)));
        add("maxLength", json!("a".repeat(most + 1)));
    }
    if get(parts, "pattern").is_some() {
        for other in ["", " ", "\n", "😀", "no match!?", "0", "A"] {
            add("pattern", json!(other));
            add("pattern", json!(format!("{text}{other}")));
            add("pattern", json!(format!("{other}{text}")));
        }
    }
    if get(parts, "format").is_some() {
        for other in texts::MALFORMED {
            add("format", json!(other));
        }
    }
}

fn apply(value: &Value, change: &Change) -> Value {
    let mut whole = value.clone();
    let Some((last, path)) = change.path.split_last() else {
        return change.value.clone().unwrap_or_default();
    };
    let place = path.iter().try_fold(&mut whole, |place, step| match step {
        Step::Key(key) => place.get_mut(key),
        Step::Index(index) => place.get_mut(index),
    });
    match (place, last, &change.value) {
        (Some(Value::Object(map)), Step::Key(key), Some(value)) => {
            drop(map.insert(key.clone(), value.clone()))
        }
        (Some(Value::Object(map)), Step::Key(key), None) => drop(map.remove(key)),
        (Some(Value::Array(items)), Step::Index(index), Some(value)) => {
            items[*index] = value.clone()
        }
        _ => {}
    }
    whole
}
