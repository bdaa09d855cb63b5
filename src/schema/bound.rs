//! Noun: a limit of numbers, exactly as a schema says it.

use std::cmp::Ordering;
use toolc_runtime::{compare_numbers, json};

/// How many digits a limit or a divisor may have: doubles have up to 309 when they are written out.
pub const MAX_DIGITS: usize = 400;

/// Whether a JSON number is one that limits and divisors are compared with.
pub fn is_counted(number: &str) -> bool {
    let (digits, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    digits.len() <= MAX_DIGITS && power.parse::<i32>().is_ok()
}

/// A limit, exactly as the schema says it.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// A whole number within 64 bits.
    Int(i64),
    /// A whole number within 128 bits.
    Big(i128),
    /// The number that this double is written as with the fewest digits.
    Float(f64),
    /// Any other: the nearest double, and the number itself. These are few, and their text is never
    /// freed.
    Exact(f64, &'static str),
    /// Every number that comes to this double is at the limit: what a format says.
    Rounded(f64),
}

impl Bound {
    /// The value of a JSON number; `None` where it has too many digits.
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

    /// The value, rounded.
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

    /// Whether this is the greater one.
    pub fn exceeds(self, other: Bound) -> bool {
        self.compare(other).is_gt()
    }

    fn compare(self, other: Bound) -> Ordering {
        match (self, other) {
            (Bound::Int(own), Bound::Int(other)) => own.cmp(&other),
            _ => compare_numbers(&self.text(), &other.text()),
        }
    }

    /// What equal limits have in common.
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
