//! Values for schemas with keywords that need the complete value.

use super::Generator;
use crate::schema::{Complete, Keyword, Schema};
use crate::walk::validate;
use serde_json::Value;

impl Generator {
    /// A value of the base schema, adapted to each keyword in turn.
    pub(super) fn complete(&mut self, rules: &'static Complete, depth: u32) -> Option<Value> {
        let mut value = self.make(rules.base, depth)?;
        for keyword in rules.keywords {
            value = self.approach(keyword, rules.base, value, depth)?;
        }
        Some(value)
    }

    fn approach(
        &mut self,
        keyword: &'static Keyword,
        base: &'static Schema,
        value: Value,
        depth: u32,
    ) -> Option<Value> {
        match keyword {
            Keyword::AllOf(branches) => {
                let mut value = value;
                for branch in *branches {
                    value = self.agree(branch, value, depth)?;
                }
                Some(value)
            }
            Keyword::AnyOf(branches) | Keyword::OneOf(branches) => {
                let branch = self.random.pick(branches)?;
                self.agree(branch, value, depth)
            }
            Keyword::Enum(values) => serde_json::from_str(self.random.pick(values)?).ok(),
            Keyword::If(condition, then, otherwise) => {
                let value = if self.random.one_in(2) {
                    self.agree(condition, value, depth)?
                } else {
                    value
                };
                let holds = validate(condition, &value.to_string()).is_ok();
                self.agree(if holds { then } else { otherwise }, value, depth)
            }
            Keyword::Contains(schema, fewest, _) => self.contain(schema, *fewest, value, depth),
            Keyword::DependentRequired(rows) => {
                let mut value = value;
                for (key, needed) in *rows {
                    let needed = if value.get(key).is_some() {
                        *needed
                    } else {
                        &[]
                    };
                    for name in needed {
                        self.add(base, name, &mut value, depth)?;
                    }
                }
                Some(value)
            }
            Keyword::DependentSchemas(rows) => {
                let mut value = value;
                for (key, schema) in *rows {
                    if value.get(key).is_some() {
                        value = self.agree(schema, value, depth)?;
                    }
                }
                Some(value)
            }
            Keyword::Not(_)
            | Keyword::UnevaluatedItems(..)
            | Keyword::UnevaluatedProperties(..) => Some(value),
        }
    }

    /// The value itself if the schema accepts it, otherwise one generated from the schema and merged with the
    /// value.
    fn agree(&mut self, schema: &'static Schema, value: Value, depth: u32) -> Option<Value> {
        if validate(schema, &value.to_string()).is_ok() {
            return Some(value);
        }
        let made = self.make(schema, depth + 1)?;
        Some(join(value, made))
    }

    fn contain(
        &mut self,
        schema: &'static Schema,
        fewest: u64,
        value: Value,
        depth: u32,
    ) -> Option<Value> {
        const MOST: u64 = 100;
        let Value::Array(mut items) = value else {
            return Some(value);
        };
        for _ in 0..fewest.min(MOST) {
            items.push(self.make(schema, depth + 1)?);
        }
        Some(Value::Array(items))
    }

    /// Adds a property to an object, generated from the schema of its field if there is one.
    fn add(
        &mut self,
        base: &'static Schema,
        name: &str,
        value: &mut Value,
        depth: u32,
    ) -> Option<()> {
        let Value::Object(map) = value else {
            return Some(());
        };
        if map.contains_key(name) {
            return Some(());
        }
        let field = match base {
            Schema::Object(object) => object.fields.iter().find(|field| field.name == name),
            _ => None,
        };
        let schema = field.map_or(&Schema::Any, |field| field.schema);
        map.insert(name.to_owned(), self.make(schema, depth + 1)?);
        Some(())
    }
}

/// Merges two objects. For keys in both, and for everything else, the second one wins.
fn join(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let value = match one.remove(&key) {
                    Some(before) => join(before, value),
                    None => value,
                };
                one.insert(key, value);
            }
            Value::Object(one)
        }
        (_, other) => other,
    }
}
