//! How the types of a module are laid out: which hold each other, borrow, and are empty first.

use super::plan::Names;
use super::{borrowing, circles, ranks};
use crate::schema::shape::ShapeId;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

/// The names of a module, and what follows from all of them together. Text is written from this.
pub struct Layout<'c> {
    names: Names<'c>,
    /// How many types must be empty before this one can be; a type without a rank has no value.
    pub ranks: HashMap<ShapeId, usize>,
    /// Groups of types that hold each other by value.
    pub circles: HashMap<ShapeId, usize>,
    /// The types that borrow from the argument text.
    pub borrowing: HashSet<ShapeId>,
}

impl<'c> Layout<'c> {
    /// Lays out the types that have these names.
    pub fn of(names: Names<'c>) -> Self {
        Layout {
            ranks: ranks::find(&names),
            circles: circles::find(&names),
            borrowing: borrowing::find(&names),
            names,
        }
    }
}

impl<'c> Deref for Layout<'c> {
    type Target = Names<'c>;

    fn deref(&self) -> &Names<'c> {
        &self.names
    }
}
