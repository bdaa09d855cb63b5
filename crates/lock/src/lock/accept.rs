//! Accepts changes of some subjects into a lock.

use super::moved::{pair_by_name, rename_tools};
use super::renames::{find_renames, rename_references, rename_tool};
use super::strict::accept_shown;
use super::tools::{ENGINE, OF_ENGINE};
use super::tree::{REFERENCE, each_reference};
use super::{Lock, LockedEngine, LockedTool, LockedWorker, Subject, name_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use toolc_base::node::Node;
use toolc_base::source::Spanned;
use toolc_model::model::approval::Approval;

/// The lock with the current state of these subjects. Everything else stays as accepted.
pub fn accept_changes(lock: &Lock, now: &Lock, subjects: &[Subject<'_>]) -> Lock {
    let accepted = |name: &str| subjects.contains(&Subject::Tool(name));
    let renames = find_renames(lock, now);
    let kept = lock
        .tools
        .iter()
        .filter(|tool| !accepted(&tool.name))
        .cloned();
    let taken = now.tools.iter().filter(|tool| accepted(&tool.name));
    let mut tools: Vec<LockedTool> = kept
        .chain(taken.map(|tool| rename_tool(tool, &renames)))
        .collect();
    for tool in &mut tools {
        tool.approval = accept_approval(lock, now, subjects, tool);
    }
    accept_engine_settings(&mut tools, lock, now, subjects);
    let workers: BTreeSet<&str> = subjects.iter().filter_map(accepted_worker).collect();
    accept_shown(&mut tools, now, &workers);
    tools.sort_by(|a, b| (&a.name, a.overload).cmp(&(&b.name, b.overload)));

    let mut definitions = lock.definitions.clone();
    for (key, node) in &now.definitions {
        let key = renames.get(key.as_str()).unwrap_or(key).clone();
        definitions.insert(key, rename_references(node, &renames));
    }
    Lock {
        definitions: keep_reached(definitions, &tools),
        engines: accept_engines(lock, now, subjects),
        workers: accept_workers(lock, now, subjects),
        artifacts: mix(&lock.artifacts, &now.artifacts, &|name| {
            subjects.contains(&Subject::Artifact(name))
        }),
        tools,
    }
}

fn accepted_worker<'s>(subject: &Subject<'s>) -> Option<&'s str> {
    match subject {
        Subject::Worker(name) => Some(name),
        _ => None,
    }
}

