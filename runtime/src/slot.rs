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
use std::borrow::Cow;
use std::collections::BTreeMap;

pub use parsed::{Parsed, ParsedJson};

/// A place that a JSON value can be read to, from a text or a parsed value that lives for `'j`.
pub trait Slot<'j> {
    /// Reads one value and checks it. A broken rule is noted in the reader and reading goes on.
    ///
    /// # Errors
    /// Where the text is not JSON.
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop>;
}

/// A type that has a value to begin with.
pub trait Value<'j>: Slot<'j> + Sized {
    /// Whether the type itself has a value for `null`.
    const NULLABLE: bool = false;

    /// The value before anything was read; no caller ever sees it.
    fn empty() -> Self;
}

/// A generated struct or enum. The schema says what an index means: the field of an object, the
/// value of an enumeration, the branch of a union.
pub trait Part<'j> {
    /// The value before anything was read.
    fn empty() -> Self
    where
        Self: Sized;

    /// The place of a field; for an enum, switches to the variant first.
    fn slot(&mut self, index: usize) -> &mut dyn Slot<'j>;

    /// The map for keys that no field has, where the type keeps them.
    fn rest(&mut self) -> Option<&mut dyn Entries<'j>> {
        None
    }
}

/// A map that takes values under keys.
pub trait Entries<'j> {
    /// Makes an entry and gives its place.
    fn entry(&mut self, key: &str) -> &mut dyn Slot<'j>;
}

impl<'j, T: Part<'j>> Slot<'j> for T {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        walk::read_part(self, reader, schema)
    }
}

impl<'j, T: Part<'j>> Value<'j> for T {
    fn empty() -> Self {
        T::empty()
    }
}

/// Reads nothing to nowhere: a walk that only checks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ignore;

impl<'j> Slot<'j> for Ignore {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        walk::ignore_value(reader, schema)
    }
}

/// The place of a constant: a value that is checked, and of which nothing is kept.
pub fn constant<'t, 'j>() -> &'t mut dyn Slot<'j> {
    // a value without a size takes no memory, so nothing is lost
    Box::leak(Box::new(Ignore))
}

impl<'j> Slot<'j> for String {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Text(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        if let Some(text) = walk::read_text(reader, rules)? {
            *self = text.into_owned();
        }
        Ok(())
    }
}

impl Value<'_> for String {
    fn empty() -> Self {
        String::new()
    }
}

/// A string that is read in place, where it has no escapes.
impl<'j> Slot<'j> for Cow<'j, str> {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Text(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        if let Some(text) = walk::read_text(reader, rules)? {
            *self = text;
        }
        Ok(())
    }
}

impl<'j> Value<'j> for Cow<'j, str> {
    fn empty() -> Self {
        Cow::Borrowed("")
    }
}

impl<'j> Slot<'j> for bool {
    fn fill(&mut self, reader: &mut Reader<'j>, _: &'static Schema) -> Result<(), Stop> {
        if let Some(value) = walk::read_boolean(reader)? {
            *self = value;
        }
        Ok(())
    }
}

impl Value<'_> for bool {
    fn empty() -> Self {
        false
    }
}

impl<'j> Slot<'j> for () {
    fn fill(&mut self, reader: &mut Reader<'j>, _: &'static Schema) -> Result<(), Stop> {
        walk::read_null(reader)
    }
}

impl Value<'_> for () {
    const NULLABLE: bool = true;

    fn empty() -> Self {}
}

impl<'j> Slot<'j> for f64 {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        *self = match walk::read_number(reader, schema)? {
            Some((_, Number::Float(value))) => value,
            // There is a zero below zero.
            Some((digits, Number::Int(0))) => digits.to_f64(),
            Some((_, Number::Int(value))) => value as f64,
            None => return Ok(()),
        };
        Ok(())
    }
}

impl Value<'_> for f64 {
    fn empty() -> Self {
        0.0
    }
}

impl<'j> Slot<'j> for Integer {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        match walk::read_number(reader, schema)? {
            Some((_, Number::Int(value))) => *self = Integer::from(value),
            Some((digits, Number::Float(_))) => *self = Integer::from_text(&digits.to_text()),
            None => {}
        }
        Ok(())
    }
}

impl Value<'_> for Integer {
    fn empty() -> Self {
        Integer::default()
    }
}

impl<'j> Slot<'j> for Json {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        *self = Json::trusted(walk::read_whole(reader, schema)?);
        Ok(())
    }
}

impl Value<'_> for Json {
    const NULLABLE: bool = true;

    fn empty() -> Self {
        Json::null()
    }
}

impl<'j, T: Value<'j>> Slot<'j> for Option<T> {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let schema = match schema {
            Schema::Nullable(_) if T::NULLABLE => schema,
            Schema::Nullable(inner) => {
                if reader.take_null()? {
                    *self = None;
                    return Ok(());
                }
                inner
            }
            _ => schema,
        };
        walk::fill_slot(self.insert(T::empty()), reader, schema)
    }
}

impl<'j, T: Value<'j>> Value<'j> for Option<T> {
    const NULLABLE: bool = true;

    fn empty() -> Self {
        None
    }
}

impl<'j, T: Part<'j>> Part<'j> for Box<T> {
    fn empty() -> Self {
        Box::new(T::empty())
    }

    fn slot(&mut self, index: usize) -> &mut dyn Slot<'j> {
        (**self).slot(index)
    }

    fn rest(&mut self) -> Option<&mut dyn Entries<'j>> {
        (**self).rest()
    }
}

/// A list that takes elements.
pub(crate) trait Items<'j> {
    /// Adds an element and gives its place.
    fn item(&mut self) -> &mut dyn Slot<'j>;
}

impl<'j, T: Value<'j>> Items<'j> for Vec<T> {
    fn item(&mut self) -> &mut dyn Slot<'j> {
        self.push(T::empty());
        let last = self.len() - 1;
        &mut self[last]
    }
}

impl<'j, T: Value<'j>> Slot<'j> for Vec<T> {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::List(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        walk::read_list(self, reader, rules)
    }
}

impl<'j, T: Value<'j>> Value<'j> for Vec<T> {
    fn empty() -> Self {
        Vec::new()
    }
}

impl<'j, T: Value<'j>> Entries<'j> for BTreeMap<String, T> {
    fn entry(&mut self, key: &str) -> &mut dyn Slot<'j> {
        BTreeMap::entry(self, key.to_owned()).or_insert_with(T::empty)
    }
}

impl<'j, T: Value<'j>> Slot<'j> for BTreeMap<String, T> {
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Object(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        walk::read_map(self, reader, rules)
    }
}

impl<'j, T: Value<'j>> Value<'j> for BTreeMap<String, T> {
    fn empty() -> Self {
        BTreeMap::new()
    }
}
