//! Numbers as JSON Schema compares them: by value, not by the form in which they are written.

use crate::reader::SHORT;
use crate::schema::{Bound, Number};
use std::cmp::Ordering;
use std::fmt;

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
    fn compare(&self, other: &Decimal) -> Ordering {
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
    fn is_multiple_of(&self, divisor: &Decimal) -> Option<bool> {
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

/// The value of a number, as far as limits need it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value {
    /// A whole number within 64 bits.
    Int(i64),
    /// Any other, rounded as an IEEE double.
    Float(f64),
}

/// The value of a short number, and whether it is whole. `None` where its digits are too many to be
/// exact as a double.
#[inline]
pub(crate) fn short(digits: i64, places: usize) -> Option<(Value, bool)> {
    if places == 0 {
        return Some((Value::Int(digits), true));
    }
    (digits.unsigned_abs() < 1 << 53).then(|| divide(digits, places))
}

/// The digits and the power are exact as doubles, so the quotient is the double next to the number,
/// and as precise as it is with so few digits, it is whole only where the number is.
fn divide(digits: i64, places: usize) -> (Value, bool) {
    let quotient = digits as f64 / POWERS.get(places).unwrap_or(&f64::NAN);
    let whole = quotient as i64;
    if whole as f64 == quotient {
        (Value::Int(whole), true)
    } else {
        (Value::Float(quotient), false)
    }
}

/// The powers of ten that a short number can have behind its point.
const POWERS: [f64; SHORT] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17,
];

/// The value of a number, and whether it is whole.
pub(crate) fn parse(text: &str) -> (Value, bool) {
    if !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        if let Ok(value) = text.parse() {
            return (Value::Int(value), true);
        }
        return (Value::Float(text.parse().unwrap_or(f64::NAN)), true);
    }
    let value = text.parse::<f64>().unwrap_or(f64::NAN);
    if value.fract() != 0.0 {
        return (Value::Float(value), false);
    }
    let decimal = Decimal::parse(text);
    (
        whole(&decimal).map_or(Value::Float(value), Value::Int),
        decimal.is_integer(),
    )
}

/// The value of a whole number within 64 bits.
fn whole(decimal: &Decimal) -> Option<i64> {
    if !decimal.is_integer() || decimal.exponent > 18 {
        return None;
    }
    let mut text = String::new();
    decimal.write(&mut text);
    text.parse().ok()
}

#[inline]
fn compare(text: &str, value: Value, bound: &Bound) -> Option<Ordering> {
    match (value, bound) {
        (Value::Int(value), Bound::Int(bound)) => Some(value.cmp(bound)),
        (Value::Float(value), Bound::Int(bound))
            if value != *bound as f64 && value.abs() < EXACT =>
        {
            value.partial_cmp(&(*bound as f64))
        }
        _ => compare_any(text, value, *bound),
    }
}

#[inline(never)]
fn compare_any(text: &str, value: Value, bound: Bound) -> Option<Ordering> {
    match (value, bound) {
        (Value::Int(value), Bound::Int(bound)) => Some(value.cmp(&bound)),
        (Value::Float(value), Bound::Float(bound)) => value.partial_cmp(&bound),
        (Value::Int(value), Bound::Float(bound)) => compare_mixed(value, bound),
        (Value::Float(value), Bound::Int(bound)) => compare_rounded(text, value, bound),
        (Value::Int(value), Bound::Big(bound)) => Some(i128::from(value).cmp(&bound)),
        (Value::Float(_), Bound::Big(bound)) => Some(compare_exactly(text, bound)),
    }
}

/// Doubles below this are as close as whole numbers, or closer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A double stands for the number in the text, and rounding keeps the order, up to where the two
/// are equal and doubles are as close as whole numbers.
fn compare_rounded(text: &str, value: f64, bound: i64) -> Option<Ordering> {
    let order = compare_mixed(bound, value).map(Ordering::reverse);
    if value.abs() < EXACT && order != Some(Ordering::Equal) {
        return order;
    }
    Some(compare_exactly(text, i128::from(bound)))
}

