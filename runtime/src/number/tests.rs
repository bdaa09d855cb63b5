//! Tests of numbers by their text: forms, bounds and divisors.

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
        ("1e400", "3", false),
        ("3e400", "3", true),
        ("1e400", "1267650600228229401496703205376", true),
        ("1e99999999999999999999", "0.0625", true),
        ("1e-400", "1e-401", true),
        ("1e-401", "1e-400", false),
        (
            "2469135780246913578024691357802469135780246",
            "1234567890123456789012345678901234567890123",
            true,
        ),
        (
            "2469135780246913578024691357802469135780247",
            "1234567890123456789012345678901234567890123",
            false,
        ),
        (
            "1000000000000000000000000000000000000000000000000000000",
            "1000000000000000000000000000000000000000000000000000001",
            false,
        ),
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
        "-250.00",
        "1.50",
        "10.01",
        "-0.00",
        "0.0",
        "100",
        "9007199254740.993",
        "12345678901.23456",
        "900719925474099.1",
        "0.00000000000000001",
    ] {
        let read = Reader::new(text).short_number();
        let exact = read.and_then(|(number, _)| evaluate_short(number));
        let (value, whole) = exact.unwrap_or_else(|| parse_number(text));
        assert_eq!(Ok(value.to_f64()), text.parse(), "{text}");
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
        ("0.5", Bound::Float(0.5), Ordering::Equal),
        ("0.1", Bound::Float(0.1), Ordering::Equal),
        ("1e-1", Bound::Float(0.1), Ordering::Equal),
        (
            "0.10000000000000000000000000001",
            Bound::Float(0.1),
            Ordering::Greater,
        ),
        (
            "0.09999999999999999999999999",
            Bound::Float(0.1),
            Ordering::Less,
        ),
        ("1e400", Bound::Float(f64::MAX), Ordering::Greater),
        (
            "1e399",
            Bound::Exact(f64::INFINITY, "1e400"),
            Ordering::Less,
        ),
        (
            "1e401",
            Bound::Exact(f64::INFINITY, "1e400"),
            Ordering::Greater,
        ),
        ("0", Bound::Exact(0.0, "1e-400"), Ordering::Less),
        (
            "5",
            Bound::Exact(5.0, "5.00000000000000000001"),
            Ordering::Less,
        ),
        (
            "1.7976931348623158e308",
            Bound::Rounded(f64::MAX),
            Ordering::Equal,
        ),
        (
            "9223372036854775807",
            Bound::Big(9_223_372_036_854_775_808),
            Ordering::Less,
        ),
    ] {
        assert_eq!(order(text, bound), Some(expected), "{text}");
    }
}
