//! Rules for objects as a whole.

use super::phrase::describe_count;
use super::row::{Change, Reads, Rule, Said, smaller_limit};
use toolc_runtime::schema as table;

/// Rules for an object as a whole.
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

/// Every field has a row: a new one compiles once it is named here, and read, joined and put into the
/// table below.
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
        says: |limits| Some(Said::AtLeast(limits.min_properties)),
        fingerprint: "minProperties",
        field: "min_properties",
        table: |limits, table| table.min_properties = limits.min_properties,
        phrase: (0, |limits| {
            describe_count(limits.min_properties, limits.max_properties, "key")
        }),
        change: Change::LowerCount,
        is_told_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maxProperties",
        also_called: &[],
        reads: Reads::Count(|limits, count| limits.max_properties = Some(count)),
        join: |limits, other, _| {
            limits.max_properties = smaller_limit(limits.max_properties, other.max_properties);
        },
        says: |limits| limits.max_properties.map(Said::AtMost),
        fingerprint: "maxProperties",
        field: "max_properties",
        table: |limits, table| {
            table.max_properties = limits.max_properties.unwrap_or(u64::MAX);
        },
        // `minProperties` speaks for both
        phrase: (0, |_| None),
        change: Change::Upper,
        is_told_idle: true,
        is_validation: true,
    },
];
