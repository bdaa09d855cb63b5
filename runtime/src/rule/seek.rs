//! Evaluates conditions on arguments along their text, without building a tree.

use super::path::{has_path_prefix, is_under};
use super::{Literal, Step, Test, When, scan};
use crate::number;
use crate::reader::{Kind, Stop};

/// It cannot be determined in bounded time whether a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided;

/// Whether all conditions on one place are met.
pub(super) fn rule_holds(text: &str, when: &When) -> Result<bool, Undecided> {
    walk(text, 0, when.steps, when.tests).map_err(|Stop| Undecided)
}

impl From<Undecided> for Stop {
    fn from(_: Undecided) -> Self {
        Stop
    }
}

/// Continues from the value at a place.
fn walk(text: &str, at: usize, mut steps: &[Step], tests: &[Test]) -> Result<bool, Stop> {
    let (mut at, mut first) = scan::next_byte(text, at)?;
    while let Some((step, rest)) = steps.split_first() {
        let found = match (step, first) {
            (Step::Key(key), b'{') => scan::find_property(text, at, key)?,
            (Step::Key(key), b'[') => match item_number(key) {
                Some(number) => scan::find_item(text, at, number)?,
                None => None,
            },
            (Step::Every | Step::Some, b'{' | b'[') => {
                let every = *step == Step::Every;
                return walk_each(text, at, every, rest, tests);
            }
            _ => None,
        };
        let Some(value) = found else {
            return Ok(hold_nowhere(tests));
        };
        steps = rest;
        (at, first) = scan::next_byte(text, value)?;
    }
    if first == b'"' {
        let text = scan::string_at(text, at)?;
        return all(tests, |test| fits_text(&text, test));
    }
    hold_here(text, at, tests)
}

/// The index that a key stands for in an array.
fn item_number(key: &str) -> Option<usize> {
    let is_canonical = key == "0" || !key.starts_with(['0', '+']);
    key.parse().ok().filter(|_| is_canonical)
}

/// Whether the conditions are met at a place where there is nothing.
fn hold_nowhere(tests: &[Test]) -> bool {
    tests.iter().all(|test| matches!(test, Test::Exists(false)))
}

/// Whether the rest is true of every part, or of some part, of the value at a place. If the value has no
/// parts, it counts as nothing.
#[inline(never)]
fn walk_each(
    text: &str,
    at: usize,
    every: bool,
    steps: &[Step],
    tests: &[Test],
) -> Result<bool, Stop> {
    let is_object = scan::next_byte(text, at)?.1 == b'{';
    let mut part = scan::first_part(text, at)?;
    if part.is_none() {
        return Ok(hold_nowhere(tests));
    }
    while let Some(mut at) = part {
        if is_object {
            // The name of the key does not matter.
            (at, _) = scan::pass_key(text, at, "")?;
        }
        if walk(text, at, steps, tests)? != every {
            return Ok(!every);
        }
        part = scan::next_part(text, scan::pass_value(text, at)?)?;
    }
    Ok(every)
}

/// Whether the conditions are met by the value at a place, which is not a string.
#[inline(never)]
fn hold_here(text: &str, at: usize, tests: &[Test]) -> Result<bool, Stop> {
    let mut reader = scan::read_at(text, at);
    match reader.kind()? {
        Kind::Number => {
            let number = reader.number()?;
            all(tests, |test| Ok(fits_number(number, test)))
        }
        Kind::Boolean => {
            let flag = reader.boolean()?;
            let is_it = |literal: &Literal| matches!(literal, Literal::Boolean(it) if *it == flag);
            all(tests, |test| Ok(is_one_of(test, is_it)))
        }
        Kind::Null => all(tests, |test| {
            Ok(is_one_of(test, |literal| matches!(literal, Literal::Null)))
        }),
        Kind::String | Kind::Array | Kind::Object => {
            all(tests, |test| Ok(is_one_of(test, |_| false)))
        }
    }
}

fn all(tests: &[Test], holds: impl Fn(&Test) -> Result<bool, Stop>) -> Result<bool, Stop> {
    for test in tests {
        if !holds(test)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a condition is met by a value that is neither a string nor a number.
fn is_one_of(test: &Test, is_it: impl Fn(&Literal) -> bool) -> bool {
    match test {
        Test::Exists(exists) => *exists,
        Test::OneOf(literals) => literals.iter().any(is_it),
        Test::Pattern(_)
        | Test::Within(_)
        | Test::StartsWith(_)
        | Test::PathPrefix(_)
        | Test::Under(_)
        | Test::CalledBy(_) => false,
    }
}

fn fits_text(text: &str, test: &Test) -> Result<bool, Stop> {
    let is_it = |literal: &Literal| matches!(literal, Literal::Text(it) if *it == text);
    match test {
        Test::Pattern(pattern) => pattern.is_match(text).map_err(|_| Stop),
        Test::StartsWith(start) => Ok(text.starts_with(start)),
        Test::PathPrefix(prefix) => Ok(has_path_prefix(text, prefix)),
        Test::Under(folder) => Ok(is_under(text, folder)),
        test => Ok(is_one_of(test, is_it)),
    }
}

fn fits_number(text: &str, test: &Test) -> bool {
    let value = number::parse_number(text).0;
    match test {
        Test::Within(limits) => {
            number::check_number(text, value, limits, &mut |_, _| Err::<(), ()>(())).is_ok()
        }
        test => is_one_of(
            test,
            |literal| matches!(literal, Literal::Number(it) if number::is_equal(text, value, it)),
        ),
    }
}
