//! Which Rust integer type holds every value within the limits of a schema.

use toolc_schema::schema::rules::{self, list_divisors, lower_ends, upper_ends};
use toolc_schema::schema::shape::{Bound, Number};

/// An integer type of Rust.
#[derive(Debug, PartialEq, Eq)]
pub struct Whole {
    /// Its name.
    pub name: &'static str,
    least: i128,
    greatest: i128,
}

impl Whole {
    const fn new(name: &'static str, least: i128, greatest: i128) -> Self {
        Whole {
            name,
            least,
            greatest,
        }
    }

    /// Whether the type can hold a value.
    pub fn holds(&self, value: i128) -> bool {
        (self.least..=self.greatest).contains(&value)
    }
}

const I32: Whole = Whole::new("i32", i32::MIN as i128, i32::MAX as i128);
const I64: Whole = Whole::new("i64", i64::MIN as i128, i64::MAX as i128);
const U64: Whole = Whole::new("u64", 0, u64::MAX as i128);

/// The candidates by default.
const WIDE: &[Whole] = &[I64, U64];

/// The candidates under `narrow`: unsigned if no value is negative.
const NARROW: &[Whole] = &[
    Whole::new("u8", 0, u8::MAX as i128),
    Whole::new("u16", 0, u16::MAX as i128),
    Whole::new("u32", 0, u32::MAX as i128),
    U64,
    Whole::new("i8", i8::MIN as i128, i8::MAX as i128),
    Whole::new("i16", i16::MIN as i128, i16::MAX as i128),
    I32,
    I64,
];

/// The type of an integer: the first that holds all values; `None` if only the runtime's `Integer` does, which holds any.
pub fn integer_type(number: &Number, narrow: bool) -> Option<&'static Whole> {
    let (Some(low), Some(high)) = range(number) else {
        return None;
    };
    if number.is_int32 && !narrow {
        return Some(&I32);
    }
    let rows = if narrow { NARROW } else { WIDE };
    rows.iter()
        .find(|row| row.least <= low && high <= row.greatest)
}

/// Whether the limits are exactly the range of a type, as with `format: int64`.
pub fn only_fits(number: &Number) -> bool {
    let rows = WIDE.iter().chain(NARROW);
    let plain = list_divisors(number).next().is_none();
    let (low, high) = range(number);
    plain
        && rows
            .into_iter()
            .any(|row| (low, high) == (Some(row.least), Some(row.greatest)))
}

/// The minimum and maximum, if there are limits.
fn range(number: &Number) -> (Option<i128>, Option<i128>) {
    let (least, greatest) = number.values.unzip();
    let low = lower_ends(rules::NUMBER, number).filter_map(|(_, end)| {
        if end.is_open {
            above(end.limit)
        } else {
            ceiling(end.limit)
        }
    });
    let high = upper_ends(rules::NUMBER, number).filter_map(|(_, end)| {
        if end.is_open {
            below(end.limit)
        } else {
            floor(end.limit)
        }
    });
    (low.chain(least).max(), high.chain(greatest).min())
}

/// The smallest integer above a limit.
fn above(bound: Bound) -> Option<i128> {
    match bound {
        // the limit is not the double itself but next to it, on either side
        Bound::Exact(..) => ceiling(bound),
        _ => floor(bound)?.checked_add(1),
    }
}

/// The largest integer below a limit.
fn below(bound: Bound) -> Option<i128> {
    match bound {
        Bound::Exact(..) => floor(bound),
        _ => ceiling(bound)?.checked_sub(1),
    }
}

fn floor(bound: Bound) -> Option<i128> {
    whole(bound, f64::floor)
}

fn ceiling(bound: Bound) -> Option<i128> {
    whole(bound, f64::ceil)
}

/// A limit as an integer; `None` for floating-point limits of 2^126 or more, which no type reaches.
fn whole(bound: Bound, round: fn(f64) -> f64) -> Option<i128> {
    match bound {
        Bound::Int(value) => Some(i128::from(value)),
        Bound::Big(value) => Some(value),
        Bound::Float(value) | Bound::Exact(value, _) | Bound::Rounded(value) => Some(round(value))
            .filter(|value| value.abs() < 2f64.powi(126))
            .map(|value| value as i128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: &Number, narrow: bool) -> &'static str {
        integer_type(number, narrow).map_or("Integer", |whole| whole.name)
    }
    use toolc_runtime::format::NumberFormat;

    fn between(low: &str, high: &str) -> Number {
        Number {
            minimum: Bound::parse(low),
            maximum: Bound::parse(high),
            ..Number::default()
        }
    }

    #[test]
    fn the_limits_prove_the_type() {
        for (low, high, wide, narrow) in [
            ("0", "255", "i64", "u8"),
            ("0", "256", "i64", "u16"),
            ("-1", "255", "i64", "i16"),
            ("-128", "127", "i64", "i8"),
            ("0.5", "4294967295.9", "i64", "u32"),
            ("-0.5", "9223372036854775807", "i64", "u64"),
            ("0", "9223372036854775808", "u64", "u64"),
            ("-1", "9223372036854775808", "Integer", "Integer"),
            ("0", "18446744073709551615", "u64", "u64"),
            ("0", "18446744073709551616", "Integer", "Integer"),
            ("0", "1e300", "Integer", "Integer"),
            ("-9223372036854775808", "0", "i64", "i64"),
        ] {
            let number = between(low, high);
            assert_eq!(name(&number, false), wide, "{low} to {high}");
            assert_eq!(name(&number, true), narrow, "{low} to {high}");
        }
    }

    #[test]
    fn int32_is_32_bits_and_fewer_where_that_is_asked_for() {
        let number = between("0", "100").with_format(NumberFormat::Int32);
        assert_eq!(name(&number, false), "i32");
        assert_eq!(name(&number, true), "u8");
        let number = Number::default().with_format(NumberFormat::Int64);
        assert_eq!(name(&number, false), "i64");
    }

    #[test]
    fn one_limit_proves_nothing() {
        let number = Number {
            minimum: Some(Bound::Int(0)),
            ..Number::default()
        };
        assert_eq!(name(&number, true), "Integer");
    }

    #[test]
    fn exclusive_limits_and_values_count() {
        let number = Number {
            exclusive_minimum: Some(Bound::Int(-1)),
            exclusive_maximum: Some(Bound::Float(255.5)),
            ..Number::default()
        };
        assert_eq!(name(&number, true), "u8");
        let number = Number {
            values: Some((1, 3)),
            ..Number::default()
        };
        assert_eq!(name(&number, false), "i64");
    }
}
