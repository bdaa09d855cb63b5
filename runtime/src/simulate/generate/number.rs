//! Numbers within bounds.

use super::Generator;
use crate::schema::{Bound, Number};
use serde_json::{Value, json};

impl Generator {
    pub(super) fn number(&mut self, rules: &Number, whole: bool) -> Option<Value> {
        const WIDTH: f64 = 100.0;
        let low = highest([rules.minimum, rules.exclusive_minimum]);
        let high = highest([rules.maximum, rules.exclusive_maximum].map(|bound| bound.map(negate)));
        let high = high.map(|high| -high);
        let (low, high) = match (low, high) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low, low + WIDTH),
            (None, Some(high)) => (high - WIDTH, high),
            (None, None) => (0.0, WIDTH),
        };
        let step: Option<f64> = rules.multiple_of.and_then(|step| step.text.parse().ok());
        let at = match self.random.below(4) {
            0 => low,
            1 => high,
            _ => low + (high - low) * self.random.fraction(),
        };
        let at = match step {
            Some(step) => nearest(at / step, low / step, high / step) * step,
            None if whole || self.random.one_in(2) => nearest(at, low, high),
            None => at,
        };
        match at.fract() == 0.0 && at.abs() < 9e15 {
            true => Some(json!(at as i64)),
            false if whole => Some(json!(format_whole(at)?)),
            false => serde_json::Number::from_f64(at).map(Value::Number),
        }
    }
}

/// Formats integers beyond 2^53 as the exact integer that the double is.
fn format_whole(at: f64) -> Option<serde_json::Number> {
    if at.abs() < i64::MAX as f64 {
        return Some(serde_json::Number::from(at as i64));
    }
    (at > 0.0 && at < u64::MAX as f64).then(|| serde_json::Number::from(at as u64))
}

/// The integer next to a position that is within the limits, if there is one.
fn nearest(at: f64, low: f64, high: f64) -> f64 {
    let rounded = at.round();
    if rounded < low {
        return at.ceil().max(low.ceil());
    }
    if rounded > high {
        return at.floor().min(high.floor());
    }
    rounded
}

/// The tighter of two lower limits.
fn highest(bounds: [Option<Bound>; 2]) -> Option<f64> {
    let bounds = bounds.into_iter().flatten().map(double);
    bounds.reduce(f64::max)
}

fn double(bound: Bound) -> f64 {
    match bound {
        Bound::Int(value) => value as f64,
        Bound::Big(value) => value as f64,
        Bound::Float(value) | Bound::Exact(value, _) | Bound::Rounded(value) => value,
    }
}

fn negate(bound: Bound) -> Bound {
    Bound::Float(-double(bound))
}
