//! Numbers that JSON allows and no double holds, such as `1e400` (RFC 8259, section 6). The reader stops at them, so
//! they are made texts of the same length.

/// A text without such numbers.
pub(super) struct Masked {
    pub(super) text: String,
    /// Where they begin, in order.
    pub(super) starts: Vec<usize>,
}

/// Replaces the numbers that are out of range; `None` if there are none.
pub(super) fn mask_numbers(text: &str) -> Option<Masked> {
    let bytes = text.as_bytes();
    let mut masked: Option<Masked> = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'-' | b'0'..=b'9' => {
                let end = end_of_number(bytes, at);
                if is_out_of_range(&text[at..end]) {
                    let masked = masked.get_or_insert_with(|| Masked {
                        text: text.to_owned(),
                        starts: Vec::new(),
                    });
                    let filler = "0".repeat(end - at - 2);
                    masked.text.replace_range(at..end, &format!("\"{filler}\""));
                    masked.starts.push(at);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    masked
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn end_of_number(bytes: &[u8], start: usize) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    start + length
}

/// Whether a number is one, and larger than every double.
fn is_out_of_range(number: &str) -> bool {
    let is_long = number.len() > 300 || number.contains(['e', 'E']);
    is_long && number.len() > 2 && number.parse::<f64>().is_ok_and(|value| !value.is_finite())
}
