//! Rules on arrays as a whole.

use super::phrase::describe_count;
use super::row::{Change, Measure, Phrase, Reads, Rule, RuleValue, smaller_limit};
use crate::rust::{Tokens, put};
use toolc_runtime::schema as table;

/// Rules on an array as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ListLimits {
    /// `minItems`
    pub min_items: u64,
    /// `maxItems`
    pub max_items: Option<u64>,
    /// `uniqueItems`
    pub unique: bool,
}

impl ListLimits {
    /// No rules.
    pub const NONE: Self = ListLimits {
        min_items: 0,
        max_items: None,
        unique: false,
    };
}

/// Ensures that every field has a row: a new field does not compile until it is added here, as a
/// reminder to add a row below for reading, joining and the table.
const _: fn(ListLimits) = |limits| {
    let ListLimits {
        min_items: _,
        max_items: _,
        unique: _,
    } = limits;
};

pub(super) const RULES: &[Rule<ListLimits, table::List>] = &[
    Rule {
        keyword: "minItems",
        also_called: &["min_items", "minimum_items"],
        reads: Reads::Count(|limits, count| limits.min_items = count),
        join: |limits, other, _| limits.min_items = limits.min_items.max(other.min_items),
        says: |limits| Some(RuleValue::AtLeast(limits.min_items)),
        fingerprint: "minItems",
        field: "min_items",
        table: |limits, table| table.min_items = limits.min_items,
        phrase: Phrase {
            position: 0,
            write: |limits| describe_count(limits.min_items, limits.max_items, "item"),
        },
        change: Change::Lower(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maxItems",
        also_called: &["max_items", "maximum_items"],
        reads: Reads::Count(|limits, count| limits.max_items = Some(count)),
        join: |limits, other, _| {
            limits.max_items = smaller_limit(limits.max_items, other.max_items)
        },
        says: |limits| limits.max_items.map(RuleValue::AtMost),
        fingerprint: "maxItems",
        field: "max_items",
        table: |limits, table| table.max_items = limits.max_items.unwrap_or(u64::MAX),
        // the phrase of `minItems` covers both
        phrase: Phrase {
            position: 0,
            write: |_| None,
        },
        change: Change::Upper(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "uniqueItems",
        also_called: &["unique", "unique_items"],
        reads: Reads::Flag(|limits, flag| limits.unique = flag),
        join: |limits, other, _| limits.unique |= other.unique,
        says: |limits| {
            let write = |out: &mut Tokens| put!(out, Some(rt::Unique::ITEMS));
            Some(RuleValue::Flag(limits.unique, write))
        },
        fingerprint: "unique",
        field: "unique",
        table: |limits, table| table.unique = limits.unique.then_some(table::Unique::ITEMS),
        phrase: Phrase {
            position: 1,
            write: |limits| limits.unique.then(|| "no two equal".to_owned()),
        },
        change: Change::Restriction,
        is_reported_idle: false,
        is_validation: true,
    },
];
