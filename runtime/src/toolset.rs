//! Toolsets that this crate implements, as generated code refers to them.

mod settings;

pub use settings::{Files, Mount, ToolsetSettings};

#[cfg(feature = "calls")]
use crate::tool::Tool;

/// A tool that this crate implements.
#[cfg(feature = "calls")]
pub trait Shipped: Tool {
    /// The function that runs it.
    const RUNNER: Runner;
}

/// The function that runs a tool.
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
    /// `filesystem::edit_file`
    EditFile,
}
