//! Texts within a text that only a model reads: in Base64 or as hexadecimal digits.

/// The fewest letters of an encoded text that is worth reading.
const SHORTEST: usize = 16;
/// A model does not decode a longer text by heart.
const LONGEST: usize = 8192;

/// What the long words of a text say, if they are encoded texts.
pub(super) fn list_encoded(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+/-_=".contains(letter);
    let words = text.split(|letter: char| !is_part(letter));
    let long = words.filter(|word| (SHORTEST..=LONGEST).contains(&word.len()));
    let decoded = long.flat_map(|word| [decode_hex(word), decode_base64(word)]);
    decoded.flatten().filter_map(read_text).collect()
}

/// The bytes as text, if they are one.
fn read_text(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let is_plain = |letter: char| letter == '\n' || !letter.is_control();
    text.chars().all(is_plain).then_some(text)
}

fn decode_hex(word: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = word
        .chars()
        .map(|letter| {
            letter
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        })
        .collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(
        digits
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect(),
    )
}

/// Both alphabets of RFC 4648, with padding or without.
fn decode_base64(word: &str) -> Option<Vec<u8>> {
    let (mut out, mut bits, mut held) = (Vec::new(), 0u32, 0u32);
    for letter in word.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(u8::try_from(bits >> held & 0xff).ok()?);
        }
    }
    Some(out)
}
