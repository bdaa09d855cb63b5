//! Typed arguments.

pub use crate::input::Input;
use crate::schema::Schema;
use crate::slot::Value;
use crate::violation::Violations;
use crate::walk;
use serde_json::Value as Parsed;

/// The arguments of a tool. Generated argument structs implement it.
///
/// `'a` is the life of the argument text, or of the parsed value; owned arguments live on their own.
pub trait Args<'a>: Value<'a> {
    /// What the text must be.
    const SCHEMA: &'static Schema;

    /// Reads and checks a text in one pass.
    ///
    /// # Errors
    /// All rules that the text breaks.
    fn from_json(text: &'a str) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_json(&mut args, Self::SCHEMA, text)?;
        Ok(args)
    }

    /// The same with a value that is parsed already: nothing is written and read again. Strings that
    /// are read in place are those of the value. See [`validate_value`](crate::validate_value) for
    /// what a number is.
    ///
    /// # Errors
    /// All rules that the value breaks.
    fn from_value(value: &'a Parsed) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_value(&mut args, Self::SCHEMA, value)?;
        Ok(args)
    }

    /// Reads and checks arguments in either form.
    ///
    /// # Errors
    /// All rules that they break.
    fn read(input: Input<'a>) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read_input(&mut args, Self::SCHEMA, input)?;
        Ok(args)
    }
}
