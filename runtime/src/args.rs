//! Typed arguments.

pub use crate::input::Input;
use crate::schema::Schema;
use crate::slot::Value;
use crate::violation::Violations;
use crate::walk;
use serde_json::Value as Parsed;

/// The arguments of a tool. Generated argument structs implement it.
///
/// `'a` is the lifetime of the argument text or of the parsed value; structs that own their data do not
/// depend on it.
pub trait Args<'a>: Value<'a> {
    /// The schema that arguments must match.
    const SCHEMA: &'static Schema;

    /// Reads and validates a JSON text in one pass.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    fn from_json(text: &'a str) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_json(&mut args, Self::SCHEMA, text)?;
        Ok(args)
    }

    /// Reads and validates a value that is already parsed, without serializing it first. Borrowed strings
    /// point into the value. See [`validate_value`](crate::validate_value) for how numbers are treated.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    fn from_value(value: &'a Parsed) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_value(&mut args, Self::SCHEMA, value)?;
        Ok(args)
    }

    /// Reads and validates arguments given in either form.
    ///
    /// # Errors
    /// Returns every violation of the schema.
    fn read(input: Input<'a>) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_input(&mut args, Self::SCHEMA, input)?;
        Ok(args)
    }
}

/// The value that a default is, where a struct has one in place of an argument that was left out. The compiler has checked
/// that the schema accepts it.
pub fn filled<'a, T: Value<'a>>(schema: &'static Schema, default: &'static str) -> T {
    let mut value = T::empty();
    let read = walk::read_json(&mut value, schema, default);
    debug_assert!(read.is_ok(), "the compiler has checked `{default}`");
    value
}
