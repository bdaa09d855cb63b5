//! The command itself: exit codes, what goes to stdout and what to stderr, and the findings that no file in
//! `tests/ui` can show.

#[path = "cli/accepting.rs"]
mod accepting;
#[path = "cli/answers.rs"]
mod answers;
#[path = "cli/build_systems.rs"]
mod build_systems;
#[path = "cli/building.rs"]
mod building;
#[path = "support/command.rs"]
mod command;
#[path = "cli/continuous.rs"]
mod continuous;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/enriching.rs"]
mod enriching;
#[path = "cli/evolution.rs"]
mod evolution;
#[path = "cli/exports.rs"]
mod exports;
#[path = "cli/formatting.rs"]
mod formatting;
#[path = "cli/hooks.rs"]
mod hooks;
#[path = "cli/init.rs"]
mod init;
#[path = "cli/lints.rs"]
mod lints;
#[path = "cli/listing.rs"]
mod listing;
#[path = "cli/locks.rs"]
mod locks;
#[path = "cli/machines.rs"]
mod machines;
#[cfg(unix)]
#[path = "cli/manifest.rs"]
mod manifest;
#[path = "cli/origins.rs"]
mod origins;
#[path = "cli/paths.rs"]
mod paths;
#[cfg(unix)]
#[path = "cli/plugins.rs"]
mod plugins;
#[path = "support/random.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod random;
#[path = "cli/reference.rs"]
mod reference;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/reports.rs"]
mod reports;
#[path = "cli/revisions.rs"]
mod revisions;
#[path = "cli/sampling.rs"]
mod sampling;
#[path = "cli/schemas.rs"]
mod schemas;
#[path = "cli/secrets.rs"]
mod secrets;
#[path = "cli/semver.rs"]
mod semver;
#[path = "cli/shown.rs"]
mod shown;
#[path = "cli/simulating.rs"]
mod simulating;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "cli/stages.rs"]
mod stages;
#[path = "cli/strict.rs"]
mod strict;
#[path = "cli/workers.rs"]
mod workers;
