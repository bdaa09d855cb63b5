//! Numbers are compared exactly, however they are written.

use super::{accepts, assert_each};
#[path = "../support/random.rs"]
mod random;

use random::Random;
use std::cmp::Ordering;

#[test]
fn limits_that_no_double_is() {
    const TEN: &str = "10000000000000000000000000000000000000000";
    let beyond = |digits: &str| format!("{}1", &digits[..digits.len() - 1]);
    let rows = [
        (
            "maximum",
            "1e19",
            "10000000000000000000",
            "10000000000000000001",
        ),
        ("maximum", "1e25", "1e25", "10000000000000000000000001"),
        ("maximum", "1e40", TEN, &beyond(TEN)),
        ("maximum", "1.0E+40", TEN, &beyond(TEN)),
        ("minimum", "-1e40", "-1e40", &format!("-{}", beyond(TEN))),
        ("minimum", "1e40", TEN, &"9".repeat(40)),
        (
            "maximum",
            "170141183460469231731687303715884105728",
            "170141183460469231731687303715884105728",
            "170141183460469231731687303715884105729",
        ),
        ("maximum", "0.1", "0.1", "0.10000000000000000000000000001"),
        (
            "maximum",
            "0.1",
            "10e-2",
            "0.1000000000000000055511151231257827",
        ),
        ("minimum", "0.1", "0.1", "0.09999999999999999999999999"),
        ("minimum", "1e-400", "1e-400", "0"),
        ("minimum", "1e-400", "2e-400", "1e-401"),
        (
            "exclusiveMaximum",
            "0.3",
            "0.29999999999999999999999",
            "0.3",
        ),
        (
            "exclusiveMinimum",
            "0.3",
            "0.30000000000000000000001",
            "0.30",
        ),
        (
            "maximum",
            "5.00000000000000000001",
            "5",
            "5.00000000000000000002",
        ),
        (
            "exclusiveMinimum",
            "-1.0000000000000000000001",
            "-1",
            "-1.0000000000000000000001",
        ),
    ];
    for (keyword, limit, within, beyond) in rows {
        let schema = format!(r#"{{"{keyword}":{limit}}}"#);
        assert_each(&[(&schema, within, true), (&schema, beyond, false)]);
    }
}

#[test]
fn what_formats_allow_is_what_can_be_rounded() {
    assert_each(&[
        (r#"{"format":"double"}"#, "1.7976931348623158e308", true),
        (r#"{"format":"double"}"#, "1.7976931348623159e308", false),
        (r#"{"format":"float"}"#, "3.4028235677973362e38", true),
        (r#"{"format":"float"}"#, "3.5e38", false),
    ]);
}

#[test]
fn divisors_of_many_digits() {
    const DIVISOR: &str = "1234567890123456789012345678901234567890123";
    const TWICE: &str = "2469135780246913578024691357802469135780246";
    const BEYOND: &str = "2469135780246913578024691357802469135780247";
    let schema = format!(r#"{{"multipleOf":{DIVISOR}}}"#);
    let fraction = format!(r#"{{"multipleOf":0.{DIVISOR}}}"#);
    assert_each(&[
        (&schema, DIVISOR, true),
        (&schema, TWICE, true),
        (&schema, BEYOND, false),
        (&schema, "0", true),
        (&fraction, &format!("0.{TWICE}"), true),
        (&fraction, &format!("0.{BEYOND}"), false),
        (&fraction, "1e250", false),
        (&fraction, &format!("{TWICE}e250"), true),
        (r#"{"multipleOf":1e-400}"#, "1e-400", true),
        (r#"{"multipleOf":1e-400}"#, "1e-401", false),
        (r#"{"multipleOf":0.5}"#, "1e250", true),
        (r#"{"multipleOf":3}"#, "1e250", false),
    ]);
}

/// Returns a decimal as a sign and digits, 400 before the decimal point and 400 after it.
fn written_out(text: &str) -> (bool, Vec<u8>) {
    let (negative, text) = text
        .strip_prefix('-')
        .map_or((false, text), |rest| (true, rest));
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power: isize = power.parse().expect("a small power");
    let mut digits = vec![0; 800];
    for (at, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
        let place = 400 + at as isize - whole.len() as isize - power;
        digits[usize::try_from(place).expect("within 400 digits")] = digit - b'0';
    }
    let is_zero = digits.iter().all(|digit| *digit == 0);
    (negative && !is_zero, digits)
}

fn compare(one: &str, other: &str) -> Ordering {
    match (written_out(one), written_out(other)) {
        ((false, one), (false, other)) => one.cmp(&other),
        ((true, one), (true, other)) => other.cmp(&one),
        ((negative, _), _) if negative => Ordering::Less,
        _ => Ordering::Greater,
    }
}

fn decimal(random: &mut Random) -> String {
    let digits = |random: &mut Random, most: usize| -> String {
        let count = 1 + random.below(most);
        (0..count)
            .map(|_| char::from(b'0' + random.below(10) as u8))
            .collect()
    };
    let sign = random.pick(&["", "", "-"]);
    let whole = digits(random, 45);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = match random.chance(50) {
        true => format!(".{}", digits(random, 40)),
        false => String::new(),
    };
    let power = match random.chance(30) {
        true => format!("e{}", random.below(300) as i32 - 150),
        false => String::new(),
    };
    format!("{sign}{whole}{fraction}{power}")
}

/// Returns the number with another digit somewhere, or in another spelling.
fn near(number: &str, random: &mut Random) -> String {
    let mut text = number.to_owned();
    let mantissa = text.find('e').unwrap_or(text.len());
    match random.below(4) {
        0 => text.insert_str(mantissa, if number.contains('.') { "0" } else { ".000" }),
        1 => text.insert_str(
            mantissa,
            if number.contains('.') {
                "01"
            } else {
                ".00000000000000000000001"
            },
        ),
        2 => {
            let last = text.as_bytes()[mantissa - 1];
            let other = if last == b'9' { "8" } else { "9" };
            text.replace_range(mantissa - 1..mantissa, other);
        }
        _ => return decimal(random),
    }
    text
}

#[test]
fn random_limits_compare_as_their_digits_do() {
    let mut random = Random::new(7);
    for _ in 0..150 {
        let limit = decimal(&mut random);
        let mut values = vec![limit.clone()];
        values.extend((0..3).map(|_| near(&limit, &mut random)));
        for (keyword, holds) in [
            ("minimum", Ordering::is_ge as fn(Ordering) -> bool),
            ("maximum", Ordering::is_le),
            ("exclusiveMinimum", Ordering::is_gt),
            ("exclusiveMaximum", Ordering::is_lt),
        ] {
            let schema = format!(r#"{{"{keyword}":{limit}}}"#);
            let value = random.pick(&values);
            let expected = holds(compare(&value, &limit));
            assert_eq!(accepts(&schema, &value), expected, "{schema} and {value}");
        }
    }
}

/// Multiplies a decimal's digits by a small number, digit by digit.
fn times(digits: &str, factor: u64) -> String {
    let mut carry = 0;
    let mut product: Vec<u8> = Vec::new();
    for digit in digits.bytes().rev() {
        carry += u64::from(digit - b'0') * factor;
        product.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    while carry > 0 {
        product.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    product.reverse();
    String::from_utf8(product).expect("digits")
}

#[test]
fn random_multiples_are_told_from_their_neighbours() {
    let mut random = Random::new(11);
    for _ in 0..150 {
        let length = 2 + random.below(90);
        let digits: String = (0..length)
            .map(|_| char::from(b'1' + random.below(9) as u8))
            .collect();
        let power = random.below(40) as i32 - 20;
        let schema = format!(r#"{{"multipleOf":{digits}e{power}}}"#);
        let factor = 1 + random.below(1_000_000_000) as u64;
        let multiple = times(&digits, factor);
        assert!(
            accepts(&schema, &format!("{multiple}e{power}")),
            "{schema} and {multiple}"
        );
        let last = multiple.len() - 1;
        let other = if multiple.ends_with('9') { "8" } else { "9" };
        let neighbour = format!("{}{other}e{power}", &multiple[..last]);
        assert!(!accepts(&schema, &neighbour), "{schema} and {neighbour}");
    }
}
