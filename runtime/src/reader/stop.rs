//! Why reading ends early.

use std::fmt;

/// Reading cannot go on: the text is not JSON. [`super::Reader::syntax_error`] says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

/// Where the text stops being JSON, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset into the text.
    pub offset: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.reason, self.offset)
    }
}

impl std::error::Error for SyntaxError {}
