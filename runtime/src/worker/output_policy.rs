//! Whether results are held to their output schemas.

/// What is done about a result that breaks its tool's output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputPolicy {
    /// Nothing: results are not looked at.
    #[default]
    Off,
    /// Observers are told, or without one the standard error, and the result passes.
    Warn,
    /// The call ends with [`ErrorKind::InvalidOutput`](crate::ErrorKind::InvalidOutput).
    Enforce,
}
