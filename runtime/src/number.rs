//! Numbers as JSON Schema compares them: by value, no matter how they are written.

mod decimal;
mod parsed;
#[cfg(test)]
mod tests;

use crate::reader::{SHORT, ShortNumber};
use crate::schema::{Bound, Divisor, Number};
use crate::violation::{Phrase, Word, push_number};
use std::cmp::Ordering;
use std::fmt::{self, Write};

pub(crate) use decimal::{Decimal, split_power};
pub(crate) use parsed::{Digits, is_out_of_range, parsed_number};

/// The value of a number, as precisely as checking limits needs it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value {
    /// An integer that fits in 64 bits.
    Int(i64),
    /// Any other number, rounded to an IEEE double.
    Float(f64),
}

impl Value {
    /// The nearest double.
    #[inline]
    pub(crate) fn to_f64(self) -> f64 {
        match self {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
        }
    }
}

/// The powers of ten that short numbers need.
const POWERS: [i64; SHORT + 1] = {
    let mut powers = [1; SHORT + 1];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// The value of a short number, and whether it is an integer. `None` if it has too many digits to be exact as
/// a double.
#[inline]
pub(crate) fn evaluate_short(number: ShortNumber) -> Option<(Value, bool)> {
    let ShortNumber {
        negative,
        digits,
        places,
    } = number;
    let sign = if negative { -1 } else { 1 };
    if places == 0 {
        return Some((Value::Int(sign * digits), true));
    }
    let power = *POWERS.get(places)?;
    if digits % 10 == 0 && digits % power == 0 {
        return Some((Value::Int(sign * (digits / power)), true));
    }
    // Both are exact as doubles, so the quotient is the double nearest to the number.
    let is_exact = digits < 1 << 53;
    is_exact.then(|| (Value::Float((sign * digits) as f64 / power as f64), false))
}

/// The value of a number, and whether it is an integer.
pub(crate) fn parse_number(text: &str) -> (Value, bool) {
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
        decimal.to_i64().map_or(Value::Float(value), Value::Int),
        decimal.is_integer(),
    )
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

/// Rounding preserves the order of numbers, so unequal doubles decide.
#[inline(never)]
fn compare_any(text: &str, value: Value, bound: Bound) -> Option<Ordering> {
    let order = value.to_f64().partial_cmp(&bound.rounded());
    match (order, bound) {
        (Some(Ordering::Equal), Bound::Float(_)) if is_short(text) => order,
        (_, Bound::Rounded(_)) => order,
        (Some(Ordering::Equal), _) => Some(compare_exactly(text, bound)),
        _ => order,
    }
}

/// Below this, adjacent doubles differ by at most 1.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a number has so few digits that different such numbers always have different doubles.
fn is_short(text: &str) -> bool {
    text.len() <= 16 && !text.bytes().any(|byte| matches!(byte, b'e' | b'E'))
}

#[cold]
fn compare_exactly(text: &str, bound: Bound) -> Ordering {
    let limit = match bound {
        Bound::Exact(_, text) => Decimal::parse(text),
        Bound::Float(value) => Decimal::parse(&format!("{value:e}")),
        whole => Decimal::parse(&whole.to_string()),
    };
    Decimal::parse(text).compare(&limit)
}

/// Whether a number is equal to a bound, to the last digit.
#[cfg(any(feature = "compiler", feature = "rules"))]
pub(crate) fn is_equal(text: &str, value: Value, bound: &Bound) -> bool {
    compare(text, value, bound) == Some(Ordering::Equal)
}

/// Compares two JSON numbers, to the last digit.
#[doc(hidden)]
pub fn compare_numbers(one: &str, other: &str) -> Ordering {
    Decimal::parse(one).compare(&Decimal::parse(other))
}

impl Bound {
    /// The nearest double.
    fn rounded(self) -> f64 {
        match self {
            Bound::Int(value) => value as f64,
            Bound::Big(value) => value as f64,
            Bound::Float(value) | Bound::Rounded(value) | Bound::Exact(value, _) => value,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Int(value) => value.fmt(f),
            Bound::Big(value) => value.fmt(f),
            Bound::Float(value) | Bound::Rounded(value) => value.fmt(f),
            Bound::Exact(_, text) => f.write_str(text),
        }
    }
}

impl Phrase for Bound {
    fn write(&self, message: &mut String) {
        match self {
            Bound::Int(value) => push_number(*value, message),
            // Writing to a string cannot fail.
            other => drop(write!(message, "{other}")),
        }
    }
}

/// One of the four keywords that limit numbers.
struct Limit<'r> {
    keyword: &'static str,
    words: &'static str,
    bound: &'r Option<Bound>,
    /// How a number may compare to the bound.
    allows: fn(Ordering) -> bool,
}

