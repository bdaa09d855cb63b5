//! Noun: how long the calls of tools may take, and how many may run at once.

use crate::source::{Span, Spanned};

/// What limits the calls of a tool, or of each tool of a toolset or worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// How long a call may take, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// How many calls may run at once.
    pub at_most: Option<Spanned<u32>>,
}

impl Limits {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        self.timeout.is_none() && self.at_most.is_none()
    }

    /// Both together: of two limits of the same kind the smaller one.
    #[must_use]
    pub fn and(&self, other: &Limits) -> Limits {
        Limits {
            timeout: smaller(&self.timeout, &other.timeout),
            at_most: smaller(&self.at_most, &other.at_most),
        }
    }

    /// Where one of them stands.
    pub fn span(&self) -> Option<Span> {
        let time = self.timeout.as_ref().map(|time| time.span);
        time.or(self.at_most.as_ref().map(|most| most.span))
    }

    /// The limits in words, as the lock has them.
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

/// What a worker says about the limits of a namespace or of a single tool.
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
