//! Toolsets that this crate runs itself: what generated code says of them.

use crate::shell::Settings as Commands;
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

/// What a worker says of a toolset.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ToolsetSettings {
    /// `filesystem`
    Files(&'static Files),
    /// `shell`
    Commands(&'static Commands),
}

/// What a worker says of the files that it may use.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// The folder that is `/`, relative to where the program runs; `None` where the program gives one.
    pub root: Option<&'static str>,
    /// Whether nothing may be changed.
    pub read_only: bool,
    /// Further folders.
    pub mounts: &'static [Mount],
    /// The ends that the names of files may have; `None` where all are allowed.
    pub suffixes: Option<&'static [&'static str]>,
    /// How many bytes may be read or written at once; `None` for the usual limit.
    pub max_file_size: Option<u64>,
    /// How many files are listed at once; `None` for the usual limit.
    pub max_entries: Option<u64>,
}

/// A folder that is below `/`.
#[derive(Debug, Clone, Copy)]
pub struct Mount {
    /// Its place: `/docs`.
    pub target: &'static str,
    /// The folder, relative to where the program runs.
    pub path: &'static str,
    /// Whether nothing in it may be changed.
    pub read_only: bool,
}