fn limits(rules: &Number) -> [Limit<'_>; 4] {
    [
        Limit {
            keyword: "minimum",
            words: "must be at least ",
            bound: &rules.minimum,
            allows: Ordering::is_ge,
        },
        Limit {
            keyword: "maximum",
            words: "must be at most ",
            bound: &rules.maximum,
            allows: Ordering::is_le,
        },
        Limit {
            keyword: "exclusiveMinimum",
            words: "must be greater than ",
            bound: &rules.exclusive_minimum,
            allows: Ordering::is_gt,
        },
        Limit {
            keyword: "exclusiveMaximum",
            words: "must be less than ",
            bound: &rules.exclusive_maximum,
            allows: Ordering::is_lt,
        },
    ]
}

#[inline]
fn is_within(text: &str, value: Value, bound: &Bound, allows: fn(Ordering) -> bool) -> bool {
    compare(text, value, bound).is_some_and(allows)
}

/// Whether a number certainly satisfies all rules, judging by its value alone: rounding preserves the order
/// of numbers, so unequal doubles decide.
#[inline]
pub(crate) fn is_surely_within(value: Value, rules: &Number) -> bool {
    let Number {
        minimum,
        maximum,
        exclusive_minimum,
        exclusive_maximum,
        multiple_of,
        // Its limits are among the others.
        format: _,
    } = rules;
    // Equal doubles may stand for different numbers.
    let order = |bound: &Bound| match (value, bound) {
        (Value::Int(value), Bound::Int(bound)) => Some(value.cmp(bound)),
        (Value::Float(value), Bound::Int(bound)) => differ(value, *bound as f64),
        (Value::Float(value), Bound::Float(bound)) => differ(value, *bound),
        _ => None,
    };
    let keeps = |bound: &Option<Bound>, allowed: fn(Ordering) -> bool| {
        let bound = bound.as_ref();
        bound.is_none_or(|bound| order(bound).is_some_and(allowed))
    };
    multiple_of.is_none()
        && keeps(minimum, Ordering::is_ge)
        && keeps(maximum, Ordering::is_le)
        && keeps(exclusive_minimum, Ordering::is_gt)
        && keeps(exclusive_maximum, Ordering::is_lt)
}

/// The order of two doubles if they are not equal.
#[inline]
fn differ(one: f64, other: f64) -> Option<Ordering> {
    one.partial_cmp(&other).filter(|order| order.is_ne())
}

/// Receives each rule that a number breaks.
type Report<'r, E> = &'r mut dyn FnMut(&'static str, &[Word<'_>]) -> Result<(), E>;

/// Reports every rule that a number breaks, not only the first. Most numbers are [surely
/// within](is_surely_within) their limits and need not be checked here.
#[cold]
pub(crate) fn check_number<E>(
    text: &str,
    value: Value,
    rules: &Number,
    report: Report<'_, E>,
) -> Result<(), E> {
    let of_format = |bound| {
        rules.format.is_some_and(|format| {
            let (least, greatest) = format.limits();
            bound == least || bound == greatest
        })
    };
    for limit in limits(rules) {
        match limit.bound {
            Some(bound) if !of_format(*bound) && !is_within(text, value, bound, limit.allows) => {
                let words = [Word::Text(limit.words), Word::Phrase(bound)];
                report(limit.keyword, &words)?;
            }
            _ => {}
        }
    }
    if let Some(format) = rules.format {
        let (least, greatest) = format.limits();
        if !is_within(text, value, &least, Ordering::is_ge)
            || !is_within(text, value, &greatest, Ordering::is_le)
        {
            report(
                "format",
                &[Word::Text("must be "), Word::Text(format.words())],
            )?;
        }
    }
    match rules.multiple_of {
        Some(divisor) if !(divisor.divides)(text, divisor.text) => report(
            "multipleOf",
            &[
                Word::Text("must be a multiple of "),
                Word::Rule(divisor.text),
            ],
        ),
        _ => Ok(()),
    }
}

impl Divisor {
    /// The value of `multipleOf`. Only what tables refer to is compiled, in the crate of the tables;
    /// everything behind this is `#[inline]` for this reason.
    #[inline]
    pub const fn new(text: &'static str) -> Self {
        Divisor {
            text,
            divides: is_multiple,
        }
    }
}

#[inline]
fn is_multiple(text: &str, divisor: &str) -> bool {
    Decimal::parse(text).is_multiple_of(&Decimal::parse(divisor))
}
