//! What a worker or an engine shows of results: whether it shows more or less than before.

use super::report::drift_finding;
use super::settings::Changed;
use crate::lock::{LockedWorker, RESULTS, Settings};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code, Diagnostic};
use toolc_base::node::Node;

/// The finding on a change of `results`; `None` for other settings. Whoever reads results may rely on a part that is not
/// shown any more; a part that is shown now may be one that a model was not to see.
pub(super) fn judge_results(
    old: &LockedWorker,
    new: &LockedWorker,
    change: &Changed,
) -> Option<Diagnostic> {
    if change.key != RESULTS {
        return None;
    }
    let (class, what) = compare_results(&old.settings, &new.settings);
    let message = format!("worker `{}` {what}: {}", new.name, change.how);
    let place = new.span.map(|_| change.span);
    Some(drift_finding((Code::WORKER_CHANGED, class), place, message))
}

/// What kind of change another `results` is, of a worker or of an engine, and what it does in words.
pub(super) fn compare_results(old: &Settings, new: &Settings) -> (Class, &'static str) {
    let (was, is) = (list_entries(old), list_entries(new));
    let subjects: BTreeSet<&str> = was.keys().chain(is.keys()).copied().collect();
    let none = Entry::default();
    let (mut more, mut less, mut limits) = (false, false, false);
    for subject in subjects {
        let was = was.get(subject).unwrap_or(&none);
        let is = is.get(subject).unwrap_or(&none);
        more |= !was.drop.is_subset(&is.drop);
        less |= !is.drop.is_subset(&was.drop);
        match (&was.keep, &is.keep) {
            (Some(was), Some(is)) => {
                more |= !is.is_subset(was);
                less |= !was.is_subset(is);
            }
            (Some(_), None) => more = true,
            (None, Some(_)) => less = true,
            (None, None) => {}
        }
        limits |= was.limits != is.limits;
    }
    match (more, less) {
        (true, true) => (Class::OutputBreaking, "shows other parts of results"),
        (false, true) => (Class::OutputBreaking, "shows fewer parts of results"),
        (true, false) => (Class::OutputPolicy, "shows more parts of results"),
        (false, false) if limits => (Class::Limits, "shows another amount of results"),
        (false, false) => (
            Class::Setting,
            "names what it shows of results in another order",
        ),
    }
}

/// What is said about one subject.
#[derive(Default)]
struct Entry<'l> {
    keep: Option<BTreeSet<&'l str>>,
    drop: BTreeSet<&'l str>,
    limits: BTreeSet<&'l str>,
}

/// The entries by subject, as the lock has them: `shop::list: keep /id, /name; drop /url; 50 items`. Several entries about
/// one subject come from workers that extend each other, and hold together.
fn list_entries(settings: &Settings) -> BTreeMap<&str, Entry<'_>> {
    let list = settings.get(RESULTS).and_then(Node::as_list);
    let lines = list.unwrap_or_default().iter().filter_map(Node::as_str);
    let mut entries: BTreeMap<&str, Entry<'_>> = BTreeMap::new();
    for (subject, words) in lines.filter_map(|line| line.split_once(": ")) {
        let entry = entries.entry(subject).or_default();
        for part in words.split("; ") {
            match part.split_once(' ') {
                Some(("keep", pointers)) => {
                    let kept = pointers.split(", ");
                    entry.keep.get_or_insert_default().extend(kept);
                }
                Some(("drop", pointers)) => entry.drop.extend(pointers.split(", ")),
                _ => {
                    entry.limits.insert(part);
                }
            }
        }
    }
    entries
}
