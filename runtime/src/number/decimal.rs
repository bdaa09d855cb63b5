//! Decimal numbers of any size, compared by value.

use std::cmp::Ordering;

/// How many digits fit into one limb of a [`Remainder`].
const LIMB_DIGITS: usize = 18;
const LIMB: u64 = 10u64.pow(LIMB_DIGITS as u32);

/// A decimal number in lowest terms: `digits` × 10^`exponent`, without zeros at either end of the digits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Parses a JSON number.
    pub(crate) fn parse(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = split_power(text);
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

    /// The value of an integer that fits in 64 bits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        if !self.is_integer() || self.exponent > 18 {
            return None;
        }
        let mut text = String::new();
        self.write(&mut text);
        text.parse().ok()
    }

    /// Writes the number: plain digits for an integer of moderate size, otherwise with an exponent.
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

    /// Compares two numbers.
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
            // At equal scale, digits compare from the front, and the longer one is greater.
            let size = size.then_with(|| self.digits.cmp(&other.digits));
            if self.negative { size.reverse() } else { size }
        })
    }

    /// Whether this is an integer multiple of `divisor`.
    #[inline]
    pub(super) fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if self.digits.is_empty() || divisor.digits.is_empty() {
            return self.digits.is_empty();
        }
        let Ok(zeros) = usize::try_from(self.exponent.saturating_sub(divisor.exponent)) else {
            return false;
        };
        // Ten has only the prime factors two and five. A divisor has fewer than four of them per digit, so
        // this many zeros cover everything that it shares with a power of ten, and further ones change
        // nothing.
        let zeros = zeros.min(divisor.digits.len() * 4);
        let digits = self.digits.bytes().map(|digit| u64::from(digit - b'0'));
        let digits = digits.chain(std::iter::repeat_n(0, zeros));
        let small = divisor.digits.parse::<u128>().ok();
        if let Some(modulus) = small.filter(|modulus| *modulus < u128::MAX / 16) {
            let add = |rest: u128, digit: u64| (rest * 10 + u128::from(digit)) % modulus;
            return digits.fold(0, add) == 0;
        }
        let mut remainder = Remainder::of(&divisor.digits);
        digits.for_each(|digit| remainder.push(digit));
        remainder.is_zero()
    }
}

/// The remainder when a number of any length is divided, digit by digit. Limbs are little-endian.
struct Remainder {
    divisor: Vec<u64>,
    /// One extra limb, for the incoming digit.
    rest: Vec<u64>,
}

impl Remainder {
    #[inline]
    fn of(divisor: &str) -> Self {
        let limb = |digits: &[u8]| {
            let add = |limb: u64, digit: &u8| limb * 10 + u64::from(digit - b'0');
            digits.iter().fold(0, add)
        };
        let divisor: Vec<u64> = divisor.as_bytes().rchunks(LIMB_DIGITS).map(limb).collect();
        let rest = vec![0; divisor.len() + 1];
        Remainder { divisor, rest }
    }

    #[inline]
    fn push(&mut self, digit: u64) {
        let mut carry = digit;
        for limb in &mut self.rest {
            let value = *limb * 10 + carry;
            (*limb, carry) = (value % LIMB, value / LIMB);
        }
        while self.holds_divisor() {
            self.subtract();
        }
    }

    #[inline]
    fn holds_divisor(&self) -> bool {
        let (low, top) = self.rest.split_at(self.divisor.len());
        top.iter().any(|limb| *limb > 0) || low.iter().rev().ge(self.divisor.iter().rev())
    }

    #[inline]
    fn subtract(&mut self) {
        let mut borrowed = 0;
        let divisor = self.divisor.iter().copied().chain([0]);
        for (limb, taken) in self.rest.iter_mut().zip(divisor) {
            let taken = taken + borrowed;
            borrowed = u64::from(*limb < taken);
            *limb = *limb + borrowed * LIMB - taken;
        }
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.rest.iter().all(|limb| *limb == 0)
    }
}

/// A number without its power of ten, and the power; empty if there is none.
pub(crate) fn split_power(number: &str) -> (&str, &str) {
    let at = number.bytes().position(|byte| matches!(byte, b'e' | b'E'));
    match at {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (number, ""),
    }
}

/// The exponent after an `e`, saturated to 64 bits.
fn exponent(power: &str) -> i64 {
    if power.is_empty() {
        return 0;
    }
    let limit = if power.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    power.parse().unwrap_or(limit)
}
