//! Objects with as few keys as the rules allow.

use super::goal::Goal;
use super::{Candidates, Example, Examples, Task, quote};
use crate::schema::rules::{self, count_range};
use crate::schema::shape::{Object, ShapeId};
use std::collections::HashSet;

/// Keys for objects that need more of them than are named.
const SPARE: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h"];

/// The members of an object under construction.
struct Members {
    keys: HashSet<String>,
    text: String,
}

impl<'s> Examples<'s> {
    pub(super) fn object(&mut self, mut goal: Goal<'s>, task: Task<'_>) -> Example {
        let required = required(&goal);
        let depends = |(key, _): &(&str, ShapeId)| required.iter().any(|known| known == key);
        if let Some(at) = goal.depend.iter().position(depends) {
            let (_, id) = goal.depend.remove(at);
            goal.keys = required;
            return if goal.add(self.shapes, id) {
                self.solve(goal, task)
            } else {
                Example::Impossible
            };
        }
        let (least, most) = count(&goal);
        if most.is_some_and(|most| least.max(required.len() as u64) > most) {
            return Example::Impossible;
        }
        if required.iter().any(|key| goal.absent.contains(key)) {
            return Example::Impossible;
        }
        let mut members = Members {
            keys: HashSet::new(),
            text: String::new(),
        };
        let mut decided = true;
        for key in required {
            match self.member(&goal, &key, task) {
                Example::Value(value) => members.add(&key, &value),
                Example::Impossible => return Example::Impossible,
                Example::Undecided => decided = false,
            }
        }
        if !decided || !self.fill_up(&goal, &mut members, task) {
            return Example::Undecided;
        }
        let text = format!("{{{}}}", members.text);
        self.settle(Candidates::Some(vec![text]), task)
    }

    /// The value of a key.
    fn member(&mut self, goal: &Goal<'s>, key: &str, task: Task<'_>) -> Example {
        let allowed = self.keys.as_ref().filter(|_| task.depth == 0);
        let is_absent = goal.absent.iter().any(|absent| absent == key);
        if is_absent || allowed.is_some_and(|keys| !keys.contains(key)) {
            return Example::Impossible;
        }
        let names: Vec<ShapeId> = goal
            .objects
            .iter()
            .filter_map(|rules| rules.names)
            .collect();
        match self.fits(&names, &quote(key)) {
            Some(true) => {}
            Some(false) => return Example::Impossible,
            None => return Example::Undecided,
        }
        let wanted = shapes_at_key_of_all(goal, key);
        let refused = goal.wrong.iter().filter(|(wrong, _)| wrong == key);
        let refused: Vec<ShapeId> = refused.map(|(_, id)| *id).collect();
        self.value(Task {
            wanted: &wanted,
            refused: &refused,
            taken: &[],
            depth: task.depth + 1,
        })
    }

    /// Adds keys up to the minimum number; returns `false` if there are not enough.
    fn fill_up(&mut self, goal: &Goal<'s>, members: &mut Members, task: Task<'_>) -> bool {
        let least = usize::try_from(count(goal).0).unwrap_or(usize::MAX);
        let named = goal.objects.iter().flat_map(|rules| &rules.fields);
        let named = named.map(|field| field.name.as_str());
        for key in named.chain(SPARE.iter().copied()) {
            if members.keys.len() >= least {
                break;
            }
            if !members.keys.contains(key)
                && let Example::Value(value) = self.member(goal, key, task)
            {
                members.add(key, &value);
            }
        }
        members.keys.len() >= least
    }
}

impl Members {
    fn add(&mut self, key: &str, value: &str) {
        self.keys.insert(key.to_owned());
        let comma = if self.text.is_empty() { "" } else { "," };
        self.text += &format!("{comma}{}:{value}", quote(key));
    }
}

/// The minimum and maximum number of keys.
fn count(goal: &Goal<'_>) -> (u64, Option<u64>) {
    let limits = goal.objects.iter().map(|object| &object.limits);
    let limits = limits.chain(&goal.object_limits);
    count_range(rules::OBJECT, limits)
}

/// The keys that must be present: required ones, and those that follow from them.
pub(super) fn required(goal: &Goal<'_>) -> Vec<String> {
    let fields = goal.objects.iter().flat_map(|rules| &rules.fields);
    let required = fields.filter(|field| field.required);
    let own = required.map(|field| &field.name);
    let mut keys: Vec<String> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let wrong = goal.wrong.iter().map(|(key, _)| key);
    for key in own.chain(&goal.keys).chain(wrong) {
        if known.insert(key) {
            keys.push(key.clone());
        }
    }
    let mut at = 0;
    while let Some(key) = keys.get(at).cloned() {
        at += 1;
        let rules = goal.follow.iter().filter(|(of, _)| *of == key);
        for next in rules.flat_map(|(_, keys)| keys.iter()) {
            if known.insert(next) {
                keys.push(next.clone());
            }
        }
    }
    keys
}

/// The shapes that the objects of a goal apply to the value of a key.
pub(super) fn shapes_at_key_of_all(goal: &Goal<'_>, key: &str) -> Vec<ShapeId> {
    let mut wanted: Vec<ShapeId> = Vec::new();
    for id in goal
        .objects
        .iter()
        .flat_map(|rules| shapes_at_key(rules, key))
    {
        if !wanted.contains(&id) {
            wanted.push(id);
        }
    }
    wanted
}

/// The shapes that an object applies to the value of a key.
pub(super) fn shapes_at_key(rules: &Object, key: &str) -> Vec<ShapeId> {
    let own = rules.fields.iter().filter(|field| field.name == key);
    // the validator refuses values that are too expensive to match
    let matching = rules
        .patterns
        .iter()
        .filter(|(pattern, _)| pattern.matches(key));
    let mut ids: Vec<ShapeId> = own.map(|field| field.shape).collect();
    ids.extend(matching.map(|(_, id)| *id));
    if ids.is_empty() {
        ids.push(rules.rest);
    }
    ids
}
