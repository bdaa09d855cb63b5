//! What lower and upper limits leave, whatever they are limits of.

use super::row::{Change, Rule, Said};
use crate::schema::bound::Bound;

/// Where the values end that a lower or an upper limit leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The limit.
    pub limit: Bound,
    /// Whether the limit itself is left out.
    pub is_open: bool,
}

impl End {
    fn closed(limit: Bound) -> Self {
        End {
            limit,
            is_open: false,
        }
    }

    fn of_count(count: u64) -> Self {
        let small = i64::try_from(count).map(Bound::Int);
        End::closed(small.unwrap_or(Bound::Big(count.into())))
    }

    /// Whether nothing lies between this lower limit and an upper one.
    pub fn leaves_nothing_below(self, upper: End) -> bool {
        let touches = (self.is_open || upper.is_open) && !upper.limit.exceeds(self.limit);
        self.limit.exceeds(upper.limit) || touches
    }

    /// Whether what this lower limit leaves is left by another one too.
    pub fn is_above(self, other: End) -> bool {
        self.limit.exceeds(other.limit) || self.is_equal_within(other)
    }

    /// Whether what this upper limit leaves is left by another one too.
    pub fn is_below(self, other: End) -> bool {
        other.limit.exceeds(self.limit) || self.is_equal_within(other)
    }

    fn is_equal_within(self, other: End) -> bool {
        self.limit == other.limit && (self.is_open || !other.is_open)
    }
}

impl Said<'_> {
    fn end(&self) -> Option<End> {
        match *self {
            Said::AtLeast(count) | Said::AtMost(count) => Some(End::of_count(count)),
            Said::Limit(limit) => Some(End::closed(limit)),
            Said::Beyond(limit) => Some(End {
                limit,
                is_open: true,
            }),
            _ => None,
        }
    }
}

impl<S, T> Rule<S, T> {
    /// The limit that the rule sets, where it is a lower one.
    pub fn lower_end(&self, said: &S) -> Option<End> {
        let is_lower = matches!(self.change, Change::Lower | Change::LowerCount);
        is_lower.then(|| (self.says)(said)?.end()).flatten()
    }

    /// The limit that the rule sets, where it is an upper one.
    pub fn upper_end(&self, said: &S) -> Option<End> {
        let is_upper = self.change == Change::Upper;
        is_upper.then(|| (self.says)(said)?.end()).flatten()
    }
}

/// The lower limits, with their rules.
pub fn lower_ends<'s, S, T>(
    rules: &'static [Rule<S, T>],
    said: &'s S,
) -> impl Iterator<Item = (&'static Rule<S, T>, End)> + 's {
    let ends = rules.iter();
    ends.filter_map(move |rule| Some((rule, rule.lower_end(said)?)))
}

/// The upper limits, with their rules.
pub fn upper_ends<'s, S, T>(
    rules: &'static [Rule<S, T>],
    said: &'s S,
) -> impl Iterator<Item = (&'static Rule<S, T>, End)> + 's {
    let ends = rules.iter();
    ends.filter_map(move |rule| Some((rule, rule.upper_end(said)?)))
}

/// Whether limits leave nothing.
pub fn leave_nothing<S, T>(rules: &'static [Rule<S, T>], said: &S) -> bool {
    lower_ends(rules, said)
        .any(|(_, low)| upper_ends(rules, said).any(|(_, high)| low.leaves_nothing_below(high)))
}

/// The least and the greatest count that all of these leave.
pub fn count_range<'s, S: 's, T>(
    rules: &[Rule<S, T>],
    all: impl IntoIterator<Item = &'s S>,
) -> (u64, Option<u64>) {
    let (mut least, mut most) = (0, None);
    for said in all {
        for rule in rules {
            match (rule.says)(said) {
                Some(Said::AtLeast(count)) => least = count.max(least),
                Some(Said::AtMost(count)) => most = super::row::smaller_limit(most, Some(count)),
                _ => {}
            }
        }
    }
    (least, most)
}

/// Whether these say nothing but how many there are at least.
pub fn say_least_only<S, T>(rules: &[Rule<S, T>], said: &S) -> bool {
    let mut all = rules.iter().filter_map(|rule| (rule.says)(said));
    all.all(|said| matches!(said, Said::AtLeast(_)))
}
