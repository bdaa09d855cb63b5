//! Scans the text of validated arguments, reading only what rules need. A place is the offset of a byte.

use crate::reader::{Reader, Stop, are_equal};
use std::borrow::Cow;

/// The offset and value of the next byte that is not white space.
#[inline(always)]
pub(super) fn next_byte(text: &str, at: usize) -> Result<(usize, u8), Stop> {
    match text.as_bytes().get(at) {
        Some(byte) if *byte > b' ' => Ok((at, *byte)),
        _ => next_behind_space(text.as_bytes(), at),
    }
}

#[cold]
fn next_behind_space(text: &[u8], at: usize) -> Result<(usize, u8), Stop> {
    let rest = text.get(at..).ok_or(Stop)?;
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let space = rest.iter().position(|byte| !is_space(byte)).ok_or(Stop)?;
    Ok((at + space, rest[space]))
}

/// A reader at a place.
pub(super) fn read_at(text: &str, at: usize) -> Reader<'_> {
    Reader::new(text.get(at..).unwrap_or_default())
}

/// The first part of the object or array whose bracket is at a place; `None` if it is empty.
#[inline]
pub(super) fn first_part(text: &str, at: usize) -> Result<Option<usize>, Stop> {
    let (at, byte) = next_byte(text, at + 1)?;
    Ok((!matches!(byte, b'}' | b']')).then_some(at))
}

/// The part after the one that ends at a place; `None` if that was the last one.
#[inline]
pub(super) fn next_part(text: &str, at: usize) -> Result<Option<usize>, Stop> {
    match next_byte(text, at)? {
        (at, b',') => Ok(Some(at + 1)),
        (_, b'}' | b']') => Ok(None),
        _ => Err(Stop),
    }
}

/// The value of the property with this name, in the object whose brace is at a place. Validated arguments
/// have no duplicate keys.
pub(super) fn find_property(text: &str, at: usize, name: &str) -> Result<Option<usize>, Stop> {
    let mut part = first_part(text, at)?;
    while let Some(at) = part {
        let (value, found) = pass_key(text, at, name)?;
        if found {
            return Ok(Some(value));
        }
        part = next_part(text, pass_value(text, value)?)?;
    }
    Ok(None)
}

/// The item with this index, in the array whose bracket is at a place.
pub(super) fn find_item(text: &str, at: usize, number: usize) -> Result<Option<usize>, Stop> {
    let (mut part, mut left) = (first_part(text, at)?, number);
    while let (Some(at), 1..) = (part, left) {
        left -= 1;
        part = next_part(text, pass_value(text, at)?)?;
    }
    Ok(part)
}

/// The start of the value whose key is at a place, and whether the key has this name.
#[inline(always)]
pub(super) fn pass_key(text: &str, at: usize, name: &str) -> Result<(usize, bool), Stop> {
    let start = match next_byte(text, at)? {
        (at, b'"') => at + 1,
        _ => return Err(Stop),
    };
    let (end, is_it) = match find_special(text.as_bytes(), start)? {
        (end, b'"') => {
            let key = text.as_bytes().get(start..end).unwrap_or_default();
            let is_it = key.len() == name.len() && are_equal(key, name.as_bytes());
            (end + 1, is_it)
        }
        _ => {
            let (key, end) = read_escaped(text, start - 1)?;
            (end, key == name)
        }
    };
    match next_byte(text, end)? {
        (at, b':') => Ok((at + 1, is_it)),
        _ => Err(Stop),
    }
}

/// The string whose quote is at a place; borrowed if it has no escapes.
#[inline]
pub(super) fn string_at(text: &str, at: usize) -> Result<Cow<'_, str>, Stop> {
    match find_special(text.as_bytes(), at + 1)? {
        (end, b'"') => text.get(at + 1..end).map(Cow::Borrowed).ok_or(Stop),
        _ => read_escaped(text, at).map(|(text, _)| Cow::Owned(text)),
    }
}

/// A string with escapes, and the place after it.
#[cold]
fn read_escaped(text: &str, at: usize) -> Result<(String, usize), Stop> {
    let mut reader = read_at(text, at);
    let string = reader.string()?.into_owned();
    Ok((string, at + reader.offset()))
}

