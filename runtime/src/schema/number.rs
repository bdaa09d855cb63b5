//! What schemas say of numbers.

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
    /// `format`. Its limits are under `minimum` and `maximum`, unless the schema has tighter ones;
    /// this only says whose they are.
    pub format: Option<NumberFormat>,
}

impl Number {
    /// No rule at all.
    pub const ANY: Number = Number {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        format: None,
    };

    /// `format: int32` alone.
    pub const INT32: Number = Number::of(NumberFormat::Int32);
    /// `format: int64` alone.
    pub const INT64: Number = Number::of(NumberFormat::Int64);
    /// `format: float` alone.
    pub const FLOAT: Number = Number::of(NumberFormat::Float);
    /// `format: double` alone.
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

/// What numbers have to be multiples of, with what finds out.
#[derive(Debug, Clone, Copy)]
pub struct Divisor {
    /// The decimal that the schema has.
    pub text: &'static str,
    pub(crate) divides: fn(&str, &str) -> bool,
}
