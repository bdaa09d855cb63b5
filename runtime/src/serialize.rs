//! Serializes JSON text with serde, without building a tree and without losing a digit.

use crate::json::Json;
use crate::number::Decimal;
use crate::output::Output;
use crate::reader::{Kind, Reader, Stop};
use serde_core::Serialize;
use serde_core::ser::{Error, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;
use std::cell::RefCell;

/// Makes everything that can be written as JSON serializable: arguments and results of tools.
///
/// ```
/// # use toolc_runtime::Serialized;
/// let output = vec![1_i64, 2];
/// assert_eq!(serde_json::to_string(&Serialized(&output)).unwrap(), "[1,2]");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Serialized<'o, O: Output + ?Sized>(pub &'o O);

impl<O: Output + ?Sized> Serialize for Serialized<'_, O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0.to_json(), serializer)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.as_text(), serializer)
    }
}

fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let mut reader = Reader::new(text);
    let value = Next(RefCell::new(&mut reader)).serialize(serializer);
    match reader.syntax_error() {
        Some(error) => Err(S::Error::custom(error)),
        None => value,
    }
}

/// The next value of a reader. Serde serializes it once.
struct Next<'r, 'j>(RefCell<&'r mut Reader<'j>>);

impl Serialize for Next<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reader = &mut **self.0.borrow_mut();
        match reader.kind().map_err(stopped)? {
            Kind::Null => {
                reader.null().map_err(stopped)?;
                serializer.serialize_unit()
            }
            Kind::Boolean => serializer.serialize_bool(reader.boolean().map_err(stopped)?),
            Kind::Number => serialize_number(reader.number().map_err(stopped)?, serializer),
            Kind::String => serializer.serialize_str(&reader.string().map_err(stopped)?),
            Kind::Array => serialize_array(reader, serializer),
            Kind::Object => serialize_object(reader, serializer),
        }
    }
}

fn stopped<E: Error>(_: Stop) -> E {
    E::custom("malformed JSON")
}

fn serialize_array<S: Serializer>(
    reader: &mut Reader<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(None)?;
    reader.begin_array().map_err(stopped)?;
    let mut first = true;
    while reader.next_item(first).map_err(stopped)? {
        first = false;
        list.serialize_element(&Next(RefCell::new(reader)))?;
    }
    list.end()
}

fn serialize_object<S: Serializer>(
    reader: &mut Reader<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    reader.begin_object().map_err(stopped)?;
    let mut first = true;
    while reader.next_key(first).map_err(stopped)? {
        first = false;
        map.serialize_key(&*reader.string().map_err(stopped)?)?;
        reader.colon().map_err(stopped)?;
        map.serialize_value(&Next(RefCell::new(reader)))?;
    }
    map.end()
}

/// As a 64-bit number if that is exact, otherwise as its digits, which serde_json writes verbatim.
fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(value) = text.parse() {
        return serializer.serialize_i64(value);
    }
    if let Ok(value) = text.parse() {
        return serializer.serialize_u64(value);
    }
    let float = text.parse::<f64>().ok().filter(|value| value.is_finite());
    if let Some(value) = float.filter(|value| is_exact(*value, text)) {
        return serializer.serialize_f64(value);
    }
    let digits = RawValue::from_string(text.to_owned()).map_err(S::Error::custom)?;
    digits.serialize(serializer)
}

/// Whether a double, as it would be written, equals the number in the text.
fn is_exact(value: f64, text: &str) -> bool {
    Decimal::parse(&format!("{value:e}")) == Decimal::parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_digit_is_lost() {
        let text = r#"{"a":[1,-9223372036854775808,18446744073709551615,123456789012345678901234567890,0.1,1.5e+300,0.12345678901234567890123,null,true,"\u0001é"],"b":{}}"#;
        let json = Json::parse(text).expect("JSON");
        assert_eq!(serde_json::to_string(&json).expect("written"), text);
        let value = serde_json::to_value(&json).expect("a value");
        assert_eq!(value["a"][2], u64::MAX);
        assert_eq!(value["a"][3], 123456789012345678901234567890_f64);
    }

    #[test]
    fn a_key_stands_once() {
        #[derive(Debug)]
        struct Twice;
        impl Serialize for Twice {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("a", &1)?;
                map.serialize_entry("a", &2)?;
                map.end()
            }
        }
        assert!(Json::encode(&Twice).is_err());
        let mut out = String::new();
        let more = [("a".to_owned(), 2_i64), ("b".to_owned(), 3)].into();
        crate::output::object(&mut out)
            .field("a", &1_i64)
            .entries(&more)
            .end();
        assert_eq!(out, r#"{"a":1,"b":3}"#);
    }
}