/// The place after the next value.
#[inline(always)]
pub(super) fn pass_value(text: &str, at: usize) -> Result<usize, Stop> {
    match next_byte(text, at)? {
        (at, b'"') => pass_string(text.as_bytes(), at),
        (at, b'{' | b'[') => pass_brackets(text.as_bytes(), at),
        (at, _) => Ok(pass_word(text.as_bytes(), at)),
    }
}

#[inline(always)]
fn pass_string(text: &[u8], at: usize) -> Result<usize, Stop> {
    let mut at = at + 1;
    loop {
        at = match find_special(text, at)? {
            (end, b'"') => return Ok(end + 1),
            // A backslash and the byte that it escapes.
            (end, _) => end + 2,
        };
    }
}

/// From an opening bracket to the place after the matching closing one.
#[inline(never)]
fn pass_brackets(text: &[u8], mut at: usize) -> Result<usize, Stop> {
    let mut open = 0u32;
    loop {
        match text.get(at) {
            Some(b'"') => {
                at = pass_string(text, at)?;
                continue;
            }
            Some(b'[' | b'{') => open += 1,
            Some(b']' | b'}') => open -= 1,
            Some(_) => {}
            None => return Err(Stop),
        }
        at += 1;
        if open == 0 {
            return Ok(at);
        }
    }
}

/// The place after a value that has neither quotes nor brackets.
#[inline(never)]
fn pass_word(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | 0..=b' ');
    at + rest.iter().position(ends).unwrap_or(rest.len())
}

/// The first quote or backslash from a place on, and which of them it is. Eight bytes are checked at a time.
#[inline(always)]
fn find_special(text: &[u8], at: usize) -> Result<(usize, u8), Stop> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let mut rest = text.get(at..).ok_or(Stop)?;
    while let Some((word, behind)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES);
        // The lowest mark is right; higher ones may be wrong, because a borrow carries over into them.
        let marks = (is(b'"') | is(b'\\')) & !word & (ONES << 7);
        if marks != 0 {
            let bits = marks.trailing_zeros() & !7;
            let at = text.len() - rest.len() + bits as usize / 8;
            return Ok((at, (word >> bits) as u8));
        }
        rest = behind;
    }
    find_special_byte(text, text.len() - rest.len())
}

/// Does the same if fewer than eight bytes are left.
#[cold]
fn find_special_byte(text: &[u8], at: usize) -> Result<(usize, u8), Stop> {
    let rest = text.get(at..).ok_or(Stop)?;
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\');
    let found = rest.iter().position(is_special).ok_or(Stop)?;
    Ok((at + found, rest[found]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_string_is_found_wherever_it_is() {
        for length in 0..40 {
            for letter in ["a", "é", "\u{7f}", "#", "]", "!"] {
                let (long, text) = (letter.repeat(length), " , tail");
                let quoted = format!(r#""{long}"{text}"#);
                let end = quoted.len() - text.len();
                assert_eq!(string_at(&quoted, 0).as_deref(), Ok(long.as_str()));
                assert_eq!(pass_value(&quoted, 0), Ok(end));
                let escaped = format!(r#""{long}\"\\"{text}"#);
                let end = escaped.len() - text.len();
                let long = format!("{long}\"\\");
                assert_eq!(string_at(&escaped, 0).as_deref(), Ok(long.as_str()));
                assert_eq!(pass_value(&escaped, 0), Ok(end));
                let object = format!(r#"{{{escaped}"#).replace(text, " : 1}");
                assert_eq!(find_property(&object, 0, &long), Ok(Some(object.len() - 3)));
                assert_eq!(find_property(&object, 0, "b"), Ok(None));
            }
        }
    }

    #[test]
    fn a_text_that_breaks_off_stops() {
        let whole = r#"{"a\n":[1,{"b":"\\"}],"c":true}"#;
        assert_eq!(pass_value(whole, 0), Ok(whole.len()));
        for end in 0..whole.len() {
            assert_eq!(pass_value(&whole[..end], 0), Err(Stop), "{end}");
            assert_eq!(find_property(&whole[..end], 0, "d"), Err(Stop), "{end}");
        }
    }
}
