//! The spellings of a character: plain, or escaped for JSON, HTML or percent-encoding. An escape may itself
//! be escaped, as in JSON within JSON.

/// How many times an escape may be escaped.
const DEEPEST: usize = 8;

/// A character as it is spelled in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    pub char: char,
    /// The number of bytes in this spelling.
    pub length: usize,
}

/// The characters that a prefix of the text may spell.
pub(super) fn escape_units(text: &str) -> impl Iterator<Item = Unit> {
    let plain = text.chars().next().map(|char| Unit {
        char,
        length: char.len_utf8(),
    });
    let escaped = match text.as_bytes().first() {
        Some(b'\\') => [backslash(text), backslashes(text)],
        Some(b'%') => [percent(text), None],
        Some(b'&') => [entity(text), None],
        Some(b'+') => [
            Some(Unit {
                char: ' ',
                length: 1,
            }),
            None,
        ],
        _ => [None, None],
    };
    plain.into_iter().chain(escaped.into_iter().flatten())
}

/// `\/`, `\"`, `\n`, `\u0073` and `\x73`, after any number of further backslashes.
fn backslash(text: &str) -> Option<Unit> {
    let (slashes, behind) = split_slashes(text)?;
    let (char, length) = match behind.chars().next()? {
        'u' => utf_16(behind)?,
        'x' => (char::from(u8::try_from(hex(behind.get(1..3)?)?).ok()?), 3),
        'n' => ('\n', 1),
        't' => ('\t', 1),
        'r' => ('\r', 1),
        char @ ('/' | '"' | '\'') => (char, 1),
        _ => return None,
    };
    Some(Unit {
        char,
        length: slashes + length,
    })
}

/// An escaped backslash.
fn backslashes(text: &str) -> Option<Unit> {
    let (length, _) = split_slashes(text)?;
    length
        .is_multiple_of(2)
        .then_some(Unit { char: '\\', length })
}

/// The number of backslashes that a text starts with, and what follows them; `None` if they are too many for
/// an escape.
fn split_slashes(text: &str) -> Option<(usize, &str)> {
    // A long run is not read to its end: a text may have one at every position.
    let run = text.bytes().take(DEEPEST + 1);
    let count = run.take_while(|byte| *byte == b'\\').count();
    (count <= DEEPEST).then(|| (count, &text[count..]))
}

/// `u0073`, or two of them for a character outside the Basic Multilingual Plane.
fn utf_16(text: &str) -> Option<(char, usize)> {
    let high = hex(text.get(1..5)?)?;
    if let Some(char) = char::from_u32(high) {
        return Some((char, 5));
    }
    let (slashes, low) = split_slashes(text.get(5..)?)?;
    let low = hex(low.strip_prefix('u')?.get(..4)?)?;
    let units = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
    let char = char::decode_utf16(units).next()?.ok()?;
    Some((char, 10 + slashes))
}

/// `%73` with digits in either case, `%2573`, and one escape per byte of a character.
fn percent(text: &str) -> Option<Unit> {
    let (first, mut length) = percent_byte(text)?;
    let count = match first {
        0x00..=0x7f => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    let mut bytes = vec![first];
    while bytes.len() < count {
        let (byte, behind) = percent_byte(&text[length..])?;
        bytes.push(byte);
        length += behind;
    }
    let char = str::from_utf8(&bytes).ok()?.chars().next()?;
    Some(Unit { char, length })
}

fn percent_byte(text: &str) -> Option<(u8, usize)> {
    let mut digits = text.strip_prefix('%')?;
    for _ in 0..DEEPEST {
        let is_escaped = digits.get(2..4).is_some_and(|behind| hex(behind).is_some());
        match digits.strip_prefix("25").filter(|_| is_escaped) {
            Some(behind) => digits = behind,
            None => break,
        }
    }
    let byte = u8::try_from(hex(digits.get(..2)?)?).ok()?;
    Some((byte, text.len() - digits.len() + 2))
}

/// `&amp;`, `&#38;` and `&#x26;`, also with further `amp;` in between.
fn entity(text: &str) -> Option<Unit> {
    let mut name = text.strip_prefix('&')?;
    for _ in 0..DEEPEST {
        let behind = name.strip_prefix("amp;");
        let is_escaped = |behind: &&str| named(behind).is_some();
        match behind.filter(is_escaped) {
            Some(behind) => name = behind,
            None => break,
        }
    }
    let (char, length) = named(name)?;
    Some(Unit {
        char,
        length: text.len() - name.len() + length,
    })
}

/// The character that is named between `&` and `;`, and the length of the name.
fn named(text: &str) -> Option<(char, usize)> {
    const NAMES: &[(&str, char)] = &[
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("sol", '/'),
        ("plus", '+'),
        ("equals", '='),
        ("nbsp", ' '),
    ];
    let end = text.bytes().take(10).position(|byte| byte == b';')?;
    let name = &text[..end];
    let char = match name.strip_prefix('#') {
        Some(number) => char::from_u32(match number.strip_prefix(['x', 'X']) {
            Some(digits) => hex(digits)?,
            None => number.parse().ok()?,
        })?,
        None => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((char, end + 1))
}

fn hex(digits: &str) -> Option<u32> {
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    are_digits.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_written_in_many_ways() {
        let cases = [
            ("/", "/"),
            (r"\/", "/"),
            (r"\\\/", "/"),
            (r"\u002f", "/"),
            (r"\\u002F", "/"),
            (r"\x2f", "/"),
            ("%2f", "/"),
            ("%252F", "/"),
            ("&#47;", "/"),
            ("&amp;#x2f;", "/"),
            ("&sol;", "/"),
            ("+", " "),
            ("%20", " "),
            (r"\n", "\n"),
            (r"\\", r"\"),
            ("%", "%"),
            ("%25", "%"),
            ("&amp;", "&"),
            ("&amp;amp;", "&"),
            ("é", "é"),
            ("%c3%A9", "é"),
            (r"\u00e9", "é"),
            (r"\ud83d\ude00", "😀"),
            (r"\ud83d\\ude00", "😀"),
        ];
        for (text, expected) in cases {
            let mut found = escape_units(text).filter(|unit| unit.length == text.len());
            assert!(
                found.any(|unit| expected == unit.char.to_string()),
                "{text}"
            );
        }
        for text in [
            "",
            "%",
            "%é",
            "%2",
            "&",
            "&#x110000;",
            r"\u12",
            r"\ud800\u0041",
            "%ff",
            "\\é",
        ] {
            assert!(escape_units(text).all(|unit| unit.length <= 2), "{text}");
        }
    }
}
