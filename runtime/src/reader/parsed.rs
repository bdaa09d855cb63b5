//! A reader of a value that is parsed already. It has no text: only code that finds no text to read asks for
//! the value, so reading a text becomes no slower.

use super::captured::{Captured, weigh_value};
use super::{Kind, Reader, Stop};
use crate::value::Value;

impl<'j> Reader<'j> {
    /// Creates a reader of a parsed value.
    pub(crate) fn of_value(value: &'j Value) -> Self {
        Reader {
            value: Some(value),
            ..Reader::new("")
        }
    }

    /// Returns the value to be read, unless the reader reads text.
    #[inline]
    pub(crate) fn value(&self) -> Option<&'j Value> {
        self.value
    }

    /// Returns the string to be read, unless the reader reads text.
    #[inline(never)]
    pub(crate) fn parsed_text(&self) -> Option<&'j str> {
        self.value?.as_str()
    }

    /// Continues with a part of the value.
    #[inline]
    pub(crate) fn turn_to(&mut self, part: &'j Value) {
        self.value = Some(part);
    }

    /// Returns the type of the value to be read.
    #[cold]
    pub(super) fn kind_of_value(&mut self) -> Result<Kind, Stop> {
        match self.value {
            None => self.stop("expected a value, found the end of the text"),
            Some(Value::Null) => Ok(Kind::Null),
            Some(Value::Bool(_)) => Ok(Kind::Boolean),
            Some(Value::Number(_)) => Ok(Kind::Number),
            Some(Value::String(_)) => Ok(Kind::String),
            Some(Value::Array(_)) => Ok(Kind::Array),
            Some(Value::Object(_)) => Ok(Kind::Object),
        }
    }

    /// Consumes `null` if it is next.
    #[inline]
    pub(crate) fn take_null(&mut self) -> Result<bool, Stop> {
        match self.peek() {
            Some(b'n') => self.null().map(|()| true),
            Some(_) => Ok(false),
            None => Ok(matches!(self.value, Some(Value::Null))),
        }
    }

    /// Skips a value, with the checks that apply to every value.
    pub(crate) fn pass(&mut self) -> Result<(), Stop> {
        self.captured().map(drop)
    }

    /// Like [`Reader::pass`], but returns the value.
    pub(crate) fn captured(&mut self) -> Result<Captured<'j>, Stop> {
        let Some(value) = self.value else {
            return self.capture().map(Captured::Text);
        };
        match weigh_value(value, self.max_depth - self.depth) {
            Ok(weight) => Ok(Captured::Value(value, weight)),
            Err(reason) => self.stop(reason),
        }
    }

    /// Returns the value that was read: the text since an offset, or this parsed value.
    pub(crate) fn captured_since(&self, start: usize, value: Option<&'j Value>) -> Captured<'j> {
        match value {
            Some(value) => Captured::of(value),
            None => Captured::Text(self.since(start)),
        }
    }
}
