//! The return values of handlers, written as JSON.

use crate::integer::Integer;
use crate::json::{self, Json, write_string};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A return value that can be written as JSON. Generated output types implement it.
pub trait Output {
    /// Appends the value as JSON text.
    fn write(&self, out: &mut String);

    /// The value as JSON text.
    fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// The value as JSON.
    fn into_json(self) -> Json
    where
        Self: Sized,
    {
        Json::trusted(self.to_json())
    }
}

/// Writes a JSON object field by field.
#[derive(Debug)]
pub struct ObjectWriter<'o> {
    out: &'o mut String,
    /// The offset at which the object starts.
    start: usize,
    empty: bool,
}

/// Starts an object; [`ObjectWriter::end`] finishes it.
pub fn object(out: &mut String) -> ObjectWriter<'_> {
    let start = out.len();
    out.push('{');
    ObjectWriter {
        out,
        start,
        empty: true,
    }
}

impl ObjectWriter<'_> {
    /// Writes a field.
    pub fn field(mut self, name: &str, value: &dyn Output) -> Self {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        write_string(name, self.out);
        self.out.push(':');
        value.write(self.out);
        self
    }

    /// Writes a field, unless it is `None`.
    pub fn optional<T: Output>(self, name: &str, value: &Option<T>) -> Self {
        match value {
            Some(value) => self.field(name, value),
            None => self,
        }
    }

    /// Writes the entries of a map in addition to the fields. An entry with the name of a field that is
    /// already written is skipped, so that no key occurs twice.
    pub fn entries<T: Output>(self, map: &BTreeMap<String, T>) -> Self {
        let written = if map.is_empty() || self.empty {
            Vec::new()
        } else {
            json::object_keys(&self.out[self.start..])
        };
        map.iter()
            .filter(|(name, _)| !written.contains(name))
            .fold(self, |writer, (name, value)| writer.field(name, value))
    }

    /// Finishes the object.
    pub fn end(self) {
        self.out.push('}');
    }
}

impl Output for () {
    #[inline]
    fn write(&self, out: &mut String) {
        out.push_str("null");
    }
}

impl Output for bool {
    #[inline]
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Output for str {
    #[inline]
    fn write(&self, out: &mut String) {
        write_string(self, out);
    }
}

impl<T: Output + ?Sized> Output for &T {
    #[inline]
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Output for String {
    #[inline]
    fn write(&self, out: &mut String) {
        write_string(self, out);
    }
}

impl Output for Cow<'_, str> {
    #[inline]
    fn write(&self, out: &mut String) {
        write_string(self, out);
    }
}

impl Output for Json {
    #[inline]
    fn write(&self, out: &mut String) {
        out.push_str(self.as_text());
    }

    fn into_json(self) -> Json {
        self
    }
}

/// JSON has neither infinity nor NaN (RFC 8259, section 6): they become `null`, as in serde_json.
impl Output for f64 {
    #[inline]
    fn write(&self, out: &mut String) {
        match serde_json::Number::from_f64(*self) {
            Some(number) => out.push_str(&number.to_string()),
            None => out.push_str("null"),
        }
    }
}

macro_rules! display {
    ($($type:ty)*) => {$(
        impl Output for $type {
            #[inline]
            fn write(&self, out: &mut String) {
                out.push_str(&self.to_string());
            }
        }
    )*};
}

display!(i8 i16 i32 i64 u8 u16 u32 u64 Integer);

impl<T: Output> Output for Option<T> {
    #[inline]
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Output + ?Sized> Output for Box<T> {
    #[inline]
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl<T: Output> Output for Vec<T> {
    #[inline]
    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, value) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            value.write(out);
        }
        out.push(']');
    }
}

impl<T: Output> Output for BTreeMap<String, T> {
    #[inline]
    fn write(&self, out: &mut String) {
        object(out).entries(self).end();
    }
}
