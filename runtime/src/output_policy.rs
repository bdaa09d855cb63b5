//! Whether results are checked against their output schemas.

/// What happens with a result that violates its tool's output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputPolicy {
    /// Nothing: results are not checked.
    #[default]
    Off,
    /// Observers are told, or it is written to standard error if there are none; the result passes.
    Warn,
    /// The call fails with [`ErrorKind::InvalidOutput`](crate::ErrorKind::InvalidOutput).
    Enforce,
}
