//! Noun: a file to be written.

/// A generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// The path relative to the output folder, with `/` separators on every platform.
    pub path: String,
    /// The whole file content.
    pub text: String,
}
