//! Arrays with as few items as the rules allow.

use super::goal::Goal;
use super::{Candidates, Example, Examples, MAX_LENGTH, Task};
use crate::schema::rules::{self, count_range};
use crate::schema::shape::ShapeId;
use crate::schema::work::{MUCH, SOME};

/// The maximum number of items to try.
const MAX_ITEMS: u64 = 256;

impl<'s> Examples<'s> {
    pub(super) fn list(&mut self, goal: &Goal<'s>, task: Task<'_>) -> Example {
        let contained = goal.contained.iter().map(|(_, minimum)| *minimum).max();
        let limits = goal.lists.iter().map(|list| &list.limits);
        let limits = limits.chain(&goal.list_limits);
        let (minimum, maximum) = count_range(rules::LIST, limits);
        let elements = goal.elements.iter().map(|(at, _)| *at as u64 + 1).max();
        let twins = if goal.twins { 2 } else { 0 };
        let length = [contained.unwrap_or(0), elements.unwrap_or(0), twins];
        let length = length.into_iter().fold(minimum, u64::max);
        if maximum.is_some_and(|maximum| length > maximum) {
            return Example::Impossible;
        }
        if length > MAX_ITEMS {
            return Example::Undecided;
        }
        if self.holds_none(goal, task) {
            return Example::Impossible;
        }
        let unique = goal.lists.iter().any(|list| list.limits.unique);
        let mut items: Vec<String> = Vec::new();
        let mut size = 0;
        for position in 0..length {
            let parts = goal.lists.len() + goal.elements.len() + goal.contained.len();
            if size > MAX_LENGTH || !self.work.charge(MUCH + parts * SOME) {
                return Example::Undecided;
            }
            if goal.twins && position == 1 {
                items.extend(items.first().cloned());
                continue;
            }
            // an item that is needed for `contains` could be elsewhere, so this proves nothing
            let own = at(goal, position);
            let mut wanted = own.clone();
            let holding = goal
                .contained
                .iter()
                .filter(|(_, minimum)| position < *minimum);
            wanted.extend(holding.map(|(id, _)| *id));
            if goal.twins && position == 0 {
                wanted.extend(at(goal, 1));
            }
            let refused = refused_at(goal, position);
            let task = Task {
                wanted: &wanted,
                refused: &refused,
                taken: if unique { &items } else { &[] },
                depth: task.depth + 1,
            };
            match self.value(task) {
                Example::Value(item) => {
                    size += item.len();
                    items.push(item);
                }
                Example::Impossible if wanted == own => return Example::Impossible,
                _ => return Example::Undecided,
            }
        }
        self.work.charge(size);
        let text = format!("[{}]", items.join(","));
        self.settle(Candidates::Some(vec![text]), task)
    }
}

impl Examples<'_> {
    /// Whether no item, at any position, can be one that the array has to contain.
    fn holds_none(&mut self, goal: &Goal<'_>, task: Task<'_>) -> bool {
        let named = goal.lists.iter().map(|list| list.prefix.len() as u64);
        let last = named.max().unwrap_or(0).min(MAX_ITEMS);
        let held = goal.contained.iter().filter(|(_, minimum)| *minimum > 0);
        held.into_iter().any(|(id, _)| {
            (0..=last).all(|position| {
                let mut wanted = at(goal, position);
                wanted.push(*id);
                let task = Task {
                    wanted: &wanted,
                    refused: &goal.without,
                    taken: &[],
                    depth: task.depth + 1,
                };
                self.value(task) == Example::Impossible
            })
        })
    }
}

/// The shapes for the item at a position.
fn at(goal: &Goal<'_>, position: u64) -> Vec<ShapeId> {
    let position = usize::try_from(position).unwrap_or(usize::MAX);
    goal.lists
        .iter()
        .map(|list| list.prefix.get(position).copied().unwrap_or(list.items))
        .collect()
}

/// The shapes that must refuse the item at a position.
fn refused_at(goal: &Goal<'_>, position: u64) -> Vec<ShapeId> {
    let here = goal
        .elements
        .iter()
        .filter(|(at, _)| *at as u64 == position);
    let here = here.map(|(_, id)| *id);
    here.chain(goal.without.iter().copied()).collect()
}
