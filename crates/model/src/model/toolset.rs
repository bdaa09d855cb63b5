//! Noun: a worker's settings for a built-in toolset.

mod commands;
mod data;
mod files;
mod setting;

use super::approval::Approval;
pub use commands::settings::{ANY_OPTIONS, COMMAND_RULES, COMMAND_SETTINGS};
pub use commands::{Commands, LONGEST, ShellRule};
pub use files::{FILE_SETTINGS, Files, Mount};
pub use setting::{ToolsetSetting, ToolsetValue, Unit, Wider};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};

/// A worker's settings for one such toolset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// `filesystem`
    Files(Files),
    /// `shell`
    Commands(Commands),
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

    /// What the lock records of each setting that is set, by the key there.
    pub fn record(&self) -> Vec<(&'static str, Node)> {
        match self {
            Settings::Files(files) => record_rows(FILE_SETTINGS, files),
            Settings::Commands(commands) => record_rows(COMMAND_SETTINGS, commands),
        }
    }

    /// Takes the settings of a worker that is extended where its own are not written.
    pub fn inherit(&mut self, theirs: &Settings, is_written: impl Fn(&str) -> bool) {
        match (self, theirs) {
            (Settings::Files(own), Settings::Files(theirs)) => {
                for row in FILE_SETTINGS {
                    row.inherit(own, theirs, is_written(row.key));
                }
            }
            (Settings::Commands(own), Settings::Commands(theirs)) => {
                for row in COMMAND_SETTINGS {
                    row.inherit(own, theirs, is_written(row.key));
                }
            }
            _ => {}
        }
    }

    /// Finds a setting that allows more than its counterpart. `None` is proved; a setting that is found
    /// may in rare cases be equivalent.
    pub fn find_wider(&self, than: &Settings) -> Option<Wider> {
        match (self, than) {
            (Settings::Files(own), Settings::Files(than)) => {
                find_wider(FILE_SETTINGS, own, than, own.span)
            }
            (Settings::Commands(own), Settings::Commands(than)) => {
                find_wider(COMMAND_SETTINGS, own, than, own.span)
            }
            _ => None,
        }
    }
}

fn record_rows<T>(rows: &[ToolsetSetting<T>], settings: &T) -> Vec<(&'static str, Node)> {
    let recorded = rows
        .iter()
        .filter_map(|row| Some((row.locked, row.record(settings)?)));
    recorded.collect()
}

/// What is allowed at all comes before how much.
fn find_wider<T>(rows: &[ToolsetSetting<T>], own: &T, than: &T, toolset: Span) -> Option<Wider> {
    let is_limit = |row: &&ToolsetSetting<T>| matches!(row.value, ToolsetValue::Limit(..));
    let (limits, others): (Vec<_>, Vec<_>) = rows.iter().partition(is_limit);
    let mut rows = others.into_iter().chain(limits);
    rows.find_map(|row| row.find_wider(own, than, toolset))
}

/// The keys that only the built-in toolset with a name understands.
pub fn list_keys(toolset: &str) -> Vec<&'static str> {
    match toolset {
        "filesystem" => list_own_keys(FILE_SETTINGS),
        "shell" => list_own_keys(COMMAND_SETTINGS),
        _ => Vec::new(),
    }
}

fn list_own_keys<T>(rows: &[ToolsetSetting<T>]) -> Vec<&'static str> {
    let own = rows
        .iter()
        .filter(|row| !matches!(row.value, ToolsetValue::Restriction(_)));
    own.map(|row| row.key).collect()
}
