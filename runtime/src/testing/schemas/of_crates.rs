//! Types of the standard library and of other crates: schemars says less of them than toolc, or other words.

use super::normal::Normal;
use serde_json::{Value, json};

/// Formats of schemars for types of crates. Some are its own, which nothing checks; and of strings in the others, the
/// crates refuse some, so toolc adds a pattern.
const FORMATS: &[&str] = &[
    "date-time",
    "duration",
    "ip",
    "partial-date-time",
    "partial-time",
    "uri",
    "zoned-date-time",
];

/// What schemars says of decimal numbers, read and written.
const DECIMALS: &[&str] = &[r"^-?\d+(\.\d+)?([eE]\d+)?$", r"^-?\d+(\.\d+)?$"];

/// Removes from two schemas that describe the same well-known type what only one of them says.
pub(super) fn reconcile_types_of_crates(ours: &mut Normal, theirs: &mut Normal) {
    let text = |schema: &Normal, key: &str| Some(schema.plain.get(key)?.as_str()?.to_owned());
    let (format, pattern) = (text(theirs, "format"), text(theirs, "pattern"));
    if format
        .as_deref()
        .is_some_and(|format| FORMATS.contains(&format))
    {
        theirs.plain.remove("format");
        ours.plain.remove("format");
        if pattern.is_none() {
            ours.plain.remove("pattern");
        }
        let is_address = format.as_deref() == Some("ip") && ours.schemas.contains_key("anyOf/1");
        if is_address {
            *ours = Normal::default();
            *theirs = Normal::default();
        }
    }
    if pattern.is_some_and(|pattern| DECIMALS.contains(&pattern.as_str())) {
        for schema in [&mut *ours, &mut *theirs] {
            schema.plain.remove("pattern");
            schema.plain.remove("type");
        }
    }
    // bytes are also read from a string
    if theirs.plain.get("type") == Some(&json!(["array", "string"])) {
        let kind = ours.plain.get("type").cloned().unwrap_or_default();
        theirs.plain.insert("type".to_owned(), kind);
    }
    if is_duration(ours) && is_duration(theirs) {
        ours.plain.remove("additionalProperties");
        ours.schemas.clear();
        theirs.schemas.clear();
    }
}

/// `{secs, nanos}`
fn is_duration(schema: &Normal) -> bool {
    schema.plain.get("required") == Some(&json!(["nanos", "secs"]))
        && schema.schemas.len() == 2
        && schema
            .schemas
            .get("properties/secs")
            .is_some_and(Value::is_object)
}
