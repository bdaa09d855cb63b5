//! Rules for numbers.

use super::phrase::write_decimal;
use super::row::{Change, Measure, Phrase, Reads, Rule, RuleValue};
use crate::data::{Data, leak_word};
use crate::schema::bound::Bound;
use toolc_runtime::format::NumberFormat;
use toolc_runtime::schema as table;

/// Rules for numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Number {
    /// `minimum`
    pub minimum: Option<Bound>,
    /// `maximum`
    pub maximum: Option<Bound>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: Option<Bound>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: Option<Bound>,
    /// `multipleOf`
    pub multiple_of: Option<String>,
    /// The minimum and maximum that `enum` and `const` allow, if all values are integers. Only used
    /// to choose the Rust type: another rule checks the values.
    pub values: Option<(i128, i128)>,
    /// Whether there is `format: int32`, even next to narrower limits. Only used to choose the Rust
    /// type.
    pub is_int32: bool,
    /// `format`, if its limits are among the ones above.
    pub format: Option<NumberFormat>,
}

impl Number {
    /// No rules.
    pub const NONE: Self = Number {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        values: None,
        is_int32: false,
        format: None,
    };

    /// Exactly one number.
    pub fn only(number: Bound) -> Self {
        Number {
            minimum: Some(number),
            maximum: Some(number),
            ..Number::NONE
        }
    }

    /// These rules without those of their format.
    pub fn without_format(&self) -> Number {
        let Some(format) = self.format else {
            return self.clone();
        };
        let (least, greatest) = format_limits(format);
        Number {
            minimum: self.minimum.filter(|bound| *bound != least),
            maximum: self.maximum.filter(|bound| *bound != greatest),
            format: None,
            ..self.clone()
        }
    }

    /// These rules without those that only choose the Rust type.
    pub fn without_type(&self) -> Number {
        Number {
            values: None,
            is_int32: false,
            ..self.clone()
        }
    }

    /// These rules with a format, unless they already imply it.
    pub fn with_format(self, format: NumberFormat) -> Number {
        let (least, greatest) = format_limits(format);
        let low = [self.minimum, self.exclusive_minimum];
        let high = [self.maximum, self.exclusive_maximum];
        let bounded = low.iter().flatten().any(|bound| !least.exceeds(*bound));
        let limited = high.iter().flatten().any(|bound| !bound.exceeds(greatest));
        Number {
            minimum: if bounded { self.minimum } else { Some(least) },
            maximum: if limited {
                self.maximum
            } else {
                Some(greatest)
            },
            format: (!bounded || !limited).then_some(format),
            is_int32: format == NumberFormat::Int32,
            ..self
        }
    }
}

fn format_limits(format: NumberFormat) -> (Bound, Bound) {
    let bound = |bound| match bound {
        table::Bound::Int(value) => Bound::Int(value),
        table::Bound::Big(value) => Bound::Big(value),
        table::Bound::Float(value) => Bound::Float(value),
        table::Bound::Exact(near, text) => Bound::Exact(near, text),
        table::Bound::Rounded(value) => Bound::Rounded(value),
    };
    let (least, greatest) = format.limits();
    (bound(least), bound(greatest))
}

/// Ensures that every field has a row, except for those that only choose the Rust type: a new field
/// does not compile until it is added here, as a reminder to add a row below for reading, joining
/// and the table.
const _: fn(Number) = |number| {
    let Number {
        minimum: _,
        maximum: _,
        exclusive_minimum: _,
        exclusive_maximum: _,
        multiple_of: _,
        format: _,
        // these only choose the type
        values: _,
        is_int32: _,
    } = number;
};

