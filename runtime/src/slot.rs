//! Where a value is read to: the types that generated structs are made of.

mod integers;
mod parsed;
mod tuples;

use crate::integer::Integer;
use crate::json::Json;
use crate::number::Value as Number;
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::walk;
use std::collections::BTreeMap;

pub use parsed::{Parsed, ParsedJson};

/// A place that a JSON value can be read to.
pub trait Slot {
    /// Reads one value and checks it. A broken rule is noted in the reader and reading goes on.
    ///
    /// # Errors
    /// Where the text is no JSON.
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop>;
}

/// A type that has a value to begin with.
pub trait Value: Slot + Sized {
    /// Whether the type itself has a value for `null`.
    const NULLABLE: bool = false;

    /// The value before anything was read; no caller ever sees it.
    fn empty() -> Self;
}

/// A generated struct or enum. The schema says what an index means: the field of an object, the
/// value of an enumeration, the branch of a union.
pub trait Part {
    /// The value before anything was read.
    fn empty() -> Self
    where
        Self: Sized;

    /// The place of a field; for an enum, switches to the variant first.
    fn slot(&mut self, index: usize) -> &mut dyn Slot;

    /// The map for keys that no field has, where the type keeps them.
    fn rest(&mut self) -> Option<&mut dyn Entries> {
        None
    }
}

/// A map that takes values under keys.
pub trait Entries {
    /// Makes an entry and gives its place.
    fn entry(&mut self, key: &str) -> &mut dyn Slot;
}

impl<T: Part> Slot for T {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        walk::part(self, reader, schema)
    }
}

impl<T: Part> Value for T {
    fn empty() -> Self {
        T::empty()
    }
}

/// Reads nothing to nowhere: a walk that only checks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ignore;

impl Slot for Ignore {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        walk::ignore(reader, schema)
    }
}

impl Slot for String {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Text(rules) = schema else {
            return walk::mismatch(reader);
        };
        if let Some(text) = walk::text(reader, rules)? {
            *self = text.into_owned();
        }
        Ok(())
    }
}

impl Value for String {
    fn empty() -> Self {
        String::new()
    }
}

impl Slot for bool {
    fn fill(&mut self, reader: &mut Reader<'_>, _: &'static Schema) -> Result<(), Stop> {
        if let Some(value) = walk::boolean(reader)? {
            *self = value;
        }
        Ok(())
    }
}

impl Value for bool {
    fn empty() -> Self {
        false
    }
}

impl Slot for () {
    fn fill(&mut self, reader: &mut Reader<'_>, _: &'static Schema) -> Result<(), Stop> {
        walk::null(reader)
    }
}

impl Value for () {
    const NULLABLE: bool = true;

    fn empty() -> Self {}
}

impl Slot for f64 {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        *self = match walk::number(reader, schema)? {
            Some((_, Number::Float(value))) => value,
            // There is a zero below zero.
            Some((text, Number::Int(0))) => text.parse().unwrap_or(0.0),
            Some((_, Number::Int(value))) => value as f64,
            None => return Ok(()),
        };
        Ok(())
    }
}

impl Value for f64 {
    fn empty() -> Self {
        0.0
    }
}

impl Slot for Integer {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        match walk::number(reader, schema)? {
            Some((_, Number::Int(value))) => *self = Integer::from(value),
            Some((text, Number::Float(_))) => *self = Integer::from_text(text),
            None => {}
        }
        Ok(())
    }
}

impl Value for Integer {
    fn empty() -> Self {
        Integer::default()
    }
}

impl Slot for Json {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        reader.peek();
        let start = reader.offset();
        walk::ignore(reader, schema)?;
        *self = Json::trusted(reader.since(start));
        Ok(())
    }
}

impl Value for Json {
    const NULLABLE: bool = true;

    fn empty() -> Self {
        Json::null()
    }
}

impl<T: Value> Slot for Option<T> {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        let schema = match schema {
            Schema::Nullable(_) if T::NULLABLE => schema,
            Schema::Nullable(_) if reader.peek() == Some(b'n') => {
                *self = None;
                return reader.null();
            }
            Schema::Nullable(inner) => inner,
            _ => schema,
        };
        walk::fill(self.insert(T::empty()), reader, schema)
    }
}

impl<T: Value> Value for Option<T> {
    const NULLABLE: bool = true;

    fn empty() -> Self {
        None
    }
}

impl<T: Part> Part for Box<T> {
    fn empty() -> Self {
        Box::new(T::empty())
    }

    fn slot(&mut self, index: usize) -> &mut dyn Slot {
        (**self).slot(index)
    }

    fn rest(&mut self) -> Option<&mut dyn Entries> {
        (**self).rest()
    }
}

/// A list that takes elements.
pub(crate) trait Items {
    /// Adds an element and gives its place.
    fn item(&mut self) -> &mut dyn Slot;
}

impl<T: Value> Items for Vec<T> {
    fn item(&mut self) -> &mut dyn Slot {
        self.push(T::empty());
        let last = self.len() - 1;
        &mut self[last]
    }
}

impl<T: Value> Slot for Vec<T> {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::List(rules) = schema else {
            return walk::mismatch(reader);
        };
        walk::list(self, reader, rules)
    }
}

impl<T: Value> Value for Vec<T> {
    fn empty() -> Self {
        Vec::new()
    }
}

impl<T: Value> Entries for BTreeMap<String, T> {
    fn entry(&mut self, key: &str) -> &mut dyn Slot {
        BTreeMap::entry(self, key.to_owned()).or_insert_with(T::empty)
    }
}

impl<T: Value> Slot for BTreeMap<String, T> {
    fn fill(&mut self, reader: &mut Reader<'_>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Object(rules) = schema else {
            return walk::mismatch(reader);
        };
        walk::map(self, reader, rules)
    }
}

impl<T: Value> Value for BTreeMap<String, T> {
    fn empty() -> Self {
        BTreeMap::new()
    }
}
