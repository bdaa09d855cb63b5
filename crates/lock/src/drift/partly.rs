//! Comparing what compiles where something else does not: what an error touches is left out on both sides, so that
//! its consequences are not taken for changes.

use crate::lock::{Lock, LockedTool, LockedWorker, name_of};
use std::collections::{BTreeSet, HashSet};
use toolc_base::source::{SourceId, Span};

/// What errors touch.
#[derive(Debug, Default)]
pub struct Broken {
    /// The files that have an error.
    pub sources: HashSet<SourceId>,
    /// The tools that have one, or are left out because of one: `namespace::name`.
    pub tools: HashSet<String>,
    /// Whether tools may be missing from the current state only because of an error.
    pub may_lack_tools: bool,
}

/// What is compared of two locks, and what is not.
pub(super) struct Parts {
    pub lock: Lock,
    pub now: Lock,
}

impl Broken {
    /// The parts of both locks that no error touches.
    pub(super) fn leave_out(&self, lock: &Lock, now: &Lock) -> Parts {
        let tools = self.touched_tools(lock, now);
        let workers = self.touched_workers(lock, now);
        let rest = |side: &Lock| Lock {
            tools: without(&side.tools, |tool: &LockedTool| {
                tools.contains(tool.name.as_str())
            }),
            definitions: side.definitions.clone(),
            engines: side.engines.clone(),
            workers: without(&side.workers, |worker: &LockedWorker| {
                workers.contains(worker.name.as_str())
            }),
            artifacts: side.artifacts.clone(),
        };
        Parts {
            lock: rest(lock),
            now: rest(now),
        }
    }

    /// What is left out, in words: `worker `a` and 2 tools`; empty if it is nothing.
    pub fn describe(&self, lock: &Lock, now: &Lock) -> String {
        let workers = self.touched_workers(lock, now);
        let tools = self.touched_tools(lock, now);
        let words = [("worker", workers), ("tool", tools)].map(|(noun, names)| {
            let names: Vec<&str> = names.into_iter().collect();
            match names[..] {
                [] => None,
                [only] => Some(format!("{noun} `{only}`")),
                _ => Some(format!("{} {noun}s", names.len())),
            }
        });
        let words: Vec<String> = words.into_iter().flatten().collect();
        words.join(" and ")
    }

    fn touched_tools<'l>(&self, lock: &'l Lock, now: &'l Lock) -> BTreeSet<&'l str> {
        let there: HashSet<&str> = now.tools.iter().map(|tool| tool.name.as_str()).collect();
        let names = lock.tools.iter().chain(&now.tools);
        let names = names.map(|tool| tool.name.as_str());
        names
            .filter(|name| {
                let is_lost = self.may_lack_tools && !there.contains(name);
                is_lost || self.tools.contains(*name)
            })
            .collect()
    }

    /// A worker is touched by an error in its file or in that of a worker that it extends, and by one that may have
    /// taken a tool from it: from one that the lock does not have, any that is missing.
    fn touched_workers<'l>(&self, lock: &'l Lock, now: &'l Lock) -> BTreeSet<&'l str> {
        let there = now.workers.iter().map(|worker| worker.name.as_str());
        let there: HashSet<&str> = there.collect();
        let tools = self.touched_tools(lock, now);
        let lost = lock.workers.iter().filter(|worker| {
            let mut keys = worker.grants.keys().chain(worker.blocked.keys());
            let lacks = keys.any(|key| tools.contains(name_of(key)));
            lacks || !there.contains(worker.name.as_str())
        });
        let accepted: HashSet<&str> = lock
            .workers
            .iter()
            .map(|worker| worker.name.as_str())
            .collect();
        let broken = now.workers.iter().filter(|worker| {
            let is_added = !accepted.contains(worker.name.as_str());
            let mut places = places_of(worker);
            is_added && self.may_lack_tools
                || places.any(|place| self.sources.contains(&place.source))
        });
        let touched = broken.chain(lost);
        touched.map(|worker| worker.name.as_str()).collect()
    }
}

fn without<T: Clone>(all: &[T], is_left_out: impl Fn(&T) -> bool) -> Vec<T> {
    let rest = all.iter().filter(|one| !is_left_out(one));
    rest.cloned().collect()
}

/// Where a worker gets what it says from.
fn places_of(worker: &LockedWorker) -> impl Iterator<Item = Span> {
    let grants = worker.grants.values();
    let grants = grants.flat_map(|grant| [grant.span, grant.listed]);
    let blocked = worker.blocked.values().map(|block| block.span);
    let settings = worker.settings.values().map(|node| Some(node.span));
    let places = grants.chain(blocked).chain(settings).chain([worker.span]);
    places.flatten()
}
