//! A text and the value that is parsed from it are the same arguments.

use serde_json::Value;
use toolc_runtime::schema::Schema;
use toolc_runtime::{validate, validate_value};

/// Asserts that a value and its text have the same violations.
pub fn agree(schema: &'static Schema, value: &Value) {
    let text = value.to_string();
    assert_eq!(
        validate_value(schema, value),
        validate(schema, &text),
        "{text}"
    );
}
