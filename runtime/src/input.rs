//! The arguments of a call, in the form in which they came.

use crate::value::Value;

/// The arguments of a call, in the form in which they came.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// JSON text.
    Text(&'a str),
    /// A value that is already parsed.
    Value(&'a Value),
}
