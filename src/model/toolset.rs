//! Noun: what a worker says of a toolset that toolc brings along.

use super::approval::Approval;
use super::shell::Commands;
use crate::source::{Span, Spanned};

/// What a worker says of one such toolset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// `filesystem`
    Files(Files),
    /// `shell`
    Commands(Commands),
}

/// What a worker says of `filesystem`. What is not said has the runtime's own limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The place of the toolset.
    pub span: Span,
    /// `root`: the folder that is `/`.
    pub root: Option<Spanned<String>>,
    /// What says that nothing may be changed.
    pub read_only: Option<Span>,
    /// `mounts`: further folders, by their places below `/`.
    pub mounts: Vec<Mount>,
    /// `allowed_suffixes`; without any, every file is allowed.
    pub suffixes: Option<Spanned<Vec<String>>>,
    /// `max_file_size`, in bytes.
    pub max_file_size: Option<Spanned<u64>>,
    /// `max_entries`: how many files are listed.
    pub max_entries: Option<Spanned<u64>>,
}

/// A folder that is below `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Its place: `/docs`.
    pub target: Spanned<String>,
    /// The folder.
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

    /// Whether somebody may be asked about a call of its tools.
    pub fn may_ask(&self) -> bool {
        match self {
            Settings::Files(_) => false,
            Settings::Commands(commands) => commands.may_ask(),
        }
    }

    /// What its rules say of the approval of its tools.
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