/// The tool's own approval: the current one if it is accepted, else that of the lock, or the
/// current one if the tool is not in the lock.
fn accept_approval(
    lock: &Lock,
    now: &Lock,
    subjects: &[Subject<'_>],
    tool: &LockedTool,
) -> Option<Spanned<Approval>> {
    let own = |lock: &Lock| {
        let mut tools = lock.tools.iter();
        let same = tools.find(|other| other.name == tool.name && other.overload == tool.overload);
        same.map(|other| other.approval.clone())
    };
    let accepted = subjects.contains(&Subject::Approval(&tool.name));
    let sides = if accepted { [now, lock] } else { [lock, now] };
    sides.into_iter().find_map(own).flatten()
}

fn accept_engines(lock: &Lock, now: &Lock, subjects: &[Subject<'_>]) -> Vec<LockedEngine> {
    let accepted = |engine: &&LockedEngine| subjects.contains(&Subject::Engine(&engine.name));
    let kept = lock.engines.iter().filter(|engine| !accepted(engine));
    let taken = now.engines.iter().filter(accepted);
    let mut engines: Vec<LockedEngine> = kept.chain(taken).cloned().collect();
    engines.sort_by(|a, b| a.name.cmp(&b.name));
    engines
}

/// What the tools of an accepted engine call now, and with which credentials, if they were run by the same engine
/// before.
fn accept_engine_settings(
    tools: &mut [LockedTool],
    lock: &Lock,
    now: &Lock,
    subjects: &[Subject<'_>],
) {
    let engine_of = |tool: &LockedTool| {
        let engine = tool.settings.get(ENGINE).and_then(Node::as_str)?;
        subjects
            .contains(&Subject::Engine(engine))
            .then(|| engine.to_owned())
    };
    let paired = pair_by_name(lock, now).pairs.into_iter();
    let current: HashMap<String, &LockedTool> = paired.map(|(old, new)| (old.key(), new)).collect();
    for tool in tools {
        let Some(new) = current.get(&tool.key()) else {
            continue;
        };
        let engine = engine_of(tool);
        if engine.is_none() || engine != engine_of(new) {
            continue;
        }
        for &key in OF_ENGINE {
            match new.settings.get(key) {
                Some(value) => tool.settings.insert(key.to_owned(), value.clone()),
                None => tool.settings.remove(key),
            };
        }
    }
}

/// Accepted workers in their current state. The others keep what they say, and name accepted tools by their
/// current keys; only accepted grants change.
fn accept_workers(lock: &Lock, now: &Lock, subjects: &[Subject<'_>]) -> Vec<LockedWorker> {
    let accepted = |worker: &&LockedWorker| subjects.contains(&Subject::Worker(&worker.name));
    let taken = now.workers.iter().filter(accepted).cloned();
    let moved = find_moved(lock, now, subjects);
    let kept = lock.workers.iter().filter(|worker| !accepted(worker));
    let kept = kept.map(|worker| {
        let today = now.workers.iter().find(|other| other.name == worker.name);
        accept_grants(&rename_tools(worker, &moved), today, subjects)
    });
    let mut workers: Vec<LockedWorker> = kept.chain(taken).collect();
    workers.sort_by(|a, b| a.name.cmp(&b.name));
    workers
}

/// The keys of accepted overloads that changed: what workers say about them still holds.
fn find_moved(lock: &Lock, now: &Lock, subjects: &[Subject<'_>]) -> HashMap<String, String> {
    let pairs = pair_by_name(lock, now).pairs.into_iter();
    pairs
        .filter(|(_, new)| subjects.contains(&Subject::Tool(&new.name)))
        .map(|(old, new)| (old.key(), new.key()))
        .collect()
}

/// Drops definitions that no tool reaches any more.
fn keep_reached(
    mut definitions: BTreeMap<String, Node>,
    tools: &[LockedTool],
) -> BTreeMap<String, Node> {
    let mut reached: BTreeMap<String, Node> = BTreeMap::new();
    let mut open: Vec<String> = Vec::new();
    let note = |node: &Node, open: &mut Vec<String>| {
        each_reference(node, &mut |reference| {
            open.extend(reference.strip_prefix(REFERENCE).map(str::to_owned));
        });
    };
    for schema in tools
        .iter()
        .flat_map(|tool| std::iter::once(&tool.input).chain(&tool.output))
    {
        note(schema, &mut open);
    }
    while let Some(key) = open.pop() {
        if let Some((key, node)) = definitions.remove_entry(&key) {
            note(&node, &mut open);
            reached.insert(key, node);
        }
    }
    reached
}

fn accept_grants(
    worker: &LockedWorker,
    today: Option<&LockedWorker>,
    subjects: &[Subject<'_>],
) -> LockedWorker {
    let Some(today) = today else {
        return worker.clone();
    };
    let is_accepted = |key: &str| {
        subjects.contains(&Subject::Grant {
            worker: &worker.name,
            tool: name_of(key),
        })
    };
    LockedWorker {
        grants: mix(&worker.grants, &today.grants, &is_accepted),
        blocked: mix(&worker.blocked, &today.blocked, &is_accepted),
        ..worker.clone()
    }
}

fn mix<T: Clone>(
    old: &BTreeMap<String, T>,
    new: &BTreeMap<String, T>,
    accepted: &dyn Fn(&str) -> bool,
) -> BTreeMap<String, T> {
    let kept = old.iter().filter(|(key, _)| !accepted(key));
    let taken = new.iter().filter(|(key, _)| accepted(key));
    kept.chain(taken)
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
