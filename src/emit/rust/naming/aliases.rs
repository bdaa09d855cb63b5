//! A type that is in several places has a name for each: its own where it was met first, an
//! alias in all others. So a tool, a definition or a property that is added before takes no name away.

use super::Naming;
use super::children::Child;
use crate::emit::rust::names::Alias;
use crate::schema::shape::ShapeId;

/// References that lead nowhere new could ask for names without end.
const MAX_ALIASES: usize = 10_000;

impl Naming<'_> {
    /// Gives a known type the name of a further place; `None` where it has it, or needs none: the
    /// names of definitions and of unions of plain values are the same everywhere.
    pub fn enter_alias(&mut self, id: ShapeId, of: usize, child: &Child) -> Option<String> {
        let known = &self.types[of];
        let anonymous = self.form(id).definition.is_none() && self.plain_union(id).is_none();
        let met = known.stem == child.wish || self.aliases.at(id, &child.wish).is_some();
        let endless = child.within.contains(&id) || self.aliases.list.len() >= MAX_ALIASES;
        if !anonymous || met || endless {
            return None;
        }
        let name = self.names.scope.claim(&child.wish);
        let alias = Alias {
            name: name.clone(),
            place: child.place.clone(),
            of,
        };
        let before = self.types.len();
        self.names.aliases.add(id, &child.wish, before, alias);
        Some(name)
    }
}
