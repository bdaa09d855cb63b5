//! What a rule that is one value says of itself.

use crate::schema::bound::Bound;
use crate::schema::path::PathRule;
use crate::schema::pattern::Pattern;
use toolc_runtime::format::{Format, NumberFormat};

/// A keyword with one value, over the rules `S` for values of its type, and the table `T` that the
/// runtime has of them.
pub struct Rule<S: 'static, T: 'static> {
    /// The keyword.
    pub keyword: &'static str,
    /// What other systems, and people in a hurry, call it.
    pub also_called: &'static [&'static str],
    /// What it must be, and where it goes.
    pub reads: Reads<S>,
    /// Joins what two schemas say of one value. What has no single form goes to a further one.
    pub join: fn(&mut S, &S, further: &mut S),
    /// What it says.
    pub says: fn(&S) -> Option<Said<'_>>,
    /// Its name in structural fingerprints, which never changes.
    pub fingerprint: &'static str,
    /// The field of the table.
    pub field: &'static str,
    /// Puts it into the table.
    pub table: fn(&S, &mut T),
    /// What documentation says of it, and how early.
    pub phrase: (u8, fn(&S) -> Option<String>),
    /// What a change of it does to the values that are valid.
    pub change: Change,
    /// Whether a finding says so where `type` leaves it nothing to check.
    pub is_told_idle: bool,
    /// Whether the validation vocabulary has it (2020-12 validation, section 6).
    pub is_validation: bool,
}

/// What the value of a keyword must be.
pub enum Reads<S> {
    /// A whole number that is not negative.
    Count(fn(&mut S, u64)),
    /// A number.
    Limit(fn(&mut S, Bound)),
    /// A number above 0, as it is written.
    Divisor(fn(&mut S, String)),
    /// `true` or `false`.
    Flag(fn(&mut S, bool)),
    /// A regular expression.
    Pattern(fn(&mut S, Pattern)),
    /// The name of a format, for strings or for numbers.
    Format,
    /// What `x-path` takes.
    Path,
}

/// What a rule says.
#[derive(Debug, Clone, Copy)]
pub enum Said<'s> {
    /// At least so many, which is nothing where it is 0.
    AtLeast(u64),
    /// At most so many.
    AtMost(u64),
    /// Whether it holds at all.
    Holds(bool),
    /// A limit.
    Limit(Bound),
    /// A limit that is itself left out.
    Beyond(Bound),
    /// A decimal.
    Divisor(&'s str),
    /// A regular expression.
    Pattern(&'s Pattern),
    /// A format of strings.
    Format(Format),
    /// A format of numbers.
    NumberFormat(NumberFormat),
    /// What `x-path` says.
    Path(&'s PathRule),
}

/// What a change of a keyword does to the values that are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A higher value accepts less.
    Lower,
    /// A higher value accepts less, and 0 says nothing.
    LowerCount,
    /// A higher value accepts more.
    Upper,
    /// It only ever refuses something.
    Restriction,
    /// One format may be part of another.
    Format,
    /// Simple rules cannot tell.
    Unknown,
}

/// What is the same for the rules of every type.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The keyword.
    pub keyword: &'static str,
    /// What others call it.
    pub also_called: &'static [&'static str],
    /// What a change of it does.
    pub change: Change,
    /// Whether the validation vocabulary has it.
    pub is_validation: bool,
}

impl<S, T> Rule<S, T> {
    pub(super) fn row(&self) -> Row {
        Row {
            keyword: self.keyword,
            also_called: self.also_called,
            change: self.change,
            is_validation: self.is_validation,
        }
    }
}

/// The smaller of two limits.
pub(super) fn smaller_limit(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
