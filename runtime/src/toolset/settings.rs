//! What a worker says of the toolsets that this crate runs.

use crate::shell::Settings as Commands;

/// What a worker says of a toolset.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ToolsetSettings {
    /// `filesystem`
    Files(&'static Files),
    /// `shell`
    Commands(&'static Commands),
}

impl ToolsetSettings {
    /// What a worker says of its files; the last word counts.
    #[cfg(feature = "fs")]
    pub(crate) fn find_files(toolsets: &[ToolsetSettings]) -> Option<&'static Files> {
        let mut files = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Files(files) => Some(*files),
            ToolsetSettings::Commands(_) => None,
        });
        files.next_back()
    }

    /// What a worker says of its commands; the last word counts.
    #[cfg(all(feature = "shell", unix))]
    pub(crate) fn find_commands(toolsets: &[ToolsetSettings]) -> Option<&'static Commands> {
        let mut commands = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Commands(commands) => Some(*commands),
            ToolsetSettings::Files(_) => None,
        });
        commands.next_back()
    }
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
