//! Noun: time limits for calls of tools, and how many calls may run concurrently.

use crate::model::field::{Field, field};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Milliseconds, data};

/// Limits on the calls of a tool, or of each tool of a toolset or worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time limit for a call, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// How many calls may run concurrently.
    pub at_most: Option<Spanned<u32>>,
}

/// A kind of limit as a row.
pub struct Limit {
    /// Its key in workers.
    pub key: &'static str,
    /// Its value, and how it is read.
    pub value: LimitValue,
    /// A value to show to somebody who wrote none.
    pub example: &'static str,
    /// The function of the runtime's `Row` that takes it.
    pub row: &'static str,
    /// What follows its value where its key is shown too: ` ms`.
    pub unit: &'static str,
    /// What follows its value elsewhere: ` at once`.
    shown: &'static str,
    /// The keys of its value and of its place in JSON that toolc writes.
    pub json: [&'static str; 2],
    /// Its value in words, as in the lock.
    words: fn(u64) -> String,
}

/// The value of a limit, and how it is read.
pub enum LimitValue {
    /// A duration with its unit, in milliseconds.
    Duration(Field<Limits, Option<Spanned<u64>>>),
    /// A whole number above 0, of what these words say.
    Count(Field<Limits, Option<Spanned<u32>>>, &'static str),
}

/// A row for each kind.
pub const LIMITS: &[Limit] = &[
    Limit {
        key: "timeout",
        value: LimitValue::Duration(field!(timeout)),
        example: "5s",
        row: "timeout_ms",
        unit: " ms",
        shown: " ms",
        json: ["timeout_ms", "timeout_place"],
        words: |time| format!("{time} ms"),
    },
    Limit {
        key: "at_most",
        value: LimitValue::Count(field!(at_most), "how many calls may run at once"),
        example: "2",
        row: "at_most",
        unit: "",
        shown: " at once",
        json: ["at_most", "at_most_place"],
        words: |calls| match calls {
            1 => "one call at once".to_owned(),
            number => format!("{number} calls at once"),
        },
    },
];

impl Limit {
    /// Its value, if it is set.
    pub fn find(&self, limits: &Limits) -> Option<Spanned<u64>> {
        match &self.value {
            LimitValue::Duration(field) => (field.get)(limits).clone(),
            LimitValue::Count(field, _) => {
                let count = (field.get)(limits).as_ref()?;
                Some(Spanned::new(u64::from(count.value), count.span))
            }
        }
    }

    /// Its value where it is shown, such as `2 at once`, with its place.
    pub fn show(&self, limits: &Limits) -> Option<Spanned<String>> {
        let limit = self.find(limits)?;
        let shown = format!("{}{}", limit.value, self.shown);
        Some(Spanned::new(shown, limit.span))
    }

    /// Its value and that of others, if both are set and the other one is smaller: then it has no effect.
    pub fn find_smaller(&self, own: &Limits, other: &Limits) -> Option<[Spanned<u64>; 2]> {
        let (own, other) = (self.find(own)?, self.find(other)?);
        (other.value < own.value).then_some([own, other])
    }
}

impl Limits {
    /// Whether there are no limits.
    pub fn is_empty(&self) -> bool {
        self.span().is_none()
    }

    /// Combines both: of two limits of the same kind, the smaller one applies.
    #[must_use]
    pub fn and(&self, other: &Limits) -> Limits {
        Limits {
            timeout: smaller(&self.timeout, &other.timeout),
            at_most: smaller(&self.at_most, &other.at_most),
        }
    }

    /// The place of one of them.
    pub fn span(&self) -> Option<Span> {
        let mut set = LIMITS.iter().filter_map(|limit| limit.find(self));
        set.next().map(|limit| limit.span)
    }

    /// Whether one of them is at a place.
    pub fn has_place(&self, place: Span) -> bool {
        let mut set = LIMITS.iter().filter_map(|limit| limit.find(self));
        set.any(|limit| limit.span == place)
    }

    /// The limits in words, as in the lock.
    pub fn words(&self) -> String {
        let words = |limit: &Limit| Some((limit.words)(limit.find(self)?.value));
        let words: Vec<String> = LIMITS.iter().filter_map(words).collect();
        words.join(", ")
    }
}

/// Limits that a worker sets for a namespace or for a single tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limited {
    /// A namespace, or `namespace::name`.
    pub subject: String,
    /// The limits.
    pub limits: Limits,
}

data! {
    Limits as [rt::CallLimits] =>
    Limits { timeout, at_most } => {
        timeout: Milliseconds(timeout.as_ref().map_or(0, |timeout| timeout.value)),
        at_most: at_most.as_ref().map_or(0, |most| most.value),
    },
}

fn smaller<T: PartialOrd + Clone>(
    one: &Option<Spanned<T>>,
    other: &Option<Spanned<T>>,
) -> Option<Spanned<T>> {
    match (one, other) {
        (Some(first), Some(second)) if second.value < first.value => other.clone(),
        (Some(_), _) => one.clone(),
        (None, _) => other.clone(),
    }
}
