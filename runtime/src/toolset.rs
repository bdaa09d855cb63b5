//! Toolsets that this crate runs itself: what generated code says of them.

mod settings;

pub use settings::{Files, Mount, ToolsetSettings};

use crate::tool::Tool;

/// A tool that this crate runs.
pub trait Shipped: Tool {
    /// What runs it.
    const RUNNER: Runner;
}

/// What runs a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Runner {
    /// `filesystem::read_file`
    ReadFile,
    /// `filesystem::write_file`
    WriteFile,
    /// `filesystem::list_files`
    ListFiles,
    /// `filesystem::delete_file`
    DeleteFile,
    /// `filesystem::file_exists`
    FileExists,
    /// `filesystem::file_info`
    FileInfo,
}