#[cold]
fn compare_exactly(text: &str, bound: i128) -> Ordering {
    Decimal::parse(text).compare(&Decimal::parse(&bound.to_string()))
}

/// Compares without rounding the integer.
fn compare_mixed(int: i64, float: f64) -> Option<Ordering> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if int.unsigned_abs() <= 1 << 53 {
        return (int as f64).partial_cmp(&float);
    }
    if float.is_nan() {
        return None;
    }
    if float >= LIMIT {
        return Some(Ordering::Less);
    }
    if float < -LIMIT {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc();
    Some(
        int.cmp(&(whole as i64))
            .then(0.0_f64.total_cmp(&(float - whole + 0.0))),
    )
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Int(value) => value.fmt(f),
            Bound::Big(value) => value.fmt(f),
            Bound::Float(value) => value.fmt(f),
        }
    }
}

/// The rule of a limit: its keyword, in words, the limit, and what a number may be beside it.
type Limit = (
    &'static str,
    &'static str,
    Option<Bound>,
    fn(Ordering) -> bool,
);

fn limits(rules: &Number) -> [Limit; 4] {
    [
        ("minimum", "at least", rules.minimum, Ordering::is_ge),
        ("maximum", "at most", rules.maximum, Ordering::is_le),
        (
            "exclusiveMinimum",
            "greater than",
            rules.exclusive_minimum,
            Ordering::is_gt,
        ),
        (
            "exclusiveMaximum",
            "less than",
            rules.exclusive_maximum,
            Ordering::is_lt,
        ),
    ]
}

#[inline]
fn is_within(
    text: &str,
    value: Value,
    bound: &Option<Bound>,
    allowed: fn(Ordering) -> bool,
) -> bool {
    match bound {
        None => true,
        Some(bound) => compare(text, value, bound).is_some_and(allowed),
    }
}

