//! Noun: a worker's settings for a built-in toolset.

mod data;

use super::approval::Approval;
use super::shell::Commands;
use toolc_base::source::{Span, Spanned};

/// A worker's settings for one such toolset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// `filesystem`
    Files(Files),
    /// `shell`
    Commands(Commands),
}

/// A worker's settings for `filesystem`. Unset limits have the defaults of the runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The place of the toolset.
    pub span: Span,
    /// `root`: the folder that appears as `/`.
    pub root: Option<Spanned<String>>,
    /// The place that forbids changes.
    pub read_only: Option<Span>,
    /// `mounts`: additional folders, by their location below `/`.
    pub mounts: Vec<Mount>,
    /// `allowed_suffixes`; if unset, every file is allowed.
    pub suffixes: Option<Spanned<Vec<String>>>,
    /// `max_file_size`, in bytes.
    pub max_file_size: Option<Spanned<u64>>,
    /// `max_entries`: the maximum number of files in a listing.
    pub max_entries: Option<Spanned<u64>>,
}

/// A folder mounted below `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// The mount point: `/docs`.
    pub target: Spanned<String>,
    /// The path of the folder.
    pub path: Spanned<String>,
    /// `read_only`
    pub read_only: bool,
}

impl Settings {
    /// The namespace of the toolset.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Files(_) => "filesystem",
            Settings::Commands(_) => "shell",
        }
    }

    /// Whether a person may be asked about a call of its tools.
    pub fn may_ask(&self) -> bool {
        match self {
            Settings::Files(_) => false,
            Settings::Commands(commands) => commands.may_ask(),
        }
    }

    /// The approval of its tools that follows from its rules.
    pub fn approval(&self) -> Option<Spanned<Approval>> {
        match self {
            Settings::Files(_) => None,
            Settings::Commands(commands) => Some(
                commands
                    .loosest_approval()
                    .unwrap_or(Spanned::new(Approval::Blocked, commands.span)),
            ),
        }
    }
}
