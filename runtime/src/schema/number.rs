//! The rules that schemas set for numbers.

use super::Bound;
use crate::format::NumberFormat;

/// Rules for numbers.
#[derive(Debug, Clone, Copy)]
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
    pub multiple_of: Option<Divisor>,
    /// `format`. Its limits are in `minimum` and `maximum`, unless the schema has tighter ones; this only
    /// records where they come from.
    pub format: Option<NumberFormat>,
}

impl Number {
    /// No rules.
    pub const ANY: Number = Number {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        format: None,
    };

    /// Only `format: int32`.
    pub const INT32: Number = Number::of(NumberFormat::Int32);
    /// Only `format: int64`.
    pub const INT64: Number = Number::of(NumberFormat::Int64);
    /// Only `format: float`.
    pub const FLOAT: Number = Number::of(NumberFormat::Float);
    /// Only `format: double`.
    pub const DOUBLE: Number = Number::of(NumberFormat::Double);

    const fn of(format: NumberFormat) -> Number {
        let (least, greatest) = format.limits();
        Number {
            minimum: Some(least),
            maximum: Some(greatest),
            format: Some(format),
            ..Number::ANY
        }
    }
}

/// The value of `multipleOf`, and the function that checks it.
#[derive(Debug, Clone, Copy)]
pub struct Divisor {
    /// The decimal number as it is written in the schema.
    pub text: &'static str,
    pub(crate) divides: fn(&str, &str) -> bool,
}
