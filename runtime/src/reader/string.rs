//! Strings in JSON text, and their escapes.

use super::{Reader, Stop};
use std::borrow::Cow;

impl<'j> Reader<'j> {
    /// Reads a string; borrowed where it has no escapes.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'j, str>, Stop> {
        if !self.take(b'"') {
            return self.stop("expected a string");
        }
        let start = self.at;
        self.plain();
        if self.text.as_bytes().get(self.at) == Some(&b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
        }
        self.escaped(start)
    }

    /// The rest of a string that has an escape here, or a fault.
    fn escaped(&mut self, start: usize) -> Result<Cow<'j, str>, Stop> {
        let mut out = String::with_capacity(self.at - start + 16);
        let mut copied = start;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    out.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    return Ok(Cow::Owned(out));
                }
                Some(b'\\') => {
                    out.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    out.push(self.escape()?);
                    copied = self.at;
                    self.plain();
                }
                Some(_) => return self.stop("control character in a string"),
                None => return self.stop("string without an end"),
            }
        }
    }

    /// Passes over bytes that stand for themselves, eight at a time.
    #[inline]
    fn plain(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let special = special(u64::from_le_bytes(*word));
            if special != 0 {
                self.at = at + special.trailing_zeros() as usize / 8;
                return;
            }
            at += 8;
        }
        let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..=0x1f);
        while bytes.get(at).is_some_and(is_plain) {
            at += 1;
        }
        self.at = at;
    }

    /// One escape, after its backslash.
    fn escape(&mut self) -> Result<char, Stop> {
        let byte = self.text.as_bytes().get(self.at).copied();
        self.at += 1;
        Ok(match byte {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => {
                self.at -= 1;
                return self.stop("unknown escape in a string");
            }
        })
    }

    fn unicode_escape(&mut self) -> Result<char, Stop> {
        let high = self.hex4()?;
        let code = match high {
            0xd800..=0xdbff => {
                if !self.text.as_bytes()[self.at..].starts_with(b"\\u") {
                    return self.stop("half of a surrogate pair");
                }
                self.at += 2;
                let low = self.hex4()?;
                if !(0xdc00..=0xdfff).contains(&low) {
                    return self.stop("half of a surrogate pair");
                }
                0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)
            }
            _ => high,
        };
        match char::from_u32(code) {
            Some(char) => Ok(char),
            None => self.stop("half of a surrogate pair"),
        }
    }

    fn hex4(&mut self) -> Result<u32, Stop> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let Some(digits) = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit)) else {
            return self.stop("expected four hexadecimal digits");
        };
        let value = digits.iter().fold(0, |value, &digit| {
            value * 16 + (digit as char).to_digit(16).unwrap_or(0)
        });
        self.at += 4;
        Ok(value)
    }
}

/// Marks, in the highest bit of its byte, the first of eight bytes that is a quote, a backslash or
/// a control character. Bytes behind it may be marked wrongly, as a borrow runs over them.
#[inline]
fn special(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let is = |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES);
    let control = word.wrapping_sub(ONES * 0x20);
    (is(b'"') | is(b'\\') | control) & !word & (ONES << 7)
}

#[cfg(test)]
mod tests {
    use super::special;

    #[test]
    fn the_first_special_byte_is_found() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut word = *b"a\x20\x7f\x80\xffz!]";
                word[place] = byte;
                let found = special(u64::from_le_bytes(word));
                let first = matches!(byte, b'"' | b'\\' | 0..=0x1f).then_some(place);
                let place = (found != 0).then(|| found.trailing_zeros() as usize / 8);
                assert_eq!(place, first, "{word:?}");
            }
        }
    }
}
