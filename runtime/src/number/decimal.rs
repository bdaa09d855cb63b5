//! Decimal numbers of any size, by value.

use std::cmp::Ordering;

/// The largest difference of two exponents over which division is exact. Doubles have 632.
const MAX_ZEROS: usize = 1_000;

/// A decimal number in lowest terms: `digits` × 10^`exponent`, no zeros at either end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Takes a JSON number apart.
    pub(crate) fn parse(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        let dropped = all.len() - all.trim_end_matches('0').len();
        let exponent = exponent(power)
            .saturating_sub_unsigned(fraction.len() as u64)
            .saturating_add_unsigned(dropped as u64);
        if digits.is_empty() {
            return Decimal {
                negative: false,
                digits: String::new(),
                exponent: 0,
            };
        }
        Decimal {
            negative,
            digits: digits.to_owned(),
            exponent,
        }
    }

    /// Whether there is no fractional part.
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The value of a whole number within 64 bits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        if !self.is_integer() || self.exponent > 18 {
            return None;
        }
        let mut text = String::new();
        self.write(&mut text);
        text.parse().ok()
    }

    /// Writes the number: plain digits for a whole number of moderate size, else with an exponent.
    pub(crate) fn write(&self, out: &mut String) {
        if self.digits.is_empty() {
            return out.push('0');
        }
        if self.negative {
            out.push('-');
        }
        out.push_str(&self.digits);
        match usize::try_from(self.exponent) {
            Ok(zeros) if zeros <= 400 => out.extend(std::iter::repeat_n('0', zeros)),
            _ => out.push_str(&format!("e{}", self.exponent)),
        }
    }

    /// The order of two numbers.
    pub(super) fn compare(&self, other: &Decimal) -> Ordering {
        let sign = |decimal: &Decimal| match (decimal.digits.is_empty(), decimal.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let scale = |decimal: &Decimal| {
            let digits = i64::try_from(decimal.digits.len()).unwrap_or(i64::MAX);
            decimal.exponent.saturating_add(digits)
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            let size = scale(self).cmp(&scale(other));
            // Of equal scale, digits compare from the front; what goes on is the greater one.
            let size = size.then_with(|| self.digits.cmp(&other.digits));
            if self.negative { size.reverse() } else { size }
        })
    }

    /// Whether this is a whole multiple of `divisor`. `None` where the divisor has too many digits
    /// to decide exactly.
    pub(super) fn is_multiple_of(&self, divisor: &Decimal) -> Option<bool> {
        if self.digits.is_empty() {
            return Some(true);
        }
        let modulus = divisor
            .digits
            .parse::<u128>()
            .ok()
            .filter(|&modulus| modulus > 0 && modulus < u128::MAX / 16)?;
        let Ok(zeros) = usize::try_from(self.exponent.saturating_sub(divisor.exponent)) else {
            return Some(false);
        };
        if zeros > MAX_ZEROS {
            return None;
        }
        let digits = self.digits.bytes().map(|digit| u128::from(digit - b'0'));
        let rest = digits
            .chain(std::iter::repeat_n(0, zeros))
            .fold(0, |rest, digit| (rest * 10 + digit) % modulus);
        Some(rest == 0)
    }
}

/// The power of ten behind an `e`; one beyond 64 bits is as large as they allow, and no less so.
fn exponent(power: &str) -> i64 {
    let limit = if power.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    power.parse().unwrap_or(limit)
}
