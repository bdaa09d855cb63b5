//! A worker's settings for the toolsets that this crate implements.

use crate::shell::Settings as Commands;

/// A worker's settings for a toolset.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ToolsetSettings {
    /// `filesystem`
    Files(&'static Files),
    /// `shell`
    Commands(&'static Commands),
}

impl ToolsetSettings {
    /// A worker's settings for files; the last ones apply.
    #[cfg(feature = "fs")]
    pub(crate) fn find_files(toolsets: &[ToolsetSettings]) -> Option<&'static Files> {
        let mut files = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Files(files) => Some(*files),
            ToolsetSettings::Commands(_) => None,
        });
        files.next_back()
    }

    /// A worker's settings for commands; the last ones apply.
    #[cfg(all(feature = "shell", unix))]
    pub(crate) fn find_commands(toolsets: &[ToolsetSettings]) -> Option<&'static Commands> {
        let mut commands = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Commands(commands) => Some(*commands),
            ToolsetSettings::Files(_) => None,
        });
        commands.next_back()
    }
}

/// A worker's settings for the files that it may use.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// The folder that becomes `/`, relative to where the program runs; `None` if the program provides it.
    pub root: Option<&'static str>,
    /// Whether everything is read-only.
    pub read_only: bool,
    /// Folders that are mounted below `/`.
    pub mounts: &'static [Mount],
    /// The suffixes that file names may have; `None` if all are allowed.
    pub suffixes: Option<&'static [&'static str]>,
    /// How many bytes may be read or written at once; `None` for the default limit.
    pub max_file_size: Option<u64>,
    /// How many names are listed at once; `None` for the default limit.
    pub max_entries: Option<u64>,
}

/// A folder that is mounted below `/`.
#[derive(Debug, Clone, Copy)]
pub struct Mount {
    /// The path where it is mounted: `/docs`.
    pub target: &'static str,
    /// The folder, relative to where the program runs.
    pub path: &'static str,
    /// Whether everything in it is read-only.
    pub read_only: bool,
}
