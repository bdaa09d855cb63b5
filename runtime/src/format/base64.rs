//! Base64.

/// RFC 4648 §4: groups of four characters, with padding (§3.2), without line feeds or other characters (§3.1,
/// §3.3), and with unused bits set to zero (§3.5).
#[inline]
pub(super) fn is_base64(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = match bytes {
        [rest @ .., b'=', b'='] => rest,
        [rest @ .., b'='] => rest,
        rest => rest,
    };
    let unused = match bytes.len() - digits.len() {
        0 => 0,
        1 => 0b11,
        _ => 0b1111,
    };
    let last = digits.last().and_then(|digit| value(*digit)).unwrap_or(0);
    bytes.len().is_multiple_of(4)
        && digits.iter().all(|digit| value(*digit).is_some())
        && last & unused == 0
}

/// RFC 4648 §4, table 1.
#[inline]
fn value(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
