//! A value that is examined as a whole, once or several times: its text, or the parsed value.

use super::{Kind, MAX_DEPTH, Reader, Stop};
use crate::number::is_out_of_range;
use crate::value::{Map, Value, map};
use std::borrow::Cow;
use std::slice;

/// A value that is examined as a whole.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Captured<'t> {
    /// Its text.
    Text(&'t str),
    /// The parsed value, and its weight.
    Value(&'t Value, usize),
}

impl<'t> Captured<'t> {
    /// Captures a value whose depth has been checked already.
    pub fn of(value: &'t Value) -> Self {
        Captured::Value(value, weigh_value(value, MAX_DEPTH).unwrap_or_default())
    }

    /// The cost of reading it: the length of its text in bytes, or an estimate.
    pub fn weight(self) -> usize {
        match self {
            Captured::Text(text) => text.len(),
            Captured::Value(_, weight) => weight,
        }
    }

    /// Returns the items of an array, or `None` if the value is not an array.
    #[inline]
    pub fn items(self, reader: &Reader<'_>) -> Result<Option<Items<'t>>, Stop> {
        let text = match self {
            Captured::Value(Value::Array(items), _) => {
                return Ok(Some(Items::Parsed(items.iter())));
            }
            Captured::Value(..) => return Ok(None),
            Captured::Text(_) => self,
        };
        let mut list = reader.fork(text);
        if list.kind()? != Kind::Array {
            return Ok(None);
        }
        list.begin_array()?;
        Ok(Some(Items::Text(list, true)))
    }

    /// Returns the members of an object, or `None` if the value is not an object.
    #[inline]
    pub fn members(self, reader: &Reader<'_>) -> Result<Option<Members<'t>>, Stop> {
        let text = match self {
            Captured::Value(Value::Object(members), _) => {
                return Ok(Some(Members::Parsed(members.iter())));
            }
            Captured::Value(..) => return Ok(None),
            Captured::Text(_) => self,
        };
        let mut object = reader.fork(text);
        if object.kind()? != Kind::Object {
            return Ok(None);
        }
        object.begin_object()?;
        Ok(Some(Members::Text(object, true)))
    }
}

/// The items of a captured array.
pub(crate) enum Items<'t> {
    /// The rest of a text, and whether no member has been read yet.
    Text(Reader<'t>, bool),
    /// The rest of a parsed array.
    Parsed(slice::Iter<'t, Value>),
}

impl<'t> Items<'t> {
    /// Returns the next item.
    #[inline]
    pub fn read(&mut self) -> Result<Option<Captured<'t>>, Stop> {
        let (list, first) = match self {
            Items::Parsed(items) => return Ok(items.next().map(Captured::of)),
            Items::Text(list, first) => (list, std::mem::take(first)),
        };
        if list.next_item(first)? {
            list.capture().map(|text| Some(Captured::Text(text)))
        } else {
            Ok(None)
        }
    }
}

/// The members of a captured object.
pub(crate) enum Members<'t> {
    /// The rest of a text, and whether no item has been read yet.
    Text(Reader<'t>, bool),
    /// The rest of a parsed object.
    Parsed(map::Iter<'t>),
}

impl<'t> Members<'t> {
    /// Returns the next member.
    #[inline]
    pub fn read(&mut self) -> Result<Option<(Cow<'t, str>, Captured<'t>)>, Stop> {
        let (object, first) = match self {
            Members::Parsed(members) => {
                let member = members.next();
                return Ok(member.map(|(key, value)| (key.into(), Captured::of(value))));
            }
            Members::Text(object, first) => (object, std::mem::take(first)),
        };
        if !object.next_key(first)? {
            return Ok(None);
        }
        let key = object.string()?;
        object.colon()?;
        Ok(Some((key, Captured::Text(object.capture()?))))
    }
}

/// Estimates the length of a value's text in bytes. Fails with the reason why such a text would be refused if
/// it is nested deeper than `depth` or has a number beyond the range of doubles.
pub(super) fn weigh_value(value: &Value, depth: u16) -> Result<usize, &'static str> {
    match value {
        Value::Null | Value::Bool(_) => Ok(4),
        Value::Number(number) if is_out_of_range(number) => Err("number out of range"),
        Value::Number(_) => Ok(8),
        Value::String(text) => Ok(text.len() + 2),
        Value::Array(items) => weigh_array(items, below(depth)?),
        Value::Object(members) => weigh_object(members, below(depth)?),
    }
}

fn below(depth: u16) -> Result<u16, &'static str> {
    depth.checked_sub(1).ok_or("nested too deeply")
}

fn weigh_array(items: &[Value], depth: u16) -> Result<usize, &'static str> {
    let mut weight = 2;
    for item in items {
        weight += weigh_value(item, depth)? + 1;
    }
    Ok(weight)
}

fn weigh_object(members: &Map<String, Value>, depth: u16) -> Result<usize, &'static str> {
    let mut weight = 2;
    for (key, value) in members {
        weight += key.len() + 4 + weigh_value(value, depth)?;
    }
    Ok(weight)
}
