//! Strings in JSON text, and their escapes.

use super::{Reader, Stop};
use std::borrow::Cow;

impl<'j> Reader<'j> {
    /// Reads a string, which is borrowed if it has no escapes.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'j, str>, Stop> {
        match self.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.escaped_string(),
        }
    }

    /// Reads a string without escapes. Consumes nothing but whitespace if something else is next.
    pub(crate) fn plain_string(&mut self) -> Option<&'j str> {
        if !self.is_next(b'"') {
            return None;
        }
        let start = self.at + 1;
        let end = self.plain(start);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Reads a string with escapes, or reports an error in it.
    #[inline(never)]
    fn escaped_string(&mut self) -> Result<Cow<'j, str>, Stop> {
        if !self.take(b'"') {
            return self.stop("expected a string");
        }
        let start = self.at;
        self.at = self.plain(start);
        self.escaped(start)
    }

    /// Reads the rest of a string that has an escape or an error at the current offset.
    fn escaped(&mut self, start: usize) -> Result<Cow<'j, str>, Stop> {
        let mut out = String::with_capacity(self.at - start + 16);
        let mut copied = start;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'\\') => {
                    out.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    self.escape(&mut out)?;
                    copied = self.at;
                    self.at = self.plain(copied);
                }
                Some(b'"') => {
                    out.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    return Ok(Cow::Owned(out));
                }
                Some(_) => return self.stop("control character in a string"),
                None => return self.stop("string without an end"),
            }
        }
    }

    /// Returns the offset after the bytes that need no unescaping, checking eight at a time.
    #[inline]
    fn plain(&self, at: usize) -> usize {
        let (words, last) = self.text.as_bytes()[at..].as_chunks();
        for (index, word) in words.iter().enumerate() {
            let special = special(u64::from_le_bytes(*word));
            if special != 0 {
                return at + index * 8 + special.trailing_zeros() as usize / 8;
            }
        }
        self.text.len() - last.len() + plain_bytes(last)
    }

    /// Reads one escape, after its backslash.
    #[inline]
    fn escape(&mut self, out: &mut String) -> Result<(), Stop> {
        let meaning = match self.text.as_bytes().get(self.at) {
            Some(b'n') => "\n",
            Some(b'"') => "\"",
            Some(b'\\') => "\\",
            Some(b'/') => "/",
            Some(b'b') => "\u{8}",
            Some(b'f') => "\u{c}",
            Some(b'r') => "\r",
            Some(b't') => "\t",
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape().map(|char| out.push(char));
            }
            _ => return self.stop("unknown escape in a string"),
        };
        self.at += 1;
        out.push_str(meaning);
        Ok(())
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

/// Returns how many bytes need no unescaping if fewer than eight are left.
#[cold]
fn plain_bytes(rest: &[u8]) -> usize {
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    rest.iter().position(is_special).unwrap_or(rest.len())
}

/// Finds the first of eight bytes that is a quote, a backslash or a control character, and marks it in its
/// highest bit. Bytes after it may be marked wrongly, since the subtraction borrows from them.
#[inline]
fn special(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // With the bit of value 2 flipped, a quote directly follows the control characters, and a space comes
    // after it.
    let below_space = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
    (below_space | backslash) & !word & (ONES << 7)
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
