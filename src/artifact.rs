//! Noun: a file to be written.

/// A generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Relative to the output folder, with `/` on every platform.
    pub path: String,
    /// The whole content.
    pub text: String,
}
