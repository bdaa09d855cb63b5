//! The ranges that lower and upper limits leave, whatever they limit.

use super::row::{Change, Measure, Rule, RuleValue};
use crate::schema::bound::Bound;
use toolc_runtime::format::Format;

/// The end of a range, set by a lower or an upper limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// What is limited.
    pub measure: Measure,
    /// The limit.
    pub limit: Bound,
    /// Whether the limit itself is excluded.
    pub is_open: bool,
}

impl End {
    /// Whether no value lies between this lower limit and an upper one.
    pub fn leaves_nothing_below(self, upper: End) -> bool {
        let touches = (self.is_open || upper.is_open) && !upper.limit.exceeds(self.limit);
        self.measure == upper.measure && (self.limit.exceeds(upper.limit) || touches)
    }

    /// Whether another lower limit allows everything that this one allows.
    pub fn is_above(self, other: End) -> bool {
        let is_above = self.limit.exceeds(other.limit) || self.is_equal_within(other);
        self.measure == other.measure && is_above
    }

    /// Whether another upper limit allows everything that this one allows.
    pub fn is_below(self, other: End) -> bool {
        let is_below = other.limit.exceeds(self.limit) || self.is_equal_within(other);
        self.measure == other.measure && is_below
    }

    /// The same as `is_above`, but only if both limits are exact, both are rounded, or they are
    /// different doubles.
    fn is_clearly_above(self, other: End) -> bool {
        self.is_comparable(other) && self.is_above(other)
    }

    fn is_clearly_below(self, other: End) -> bool {
        self.is_comparable(other) && self.is_below(other)
    }

    /// Whether the limits can be compared: a rounded one also allows some numbers beyond it.
    fn is_comparable(self, other: End) -> bool {
        let is_rounded = |end: End| matches!(end.limit, Bound::Rounded(_));
        is_rounded(self) == is_rounded(other) || self.limit.as_f64() != other.limit.as_f64()
    }

    fn is_equal_within(self, other: End) -> bool {
        self.limit == other.limit && (self.is_open || !other.is_open)
    }
}

impl RuleValue<'_> {
    /// Whether it refuses nothing.
    fn is_idle(self) -> bool {
        // the limits of a number format are separate rules
        match self {
            RuleValue::AtLeast(count) => count == 0,
            RuleValue::Flag(flag, _) => !flag,
            RuleValue::NumberFormat(_) => true,
            RuleValue::Pattern(pattern) => pattern.source.is_empty(),
            _ => false,
        }
    }

    /// Whether everything that satisfies this rule also satisfies another with the same keyword
    /// that is not a limit.
    fn is_part_of(self, wide: RuleValue<'_>) -> bool {
        match (self, wide) {
            (RuleValue::Flag(narrow, _), RuleValue::Flag(wide, _)) => narrow || !wide,
            (RuleValue::Divisor(narrow), RuleValue::Divisor(wide)) => {
                narrow == wide || is_whole_multiple(narrow, wide)
            }
            (RuleValue::Pattern(narrow), RuleValue::Pattern(wide)) => narrow == wide,
            (RuleValue::Format(narrow), RuleValue::Format(wide)) => is_format_within(narrow, wide),
            (RuleValue::Path(narrow), RuleValue::Path(wide)) => narrow == wide,
            _ => false,
        }
    }

    fn end(self, measure: Measure) -> Option<End> {
        let (limit, is_open) = match self {
            RuleValue::AtLeast(count) | RuleValue::AtMost(count) => {
                let small = i64::try_from(count).map(Bound::Int);
                (small.unwrap_or(Bound::Big(count.into())), false)
            }
            RuleValue::Limit(limit) => (limit, false),
            RuleValue::Beyond(limit) => (limit, true),
            _ => return None,
        };
        Some(End {
            measure,
            limit,
            is_open,
        })
    }
}

impl<S, T> Rule<S, T> {
    /// The limit that the rule sets, if it is a lower one.
    pub fn lower_end(&self, said: &S) -> Option<End> {
        match self.change {
            Change::Lower(measure) => (self.says)(said)?.end(measure),
            _ => None,
        }
    }

