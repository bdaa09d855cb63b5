//! Which Rust integer type holds every value within the limits of a schema.

use toolc_schema::schema::rules::{self, divisors, lower_ends, upper_ends};
use toolc_schema::schema::shape::{Bound, Number};

/// A Rust integer type: its name, minimum and maximum.
type Row = (&'static str, i128, i128);

/// The candidates by default.
const WIDE: &[Row] = &[
    ("i64", i64::MIN as i128, i64::MAX as i128),
    ("u64", 0, u64::MAX as i128),
];

/// The candidates under `narrow`: unsigned if no value is negative.
const NARROW: &[Row] = &[
    ("u8", 0, u8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
];

/// The type of an integer: the first that holds all values, else `Integer`, which holds any.
pub fn integer_type(number: &Number, narrow: bool) -> &'static str {
    let (Some(low), Some(high)) = range(number) else {
        return "Integer";
    };
    if number.is_int32 && !narrow {
        return "i32";
    }
    let rows = if narrow { NARROW } else { WIDE };
    rows.iter()
        .find(|(_, least, greatest)| *least <= low && high <= *greatest)
        .map_or("Integer", |(name, ..)| name)
}

/// Whether the limits are exactly the range of a type, as with `format: int64`.
pub fn only_fits(number: &Number) -> bool {
    let rows = WIDE.iter().chain(NARROW);
    let plain = divisors(number).next().is_none();
    let (low, high) = range(number);
    plain
        && rows
            .into_iter()
            .any(|row| (low, high) == (Some(row.1), Some(row.2)))
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
            assert_eq!(integer_type(&number, false), wide, "{low} to {high}");
            assert_eq!(integer_type(&number, true), narrow, "{low} to {high}");
        }
    }

    #[test]
    fn int32_is_32_bits_and_fewer_where_that_is_asked_for() {
        let number = between("0", "100").with_format(NumberFormat::Int32);
        assert_eq!(integer_type(&number, false), "i32");
        assert_eq!(integer_type(&number, true), "u8");
        let number = Number::default().with_format(NumberFormat::Int64);
        assert_eq!(integer_type(&number, false), "i64");
    }

    #[test]
    fn one_limit_proves_nothing() {
        let number = Number {
            minimum: Some(Bound::Int(0)),
            ..Number::default()
        };
        assert_eq!(integer_type(&number, true), "Integer");
    }

    #[test]
    fn exclusive_limits_and_values_count() {
        let number = Number {
            exclusive_minimum: Some(Bound::Int(-1)),
            exclusive_maximum: Some(Bound::Float(255.5)),
            ..Number::default()
        };
        assert_eq!(integer_type(&number, true), "u8");
        let number = Number {
            values: Some((1, 3)),
            ..Number::default()
        };
        assert_eq!(integer_type(&number, false), "i64");
    }
}
