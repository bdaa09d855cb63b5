//! Arguments in the form of a strict schema, as a model would write them that sees nothing but this schema.

use serde_json::{Map, Value};

/// Converts arguments to the form of a schema.
pub struct Form<'s> {
    root: &'s Value,
    /// Whether a part of the arguments has no place in the schema.
    pub is_pruned: bool,
    /// Which of the alternatives that a value fits is taken.
    pub choice: usize,
}

impl<'s> Form<'s> {
    /// Begins with the whole schema.
    pub fn of(root: &'s Value) -> Self {
        Form {
            root,
            is_pruned: false,
            choice: 0,
        }
    }

    /// The arguments as a model would write them.
    pub fn put(&mut self, schema: &'s Value, value: &Value) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let target = name
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            return self.put(target.expect("a definition"), value);
        }
        let words = schema["description"].as_str().unwrap_or_default();
        if words.contains("Write the value as JSON text") {
            return Value::String(value.to_string());
        }
        if value.is_null() && schema["nullable"] == true {
            return Value::Null;
        }
        if let Some(alternatives) = schema["anyOf"].as_array() {
            let put = alternatives.iter().map(|schema| {
                let mut form = Form {
                    choice: self.choice,
                    ..Form::of(self.root)
                };
                let put = form.put(schema, value);
                let is_fit = !form.is_pruned && is_fit(self.root, schema, &put);
                is_fit.then_some(put)
            });
            let fitting: Vec<Value> = put.flatten().collect();
            let chosen = self.choice.checked_rem(fitting.len());
            self.is_pruned |= chosen.is_none();
            return chosen.map_or_else(|| value.clone(), |index| fitting[index].clone());
        }
        match value {
            Value::Array(items) if schema["items"].is_object() => {
                let items = items.iter().map(|item| self.put(&schema["items"], item));
                Value::Array(items.collect())
            }
            Value::Object(entries) => self.put_object(schema, entries),
            value => value.clone(),
        }
    }

    fn put_object(&mut self, schema: &'s Value, entries: &Map<String, Value>) -> Value {
        let empty = Map::new();
        let named = schema["properties"].as_object();
        self.is_pruned |= entries
            .keys()
            .any(|key| named.is_none_or(|named| !named.contains_key(key)));
        let mut put = Map::new();
        for name in schema["properties"].as_object().unwrap_or(&empty).keys() {
            let is_required = schema["required"]
                .as_array()
                .is_some_and(|names| names.contains(&Value::from(name.as_str())));
            match entries.get(name) {
                Some(value) => {
                    let put_value = self.put(&schema["properties"][name], value);
                    put.insert(name.clone(), put_value);
                }
                None if is_required => {
                    put.insert(name.clone(), Value::Null);
                }
                None => {}
            }
        }
        Value::Object(put)
    }
}

/// A value without all that is null in objects.
pub fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Object(entries) => {
            let kept = entries.iter().filter(|(_, value)| !value.is_null());
            let kept = kept.map(|(key, value)| (key.clone(), without_nulls(value)));
            Value::Object(kept.collect())
        }
        value => value.clone(),
    }
}

fn is_fit(root: &Value, schema: &Value, value: &Value) -> bool {
    let mut whole = in_json_schema(schema);
    if let (Some(whole), Some(definitions)) = (whole.as_object_mut(), root.get("$defs")) {
        whole.insert("$defs".to_owned(), definitions.clone());
    }
    jsonschema::draft202012::is_valid(&whole, value)
}

/// Translates the keywords of OpenAPI in a schema to JSON Schema.
pub fn in_json_schema(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(in_json_schema).collect(),
        Value::Object(entries) => {
            let is_nullable = entries.get("nullable") == Some(&Value::Bool(true));
            let mut made = Map::new();
            for (key, value) in entries {
                let value = match (key.as_str(), value) {
                    ("nullable", _) => continue,
                    ("type", Value::String(name)) => Value::String(name.to_lowercase()),
                    ("enum" | "const" | "description", value) => value.clone(),
                    ("properties" | "$defs", Value::Object(schemas)) => {
                        let schemas = schemas.iter();
                        let schemas =
                            schemas.map(|(name, schema)| (name.clone(), in_json_schema(schema)));
                        Value::Object(schemas.collect())
                    }
                    (_, value) => in_json_schema(value),
                };
                made.insert(key.clone(), value);
            }
            match is_nullable {
                true => serde_json::json!({ "anyOf": [made, { "type": "null" }] }),
                false => Value::Object(made),
            }
        }
        value => value.clone(),
    }
}
