//! Arguments as they come in.

use serde_json::Value;

/// Arguments in the form in which they came.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// JSON text.
    Text(&'a str),
    /// A value that is parsed already.
    Value(&'a Value),
}
