//! Why reading stops early.

use std::fmt;

/// Signals that reading cannot continue. If the text is the reason, [`super::Reader::syntax_error`] has the
/// details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

/// Where and why reading stopped: the text is not JSON there, or cannot be validated in bounded time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte offset in the text.
    pub offset: usize,
    /// The reason.
    pub reason: &'static str,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.reason, self.offset)
    }
}

impl std::error::Error for SyntaxError {}
