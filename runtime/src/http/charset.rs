//! Text in encodings other than UTF-8: those that need no table, or only a small one.

use std::borrow::Cow;

/// The bytes 0x80 to 0x9f in windows-1252, which is what the web means by iso-8859-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decoded bytes. Invalid sequences are replaced with `�`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decoded {
    pub text: String,
    /// Whether there were no invalid sequences.
    pub is_sound: bool,
}

/// Decodes bytes; `None` if the encoding is not supported.
pub(super) fn decode_text(bytes: &[u8], charset: &str) -> Option<Decoded> {
    if let Some(bytes) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return Some(utf_8(bytes));
    }
    let charset = charset.to_ascii_lowercase();
    match charset.as_str() {
        "" | "utf-8" | "utf8" | "us-ascii" | "ascii" => Some(utf_8(bytes)),
        "iso-8859-1" | "latin1" | "windows-1252" | "cp1252" => Some(Decoded {
            text: bytes.iter().map(|byte| windows_1252(*byte)).collect(),
            is_sound: true,
        }),
        "utf-16" | "utf-16le" => Some(utf_16(bytes, charset == "utf-16")),
        "utf-16be" => Some(units(bytes, u16::from_be_bytes)),
        _ => None,
    }
}

fn utf_8(bytes: &[u8]) -> Decoded {
    let text = String::from_utf8_lossy(bytes);
    Decoded {
        is_sound: matches!(text, Cow::Borrowed(_)),
        text: text.into_owned(),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Little-endian, unless a byte order mark says otherwise.
fn utf_16(bytes: &[u8], may_be_marked: bool) -> Decoded {
    match bytes {
        [0xfe, 0xff, rest @ ..] if may_be_marked => units(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => units(rest, u16::from_le_bytes),
        _ => units(bytes, u16::from_le_bytes),
    }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Decoded {
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let whole = String::from_utf16(&units);
    let is_sound = whole.is_ok() && rest.is_empty();
    let mut text = whole.unwrap_or_else(|_| String::from_utf16_lossy(&units));
    text.extend(rest.first().map(|_| char::REPLACEMENT_CHARACTER));
    Decoded { text, is_sound }
}

#[cfg(test)]
mod tests {
    use super::decode_text;

    #[test]
    fn encodings_are_known_or_refused() {
        let cases: [(&[u8], &str, &str); 7] = [
            (b"\xef\xbb\xbf\xc3\xa9", "", "é"),
            (b"\xe9\x80", "ISO-8859-1", "é€"),
            (b"\xe9\x00", "utf-16", "é"),
            (b"\xfe\xff\x00\xe9", "UTF-16", "é"),
            (b"\xff\xfe\xe9\x00", "utf-16le", "é"),
            (b"\x00\xe9\x00", "utf-16be", "é\u{fffd}"),
            (b"a\xff", "utf-8", "a\u{fffd}"),
        ];
        for (bytes, charset, text) in cases {
            let decoded = decode_text(bytes, charset).expect("a known encoding");
            assert_eq!(decoded.text, text, "{charset}");
            assert_eq!(decoded.is_sound, !text.contains('\u{fffd}'), "{charset}");
        }
        assert_eq!(decode_text(b"", "shift_jis"), None);
    }
}
