//! JSON as text: a validated value of any shape, its canonical form, and functions for writing.

use crate::number::{Decimal, split_power};
use crate::reader::{Kind, Reader, Stop, SyntaxError};
use crate::value::Value;
#[cfg(feature = "calls")]
use serde_core::de::DeserializeOwned;
#[cfg(feature = "calls")]
use serde_core::ser::Error;
use std::fmt;

/// A JSON value of any shape, kept as the text in which it came, so that no digit is lost.
///
/// The text is well-formed, and no object in it has duplicate keys. Values are compared as in JSON Schema:
/// `1` equals `1.0`, and the order of keys does not matter.
#[derive(Debug, Clone)]
pub struct Json(Box<str>);

impl Json {
    /// `null`
    pub fn null() -> Self {
        Json("null".into())
    }

    /// Validates a text.
    ///
    /// # Errors
    /// Fails if the text is not JSON, nests deeper than [`crate::reader::MAX_DEPTH`], or has an object with
    /// duplicate keys.
    pub fn parse(text: impl Into<Box<str>>) -> Result<Self, SyntaxError> {
        let text = text.into();
        let mut reader = Reader::new(&text);
        let read = reader.capture().map(drop).and_then(|()| reader.finish());
        match (read, reader.syntax_error()) {
            (Ok(()), None) => Ok(Json(text)),
            (_, error) => Err(error.unwrap_or(SyntaxError {
                offset: 0,
                reason: "malformed JSON",
            })),
        }
    }

    /// Wraps a text that a [`Reader`] has already validated.
    pub(crate) fn trusted(text: impl Into<Box<str>>) -> Self {
        Json(text.into())
    }

    /// The JSON text.
    pub fn as_text(&self) -> &str {
        &self.0
    }
}

#[cfg(feature = "calls")]
impl Json {
    /// The value as a serde_json `Value`; numbers are converted to 64 bits.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// Deserializes the value.
    ///
    /// # Errors
    /// Fails if the value does not fit the type.
    pub fn decode<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(&self.0)
    }

    /// Serializes any value as JSON.
    ///
    /// # Errors
    /// Fails if the value cannot be represented in JSON, such as a map whose keys are not strings, or if
    /// [`Json::parse`] would reject it, such as a flattened map that repeats the key of a field.
    pub fn encode(value: &(impl serde_core::Serialize + ?Sized)) -> serde_json::Result<Self> {
        Json::parse(serde_json::to_string(value)?).map_err(serde_json::Error::custom)
    }
}

impl Default for Json {
    fn default() -> Self {
        Json::null()
    }
}

#[cfg(feature = "calls")]
impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Json(value.to_string().into())
    }
}

impl PartialEq for Json {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || canonical_json(&self.0) == canonical_json(&other.0)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes a string as JSON, including the quotes (RFC 8259, section 7).
pub fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..=0x1f => "",
            _ => continue,
        };
        out.push_str(&text[copied..at]);
        copied = at + 1;
        if escape.is_empty() {
            out.push_str(&format!("\\u{byte:04x}"));
        } else {
            out.push_str(escape);
        }
    }
    out.push_str(&text[copied..]);
    out.push('"');
}

/// The keys of an object, up to the first error in its text; empty if the text is not an object.
#[inline]
pub fn object_keys(text: &str) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut keys = Vec::new();
    if reader.begin_object().is_err() {
        return keys;
    }
    while reader.next_key(keys.is_empty()) == Ok(true) {
        let Ok(key) = reader.string() else { break };
        keys.push(key.into_owned());
        if reader.colon().is_err() || reader.capture().is_err() {
            break;
        }
    }
    keys
}

/// The canonical text of a value, which is the same for all texts of equal values: sorted keys, numbers in
/// lowest terms, strings with the fewest escapes, no white space.
///
/// # Errors
/// Fails if the text is not JSON.
#[inline]
pub fn canonical_json(text: &str) -> Result<String, SyntaxError> {
    sorted(text, write_value)
}

/// The canonical text of a number or a string; `None` for anything else.
pub(crate) fn canonical_scalar(text: &str) -> Option<String> {
    let mut reader = Reader::new(text);
    let mut out = String::new();
    match reader.kind().ok()? {
        Kind::Number => write_value(reader.number().ok()?, &mut out),
        Kind::String => write_string(&reader.string().ok()?, &mut out),
        _ => return None,
    }
    reader.finish().ok()?;
    Some(out)
}

