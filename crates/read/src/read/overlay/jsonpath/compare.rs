//! The comparison of values: RFC 9535, section 2.3.5.2.2.

use super::Operator;
use std::cmp::Ordering;
use toolc_base::node::{Node, Value};

impl Operator {
    /// Whether the comparison holds; `None` stands for nothing, which only equals nothing.
    pub(super) fn holds(self, left: Option<&Node>, right: Option<&Node>) -> bool {
        match self {
            Operator::Equal => equal(left, right),
            Operator::Unequal => !equal(left, right),
            Operator::Less => order(left, right) == Some(Ordering::Less),
            Operator::Greater => order(left, right) == Some(Ordering::Greater),
            Operator::LessOrEqual => {
                order(left, right) == Some(Ordering::Less) || equal(left, right)
            }
            Operator::GreaterOrEqual => {
                order(left, right) == Some(Ordering::Greater) || equal(left, right)
            }
        }
    }
}

fn equal(left: Option<&Node>, right: Option<&Node>) -> bool {
    match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => same(left, right),
        _ => false,
    }
}

fn same(left: &Node, right: &Node) -> bool {
    match (&left.value, &right.value) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Number(left), Value::Number(right)) => {
            left == right || number(left) == number(right)
        }
        (Value::String(left), Value::String(right)) => left == right,
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            let mut entries = left.iter();
            left.len() == right.len()
                && entries.all(|entry| {
                    let other = right.get(&entry.key);
                    other.is_some_and(|other| same(&entry.value, other))
                })
        }
        _ => false,
    }
}

/// The order of two values; only numbers and strings have one.
fn order(left: Option<&Node>, right: Option<&Node>) -> Option<Ordering> {
    match (&left?.value, &right?.value) {
        (Value::Number(left), Value::Number(right)) => number(left).partial_cmp(&number(right)),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}
