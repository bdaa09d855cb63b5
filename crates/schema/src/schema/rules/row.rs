//! The description of a rule with a single value.

use crate::rust::Tokens;
use crate::schema::bound::Bound;
use crate::schema::path::PathRule;
use crate::schema::pattern::Pattern;
use toolc_runtime::format::{Format, NumberFormat};

/// A keyword with a single value, where `S` holds the rules for values of its type, and `T` is the
/// corresponding table of the runtime.
pub struct Rule<S: 'static, T: 'static> {
    /// The keyword.
    pub keyword: &'static str,
    /// Its names in other systems, and common mistakes.
    pub also_called: &'static [&'static str],
    /// What the value must be, and how to set it.
    pub reads: Reads<S>,
    /// Joins the rules of two schemas for one value. Rules that cannot be merged go into `further`.
    pub join: fn(&mut S, &S, further: &mut S),
    /// The rule's value, if set.
    pub says: fn(&S) -> Option<RuleValue<'_>>,
    /// Its name in structural fingerprints, which never changes.
    pub fingerprint: &'static str,
    /// The name of the field in the table.
    pub field: &'static str,
    /// Writes it into the table.
    pub table: fn(&S, &mut T),
    /// The phrase for documentation.
    pub phrase: Phrase<S>,
    /// How a change of it affects which values are valid.
    pub change: Change,
    /// Whether a finding reports it if `type` leaves it nothing to check.
    pub is_reported_idle: bool,
    /// Whether it belongs to the validation vocabulary (2020-12 validation, section 6).
    pub is_validation: bool,
}

/// What documentation says about a rule.
pub struct Phrase<S> {
    /// Where it comes among the phrases of its type.
    pub position: u8,
    /// Writes it, if the rule is set.
    pub write: fn(&S) -> Option<String>,
}

/// What the value of a keyword must be.
pub enum Reads<S> {
    /// A non-negative integer.
    Count(fn(&mut S, u64)),
    /// A number.
    Limit(fn(&mut S, Bound)),
    /// A positive number, kept as written.
    Divisor(fn(&mut S, String)),
    /// `true` or `false`.
    Flag(fn(&mut S, bool)),
    /// A regular expression.
    Pattern(fn(&mut S, Pattern)),
    /// The name of a format, for strings or for numbers.
    Format,
    /// The value of `x-path`.
    Path,
}

/// The value of a rule.
#[derive(Debug, Clone, Copy)]
pub enum RuleValue<'s> {
    /// A minimum count, where 0 has no effect.
    AtLeast(u64),
    /// A maximum count.
    AtMost(u64),
    /// Whether something holds, and the value of the table's field if it does.
    Flag(bool, fn(&mut Tokens)),
    /// An inclusive limit.
    Limit(Bound),
    /// An exclusive limit.
    Beyond(Bound),
    /// A decimal number.
    Divisor(&'s str),
    /// A regular expression.
    Pattern(&'s Pattern),
    /// A format of strings.
    Format(Format),
    /// A format of numbers.
    NumberFormat(NumberFormat),
    /// The value of `x-path`.
    Path(&'s PathRule),
}

/// What a limit is about. Limits on the same are compared with each other, and prove that nothing is left or that one
/// rule is within another; so a limit on something else, such as words or bytes, needs a variant of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The number itself.
    Value,
    /// How many characters a string has, how many items an array, how many keys an object.
    Size,
}

/// How a change of a keyword affects which values are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A higher value accepts less.
    Lower(Measure),
    /// A higher value accepts more.
    Upper(Measure),
    /// It can only refuse values.
    Restriction,
    /// One format may include another.
    Format,
    /// It also decides what is done with a file that a value names.
    Path,
}

/// The columns that do not depend on the type.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The keyword.
    pub keyword: &'static str,
    /// Its names in other systems.
    pub also_called: &'static [&'static str],
    /// How a change of it affects which values are valid.
    pub change: Change,
    /// Whether it belongs to the validation vocabulary.
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
    [a, b].into_iter().flatten().min()
}
