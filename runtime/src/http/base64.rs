//! Base64 (RFC 4648): what files are in arguments and results.

/// Why a text is none.
pub(super) const NONE: &str = "it is not Base64";

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of a text in either alphabet, with padding or without; `None` for anything else.
pub(super) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    if padding > 2 || (padding > 0 && !text.len().is_multiple_of(4)) || digits.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let mut bits = 0_u32;
    let mut count = 0;
    for digit in digits.bytes() {
        bits = bits << 6 | u32::from(value(digit)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
        bits &= (1 << count) - 1;
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The text of bytes, padded.
pub(super) fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= group.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_rfc_4648_section_10() {
        let vectors = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        for (length, text) in vectors.into_iter().enumerate() {
            let bytes = &b"foobar"[..length];
            assert_eq!(encode_base64(bytes), text);
            assert_eq!(decode_base64(text).as_deref(), Some(bytes));
            assert_eq!(
                decode_base64(text.trim_end_matches('=')).as_deref(),
                Some(bytes)
            );
        }
        assert_eq!(decode_base64("-_-_"), decode_base64("+/+/"));
        for wrong in ["Z", "Zm9v=", "Zg=", "Zm 9", "Zg===", "Zm9vY==="] {
            assert_eq!(decode_base64(wrong), None, "{wrong}");
        }
    }
}