pub(super) const RULES: &[Rule<Number, table::Number>] = &[
    Rule {
        keyword: "minimum",
        also_called: &["min", "minimal", "gte", "ge"],
        reads: Reads::Limit(|number, limit| number.minimum = Some(limit)),
        join: |number, other, _| number.minimum = greater(number.minimum, other.minimum),
        says: |number| number.minimum.map(RuleValue::Limit),
        fingerprint: "minimum",
        field: "minimum",
        table: |number, table| table.minimum = number.minimum.map(|bound| bound.build()),
        phrase: Phrase {
            position: 0,
            write: |number| match (number.minimum?, number.maximum) {
                (low, Some(high)) => {
                    Some(format!("{} to {}", write_decimal(low), write_decimal(high)))
                }
                (low, None) => Some(format!("at least {}", write_decimal(low))),
            },
        },
        change: Change::Lower(Measure::Value),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maximum",
        also_called: &["max", "maximal", "lte", "le"],
        reads: Reads::Limit(|number, limit| number.maximum = Some(limit)),
        join: |number, other, _| number.maximum = smaller(number.maximum, other.maximum),
        says: |number| number.maximum.map(RuleValue::Limit),
        fingerprint: "maximum",
        field: "maximum",
        table: |number, table| table.maximum = number.maximum.map(|bound| bound.build()),
        // if there is a minimum, its phrase covers both
        phrase: Phrase {
            position: 2,
            write: |number| {
                let high = number.maximum.filter(|_| number.minimum.is_none())?;
                Some(format!("at most {}", write_decimal(high)))
            },
        },
        change: Change::Upper(Measure::Value),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "exclusiveMinimum",
        also_called: &["gt"],
        reads: Reads::Limit(|number, limit| number.exclusive_minimum = Some(limit)),
        join: |number, other, _| {
            number.exclusive_minimum = greater(number.exclusive_minimum, other.exclusive_minimum);
        },
        says: |number| number.exclusive_minimum.map(RuleValue::Beyond),
        fingerprint: "exclusiveMinimum",
        field: "exclusive_minimum",
        table: |number, table| {
            table.exclusive_minimum = number.exclusive_minimum.map(|bound| bound.build());
        },
        phrase: Phrase {
            position: 1,
            write: |number| {
                Some(format!(
                    "more than {}",
                    write_decimal(number.exclusive_minimum?)
                ))
            },
        },
        change: Change::Lower(Measure::Value),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "exclusiveMaximum",
        also_called: &["lt"],
        reads: Reads::Limit(|number, limit| number.exclusive_maximum = Some(limit)),
        join: |number, other, _| {
            number.exclusive_maximum = smaller(number.exclusive_maximum, other.exclusive_maximum);
        },
        says: |number| number.exclusive_maximum.map(RuleValue::Beyond),
        fingerprint: "exclusiveMaximum",
        field: "exclusive_maximum",
        table: |number, table| {
            table.exclusive_maximum = number.exclusive_maximum.map(|bound| bound.build());
        },
        phrase: Phrase {
            position: 3,
            write: |number| {
                Some(format!(
                    "less than {}",
                    write_decimal(number.exclusive_maximum?)
                ))
            },
        },
        change: Change::Upper(Measure::Value),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "multipleOf",
        also_called: &["step", "multiple_of", "divisibleBy"],
        reads: Reads::Divisor(|number, divisor| number.multiple_of = Some(divisor)),
        join: |number, other, further| match (&number.multiple_of, &other.multiple_of) {
            (Some(before), Some(divisor)) if before != divisor => {
                further.multiple_of = Some(divisor.clone());
            }
            (None, divisor) => number.multiple_of.clone_from(divisor),
            _ => {}
        },
        says: |number| number.multiple_of.as_deref().map(RuleValue::Divisor),
        fingerprint: "multipleOf",
        field: "multiple_of",
        table: |number, table| {
            let divisor = number.multiple_of.as_deref().map(leak_word);
            table.multiple_of = divisor.map(table::Divisor::new);
        },
        phrase: Phrase {
            position: 4,
            write: |number| {
                let step = number.multiple_of.as_deref();
                let step = step.filter(|step| *step != "1")?;
                Some(format!("a multiple of {step}"))
            },
        },
        change: Change::Restriction,
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "format",
        also_called: &[],
        reads: Reads::Format,
        join: |number, other, _| {
            number.format = match (number.format, other.format) {
                (Some(before), Some(format)) => Some(before.min(format)),
                (before, format) => before.or(format),
            };
        },
        says: |number| number.format.map(RuleValue::NumberFormat),
        fingerprint: "format",
        field: "format",
        table: |number, table| table.format = number.format,
        // its limits are reported, or follow from its type
        phrase: Phrase {
            position: 5,
            write: |_| None,
        },
        change: Change::Format,
        is_reported_idle: false,
        is_validation: false,
    },
];

/// The lower limit that applies if there are two.
fn greater(a: Option<Bound>, b: Option<Bound>) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a.exceeds(b) { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn smaller(a: Option<Bound>, b: Option<Bound>) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a.exceeds(b) { b } else { a }),
        (a, b) => a.or(b),
    }
}