    /// The limit that the rule sets, if it is an upper one.
    pub fn upper_end(&self, said: &S) -> Option<End> {
        match self.change {
            Change::Upper(measure) => (self.says)(said)?.end(measure),
            _ => None,
        }
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

/// Whether the limits exclude every value.
pub fn leave_nothing<S, T>(rules: &'static [Rule<S, T>], said: &S) -> bool {
    lower_ends(rules, said)
        .any(|(_, low)| upper_ends(rules, said).any(|(_, high)| low.leaves_nothing_below(high)))
}

/// The minimum and maximum size that all of these allow.
pub fn count_range<'s, S: 's, T>(
    rules: &[Rule<S, T>],
    all: impl IntoIterator<Item = &'s S>,
) -> (u64, Option<u64>) {
    let (mut minimum, mut maximum) = (0, None);
    for said in all {
        for rule in rules {
            match (rule.change, (rule.says)(said)) {
                (Change::Lower(Measure::Size), Some(RuleValue::AtLeast(count))) => {
                    minimum = count.max(minimum);
                }
                (Change::Upper(Measure::Size), Some(RuleValue::AtMost(count))) => {
                    maximum = super::row::smaller_limit(maximum, Some(count));
                }
                _ => {}
            }
        }
    }
    (minimum, maximum)
}

/// Whether these rules only set a minimum size.
pub fn say_least_only<S, T>(rules: &[Rule<S, T>], said: &S) -> bool {
    let mut set = rules.iter().filter(|rule| (rule.says)(said).is_some());
    set.all(|rule| rule.change == Change::Lower(Measure::Size))
}

/// Whether some rules allow nothing that others exclude, judging by each rule separately.
pub fn leave_within<S, T>(rules: &'static [Rule<S, T>], inner: &S, outer: &S) -> bool {
    rules.iter().all(|rule| {
        if (rule.says)(outer).is_some_and(RuleValue::is_idle) {
            return true;
        }
        if let Some(low) = rule.lower_end(outer) {
            return lower_ends(rules, inner).any(|(_, end)| end.is_clearly_above(low));
        }
        if let Some(high) = rule.upper_end(outer) {
            return upper_ends(rules, inner).any(|(_, end)| end.is_clearly_below(high));
        }
        (rule.says)(outer)
            .is_none_or(|wide| (rule.says)(inner).is_some_and(|narrow| narrow.is_part_of(wide)))
    })
}

/// Formats, each with the next wider ones that include all of its strings.
const WIDER_FORMATS: &[(Format, &[Format])] = &[
    (Format::Email, &[Format::IdnEmail]),
    (Format::Hostname, &[Format::IdnHostname]),
    (Format::Uri, &[Format::Iri, Format::UriReference]),
    (Format::Iri, &[Format::IriReference]),
    (Format::UriReference, &[Format::IriReference]),
];

/// Whether every string of one format also has another.
pub fn is_format_within(narrow: Format, wide: Format) -> bool {
    let steps = WIDER_FORMATS.iter().filter(|(name, _)| *name == narrow);
    let mut wider = steps.flat_map(|(_, next)| next.iter());
    narrow == wide || wider.any(|next| is_format_within(*next, wide))
}

/// Whether one divisor is a multiple of another, where both are small integers.
fn is_whole_multiple(narrow: &str, wide: &str) -> bool {
    match (narrow.parse::<u64>(), wide.parse::<u64>()) {
        (Ok(narrow), Ok(wide)) => wide != 0 && narrow % wide == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, End, Measure};

    #[test]
    fn only_limits_on_the_same_are_compared() {
        let end = |measure, limit| End {
            measure,
            limit: Bound::Int(limit),
            is_open: false,
        };
        let (size, other) = (end(Measure::Size, 10), end(Measure::Value, 3));
        assert!(size.leaves_nothing_below(end(Measure::Size, 3)));
        assert!(!size.leaves_nothing_below(other));
        assert!(size.is_above(end(Measure::Size, 3)) && !size.is_above(other));
        assert!(end(Measure::Size, 3).is_below(size) && !other.is_below(size));
    }
}
