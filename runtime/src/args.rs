//! Typed arguments.

use crate::schema::Schema;
use crate::slot::Value;
use crate::violation::Violations;
use crate::walk;

/// The arguments of a tool. Generated argument structs implement it.
///
/// `'a` is the life of the argument text; owned arguments live on their own.
pub trait Args<'a>: Value<'a> {
    /// What the text must be.
    const SCHEMA: &'static Schema;

    /// Reads and checks a text in one pass.
    ///
    /// # Errors
    /// All rules that the text breaks.
    fn from_json(text: &'a str) -> Result<Self, Violations> {
        let mut args = Self::empty();
        walk::read(&mut args, Self::SCHEMA, text)?;
        Ok(args)
    }
}
