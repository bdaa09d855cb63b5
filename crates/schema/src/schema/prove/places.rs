//! What values there may be within the values that a shape accepts: a place for each property and item, with the JSON types
//! that a valid value may have there. That no other type can be valid is certain, whatever combinators are around it; where
//! it is not, there is no place.
//!
//! A place is described by the ways in which it can be valid: in each, several shapes apply at once. The ways of a property
//! follow from those of its object, alternative by alternative. Rules that only narrow a value as a whole (`not`,
//! `contains`, `dependentSchemas`, `unevaluated…`) are left out: without them, more is accepted, so what is excluded is
//! excluded still.

mod ways;

use super::example::{Example, Examples};
use crate::schema::fill::find_tag;
use crate::schema::json_type::{ByType, JsonType};
use crate::schema::shape::{Shape, ShapeId, Shapes};
use std::collections::{BTreeSet, HashMap};
use ways::{Place, Way, Ways};

/// How many places are looked at in the arguments of a tool.
const MAX_PLACES: usize = 4_000;

/// What may be valid in a place. Others refer to it by its position in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceFacts {
    /// Which JSON types a valid value may have.
    pub takes: ByType<bool>,
    /// The only strings that may be valid; `None` if others may be, too.
    pub strings: Option<Vec<String>>,
    /// The properties that are described.
    pub fields: Vec<(String, Option<usize>)>,
    /// The property that says which of several places it is, and the places by its values.
    pub tag: Option<(String, Vec<(String, usize)>)>,
    /// The place of each value under another key.
    pub rest: Option<usize>,
    /// The places of the first items.
    pub prefix: Vec<Option<usize>>,
    /// The place of each further item.
    pub items: Option<usize>,
}

/// The places within the values of a shape; the first is that of the whole value. Where nothing is known, there is none.
pub fn find_places<'s>(
    shapes: &'s Shapes,
    root: ShapeId,
    examples: &mut Examples<'s>,
) -> Vec<PlaceFacts> {
    let mut search = Search {
        shapes,
        ways: Ways::new(shapes),
        found: Vec::new(),
        known: HashMap::new(),
    };
    search.number(Some(Place::of(root)));
    let mut facts = Vec::new();
    while let Some(place) = search.found.get(facts.len()).cloned() {
        facts.push(search.describe(&place, examples));
    }
    facts
}

struct Search<'s> {
    shapes: &'s Shapes,
    ways: Ways<'s>,
    found: Vec<Place>,
    known: HashMap<Place, usize>,
}

impl<'s> Search<'s> {
    /// The position of a place; `None` if nothing is known about it, or there are too many.
    fn number(&mut self, place: Option<Place>) -> Option<usize> {
        let place = place?;
        if let Some(known) = self.known.get(&place) {
            return Some(*known);
        }
        if self.found.len() == MAX_PLACES {
            return None;
        }
        let number = self.found.len();
        self.found.push(place.clone());
        self.known.insert(place, number);
        Some(number)
    }

    fn describe(&mut self, place: &Place, examples: &mut Examples<'s>) -> PlaceFacts {
        let mut facts = PlaceFacts {
            takes: ByType::new(|_| true),
            strings: None,
            fields: Vec::new(),
            tag: None,
            rest: None,
            prefix: Vec::new(),
            items: None,
        };
        let Some(ways) = self.ways.expand(place) else {
            return facts;
        };
        facts.takes = ByType::new(|kind| ways.iter().any(|way| way.takes[kind]));
        if facts.takes[JsonType::String] && self.is_never_text(place, examples) {
            facts.takes[JsonType::String] = false;
        }
        if facts.takes[JsonType::String] {
            facts.strings = list_strings(&ways);
        }
        if facts.takes[JsonType::Object] {
            self.describe_object(place, &ways, &mut facts);
        }
        if facts.takes[JsonType::Array] {
            let prefix = self.ways.longest_prefix(&ways);
            let items = (0..prefix).map(|index| self.ways.item(&ways, Some(index)));
            let items: Vec<Option<Place>> = items.collect();
            facts.prefix = items.into_iter().map(|item| self.number(item)).collect();
            let items = self.ways.item(&ways, None);
            facts.items = self.number(items);
        }
        facts
    }

    fn describe_object(&mut self, place: &Place, ways: &[Way<'s>], facts: &mut PlaceFacts) {
        if !self.ways.may_list_fields(ways) {
            return;
        }
        let names = ways.iter().flat_map(|way| &way.objects);
        let names = names.flat_map(|object| object.fields.iter().map(|field| &field.name));
        let mut seen = BTreeSet::new();
        for name in names.filter(|name| seen.insert(name.as_str())) {
            let member = self.ways.member(ways, name);
            facts.fields.push((name.clone(), self.number(member)));
        }
        let rest = self.ways.rest(ways);
        facts.rest = self.number(rest);
        facts.tag = self.find_parts(place);
    }

    /// The places of the alternatives that a constant tells apart, if the place is nothing but these.
    fn find_parts(&mut self, place: &Place) -> Option<(String, Vec<(String, usize)>)> {
        let mut id = place.only()?;
        while let Shape::Nullable(inner) = &self.shapes.get(id).shape {
            id = *inner;
        }
        let Shape::Union(_, branches) = &self.shapes.get(id).shape else {
            return None;
        };
        let (key, branches) = find_tag(self.shapes, branches)?;
        let mut parts = Vec::new();
        for (value, branch) in branches {
            parts.push((value.to_owned(), self.number(Some(Place::of(branch)))?));
        }
        Some((key.to_owned(), parts))
    }

    /// Whether it is proved that no string is valid, where the types that the shapes name do not say so.
    fn is_never_text(&self, place: &Place, examples: &mut Examples<'s>) -> bool {
        let is_plain = |id: &ShapeId| !matches!(self.shapes.get(*id).shape, Shape::Complete(..));
        if place.ways().iter().all(|way| way.iter().all(is_plain)) {
            return false;
        }
        let Some(text) = self.ways.any_text() else {
            return false;
        };
        place.ways().iter().all(|way| {
            let mut wanted = way.clone();
            wanted.push(text);
            examples.of(&wanted) == Example::Impossible
        })
    }
}

/// The only strings that are valid in some way; `None` if there are others.
fn list_strings(ways: &[Way<'_>]) -> Option<Vec<String>> {
    let mut all = BTreeSet::new();
    for way in ways.iter().filter(|way| way.takes[JsonType::String]) {
        all.extend(way.strings.as_ref()?);
    }
    Some(all.into_iter().cloned().collect())
}
