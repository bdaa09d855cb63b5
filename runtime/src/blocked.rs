//! Tools that a worker refuses, in generated code.

/// A tool that a worker names but can never call.
#[derive(Debug, Clone, Copy)]
pub struct Blocked {
    /// The qualified name: `namespace::tool`.
    pub name: &'static str,
    /// The wire name.
    pub wire_name: &'static str,
    /// The reason for the caller.
    pub reason: &'static str,
}
