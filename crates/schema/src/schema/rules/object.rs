//! Rules on objects as a whole.

use super::phrase::describe_count;
use super::row::{Change, Measure, Phrase, Reads, Rule, RuleValue, smaller_limit};
use toolc_runtime::schema as table;

/// Rules on an object as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ObjectLimits {
    /// `minProperties`
    pub min_properties: u64,
    /// `maxProperties`
    pub max_properties: Option<u64>,
}

impl ObjectLimits {
    /// No rules.
    pub const NONE: Self = ObjectLimits {
        min_properties: 0,
        max_properties: None,
    };
}

/// Ensures that every field has a row: a new field does not compile until it is added here, as a
/// reminder to add a row below for reading, joining and the table.
const _: fn(ObjectLimits) = |limits| {
    let ObjectLimits {
        min_properties: _,
        max_properties: _,
    } = limits;
};

pub(super) const RULES: &[Rule<ObjectLimits, table::Object>] = &[
    Rule {
        keyword: "minProperties",
        also_called: &[],
        reads: Reads::Count(|limits, count| limits.min_properties = count),
        join: |limits, other, _| {
            limits.min_properties = limits.min_properties.max(other.min_properties);
        },
        says: |limits| Some(RuleValue::AtLeast(limits.min_properties)),
        fingerprint: "minProperties",
        field: "min_properties",
        table: |limits, table| table.min_properties = limits.min_properties,
        phrase: Phrase {
            position: 0,
            write: |limits| describe_count(limits.min_properties, limits.max_properties, "key"),
        },
        change: Change::Lower(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maxProperties",
        also_called: &[],
        reads: Reads::Count(|limits, count| limits.max_properties = Some(count)),
        join: |limits, other, _| {
            limits.max_properties = smaller_limit(limits.max_properties, other.max_properties);
        },
        says: |limits| limits.max_properties.map(RuleValue::AtMost),
        fingerprint: "maxProperties",
        field: "max_properties",
        table: |limits, table| {
            table.max_properties = limits.max_properties.unwrap_or(u64::MAX);
        },
        // the phrase of `minProperties` covers both
        phrase: Phrase {
            position: 0,
            write: |_| None,
        },
        change: Change::Upper(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
];
