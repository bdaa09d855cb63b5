//! The rules of JSON Schema with a single value: a row for each keyword, with everything that the
//! compiler does about it. A new row is read, joined, fingerprinted, shown, compared and put into
//! the tables; only the check itself is in the runtime.
//!
//! The rules for values of one type are the fields of a struct, defined next to its rows. A field
//! without a row would be accepted and then lost, so a function there destructures the struct. Code
//! that needs limits, whatever keyword sets them, uses `range`.

mod data;
mod list;
mod number;
mod object;
mod phrase;
mod range;
mod row;
#[cfg(test)]
mod tests;
mod text;

pub use data::{RuleSet, write_rule_set};
pub use list::ListLimits;
pub use number::Number;
pub use object::ObjectLimits;
pub use phrase::{MAX_SHOWN, describe_count, join_alternatives, quote_code, write_decimal};
pub use range::{
    End, count_range, is_format_within, leave_nothing, leave_within, lower_ends, say_least_only,
    upper_ends,
};
pub use row::{Change, Measure, Phrase, Reads, Row, Rule, RuleValue};
pub use text::{FormatName, Text};
use toolc_base::order::sort_by_key;
use toolc_runtime::schema as table;

/// Rules for strings.
pub const TEXT: &[Rule<Text, table::Text>] = text::RULES;
/// Rules for numbers.
pub const NUMBER: &[Rule<Number, table::Number>] = number::RULES;
/// Rules for arrays.
pub const LIST: &[Rule<ListLimits, table::List>] = list::RULES;
/// Rules for objects.
pub const OBJECT: &[Rule<ObjectLimits, table::Object>] = object::RULES;

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

/// The rule for a keyword.
pub fn find_rule<S, T>(rules: &'static [Rule<S, T>], keyword: &str) -> Option<&'static Rule<S, T>> {
    rules.iter().find(|rule| rule.keyword == keyword)
}

/// The divisors that are set.
pub fn list_divisors(number: &Number) -> impl Iterator<Item = &str> {
    let said = NUMBER.iter().filter_map(|rule| (rule.says)(number));
    said.filter_map(|said| match said {
        RuleValue::Divisor(divisor) => Some(divisor),
        _ => None,
    })
}

/// The keywords that are reported if `type` leaves them nothing to check.
pub fn keywords_reported_idle<S, T>(rules: &'static [Rule<S, T>]) -> Vec<&'static str> {
    let told = rules.iter().filter(|rule| rule.is_reported_idle);
    told.map(|rule| rule.keyword).collect()
}

/// Joins the rules of two schemas for one value. Returns the rules that cannot be merged, or `None`
/// if all can.
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

/// The runtime's table, starting from one without rules.
pub fn fill_table<S, T>(rules: &[Rule<S, T>], said: &S, mut table: T) -> T {
    for rule in rules {
        (rule.table)(said, &mut table);
    }
    table
}

/// The limits of a value, as worded in documentation.
pub fn describe_rules<S, T>(rules: &[Rule<S, T>], said: &S) -> Vec<String> {
    let mut rules: Vec<&Rule<S, T>> = rules.iter().collect();
    sort_by_key(&mut rules, &mut |rule| rule.phrase.position);
    let phrases = rules.iter().filter_map(|rule| (rule.phrase.write)(said));
    phrases.collect()
}

/// How many fields these rules have in the table: two rules may share one.
pub fn count_fields<S, T>(rules: &[Rule<S, T>]) -> usize {
    let is_first = |(at, rule): &(usize, &Rule<S, T>)| {
        let mut before = rules[..*at].iter();
        before.all(|other| other.field != rule.field)
    };
    rules.iter().enumerate().filter(is_first).count()
}
