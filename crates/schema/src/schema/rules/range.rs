//! The ranges that lower and upper limits leave, whatever they limit.

use super::row::{Change, Rule, RuleValue};
use crate::schema::bound::Bound;
use toolc_runtime::format::Format;

/// The end of a range, set by a lower or an upper limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The limit.
    pub limit: Bound,
    /// Whether the limit itself is excluded.
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

    /// Whether no value lies between this lower limit and an upper one.
    pub fn leaves_nothing_below(self, upper: End) -> bool {
        let touches = (self.is_open || upper.is_open) && !upper.limit.exceeds(self.limit);
        self.limit.exceeds(upper.limit) || touches
    }

    /// Whether another lower limit allows everything that this one allows.
    pub fn is_above(self, other: End) -> bool {
        self.limit.exceeds(other.limit) || self.is_equal_within(other)
    }

    /// Whether another upper limit allows everything that this one allows.
    pub fn is_below(self, other: End) -> bool {
        other.limit.exceeds(self.limit) || self.is_equal_within(other)
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

    fn end(&self) -> Option<End> {
        match *self {
            RuleValue::AtLeast(count) | RuleValue::AtMost(count) => Some(End::of_count(count)),
            RuleValue::Limit(limit) => Some(End::closed(limit)),
            RuleValue::Beyond(limit) => Some(End {
                limit,
                is_open: true,
            }),
            _ => None,
        }
    }
}

impl<S, T> Rule<S, T> {
    /// The limit that the rule sets, if it is a lower one.
    pub fn lower_end(&self, said: &S) -> Option<End> {
        let is_lower = self.change == Change::Lower;
        is_lower.then(|| (self.says)(said)?.end()).flatten()
    }

    /// The limit that the rule sets, if it is an upper one.
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

/// Whether the limits exclude every value.
pub fn leave_nothing<S, T>(rules: &'static [Rule<S, T>], said: &S) -> bool {
    lower_ends(rules, said)
        .any(|(_, low)| upper_ends(rules, said).any(|(_, high)| low.leaves_nothing_below(high)))
}

/// The minimum and maximum count that all of these allow.
pub fn count_range<'s, S: 's, T>(
    rules: &[Rule<S, T>],
    all: impl IntoIterator<Item = &'s S>,
) -> (u64, Option<u64>) {
    let (mut least, mut most) = (0, None);
    for said in all {
        for rule in rules {
            match (rule.says)(said) {
                Some(RuleValue::AtLeast(count)) => least = count.max(least),
                Some(RuleValue::AtMost(count)) => {
                    most = super::row::smaller_limit(most, Some(count))
                }
                _ => {}
            }
        }
    }
    (least, most)
}

/// Whether these rules only set a minimum count.
pub fn say_least_only<S, T>(rules: &[Rule<S, T>], said: &S) -> bool {
    let mut all = rules.iter().filter_map(|rule| (rule.says)(said));
    all.all(|said| matches!(said, RuleValue::AtLeast(_)))
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
