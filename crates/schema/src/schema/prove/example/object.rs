//! Objects with as few keys as the rules allow.

use super::goal::Goal;
use super::{Candidates, Example, Examples, MAX_LENGTH, Task, quote};
use crate::schema::rules::{self, count_range};
use crate::schema::shape::ShapeId;
use crate::schema::work::{MUCH, SOME};
use std::collections::HashSet;

/// Keys for objects that need more of them than are named.
const SPARE: &[&str] = &["a", "b", "c", "d", "e", "f", "g", "h"];

/// The members of an object under construction.
struct Members {
    keys: HashSet<String>,
    text: String,
}

impl<'s> Examples<'s> {
    pub(super) fn object(&mut self, mut goal: Box<Goal<'s>>, task: Task<'_>) -> Example {
        let required = list_required(&goal);
        let known: HashSet<&str> = required.iter().map(String::as_str).collect();
        self.work
            .charge((required.len() + goal.depend.len()) * SOME);
        let depends = |(key, _): &(&str, ShapeId)| known.contains(key);
        if let Some(at) = goal.depend.iter().position(depends) {
            let (_, id) = goal.depend.remove(at);
            goal.keys = required;
            return if goal.add(self.shapes, id) {
                self.solve(goal, task)
            } else {
                Example::Impossible
            };
        }
        let (minimum, maximum) = count(&goal);
        if maximum.is_some_and(|maximum| minimum.max(required.len() as u64) > maximum) {
            return Example::Impossible;
        }
        if goal.absent.iter().any(|key| known.contains(key.as_str())) {
            return Example::Impossible;
        }
        let mut members = Members {
            keys: HashSet::new(),
            text: String::new(),
        };
        let mut decided = true;
        for key in &required {
            if members.text.len() > MAX_LENGTH {
                return Example::Undecided;
            }
            match self.member(&goal, key, task) {
                Example::Value(value) => members.add(key, &value),
                Example::Impossible => return Example::Impossible,
                Example::Undecided => decided = false,
            }
        }
        if !decided || !self.fill_up(&goal, &mut members, task) {
            return Example::Undecided;
        }
        self.work.charge(members.text.len());
        let text = format!("{{{}}}", members.text);
        self.settle(Candidates::Some(vec![text]), task)
    }

    /// The value of a key.
    fn member(&mut self, goal: &Goal<'s>, key: &str, task: Task<'_>) -> Example {
        let allowed = self.keys.as_ref().filter(|_| task.depth == 0);
        self.work
            .charge(goal.absent.len() + goal.wrong.len() + goal.objects.len());
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
        let wanted = self.shapes_at_key_of_all(goal, key);
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
        let minimum = usize::try_from(count(goal).0).unwrap_or(usize::MAX);
        let named = goal.objects.iter().flat_map(|rules| &rules.fields);
        let named = named.map(|field| field.name.as_str());
        for key in named.chain(SPARE.iter().copied()) {
            if members.keys.len() >= minimum || members.text.len() > MAX_LENGTH {
                break;
            }
            if !members.keys.contains(key)
                && let Example::Value(value) = self.member(goal, key, task)
            {
                members.add(key, &value);
            }
        }
        members.keys.len() >= minimum
    }

    /// The shapes that the objects of a goal apply to the value of a key.
    pub(super) fn shapes_at_key_of_all(&mut self, goal: &Goal<'s>, key: &str) -> Vec<ShapeId> {
        let mut wanted: Vec<ShapeId> = Vec::new();
        for object in &goal.objects {
            let ids = self.within.possible_shapes_at_key(object, key);
            self.work.charge(wanted.len() * ids.len() / 4);
            for id in ids {
                if !wanted.contains(&id) {
                    wanted.push(id);
                }
            }
        }
        wanted
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
pub(super) fn list_required(goal: &Goal<'_>) -> Vec<String> {
    let fields = goal.objects.iter().flat_map(|rules| &rules.fields);
    let required = fields.filter(|field| field.required);
    let own = required.map(|field| &field.name);
    let mut keys: Vec<String> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let wrong = goal.wrong.iter().map(|(key, _)| key);
    let fields: usize = goal.objects.iter().map(|rules| rules.fields.len()).sum();
    let named = goal.keys.len() + goal.wrong.len();
    goal.work.charge(fields + named * MUCH);
    for key in own.chain(&goal.keys).chain(wrong) {
        if known.insert(key) {
            keys.push(key.clone());
        }
    }
    goal.work.charge(keys.len() * MUCH);
    let mut at = 0;
    while !goal.follow.is_empty()
        && goal.work.charge(goal.follow.len())
        && let Some(key) = keys.get(at).cloned()
    {
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
