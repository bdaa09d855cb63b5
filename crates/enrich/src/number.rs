//! Numbers that are the same on every machine.

/// Rounds to four decimals; of two that are equally near, the even one.
#[cfg(feature = "artifacts")]
pub fn round_score(score: f64) -> f64 {
    let rounded = format!("{score:.4}").parse().unwrap_or(score);
    // no minus zero
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Appends a score: at least one decimal, as Python writes numbers.
#[cfg(feature = "artifacts")]
pub fn append_score(score: f64, out: &mut String) {
    out.push_str(&format!("{score:?}"));
}

/// The natural logarithm of a number of at least 1. Machines differ in the last digit of their own.
pub fn ln(number: f64) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let mut rest = number.max(1.0);
    let mut halvings = 0.0;
    while rest > 1.5 {
        rest /= 2.0;
        halvings += 1.0;
    }
    // ln(x) = 2 artanh((x - 1) / (x + 1)), and the argument is at most 0.2
    let ratio = (rest - 1.0) / (rest + 1.0);
    let square = ratio * ratio;
    let mut power = ratio;
    let mut sum = 0.0;
    let mut odd = 1.0;
    while odd < 40.0 {
        sum += power / odd;
        power *= square;
        odd += 2.0;
    }
    halvings * LN_2 + 2.0 * sum
}

#[cfg(all(test, feature = "artifacts"))]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_machine() {
        for number in [1.0, 1.2, 1.5, 2.0, 10.0, 12_345.6, 1e9] {
            assert!((ln(number) - number.ln()).abs() < 1e-12, "{number}");
        }
    }

    #[test]
    fn scores_are_rounded_to_the_even_digit() {
        assert_eq!(round_score(0.48), 0.48);
        assert_eq!(round_score(0.000_05), 0.0001);
        assert_eq!(round_score(0.03125), 0.0312);
        assert_eq!(round_score(0.09375), 0.0938);
        assert_eq!(round_score(-0.000_01), 0.0);
    }
}
