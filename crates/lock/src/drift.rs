//! Verb: compares two locks, the accepted state and the current one, into findings on each difference.

mod artifacts;
mod changes;
mod commands;
mod comparison;
mod definitions;
mod effects;
mod engines;
mod flow;
mod matches;
mod old_names;
mod partly;
mod policy;
mod report;
mod request;
mod results;
mod rights;
mod rules;
mod schema;
mod settings;
#[cfg(feature = "cli")]
mod shaped;
mod strict;
#[cfg(test)]
mod tests;
mod tool_settings;
mod tools;
mod witness;

use crate::lock::{Lock, keep_keys};
pub use artifacts::compare_artifacts;
use comparison::Comparison;
use definitions::Definitions;
pub use partly::Broken;
use report::Report;
#[cfg(feature = "cli")]
pub use shaped::{LockedPair, LockedSchemas, pair_tools};
use toolc_base::diagnostic::Diagnostics;
use witness::Search;

/// Reports every difference between the current state and the accepted `lock`, and how to accept
/// each: with options of `command`, which is `toolc lock` with the paths of these specs.
pub fn compare_with_lock(diagnostics: &mut Diagnostics, command: &str, lock: &Lock, now: &Lock) {
    compare_all(&mut Report::to_accept(diagnostics, command), lock, now);
}

/// Reports every difference between what compiles and the accepted `lock`, except where errors are.
pub fn compare_partly(
    diagnostics: &mut Diagnostics,
    command: &str,
    lock: &Lock,
    now: &Lock,
    broken: &Broken,
) {
    let parts = broken.leave_out(lock, now);
    compare_with_lock(diagnostics, command, &parts.lock, &parts.now);
}

/// The current name of a tool of the lock that no longer exists: certain or, failing that, likely.
pub fn find_renamed<'l>(lock: &'l Lock, now: &'l Lock, name: &str) -> Option<&'l str> {
    let matches = matches::match_tools(lock, now);
    let mut renamed = matches.renamed.iter();
    if let Some((_, new)) = renamed.find(|(old, _)| old.name == name) {
        return Some(&new.name);
    }
    let old = matches.removed.iter().find(|tool| tool.name == name)?;
    tools::guess_new_name(old, &matches)
}

/// Reports every difference between two locks.
pub fn compare_locks(diagnostics: &mut Diagnostics, old: &Lock, new: &Lock) {
    compare_all(&mut Report::between_locks(diagnostics), old, new);
}

fn compare_all(report: &mut Report<'_>, lock: &Lock, now: &Lock) {
    let kept = keep_keys(lock, now);
    let now = kept.as_ref().unwrap_or(now);
    let matches = matches::match_tools(lock, now);
    let definitions = Definitions::new(&lock.definitions, &now.definitions);
    let mut comparison = Comparison {
        definitions: &definitions,
        search: &mut Search::between([lock, now]),
    };
    tools::compare_tools(report, &mut comparison, lock, now, &matches);
    engines::compare_engines(report, lock, now, &matches.pairs);
    policy::compare_workers(report, &mut comparison, lock, now, &matches);
}