/// The first rule that a number breaks is not enough: gives each to `report`.
#[inline]
pub(crate) fn check<E>(
    text: &str,
    value: Value,
    rules: &Number,
    report: impl FnMut(&'static str, fmt::Arguments<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let fits = is_within(text, value, &rules.minimum, Ordering::is_ge)
        && is_within(text, value, &rules.maximum, Ordering::is_le)
        && is_within(text, value, &rules.exclusive_minimum, Ordering::is_gt)
        && is_within(text, value, &rules.exclusive_maximum, Ordering::is_lt);
    if fits && rules.multiple_of.is_none() {
        return Ok(());
    }
    check_each(text, value, rules, report)
}

#[cold]
fn check_each<E>(
    text: &str,
    value: Value,
    rules: &Number,
    mut report: impl FnMut(&'static str, fmt::Arguments<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let of_format = |bound| {
        rules.format.is_some_and(|format| {
            let (least, greatest) = format.limits();
            bound == least || bound == greatest
        })
    };
    for (keyword, words, bound, allowed) in limits(rules) {
        if let Some(limit) = bound.filter(|bound| !of_format(*bound))
            && !is_within(text, value, &bound, allowed)
        {
            report(keyword, format_args!("must be {words} {limit}"))?;
        }
    }
    if let Some(format) = rules.format {
        let (least, greatest) = format.limits();
        if !is_within(text, value, &Some(least), Ordering::is_ge)
            || !is_within(text, value, &Some(greatest), Ordering::is_le)
        {
            report("format", format_args!("must be {}", format.words()))?;
        }
    }
    match rules.multiple_of {
        Some(divisor) if !is_multiple(text, divisor) => report(
            "multipleOf",
            format_args!("must be a multiple of {divisor}"),
        ),
        _ => Ok(()),
    }
}

fn is_multiple(text: &str, divisor: &str) -> bool {
    let exact = Decimal::parse(text).is_multiple_of(&Decimal::parse(divisor));
    exact.unwrap_or_else(|| {
        let quotient =
            text.parse::<f64>().unwrap_or(f64::NAN) / divisor.parse::<f64>().unwrap_or(f64::NAN);
        quotient.fract() == 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Reader;

    fn canonical(text: &str) -> String {
        let mut out = String::new();
        Decimal::parse(text).write(&mut out);
        out
    }

    #[test]
    fn equal_values_have_one_form() {
        for (text, form) in [
            ("1", "1"),
            ("1.0", "1"),
            ("1e2", "100"),
            ("100", "100"),
            ("0.50", "5e-1"),
            ("-0", "0"),
            ("-0.0e7", "0"),
            ("12.5E1", "125"),
            ("-1200", "-1200"),
        ] {
            assert_eq!(canonical(text), form, "{text}");
        }
    }

    #[test]
    fn multiples_are_exact() {
        for (text, divisor, expected) in [
            ("0.0075", "0.0001", true),
            ("0.00751", "0.0001", false),
            ("1e308", "0.5", true),
            ("4.5", "1.5", true),
            ("35", "1.5", false),
            ("0", "7", true),
            ("-10", "5", true),
            ("9007199254740993", "2", false),
        ] {
            assert_eq!(is_multiple(text, divisor), expected, "{text} {divisor}");
        }
    }

    #[test]
    fn short_numbers_have_the_value_that_their_text_has() {
        for text in [
            "0.1",
            "739.33",
            "-1.5",
            "1.0",
            "-0.00",
            "9007199254740.993",
            "12345678901.23456",
            "900719925474099.1",
            "0.00000000000000001",
        ] {
            let read = Reader::new(text).short_number();
            let exact = read.and_then(|(digits, places)| short(digits, places));
            let (value, whole) = exact.unwrap_or_else(|| parse(text));
            let float = match value {
                Value::Int(value) => value as f64,
                Value::Float(value) => value,
            };
            assert_eq!(Ok(float), text.parse(), "{text}");
            assert_eq!(whole, Decimal::parse(text).is_integer(), "{text}");
        }
    }

    #[test]
    fn limits_compare_by_the_text() {
        let order = |text: &str, bound: Bound| {
            let whole = text.parse().map(Value::Int);
            let value = whole.unwrap_or_else(|_| Value::Float(text.parse().expect("a number")));
            compare(text, value, &bound)
        };
        let big = Bound::Big(18_446_744_073_709_551_615);
        for (text, bound, expected) in [
            ("-9223372036854775809", Bound::Int(i64::MIN), Ordering::Less),
            (
                "9223372036854775808",
                Bound::Int(i64::MAX),
                Ordering::Greater,
            ),
            (
                "9007199254740992.5",
                Bound::Int(9_007_199_254_740_992),
                Ordering::Greater,
            ),
            (
                "1152921504606846977.5",
                Bound::Int(1_152_921_504_606_846_977),
                Ordering::Greater,
            ),
            ("18446744073709551616", big, Ordering::Greater),
            ("18446744073709551615", big, Ordering::Equal),
            ("18446744073709551614.5", big, Ordering::Less),
            ("1.8446744073709552e19", big, Ordering::Greater),
            ("-5", big, Ordering::Less),
            ("0.5", Bound::Int(0), Ordering::Greater),
            ("-0.5", Bound::Int(0), Ordering::Less),
        ] {
            assert_eq!(order(text, bound), Some(expected), "{text}");
        }
    }

    #[test]
    fn limits_compare_without_rounding() {
        assert_eq!(compare_mixed(i64::MAX, 9.3e18), Some(Ordering::Less));
        assert_eq!(
            compare_mixed(i64::MAX, 9_223_372_036_854_775_808.0),
            Some(Ordering::Less)
        );
        assert_eq!(compare_mixed(3, 2.5), Some(Ordering::Greater));
        assert_eq!(compare_mixed(-3, -2.5), Some(Ordering::Less));
        assert_eq!(compare_mixed(-3, -3.5), Some(Ordering::Greater));
        assert_eq!(compare_mixed(3, 3.0), Some(Ordering::Equal));
    }
}
