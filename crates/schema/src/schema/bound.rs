//! Noun: a numeric limit, exactly as in the schema.

use crate::data::data;
use crate::rust::Escaped;
use std::cmp::Ordering;
use toolc_runtime::{compare_numbers, json, v1 as rt};

/// How many digits a limit or a divisor may have: doubles have up to 309 when written out.
pub const MAX_DIGITS: usize = 400;

/// Whether a JSON number is short enough to be compared with limits and divisors.
pub fn is_counted(number: &str) -> bool {
    let (digits, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    digits.len() <= MAX_DIGITS && power.parse::<i32>().is_ok()
}

/// A limit, exactly as in the schema.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// An integer of at most 64 bits.
    Int(i64),
    /// An integer of at most 128 bits.
    Big(i128),
    /// The number that is the shortest decimal form of this double.
    Float(f64),
    /// Any other number: the nearest double, and the number itself. There are few of these, and
    /// their texts are never freed.
    Exact(f64, &'static str),
    /// All numbers that round to this double; used for limits that come from a format.
    Rounded(f64),
}

data! {
    Bound as [rt::Bound] =>
    Bound::Int(value) => Int(value),
    Bound::Big(value) => Big(value),
    Bound::Float(value) => Float(value),
    Bound::Exact(near, text) => Exact(near, Escaped(text)),
    Bound::Rounded(value) => Rounded(value),
}

impl Bound {
    /// The value of a JSON number; `None` if it has too many digits.
    pub fn parse(text: &str) -> Option<Self> {
        if !is_counted(text) {
            return None;
        }
        let canonical = json::canonical_json(text).ok()?;
        if let Ok(value) = canonical.parse() {
            return Some(Bound::Int(value));
        }
        if let Ok(value) = canonical.parse() {
            return Some(Bound::Big(value));
        }
        let near = text.parse::<f64>().ok().filter(|near| near.is_finite())?;
        let is_it = compare_numbers(&format!("{near:e}"), text).is_eq();
        Some(if is_it {
            Bound::Float(near)
        } else {
            Bound::Exact(near, text.to_owned().leak())
        })
    }

    /// The value, rounded to a double.
    pub fn as_f64(self) -> f64 {
        match self {
            Bound::Int(value) => value as f64,
            Bound::Big(value) => value as f64,
            Bound::Float(value) | Bound::Exact(value, _) | Bound::Rounded(value) => value,
        }
    }

    /// The value as a JSON number.
    pub fn text(self) -> String {
        match self {
            Bound::Int(value) => value.to_string(),
            Bound::Big(value) => value.to_string(),
            Bound::Float(value) | Bound::Rounded(value) => format!("{value:e}"),
            Bound::Exact(_, text) => text.to_owned(),
        }
    }

    /// Whether this is the greater of the two.
    pub fn exceeds(self, other: Bound) -> bool {
        self.compare(other).is_gt()
    }

    fn compare(self, other: Bound) -> Ordering {
        match (self, other) {
            (Bound::Int(own), Bound::Int(other)) => own.cmp(&other),
            _ => compare_numbers(&self.text(), &other.text()),
        }
    }

    /// A key that is the same for equal limits.
    fn key(self) -> (bool, String) {
        let text = json::canonical_json(&self.text()).unwrap_or_default();
        (matches!(self, Bound::Rounded(_)), text)
    }
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Bound::Int(own), Bound::Int(other)) => own == other,
            _ => self.key() == other.key(),
        }
    }
}

impl Eq for Bound {}

impl std::hash::Hash for Bound {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
