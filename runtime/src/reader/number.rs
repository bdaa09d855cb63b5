//! Numbers in JSON text.

use super::{Reader, Stop};
use crate::number::Numeral;

impl<'j> Reader<'j> {
    /// Reads a number and gives its text. A number that overflows an IEEE double is refused, as
    /// serde_json refuses it.
    pub fn number(&mut self) -> Result<&'j str, Stop> {
        self.numeral().map(|numeral| numeral.text)
    }

    /// Reads a number.
    #[inline]
    pub(crate) fn numeral(&mut self) -> Result<Numeral<'j>, Stop> {
        self.peek();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let negative = bytes.get(start) == Some(&b'-');
        let whole = start + usize::from(negative);
        let (mut at, mut digits) = digits(bytes, whole, 0);
        if at == whole || (bytes[whole] == b'0' && at > whole + 1) {
            return self.stop("malformed number");
        }
        let mut long = at - whole > 300;
        let mut fraction = 0;
        if bytes.get(at) == Some(&b'.') {
            let point = at;
            (at, digits) = self::digits(bytes, at + 1, digits);
            fraction = at - point - 1;
            if fraction == 0 {
                return self.stop("malformed number");
            }
        }
        let mut short = at - whole <= Numeral::SHORT;
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let exponent = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            (at, _) = self::digits(bytes, exponent, 0);
            if at == exponent {
                return self.stop("malformed number");
            }
            (long, short) = (true, false);
        }
        let text = &self.text[start..at];
        if long && !text.parse::<f64>().is_ok_and(f64::is_finite) {
            return self.stop("number out of range");
        }
        self.at = at;
        let digits = if negative {
            digits.wrapping_neg()
        } else {
            digits
        };
        Ok(Numeral {
            text,
            short: short.then_some((digits, fraction)),
        })
    }
}

/// Where the digits from `at` on end, and the number that they continue; worth nothing where it
/// does not fit.
#[inline]
fn digits(bytes: &[u8], mut at: usize, mut number: i64) -> (usize, i64) {
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        number = number
            .wrapping_mul(10)
            .wrapping_add(i64::from(digit - b'0'));
        at += 1;
    }
    (at, number)
}