/// The canonical text of a value that is already parsed.
#[inline]
pub(crate) fn canonical_value(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

#[inline]
fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => write_value(&number.to_string(), out),
        Value::String(text) => write_string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write_canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut entries = Vec::with_capacity(members.len());
            for (key, value) in members {
                let mut text = String::new();
                write_canonical(value, &mut text);
                entries.push((key.clone(), text));
            }
            write_entries(entries, out);
        }
    }
}

/// Like [`canonical_json`], but every number stays as it is written: `1`, `1.0` and `100e-2` remain distinct,
/// because not every reader treats them as equal.
///
/// # Errors
/// Fails if the text is not JSON.
#[inline]
pub fn exact_json(text: &str) -> Result<String, SyntaxError> {
    sorted(text, |number, out| out.push_str(number))
}

/// Writes a number.
type WriteNumber = fn(&str, &mut String);

#[inline]
fn sorted(text: &str, number: WriteNumber) -> Result<String, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut out = String::with_capacity(text.len());
    match write_sorted(&mut reader, number, &mut out).and_then(|()| reader.finish()) {
        Ok(()) => Ok(out),
        Err(Stop) => Err(reader.syntax_error().unwrap_or(SyntaxError {
            offset: 0,
            reason: "malformed JSON",
        })),
    }
}

/// The number in lowest terms. A number whose exponent is too large to be evaluated stays as it is written.
fn write_value(number: &str, out: &mut String) {
    let (mantissa, power) = split_power(number);
    let is_zero = !mantissa.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
    let power = power.trim_start_matches(['+', '-', '0']);
    if power.len() > COUNTED && !is_zero {
        out.push_str(number)
    } else {
        Decimal::parse(number).write(out)
    }
}

/// An exponent with at most this many digits is certain to be evaluated.
const COUNTED: usize = 17;

#[inline]
fn write_sorted(
    reader: &mut Reader<'_>,
    number: WriteNumber,
    out: &mut String,
) -> Result<(), Stop> {
    match reader.kind()? {
        Kind::Null => reader.null().map(|()| out.push_str("null")),
        Kind::Boolean => reader
            .boolean()
            .map(|value| out.push_str(if value { "true" } else { "false" })),
        Kind::Number => reader.number().map(|text| number(text, out)),
        Kind::String => reader.string().map(|text| write_string(&text, out)),
        Kind::Array => write_array(reader, number, out),
        Kind::Object => write_object(reader, number, out),
    }
}

#[inline]
fn write_array(reader: &mut Reader<'_>, number: WriteNumber, out: &mut String) -> Result<(), Stop> {
    reader.begin_array()?;
    out.push('[');
    let mut first = true;
    while reader.next_item(first)? {
        if !first {
            out.push(',');
        }
        first = false;
        write_sorted(reader, number, out)?;
    }
    out.push(']');
    Ok(())
}

#[inline]
fn write_object(
    reader: &mut Reader<'_>,
    number: WriteNumber,
    out: &mut String,
) -> Result<(), Stop> {
    reader.begin_object()?;
    let mut entries = Vec::new();
    while reader.next_key(entries.is_empty())? {
        let key = reader.string()?.into_owned();
        reader.colon()?;
        let mut value = String::new();
        write_sorted(reader, number, &mut value)?;
        entries.push((key, value));
    }
    write_entries(entries, out);
    Ok(())
}

/// Writes keys and the texts of their values, sorted by key.
#[inline]
fn write_entries(mut entries: Vec<(String, String)>, out: &mut String) {
    entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    out.push('{');
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(key, out);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::MAX_DEPTH;

    #[test]
    fn numbers_are_told_apart_by_value_or_by_text() {
        let large = ["1e-9223372036854775809", "1e-9223372036854775810"];
        assert_ne!(canonical_json(large[0]), canonical_json(large[1]));
        for (text, value) in [
            ("1.0", "1"),
            ("100e-2", "1"),
            ("0e99999999999999999999", "0"),
        ] {
            assert_eq!(canonical_json(text).as_deref(), Ok(value));
            assert_eq!(exact_json(text).as_deref(), Ok(text));
        }
        let sorted = exact_json(r#"{ "b": [1.0, "\u0061"], "a": -0 }"#);
        assert_eq!(sorted.as_deref(), Ok(r#"{"a":-0,"b":[1.0,"a"]}"#));
    }

    #[test]
    fn what_is_accepted_has_a_value() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let deepest = Json::parse(nested(MAX_DEPTH.into())).expect("within the limit");
        assert!(deepest.value().is_array());
        assert!(Json::parse(nested(usize::from(MAX_DEPTH) + 1)).is_err());
    }
}
