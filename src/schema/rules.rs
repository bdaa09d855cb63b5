//! The rules of JSON Schema that are one value each: a row for each keyword, with all that the compiler
//! does about it. What is added here is read, joined, fingerprinted, shown, compared and put into the
//! tables; the check itself is in the runtime.
//!
//! The rules for values of one type are the fields of one struct, which lies beside its rows. A field without
//! a row would be accepted and lost, so a function there takes the struct apart. Whoever asks for limits,
//! whatever keyword sets them, asks `range`.

mod list;
mod number;
mod object;
mod phrase;
mod range;
mod text;

use crate::schema::bound::Bound;
use crate::schema::path::PathRule;
use crate::schema::pattern::Pattern;
pub use list::ListLimits;
pub use number::Number;
pub use object::ObjectLimits;
pub use phrase::{MAX_SHOWN, describe_count, quote_code, write_decimal};
pub use range::{End, count_range, leave_nothing, lower_ends, say_least_only, upper_ends};
pub use text::{FormatName, Text};
use toolc_runtime::format::{Format, NumberFormat};
use toolc_runtime::schema as table;

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
    /// Whether it is told where `type` leaves it nothing to check.
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

/// Rules for strings.
pub const TEXT: &[Rule<Text, table::Text>] = text::RULES;
/// Rules for numbers.
pub const NUMBER: &[Rule<Number, table::Number>] = number::RULES;
/// Rules for arrays.
pub const LIST: &[Rule<ListLimits, table::List>] = list::RULES;
/// Rules for objects.
pub const OBJECT: &[Rule<ObjectLimits, table::Object>] = object::RULES;

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

/// Every rule.
pub fn all_rows() -> impl Iterator<Item = Row> {
    of_simple_values().chain(OBJECT.iter().map(Rule::row))
}

/// The rules for strings, numbers and arrays, which forms and addresses can carry.
pub fn of_simple_values() -> impl Iterator<Item = Row> {
    let text = TEXT.iter().map(Rule::row);
    let number = NUMBER.iter().map(Rule::row);
    let list = LIST.iter().map(Rule::row);
    text.chain(number).chain(list)
}

/// The rule of a keyword.
pub fn find_rule<S, T>(rules: &'static [Rule<S, T>], keyword: &str) -> Option<&'static Rule<S, T>> {
    rules.iter().find(|rule| rule.keyword == keyword)
}

/// The divisors that are said.
pub fn divisors(number: &Number) -> impl Iterator<Item = &str> {
    let said = NUMBER.iter().filter_map(|rule| (rule.says)(number));
    said.filter_map(|said| match said {
        Said::Divisor(divisor) => Some(divisor),
        _ => None,
    })
}

/// The keywords that are told where `type` leaves them nothing to check.
pub fn told_idle<S, T>(rules: &'static [Rule<S, T>]) -> Vec<&'static str> {
    let told = rules.iter().filter(|rule| rule.is_told_idle);
    told.map(|rule| rule.keyword).collect()
}

/// Joins what two schemas say of one value; `None` where all of it has a single form.
pub fn join_rules<S: Default + PartialEq, T>(
    rules: &[Rule<S, T>],
    join: &mut S,
    other: &S,
) -> Option<S> {
    let mut further = S::default();
    for rule in rules {
        (rule.join)(join, other, &mut further);
    }
    (further != S::default()).then_some(further)
}

/// The runtime's table, from the one that says nothing.
pub fn fill_table<S, T>(rules: &[Rule<S, T>], said: &S, mut table: T) -> T {
    for rule in rules {
        (rule.table)(said, &mut table);
    }
    table
}

/// What documentation says of the limits of a value.
pub fn describe_rules<S, T>(rules: &[Rule<S, T>], said: &S) -> Vec<String> {
    let mut rules: Vec<&Rule<S, T>> = rules.iter().collect();
    rules.sort_by_key(|rule| rule.phrase.0);
    let phrases = rules.iter().filter_map(|rule| (rule.phrase.1)(said));
    phrases.collect()
}

/// The fields that these rules have in the table: two rules may share one.
pub fn count_fields<S, T>(rules: &[Rule<S, T>]) -> usize {
    let is_first = |(at, rule): &(usize, &Rule<S, T>)| {
        let mut before = rules[..*at].iter();
        before.all(|other| other.field != rule.field)
    };
    rules.iter().enumerate().filter(is_first).count()
}

impl<S, T> Rule<S, T> {
    fn row(&self) -> Row {
        Row {
            keyword: self.keyword,
            also_called: self.also_called,
            change: self.change,
            is_validation: self.is_validation,
        }
    }
}

/// The smaller of two limits.
fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
