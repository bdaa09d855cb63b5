//! By which names tools are called: today's, and those that they had before.

use super::evolution::OldName;
use super::policy::{Blocked, Worker};
use super::wire::wire_name;
use super::{Catalog, Tool, ToolId};
use std::collections::BTreeMap;

/// What to write in place of a name that a tool had before, where tools are named by their qualified names.
pub fn explain_old_name(tools: &[Tool], name: &str) -> Option<String> {
    let tool = tools.iter().find(|tool| tool.had_name(name))?;
    Some(format!(
        "`{name}` is an old name: write `{}`",
        tool.qualified()
    ))
}

/// Where a name leads among the rows of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexEntry {
    /// The first row.
    pub first: usize,
    /// How many rows follow from there.
    pub count: usize,
    /// Whether the tools had the name before.
    pub is_old: bool,
}

impl Tool {
    /// The wire names that it had under an old name: those that follow from the name, and the name itself if the tool
    /// has a wire name of its own choice.
    pub fn old_wire_names(&self, old: &OldName) -> Vec<String> {
        let (namespace, name) = old
            .name
            .value
            .split_once("::")
            .unwrap_or(("", &old.name.value));
        let fingerprint = (self.overload > 0).then_some(self.raw_fingerprint.as_str());
        let mut names = vec![wire_name(namespace, name, fingerprint)];
        if self.wire_name != wire_name(&self.namespace, &self.name, fingerprint) {
            names.push(name.to_owned());
        }
        names
    }

    /// Whether a name, qualified or on the wire, is one that it had before.
    pub fn had_name(&self, name: &str) -> bool {
        let mut old_names = self.evolution.old_names.iter();
        old_names.any(|old| {
            old.name.value == name || self.old_wire_names(old).iter().any(|wire| wire == name)
        })
    }

    /// Whether calls reach it by a name: qualified, on the wire, or one that it had before.
    pub fn has_name(&self, name: &str) -> bool {
        self.qualified() == name || self.wire_name == name || self.had_name(name)
    }
}

impl Catalog {
    /// All names by which tools can be called, each with its first row in this order and the number of its rows. A
    /// name covers all overloads, and so does an old one.
    pub fn index_names(&self, order: &[ToolId]) -> BTreeMap<String, IndexEntry> {
        let mut index: BTreeMap<String, IndexEntry> = BTreeMap::new();
        let entry = |first, count, is_old| IndexEntry {
            first,
            count,
            is_old,
        };
        for (row, id) in order.iter().enumerate() {
            let tool = self.tool(*id);
            index
                .entry(tool.qualified())
                .or_insert(entry(row, 0, false))
                .count += 1;
            index
                .entry(tool.wire_name.clone())
                .or_insert(entry(row, 1, false));
        }
        for (row, id) in order.iter().enumerate() {
            let tool = self.tool(*id);
            for old in &tool.evolution.old_names {
                let all = index.get(&tool.qualified()).copied();
                let all = all.unwrap_or(entry(row, 1, false));
                let qualified = index.entry(old.name.value.clone());
                qualified.or_insert(entry(all.first, all.count, true));
                let overloads = order.iter().enumerate().skip(all.first);
                for (at, id) in overloads.take(all.count) {
                    for name in self.tool(*id).old_wire_names(old) {
                        index.entry(name).or_insert(entry(at, 1, true));
                    }
                }
            }
        }
        index
    }

    /// What a worker refuses, by all names that calls may use: an old name gets the answer of the new one.
    pub fn list_blocked(&self, worker: &Worker) -> Vec<Blocked> {
        let mut all = worker.blocked.clone();
        for blocked in &worker.blocked {
            let mut tools = self.tools.iter();
            let tool = tools.find(|tool| tool.wire_name == blocked.wire_name);
            for old in tool.iter().flat_map(|tool| &tool.evolution.old_names) {
                let wire_names = tool.map_or_else(Vec::new, |tool| tool.old_wire_names(old));
                for name in wire_names.into_iter().chain([old.name.value.clone()]) {
                    all.push(Blocked {
                        name,
                        ..blocked.clone()
                    });
                }
            }
        }
        all
    }
}
