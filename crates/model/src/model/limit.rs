//! Noun: time limits for calls of tools, and how many calls may run concurrently.

use toolc_base::source::{Span, Spanned};

/// Limits on the calls of a tool, or of each tool of a toolset or worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time limit for a call, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// How many calls may run concurrently.
    pub at_most: Option<Spanned<u32>>,
}

impl Limits {
    /// Whether there are no limits.
    pub fn is_empty(&self) -> bool {
        self.timeout.is_none() && self.at_most.is_none()
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
        let time = self.timeout.as_ref().map(|time| time.span);
        time.or(self.at_most.as_ref().map(|most| most.span))
    }

    /// Whether one of them is at a place.
    pub fn has_place(&self, place: Span) -> bool {
        let time = self.timeout.as_ref().map(|time| time.span);
        let most = self.at_most.as_ref().map(|most| most.span);
        [time, most].contains(&Some(place))
    }

    /// The limits in words, as in the lock.
    pub fn words(&self) -> String {
        let time = self
            .timeout
            .as_ref()
            .map(|time| format!("{} ms", time.value));
        let calls = self.at_most.as_ref().map(|most| match most.value {
            1 => "one call at once".to_owned(),
            number => format!("{number} calls at once"),
        });
        let words: Vec<String> = time.into_iter().chain(calls).collect();
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
