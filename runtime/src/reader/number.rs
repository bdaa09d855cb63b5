//! Numbers in JSON text.

use super::{Reader, Stop};

impl<'j> Reader<'j> {
    /// Returns the next number, and the offset of its end, if it has few digits and no exponent. Consumes
    /// nothing.
    #[inline]
    pub(crate) fn short_number(&self) -> Option<(ShortNumber, usize)> {
        let bytes = self.text.as_bytes();
        let negative = bytes.get(self.at) == Some(&b'-');
        let first = self.at + usize::from(negative);
        let (mut end, mut digits) = read_digits(bytes, first, 0);
        if end == first || (bytes[first] == b'0' && end > first + 1) {
            return None;
        }
        let mut places = 0;
        if bytes.get(end) == Some(&b'.') {
            let point = end;
            (end, digits) = read_digits(bytes, point + 1, digits);
            places = end - point - 1;
            if places == 0 {
                return None;
            }
        }
        // The sign of a negative zero would be lost.
        let is_lost = negative && digits == 0;
        if end - first > SHORT || is_lost || matches!(bytes.get(end), Some(b'e' | b'E')) {
            return None;
        }
        let number = ShortNumber {
            negative,
            digits,
            places,
        };
        Some((number, end))
    }

    /// Moves to an offset.
    #[inline]
    pub(crate) fn take_until(&mut self, end: usize) {
        self.at = end;
    }

    /// Reads a number and returns its text. A number that overflows an IEEE 754 double is refused, as in
    /// serde_json.
    pub fn number(&mut self) -> Result<&'j str, Stop> {
        self.peek();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let whole = start + usize::from(bytes.get(start) == Some(&b'-'));
        let (mut at, _) = read_digits(bytes, whole, 0);
        if at == whole || (bytes[whole] == b'0' && at > whole + 1) {
            return self.stop("malformed number");
        }
        let mut long = at - whole > 300;
        if bytes.get(at) == Some(&b'.') {
            let point = at;
            (at, _) = read_digits(bytes, at + 1, 0);
            if at == point + 1 {
                return self.stop("malformed number");
            }
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let exponent = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            (at, _) = read_digits(bytes, exponent, 0);
            if at == exponent {
                return self.stop("malformed number");
            }
            long = true;
        }
        let text = &self.text[start..at];
        if long && !text.parse::<f64>().is_ok_and(f64::is_finite) {
            return self.stop("number out of range");
        }
        self.at = at;
        Ok(text)
    }
}

/// The maximum length of a short number, without its sign. Its digits fit in 64 bits.
pub(crate) const SHORT: usize = 18;

/// A number whose digits fit in 64 bits, and which is not negative zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShortNumber {
    /// Whether it is negative.
    pub negative: bool,
    /// All digits as one number, with neither sign nor decimal point.
    pub digits: i64,
    /// The number of digits after the decimal point: at most [`SHORT`].
    pub places: usize,
}

/// Returns the offset after the digits at `at`, and `number` continued with them. The number is meaningless
/// if it overflows.
#[inline]
fn read_digits(bytes: &[u8], mut at: usize, mut number: i64) -> (usize, i64) {
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        number = number
            .wrapping_mul(10)
            .wrapping_add(i64::from(digit - b'0'));
        at += 1;
    }
    (at, number)
}
