//! A type that is in several places has a name for each: its own where it was met first, an
//! alias in all others. So a tool, a definition or a property that is added before takes no name away.

use super::kinds::Child;
use super::layout::Layout;
use super::plan::Names;
use super::prose::{plain_doc, starts_upper};
use crate::rust::{Ident, Rust, rust};
use crate::schema::shape::ShapeId;
use std::collections::HashMap;

/// References that lead nowhere new could ask for names without end.
const MAX_ALIASES: usize = 10_000;

/// Another name of a type.
pub struct Alias {
    /// The name.
    pub name: String,
    /// Where the type is under it, as documentation says it.
    pub place: String,
    /// The type: an index into [`Names::types`].
    pub of: usize,
}

/// The aliases of a module.
#[derive(Default)]
pub struct Aliases {
    /// Each alias with the number of types that were there before it.
    pub list: Vec<(usize, Alias)>,
    /// The alias of a shape at a place, by the name that the place would give it.
    sites: HashMap<ShapeId, HashMap<String, String>>,
}

impl Names<'_> {
    /// Gives a known type the name of a further place; `None` where it has it, or needs none: the
    /// names of definitions and of unions of plain values are the same everywhere.
    pub fn enter_alias(&mut self, id: ShapeId, of: usize, child: &Child) -> Option<String> {
        let known = &self.types[of];
        let anonymous = self.form(id).definition.is_none() && self.plain_union(id).is_none();
        let sites = self.aliases.sites.get(&id);
        let met = known.stem == child.wish || sites.is_some_and(|of| of.contains_key(&child.wish));
        let endless = child.within.contains(&id) || self.aliases.list.len() >= MAX_ALIASES;
        if !anonymous || met || endless {
            return None;
        }
        let name = self.scope.claim(&child.wish);
        let sites = self.aliases.sites.entry(id).or_default();
        sites.insert(child.wish.clone(), name.clone());
        let alias = Alias {
            name: name.clone(),
            place: child.place.clone(),
            of,
        };
        self.aliases.list.push((self.types.len(), alias));
        Some(name)
    }

    /// What a type is called at a place.
    pub fn name_at(&self, id: ShapeId, site: &str) -> Option<&str> {
        let alias = self
            .aliases
            .sites
            .get(&id)
            .and_then(|sites| sites.get(site));
        let own = || self.type_of(id).map(|planned| planned.name.as_str());
        alias.map(String::as_str).or_else(own)
    }
}

impl Layout<'_> {
    /// The alias itself.
    pub fn alias_item(&self, alias: &Alias) -> impl Rust {
        let planned = &self.types[alias.of];
        let (name, of) = (Ident(&alias.name), Ident(&planned.name));
        let place = starts_upper(&alias.place);
        let docs = plain_doc(format!("{place}: the same as [`{}`].", planned.name));
        let lifetime = self.lifetime(planned);
        rust!(#docs pub type #name #lifetime = #of #lifetime;)
    }
}
