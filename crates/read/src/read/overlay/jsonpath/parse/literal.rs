//! The literals in a query: strings, numbers and keywords.

use super::{Parsed, Parser};
use toolc_base::node::Value;

/// The largest index, as in I-JSON.
const MAX_INDEX: i64 = (1 << 53) - 1;

impl<'t> Parser<'t> {
    /// A value to compare with.
    pub(super) fn literal(&mut self) -> Parsed<Value> {
        match self.peek() {
            Some('\'' | '"') => self.string().map(Value::String),
            Some('-' | '0'..='9') => Ok(Value::Number(self.number()?.into())),
            _ => self.word(),
        }
    }

    /// `0`, or digits with an optional sign and without leading zeros; `None` if there are none.
    pub(super) fn integer(&mut self) -> Parsed<Option<i64>> {
        let start = self.at;
        let negative = self.takes("-");
        let digits = self.digits();
        if digits.is_empty() && !negative {
            return Ok(None);
        }
        let is_zero = digits == "0" && !negative;
        let value = self.text[start..self.at].parse::<i64>();
        match value {
            Ok(value) if (is_zero || !digits.starts_with('0')) && value.abs() <= MAX_INDEX => {
                Ok(Some(value))
            }
            _ => {
                self.at = start;
                Err(self.fault("this is not an index"))
            }
        }
    }

    fn digits(&mut self) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        &rest[..length]
    }

    /// A string in single or double quotes.
    pub(super) fn string(&mut self) -> Parsed<String> {
        let open = self.at;
        let quote = self.next();
        let mut out = String::new();
        loop {
            match self.next() {
                letter if letter == quote && letter.is_some() => return Ok(out),
                Some('\\') => out.push(self.escape(quote)?),
                Some(letter) if letter >= ' ' => out.push(letter),
                letter => {
                    self.at = open;
                    return Err(self.fault(match letter {
                        None => "the string does not end",
                        Some(_) => "the string has a control character",
                    }));
                }
            }
        }
    }

    fn escape(&mut self, quote: Option<char>) -> Parsed<char> {
        let letter = self.next();
        match letter {
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('/') => Ok('/'),
            Some('\\') => Ok('\\'),
            Some('u') => self.code_point(),
            Some(letter) if Some(letter) == quote => Ok(letter),
            _ => Err(self.fault("this is not an escape")),
        }
    }

    /// What follows `\u`, including the second half of a surrogate pair.
    fn code_point(&mut self) -> Parsed<char> {
        let first = self.hex()?;
        let code = match first {
            0xd800..0xdc00 if self.takes("\\u") => match self.hex()? {
                second @ 0xdc00..0xe000 => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                _ => 0xd800,
            },
            code => code,
        };
        char::from_u32(code).ok_or_else(|| self.fault("this is half of a character"))
    }

    fn hex(&mut self) -> Parsed<u32> {
        let digits = self.rest().get(..4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => Err(self.fault("four hexadecimal digits must follow")),
        }
    }

    /// A number in JSON syntax.
    fn number(&mut self) -> Parsed<&'t str> {
        let start = self.at;
        self.takes("-");
        let whole = self.digits();
        let mut is_number = whole == "0" || !whole.is_empty() && !whole.starts_with('0');
        if self.takes(".") {
            is_number &= !self.digits().is_empty();
        }
        if self.takes("e") || self.takes("E") {
            let _ = self.takes("-") || self.takes("+");
            is_number &= !self.digits().is_empty();
        }
        if is_number {
            Ok(&self.text[start..self.at])
        } else {
            Err(self.fault("this is not a number"))
        }
    }

    fn word(&mut self) -> Parsed<Value> {
        let rest = self.rest();
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let value = match &rest[..end] {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            name if !name.is_empty() && rest[end..].starts_with('(') => {
                return Err(self.fault(format!("the function `{name}` is not known here")));
            }
            _ => return Err(self.fault("a query (`@` or `$`) or a literal must follow")),
        };
        self.at += end;
        Ok(value)
    }
}
