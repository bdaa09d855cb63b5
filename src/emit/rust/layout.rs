//! Noun: how the types of a module are laid out: which hold each other, borrow, and are empty first.

use super::names::Names;
use crate::schema::shape::ShapeId;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

/// The names of a module, and what follows from all of them together. Text is written from this.
pub struct Layout<'c> {
    /// What everything is called.
    pub names: Names<'c>,
    /// How many types must be empty before this one can be; a type without a rank has no value.
    pub ranks: HashMap<ShapeId, usize>,
    /// Groups of types that hold each other by value.
    pub circles: HashMap<ShapeId, usize>,
    /// The types that borrow from the argument text.
    pub borrowing: HashSet<ShapeId>,
}

impl<'c> Deref for Layout<'c> {
    type Target = Names<'c>;

    fn deref(&self) -> &Names<'c> {
        &self.names
    }
}

/// How long the strings of a type live.
#[derive(Clone, Copy, PartialEq)]
pub enum Strings {
    /// As long as anybody wants: `String`.
    Owned,
    /// As long as the argument text: `Cow<'a, str>`.
    Borrowed,
}

impl Layout<'_> {
    /// How long the strings in a type live.
    pub fn strings_of(&self, id: ShapeId) -> Strings {
        if self.borrowing.contains(&self.stands_for(id)) {
            Strings::Borrowed
        } else {
            Strings::Owned
        }
    }

    /// The branch that a union is before anything was read.
    pub fn first_branch(&self, branches: &[ShapeId]) -> usize {
        let rank = |id: &ShapeId| match self.ranked_below(*id).as_slice() {
            [] => 0,
            [only] => self.ranks.get(only).map_or(usize::MAX, |rank| rank + 1),
            _ => usize::MAX,
        };
        let ranked = branches
            .iter()
            .map(rank)
            .enumerate()
            .min_by_key(|(_, rank)| *rank);
        ranked.map_or(0, |(index, _)| index)
    }
}
