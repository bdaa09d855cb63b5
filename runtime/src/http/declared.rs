//! Reduces a JSON text to what its schema declares. Everything that the schema merely does not forbid is
//! dropped: keys that it does not name, and everything under them.

use crate::json::{Json, object_keys, write_string};
use crate::reader::{Kind, Reader, Stop};
use crate::schema::{Keyword, Schema};
use crate::walk::decide_validity;

/// The work that may be spent on one text; beyond it nothing is shown.
const STEPS: u32 = 2_000_000;

/// The maximum number of characters in a string.
const STRING: usize = 256;

/// The text without anything that its schema does not declare, with long strings cut; `None` if it violates
/// the schema.
pub(super) fn keep_declared(schema: &'static Schema, text: &str) -> Option<String> {
    Json::parse(text).ok()?;
    let mut keeping = Keeping {
        left: STEPS,
        out: String::new(),
    };
    if !keeping.holds(schema, text).ok()? {
        return None;
    }
    keeping.value(&[schema], text).ok()?;
    Some(keeping.out)
}

struct Keeping {
    left: u32,
    out: String,
}

impl Keeping {
    /// Whether a schema accepts a text; an error if deciding that would take too long.
    fn holds(&mut self, schema: &'static Schema, text: &str) -> Result<bool, Stop> {
        decide_validity(schema, text, &mut self.left).ok_or(Stop)
    }

    /// Writes a value that all of these schemas accept.
    fn value(&mut self, schemas: &[&'static Schema], text: &str) -> Result<(), Stop> {
        let mut plain = Vec::new();
        for schema in schemas {
            self.collect(schema, text, &mut plain)?;
        }
        let mut reader = Reader::new(text);
        match reader.kind()? {
            Kind::Object => self.object(&plain, &mut reader),
            Kind::Array => self.array(&plain, &mut reader),
            Kind::String => {
                let string = reader.string()?;
                let mut letters = string.chars();
                let mut short: String = letters.by_ref().take(STRING).collect();
                if letters.next().is_some() {
                    short.push('…');
                }
                write_string(&short, &mut self.out);
                Ok(())
            }
            Kind::Number | Kind::Boolean | Kind::Null => {
                self.out.push_str(reader.capture()?);
                Ok(())
            }
        }
    }

    /// Collects the schemas without alternatives that describe a value.
    fn collect(
        &mut self,
        schema: &'static Schema,
        text: &str,
        plain: &mut Vec<&'static Schema>,
    ) -> Result<(), Stop> {
        match schema {
            Schema::Nullable(inner) => self.collect(inner, text, plain),
            Schema::Union(union) => self.collect_accepting(union.branches, text, plain),
            Schema::Complete(complete) => {
                self.collect(complete.base, text, plain)?;
                let mut keywords = complete.keywords.iter();
                keywords.try_for_each(|keyword| self.collect_under(keyword, text, plain))
            }
            _ => {
                plain.push(schema);
                Ok(())
            }
        }
    }

    fn collect_accepting(
        &mut self,
        schemas: &[&'static Schema],
        text: &str,
        plain: &mut Vec<&'static Schema>,
    ) -> Result<(), Stop> {
        for schema in schemas {
            if self.holds(schema, text)? {
                self.collect(schema, text, plain)?;
            }
        }
        Ok(())
    }

    fn collect_under(
        &mut self,
        keyword: &Keyword,
        text: &str,
        plain: &mut Vec<&'static Schema>,
    ) -> Result<(), Stop> {
        match keyword {
            Keyword::AllOf(schemas) | Keyword::AnyOf(schemas) | Keyword::OneOf(schemas) => {
                self.collect_accepting(schemas, text, plain)
            }
            Keyword::If(condition, then, otherwise) => {
                if !self.holds(condition, text)? {
                    return self.collect(otherwise, text, plain);
                }
                self.collect(condition, text, plain)?;
                self.collect(then, text, plain)
            }
            Keyword::DependentSchemas(rules) => {
                let there = object_keys(text);
                for (key, schema) in *rules {
                    if there.iter().any(|there| there == key) {
                        self.collect(schema, text, plain)?;
                    }
                }
                Ok(())
            }
            // These neither name nor describe a property.
            Keyword::Not(_)
            | Keyword::Enum(_)
            | Keyword::Contains(..)
            | Keyword::DependentRequired(_)
            | Keyword::UnevaluatedProperties(..)
            | Keyword::UnevaluatedItems(..) => Ok(()),
        }
    }

    fn object(&mut self, schemas: &[&'static Schema], reader: &mut Reader<'_>) -> Result<(), Stop> {
        reader.begin_object()?;
        self.out.push('{');
        let (mut is_first, mut is_empty) = (true, true);
        while reader.next_key(is_first)? {
            is_first = false;
            let key = reader.string()?;
            reader.colon()?;
            let text = reader.capture()?;
            let below = below(schemas, &key);
            if below.is_empty() {
                continue;
            }
            if !is_empty {
                self.out.push(',');
            }
            is_empty = false;
            write_string(&key, &mut self.out);
            self.out.push(':');
            self.value(&below, text)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn array(&mut self, schemas: &[&'static Schema], reader: &mut Reader<'_>) -> Result<(), Stop> {
        reader.begin_array()?;
        self.out.push('[');
        let mut index = 0;
        while reader.next_item(index == 0)? {
            if index > 0 {
                self.out.push(',');
            }
            let text = reader.capture()?;
            let items = schemas.iter().filter_map(|schema| match schema {
                Schema::List(list) => Some(list.prefix.get(index).copied().unwrap_or(list.items)),
                _ => None,
            });
            let items: Vec<&'static Schema> = items.collect();
            self.value(&items, text)?;
            index += 1;
        }
        self.out.push(']');
        Ok(())
    }
}

/// What objects with these schemas declare under a key. `additionalProperties` counts as a declaration if it
/// restricts the values.
fn below(schemas: &[&'static Schema], key: &str) -> Vec<&'static Schema> {
    let mut found = Vec::new();
    for schema in schemas {
        let Schema::Object(object) = schema else {
            continue;
        };
        let before = found.len();
        let fields = object.fields.iter().filter(|field| field.name == key);
        found.extend(fields.map(|field| field.schema));
        for (pattern, schema) in object.patterns {
            if pattern.is_match(key).unwrap_or_default() {
                found.push(*schema);
            }
        }
        if found.len() == before && !matches!(object.rest, Schema::Any) {
            found.push(object.rest);
        }
    }
    found
}
