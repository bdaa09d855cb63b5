//! Candidate numbers.

use super::Candidates;
use super::decimal::Decimal;
use super::goal::Goal;
use crate::schema::bound::Bound;
use crate::schema::rules::{
    self, End, Number, leave_within, list_divisors, lower_ends, upper_ends,
};
use crate::schema::work::{MUCH, SOME, Work};
use std::collections::BTreeSet;

/// How many numbers are tried.
const MAX_CANDIDATES: usize = 256;

/// Numbers near zero, at the limits, and multiples.
pub(super) fn number_candidates(goal: &Goal<'_>, work: &Work) -> Candidates {
    let numbers: Vec<&Number> = goal.numbers.iter().map(AsRef::as_ref).collect();
    let numbers = &numbers[..];
    let pairs = numbers.len() + numbers.len() * (numbers.len() + goal.indivisible.len());
    if !work.charge(MUCH + pairs * SOME) {
        return Candidates::Some(Vec::new());
    }
    if is_empty(numbers) || goal.integer && goal.fraction || is_always_divided(goal, numbers) {
        return Candidates::NONE;
    }
    let minimum = highest(lower(numbers).map(|end| end.limit));
    let maximum = lowest(upper(numbers).map(|end| end.limit));
    let mut values: Vec<f64> = vec![1.0, 0.0, 2.0, -1.0];
    for divisor in goal.indivisible.iter().take(MAX_CANDIDATES / 4) {
        values.extend(divisor.parse::<f64>().map(|divisor| divisor / 2.0));
    }
    for bound in [minimum, maximum].into_iter().flatten() {
        let bound = bound.as_f64();
        values.extend([bound, bound + 1.0, bound - 1.0, bound.ceil(), bound.floor()]);
    }
    if let (Some(minimum), Some(maximum)) = (minimum, maximum) {
        values.push(minimum.as_f64() / 2.0 + maximum.as_f64() / 2.0);
    }
    for multiple in multiples(numbers) {
        if values.len() > MAX_CANDIDATES {
            break;
        }
        let near = values.clone();
        values.extend(
            near.iter()
                .map(|value| (value / multiple).ceil() * multiple),
        );
        values.extend(
            near.iter()
                .map(|value| (value / multiple).floor() * multiple),
        );
    }
    if goal.fraction {
        let near = values.clone();
        values.extend(near.iter().map(|value| value + 0.5));
    }
    values.retain(|value| value.is_finite());
    let mut texts: Vec<String> = values.iter().map(|value| format!("{value}")).collect();
    let exact = [minimum, maximum].into_iter().flatten().filter_map(digits);
    texts.extend(exact);
    match whole_range(goal, numbers) {
        Some(range) => Candidates::All(range),
        None => Candidates::Some(texts),
    }
}

/// A limit with all its digits.
fn digits(bound: Bound) -> Option<String> {
    match bound {
        Bound::Int(value) => Some(value.to_string()),
        Bound::Big(value) => Some(value.to_string()),
        Bound::Exact(_, text) => Some(text.to_owned()),
        Bound::Float(_) | Bound::Rounded(_) => None,
    }
}

/// Every integer in a small range.
fn whole_range(goal: &Goal<'_>, numbers: &[&Number]) -> Option<Vec<String>> {
    const MOST: i128 = 64;
    if !goal.integer {
        return None;
    }
    let whole = |bound: Bound, up: bool| match bound {
        Bound::Int(value) => Some(i128::from(value)),
        Bound::Big(value) => Some(value),
        Bound::Float(value) if value.abs() < 9e15 => {
            Some(if up { value.ceil() } else { value.floor() } as i128)
        }
        Bound::Float(_) | Bound::Exact(..) | Bound::Rounded(_) => None,
    };
    let minimum = lower(numbers)
        .filter_map(|end| whole(end.limit, true))
        .max()?;
    let maximum = upper(numbers)
        .filter_map(|end| whole(end.limit, false))
        .min()?;
    let small = maximum.checked_sub(minimum)? < MOST;
    small.then(|| (minimum..=maximum).map(|value| value.to_string()).collect())
}

/// The numbers of which candidates should be multiples: the least common multiple of all divisors
/// if it is known, otherwise each divisor.
fn multiples(numbers: &[&Number]) -> Vec<f64> {
    let divisors: BTreeSet<&str> = numbers
        .iter()
        .flat_map(|number| list_divisors(number))
        .collect();
    match common_multiple(divisors.iter().copied()) {
        Some(common) => vec![common.as_f64()],
        None => divisors.iter().filter_map(|one| one.parse().ok()).collect(),
    }
}

/// The least number that is a multiple of all of these; `None` if there are none, or it is too
/// large.
fn common_multiple<'d>(mut divisors: impl Iterator<Item = &'d str>) -> Option<Decimal> {
    let first = Decimal::parse(divisors.next()?)?;
    divisors.try_fold(first, |common, divisor| {
        common.common_multiple(Decimal::parse(divisor)?)
    })
}

/// Whether all remaining numbers are multiples of a divisor that they must not be multiples of.
fn is_always_divided(goal: &Goal<'_>, numbers: &[&Number]) -> bool {
    let divisor = |divisor: &str| {
        let number = Number {
            multiple_of: Some(divisor.to_owned()),
            ..Number::NONE
        };
        let mut narrow = numbers.iter();
        narrow.any(|narrow| leave_within(rules::NUMBER, *narrow, &number))
    };
    let common = common_multiple(numbers.iter().flat_map(|number| list_divisors(number)));
    let is_divided = |wide: &str| {
        let wide = common.zip(Decimal::parse(wide));
        wide.is_some_and(|(common, wide)| common.is_multiple_of(wide))
    };
    goal.indivisible
        .iter()
        .any(|wide| divisor(wide) || is_divided(wide))
}

/// Whether the limits exclude every number.
fn is_empty(numbers: &[&Number]) -> bool {
    lower(numbers).any(|low| upper(numbers).any(|high| low.leaves_nothing_below(high)))
}

fn lower<'r>(numbers: &'r [&Number]) -> impl Iterator<Item = End> + 'r {
    let ends = numbers
        .iter()
        .flat_map(|number| lower_ends(rules::NUMBER, number));
    ends.map(|(_, end)| end)
}

fn upper<'r>(numbers: &'r [&Number]) -> impl Iterator<Item = End> + 'r {
    let ends = numbers
        .iter()
        .flat_map(|number| upper_ends(rules::NUMBER, number));
    ends.map(|(_, end)| end)
}

fn highest(bounds: impl Iterator<Item = Bound>) -> Option<Bound> {
    bounds.reduce(|high, bound| if bound.exceeds(high) { bound } else { high })
}

fn lowest(bounds: impl Iterator<Item = Bound>) -> Option<Bound> {
    bounds.reduce(|low, bound| if low.exceeds(bound) { bound } else { low })
}
