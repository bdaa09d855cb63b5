//! A type that occurs in several places has a name for each: its own where it was first encountered, and aliases
//! elsewhere. So adding a tool, a definition or a property before it takes no name away.

use super::Naming;
use super::children::Child;
use crate::emit::rust::names::Alias;
use toolc_schema::schema::shape::ShapeId;

/// Cyclic references could otherwise produce names without end.
const MAX_ALIASES: usize = 10_000;

impl Naming<'_> {
    /// Names a known type after another place. `None` if it already has that name or needs none:
    /// definitions and unions of plain values have the same name everywhere.
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
