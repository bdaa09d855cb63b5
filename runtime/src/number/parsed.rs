//! Numbers in values that are already parsed.
//!
//! A double is treated as the number that it is printed as, with the fewest digits that read back as the same
//! double: `0.1` is exactly one tenth, as it is in a text and in the limits of a schema.

use super::{EXACT, Value, parse_number};
use crate::value::Number as Parsed;
use std::borrow::Cow;

/// Whether numbers keep the text from which they were parsed. That is serde_json's feature
/// `arbitrary_precision`, which any crate in a build can turn on. Otherwise they are 64 bits and a tag.
const KEEPS_TEXT: bool = size_of::<Parsed>() > 16;

/// A number as it came in: the digits of a text, or a parsed number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Digits<'j> {
    Text(&'j str),
    Parsed(&'j Parsed),
}

impl<'j> Digits<'j> {
    /// The number as JSON text.
    pub(crate) fn to_text(self) -> Cow<'j, str> {
        match self {
            Digits::Text(text) => Cow::Borrowed(text),
            Digits::Parsed(number) => Cow::Owned(number.to_string()),
        }
    }

    /// The nearest double.
    pub(crate) fn to_f64(self) -> f64 {
        match self {
            Digits::Text(text) => text.parse().unwrap_or(0.0),
            Digits::Parsed(number) => number.as_f64().unwrap_or(0.0),
        }
    }
}

/// Whether a number exceeds the range of doubles; in a text it would be rejected.
pub(crate) fn is_out_of_range(number: &Parsed) -> bool {
    KEEPS_TEXT && !number.as_f64().is_some_and(f64::is_finite)
}

/// The value of a number, and whether it is an integer.
pub(crate) fn parsed_number(number: &Parsed) -> (Value, bool) {
    if let Some(value) = number.as_i64() {
        return (Value::Int(value), true);
    }
    match number.as_f64() {
        Some(value) if !KEEPS_TEXT && value.abs() < EXACT => {
            let whole = value as i64;
            if whole as f64 == value {
                (Value::Int(whole), true)
            } else {
                (Value::Float(value), false)
            }
        }
        _ => parse_number(&number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Parsed {
        serde_json::from_str(text).expect("a number")
    }

    #[test]
    fn whether_numbers_keep_their_text_is_known() {
        assert_eq!(KEEPS_TEXT, parsed("1.00").to_string() == "1.00");
    }

    #[test]
    fn a_number_is_the_one_that_it_is_written_as() {
        for text in [
            "0",
            "-7",
            "1.0",
            "-0.0",
            "0.1",
            "-2.5",
            "1e300",
            "1e15",
            "9007199254740993",
            "9007199254740992.0",
            "1152921504606846976.0",
            "18446744073709551615",
            "-9223372036854775808",
            "12345678901234567890123",
            "5e-324",
        ] {
            let number = parsed(text);
            let written = number.to_string();
            let (found, whole) = parsed_number(&number);
            let (expected, expected_whole) = parse_number(&written);
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{text}");
            assert_eq!(whole, expected_whole, "{text}");
            let float = Digits::Parsed(&number).to_f64();
            let expected: f64 = written.parse().expect("a number");
            assert_eq!(float.to_bits(), expected.to_bits(), "{text}");
        }
    }
}
