//! The Rust types that values are read into.

use super::{Entries, Ignore, Items, Part, Slot, Value};
use crate::format::Format;
use crate::integer::Integer;
use crate::json::Json;
use crate::number::Value as Number;
use crate::path::{ConfinedPath, PathRules};
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::walk;
use std::borrow::Cow;
use std::collections::BTreeMap;

impl<'j, T: Part<'j>> Slot<'j> for T {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        walk::read_part(self, reader, schema)
    }
}

impl<'j, T: Part<'j>> Value<'j> for T {
    #[inline]
    fn empty() -> Self {
        T::empty()
    }
}

impl<'j> Slot<'j> for Ignore {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        walk::ignore_value(reader, schema)
    }
}

impl<'j> Slot<'j> for String {
    #[inline]
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
    #[inline]
    fn empty() -> Self {
        String::new()
    }
}

/// A string that is borrowed if it has no escapes.
impl<'j> Slot<'j> for Cow<'j, str> {
    #[inline]
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
    #[inline]
    fn empty() -> Self {
        Cow::Borrowed("")
    }
}

impl<'j> Slot<'j> for bool {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, _: &'static Schema) -> Result<(), Stop> {
        if let Some(value) = walk::read_boolean(reader)? {
            *self = value;
        }
        Ok(())
    }
}

impl Value<'_> for bool {
    #[inline]
    fn empty() -> Self {
        false
    }
}

impl<'j> Slot<'j> for () {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, _: &'static Schema) -> Result<(), Stop> {
        walk::read_null(reader)
    }
}

impl Value<'_> for () {
    const NULLABLE: bool = true;

    #[inline]
    fn empty() -> Self {}
}

impl<'j> Slot<'j> for f64 {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        *self = match walk::read_short_number(reader, schema) {
            Some(value) => value.to_f64(),
            None => match walk::read_number(reader, schema)? {
                // There is a negative zero.
                Some((digits, Number::Int(0))) => digits.to_f64(),
                Some((_, value)) => value.to_f64(),
                None => return Ok(()),
            },
        };
        Ok(())
    }
}

impl Value<'_> for f64 {
    #[inline]
    fn empty() -> Self {
        0.0
    }
}

impl<'j> Slot<'j> for Integer {
    #[inline]
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
    #[inline]
    fn empty() -> Self {
        Integer::default()
    }
}

impl<'j> Slot<'j> for Json {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        *self = Json::trusted(walk::read_whole(reader, schema)?);
        Ok(())
    }
}

impl Value<'_> for Json {
    const NULLABLE: bool = true;

    #[inline]
    fn empty() -> Self {
        Json::null()
    }
}

impl<'j, T: Value<'j>> Slot<'j> for Option<T> {
    #[inline]
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

    #[inline]
    fn empty() -> Self {
        None
    }
}

impl<'j, T: Part<'j>> Part<'j> for Box<T> {
    #[inline]
    fn empty() -> Self {
        Box::new(T::empty())
    }

    #[inline]
    fn slot(&mut self, index: usize) -> &mut dyn Slot<'j> {
        (**self).slot(index)
    }

    #[inline]
    fn rest(&mut self) -> Option<&mut dyn Entries<'j>> {
        (**self).rest()
    }
}

impl<'j, T: Value<'j>> Items<'j> for Vec<T> {
    #[inline]
    fn item(&mut self) -> &mut dyn Slot<'j> {
        self.push(T::empty());
        let last = self.len() - 1;
        &mut self[last]
    }
}

impl<'j, T: Value<'j>> Slot<'j> for Vec<T> {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::List(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        walk::read_list(self, reader, rules)
    }
}

impl<'j, T: Value<'j>> Value<'j> for Vec<T> {
    #[inline]
    fn empty() -> Self {
        Vec::new()
    }
}

impl<'j, T: Value<'j>> Entries<'j> for BTreeMap<String, T> {
    #[inline]
    fn entry(&mut self, key: &str) -> &mut dyn Slot<'j> {
        BTreeMap::entry(self, key.to_owned()).or_insert_with(T::empty)
    }
}

impl<'j, T: Value<'j>> Slot<'j> for BTreeMap<String, T> {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        let Schema::Object(rules) = schema else {
            return walk::report_mismatch(reader);
        };
        walk::read_map(self, reader, rules)
    }
}

impl<'j, T: Value<'j>> Value<'j> for BTreeMap<String, T> {
    #[inline]
    fn empty() -> Self {
        BTreeMap::new()
    }
}

impl<'j, S: Value<'j>> Slot<'j> for ConfinedPath<S> {
    #[inline]
    fn fill(&mut self, reader: &mut Reader<'j>, schema: &'static Schema) -> Result<(), Stop> {
        if let Schema::Text(rules) = schema
            && let Some(Format::Path(rules)) = rules.format
        {
            self.rules = rules;
        }
        self.text.fill(reader, schema)
    }
}

impl<'j, S: Value<'j>> Value<'j> for ConfinedPath<S> {
    #[inline]
    fn empty() -> Self {
        ConfinedPath {
            text: S::empty(),
            rules: &PathRules::READ,
        }
    }
}
