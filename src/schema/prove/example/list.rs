//! Arrays with as few items as the rules allow.

use super::goal::Goal;
use super::{Candidates, Example, Examples, Task};
use crate::schema::rules::{self, count_range};
use crate::schema::shape::ShapeId;

/// The most items that are tried.
const MAX_ITEMS: u64 = 256;

impl<'s> Examples<'s> {
    pub(super) fn list(&mut self, goal: &Goal<'s>, task: Task<'_>) -> Example {
        let contained = goal.contained.iter().map(|(_, least)| *least).max();
        let limits = goal.lists.iter().map(|list| &list.limits);
        let (least, most) = count_range(rules::LIST, limits);
        let length = least.max(contained.unwrap_or(0));
        if most.is_some_and(|most| length > most) {
            return Example::Impossible;
        }
        if length > MAX_ITEMS {
            return Example::Undecided;
        }
        let unique = goal.lists.iter().any(|list| list.limits.unique);
        let mut items: Vec<String> = Vec::new();
        for position in 0..length {
            // an item that is needed for `contains` may stand elsewhere, so it proves nothing
            let own = at(goal, position);
            let mut wanted = own.clone();
            let holding = goal.contained.iter().filter(|(_, least)| position < *least);
            wanted.extend(holding.map(|(id, _)| *id));
            let task = Task {
                wanted: &wanted,
                taken: if unique { &items } else { &[] },
                depth: task.depth + 1,
            };
            match self.value(task) {
                Example::Value(item) => items.push(item),
                Example::Impossible if wanted == own => return Example::Impossible,
                _ => return Example::Undecided,
            }
        }
        let text = format!("[{}]", items.join(","));
        self.settle(Candidates::Some(vec![text]), task)
    }
}

/// What all say of the item at a position.
fn at(goal: &Goal<'_>, position: u64) -> Vec<ShapeId> {
    let position = usize::try_from(position).unwrap_or(usize::MAX);
    goal.lists
        .iter()
        .map(|list| list.prefix.get(position).copied().unwrap_or(list.items))
        .collect()
}
