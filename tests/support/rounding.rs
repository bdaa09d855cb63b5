//! Numbers that the reference validator rounds.

use serde_json::Value;

/// Returns whether the reference validator would compare or divide a rounded number: it keeps only the digits of a
/// double.
pub fn is_rounded(schema: &Value, value: &Value) -> bool {
    let is_limited = |schema: String| {
        let limits = ["multipleOf", "inimum", "aximum"];
        limits.iter().any(|limit| schema.contains(limit))
    };
    has_large_number(value) && is_limited(schema.to_string())
}

fn has_large_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() > 9e15),
        Value::Array(items) => items.iter().any(has_large_number),
        Value::Object(map) => map.values().any(has_large_number),
        _ => false,
    }
}
