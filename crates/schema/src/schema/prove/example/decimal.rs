//! Noun: a positive decimal number, exactly.

/// `digits` × 10 to the power of `exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: u128,
    exponent: i32,
}

impl Decimal {
    /// Reads a JSON number; `None` if it is not positive, or has too many digits.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits: u128 = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        (digits > 0).then_some(Decimal { digits, exponent })
    }

    /// The least number that is a multiple of both; `None` if it is too large.
    pub fn common_multiple(self, other: Decimal) -> Option<Decimal> {
        let (own, other, exponent) = self.align(other)?;
        let digits = (own / greatest_divisor(own, other)).checked_mul(other)?;
        Some(Decimal { digits, exponent })
    }

    pub fn is_multiple_of(self, other: Decimal) -> bool {
        let aligned = self.align(other);
        aligned.is_some_and(|(own, other, _)| own % other == 0)
    }

    pub fn as_f64(self) -> f64 {
        self.digits as f64 * 10f64.powi(self.exponent)
    }

    /// The digits of both with the smaller exponent.
    fn align(self, other: Decimal) -> Option<(u128, u128, i32)> {
        let exponent = self.exponent.min(other.exponent);
        let digits = |one: Decimal| {
            let zeros = u32::try_from(one.exponent.checked_sub(exponent)?).ok()?;
            one.digits.checked_mul(10u128.checked_pow(zeros)?)
        };
        Some((digits(self)?, digits(other)?, exponent))
    }
}

fn greatest_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_are_exact() {
        let number = |text: &str| Decimal::parse(text).expect("a decimal");
        let common = |one: &str, other: &str| number(one).common_multiple(number(other));
        assert_eq!(common("6", "4"), Some(number("12")));
        assert_eq!(common("0.5", "3"), Some(number("3.0")));
        assert_eq!(common("1e-2", "0.25"), Some(number("0.25")));
        assert_eq!(common("1e30", "1e-30"), None);
        assert!(number("0.75").is_multiple_of(number("2.5e-1")));
        assert!(!number("1").is_multiple_of(number("0.3")));
        assert_eq!(Decimal::parse("0"), None);
        assert_eq!(Decimal::parse("1e99999999999"), None);
    }
}
