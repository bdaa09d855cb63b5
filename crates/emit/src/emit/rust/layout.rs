//! Noun: the layout of a module's types: which contain each other, which borrow, and whose empty values come first.

use super::names::{Names, TypePlan};
use crate::emit::attributes::Attributes;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use toolc_schema::schema::shape::ShapeId;

/// The names of a module, and what depends on all of them together. The text is written from this.
pub struct Layout<'c> {
    /// The names of everything.
    pub names: Names<'c>,
    /// How many empty values must be constructed before that of this type; a type without a rank
    /// has no finite value.
    pub ranks: HashMap<ShapeId, usize>,
    /// Groups of types that contain each other by value.
    pub circles: HashMap<ShapeId, usize>,
    /// The types that borrow from the argument text.
    pub borrowing: HashSet<ShapeId>,
    /// The types that cannot derive `Eq` and `Hash`, if either is asked for.
    pub inexact: HashSet<ShapeId>,
    /// The name of the module, and the attributes that a build script adds.
    pub added: Added<'c>,
}

/// The attributes that a build script adds to the types of a module.
#[derive(Clone, Copy)]
pub struct Added<'c> {
    /// The name of the module.
    pub module: &'c str,
    /// The attributes of all modules.
    pub attributes: &'c Attributes,
}

impl<'c> Deref for Layout<'c> {
    type Target = Names<'c>;

    fn deref(&self) -> &Names<'c> {
        &self.names
    }
}

/// The lifetime of the strings in a type.
#[derive(Clone, Copy, PartialEq)]
pub enum Strings {
    /// Unlimited: `String`.
    Owned,
    /// That of the argument text: `Cow<'a, str>`.
    Borrowed,
}

impl Layout<'_> {
    /// The lifetime of the strings in a type.
    pub fn strings_of(&self, id: ShapeId) -> Strings {
        if self.borrowing.contains(&self.stands_for(id)) {
            Strings::Borrowed
        } else {
            Strings::Owned
        }
    }

    /// The path of a type in the generated code, below `tools`.
    pub fn type_path(&self, plan: &TypePlan) -> String {
        format!("{}::{}", self.added.module, plan.name)
    }

    /// Whether a type cannot derive `Eq` and `Hash`.
    pub fn is_inexact(&self, id: ShapeId) -> bool {
        self.inexact.contains(&self.stands_for(id))
    }

    /// The branch of a union's empty value, before anything is read.
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
