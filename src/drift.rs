//! Verb: compares two locks, the accepted state and the current one, into findings on each difference.

mod changes;
mod comparison;
mod definitions;
mod effects;
mod engines;
mod flow;
mod matches;
mod policy;
mod prose;
mod report;
mod request;
mod rights;
mod rules;
mod schema;
mod settings;
#[cfg(feature = "cli")]
mod shaped;
mod strict;
#[cfg(test)]
mod tests;
mod tools;
mod witness;

use crate::diagnostic::Diagnostics;
use crate::lock::{Lock, keep_keys};
use comparison::Comparison;
use definitions::Definitions;
use report::Report;
#[cfg(feature = "cli")]
pub use shaped::{LockedPair, LockedSchemas, pair_tools};
use witness::Search;

/// Reports every difference between the current state and the accepted `lock`, and how to accept
/// each: with options of `command`, which is `toolc lock` with the paths of these specs.
pub fn compare_with_lock(diagnostics: &mut Diagnostics, command: &str, lock: &Lock, now: &Lock) {
    compare_all(&mut Report::to_accept(diagnostics, command), lock, now);
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
        search: &mut Search::new(),
    };
    tools::compare_tools(report, &mut comparison, lock, now, &matches);
    engines::compare_engines(report, lock, now);
    policy::compare_workers(report, &mut comparison, lock, now, &matches);
}
