//! A text and the value that is parsed from it are the same arguments.

use serde_json::Value;
use toolc_runtime::schema::Schema;
use toolc_runtime::{validate, validate_value};

/// Holds what is said about a value against what is said about its text.
pub fn agree(schema: &'static Schema, value: &Value) {
    let text = value.to_string();
    assert_eq!(
        validate_value(schema, value),
        validate(schema, &text),
        "{text}"
    );
}
