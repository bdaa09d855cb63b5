//! Noun: values in schemas: their types, and the form in which they are compared.

use crate::schema::keywords::Types;
use crate::schema::shape::Bound;
use toolc_base::diagnostic::Help;
use toolc_base::diagnostic::suggest::{quote_it, unquote_it};
use toolc_base::node::{Node, Value};

/// A value in the form that the runtime compares.
pub fn canonical_json(node: &Node) -> Option<String> {
    toolc_runtime::json::canonical_json(&node.to_json()).ok()
}

/// The type of a canonical JSON text.
pub fn type_of(value: &str) -> Types {
    match value.as_bytes().first() {
        Some(b'n') => Types::NULL,
        Some(b't' | b'f') => Types::BOOLEAN,
        Some(b'"') => Types::STRING,
        Some(b'[') => Types::ARRAY,
        Some(b'{') => Types::OBJECT,
        _ if value.contains("e-") => Types::NUMBER,
        _ => Types::INTEGER,
    }
}

/// What to write instead of a value that has none of these types.
pub fn mend_value(types: Types, value: &Node) -> Help {
    match &value.value {
        Value::Number(_) | Value::Bool(_) if types.has(Types::STRING) => quote_it(),
        Value::String(text) if types.meets(Types::NUMBER) && Bound::parse(text).is_some() => {
            unquote_it(text)
        }
        Value::Null => {
            let names = types.names();
            Help::from(format!(
                "write `type: [{names}, \"null\"]`, or remove `null`"
            ))
        }
        _ => Help::from("remove it, or correct `type`"),
    }
}
