//! The stages that findings come from.

use super::Code;

/// What was being done when a finding was made; encoded in the first two digits of its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Files are found and parsed: `T01`.
    Load,
    /// Files are read into drafts: `T02`.
    Read,
    /// Names and schemas are resolved: `T03`.
    Resolve,
    /// Tools and workers are checked: `T04`.
    Check,
    /// Code is generated and written: `T05`.
    Write,
    /// The lock is compared with the current tools: `T060` to `T062`.
    Drift,
    /// Settings under `lints`, and texts that mislead a model: the rest of `T06`.
    Lint,
    /// Snapshots are fetched: the rest of `T07`.
    Snapshot,
    /// Recorded calls are judged, and the versions of tools compared: `T074` and `T075`.
    Replay,
    /// Plug-ins and loaders run: `T076`, `T0770` and `T0771`.
    Plugin,
    /// Files are laid out: `T078`.
    Format,
    /// A worker is written for a host, or compared with a host's file: `T079`.
    Host,
}

impl Stage {
    /// Its name in GitHub annotations.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Load => "load",
            Stage::Read => "read",
            Stage::Resolve => "resolve",
            Stage::Check => "check",
            Stage::Write => "write",
            Stage::Drift => "drift",
            Stage::Lint => "lint",
            Stage::Snapshot => "snapshot",
            Stage::Replay => "replay",
            Stage::Plugin => "plugin",
            Stage::Format => "format",
            Stage::Host => "host",
        }
    }
}

impl Code {
    /// The stage that reports it.
    pub fn stage(self) -> Stage {
        match self.number() {
            ..200 => Stage::Load,
            200..300 => Stage::Read,
            300..400 => Stage::Resolve,
            400..500 => Stage::Check,
            500..600 => Stage::Write,
            600..630 | 642..650 => Stage::Drift,
            630..700 => Stage::Lint,
            740..760 => Stage::Replay,
            760..772 => Stage::Plugin,
            780..790 => Stage::Format,
            790..800 => Stage::Host,
            _ => Stage::Snapshot,
        }
    }
}
