//! Whether conditions hold for arguments: along their text, without a tree of it.

use super::path::{has_prefix, is_under};
use super::{Literal, Step, Test, Undecided, When};
use crate::number;
use crate::reader::{Kind, Reader, Stop};

/// Whether all conditions on one place hold.
pub(super) fn rule_holds(text: &str, when: &When) -> Result<bool, Undecided> {
    walk(text, when.steps, when.tests).map_err(|Stop| Undecided)
}

impl From<Undecided> for Stop {
    fn from(_: Undecided) -> Self {
        Stop
    }
}

/// Goes on from the value that a text begins with.
fn walk(text: &str, steps: &[Step], tests: &[Test]) -> Result<bool, Stop> {
    let mut reader = Reader::new(text);
    let kind = reader.kind()?;
    let Some((step, rest)) = steps.split_first() else {
        return hold_here(reader, kind, tests);
    };
    let found = match (step, kind) {
        (Step::Key(key), Kind::Object) => property(&mut reader, key)?,
        (Step::Key(key), Kind::Array) => item(&mut reader, key)?,
        (Step::Every | Step::Some, Kind::Object | Kind::Array) => {
            return each(reader, kind, *step == Step::Every, |part| {
                walk(part, rest, tests)
            })
            .map(|held| held.unwrap_or_else(|| hold_nowhere(tests)));
        }
        _ => None,
    };
    match found {
        Some(value) => walk(value, rest, tests),
        None => Ok(hold_nowhere(tests)),
    }
}

/// Conditions where nothing stands.
fn hold_nowhere(tests: &[Test]) -> bool {
    tests.iter().all(|test| matches!(test, Test::Exists(false)))
}

/// The text from the value of a property on. Checked arguments have no key twice.
fn property<'j>(reader: &mut Reader<'j>, name: &str) -> Result<Option<&'j str>, Stop> {
    reader.begin_object()?;
    let mut first = true;
    while reader.next_key(first)? {
        first = false;
        let is_it = reader.string()? == name;
        reader.colon()?;
        if is_it {
            return Ok(Some(reader.rest()));
        }
        reader.pass_checked()?;
    }
    Ok(None)
}

/// The text from an item of an array on.
fn item<'j>(reader: &mut Reader<'j>, number: &str) -> Result<Option<&'j str>, Stop> {
    let is_canonical = number == "0" || !number.starts_with(['0', '+']);
    let Some(mut left) = number.parse::<usize>().ok().filter(|_| is_canonical) else {
        return Ok(None);
    };
    reader.begin_array()?;
    let mut first = true;
    while reader.next_item(first)? {
        first = false;
        if left == 0 {
            return Ok(Some(reader.rest()));
        }
        left -= 1;
        reader.pass_checked()?;
    }
    Ok(None)
}

/// Whether something holds of every part of a value, or of one; `None` where it has no part.
fn each(
    mut reader: Reader<'_>,
    kind: Kind,
    every: bool,
    mut holds: impl FnMut(&str) -> Result<bool, Stop>,
) -> Result<Option<bool>, Stop> {
    let is_object = kind == Kind::Object;
    if is_object {
        reader.begin_object()?;
    } else {
        reader.begin_array()?;
    }
    let mut first = true;
    loop {
        let more = if is_object {
            reader.next_key(first)?
        } else {
            reader.next_item(first)?
        };
        if !more {
            return Ok((!first).then_some(every));
        }
        first = false;
        if is_object {
            reader.pass_checked()?;
            reader.colon()?;
        }
        if holds(reader.rest())? != every {
            return Ok(Some(!every));
        }
        reader.pass_checked()?;
    }
}

/// Conditions on the value that comes next.
fn hold_here(mut reader: Reader<'_>, kind: Kind, tests: &[Test]) -> Result<bool, Stop> {
    match kind {
        Kind::String => {
            let text = reader.string()?;
            all(tests, |test| fits_text(&text, test))
        }
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
        Kind::Array | Kind::Object => all(tests, |test| Ok(is_one_of(test, |_| false))),
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

/// A condition on a value that is neither a string nor a number.
fn is_one_of(test: &Test, is_it: impl Fn(&Literal) -> bool) -> bool {
    match test {
        Test::Exists(exists) => *exists,
        Test::OneOf(literals) => literals.iter().any(is_it),
        Test::Pattern(_) | Test::Within(_) | Test::Prefix(_) | Test::Under(_) => false,
    }
}

fn fits_text(text: &str, test: &Test) -> Result<bool, Stop> {
    let is_it = |literal: &Literal| matches!(literal, Literal::Text(it) if *it == text);
    match test {
        Test::Pattern(pattern) => pattern.is_match(text).map_err(|_| Stop),
        Test::Prefix(prefix) => Ok(has_prefix(text, prefix)),
        Test::Under(folder) => Ok(is_under(text, folder)),
        test => Ok(is_one_of(test, is_it)),
    }
}

fn fits_number(text: &str, test: &Test) -> bool {
    let value = number::parse_number(text).0;
    match test {
        Test::Within(limits) => {
            number::check_number(text, value, limits, |_, _| Err::<(), ()>(())).is_ok()
        }
        test => is_one_of(
            test,
            |literal| matches!(literal, Literal::Number(it) if number::is_equal(text, value, it)),
        ),
    }
}
