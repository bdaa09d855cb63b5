//! Noun: the defaults that calls of a tool are filled with.

use std::collections::HashMap;
use toolc_base::source::{Span, next_number};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Ref, data, list};
use toolc_schema::rust::Text;
use toolc_schema::schema::fill::{Tag, find_tag};
use toolc_schema::schema::shape::{List, Object, Shape, ShapeId, Shapes};

/// After this many places, each kind of value is described once.
const MANY: usize = 500;

/// Which properties get their defaults where a call leaves them out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filling {
    /// The arguments, and the values within them that have such properties.
    pub parts: Vec<FilledPart>,
    /// Where `defaults: fill` is.
    pub span: Span,
}

/// What is filled in a value. Others refer to it by its position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilledPart {
    /// The properties that are filled in, or looked into.
    pub fields: Vec<FilledField>,
    /// The property that says which of several parts it is, and the parts by its values.
    pub tag: Option<(String, Vec<(String, u32)>)>,
    /// The part that is each value under another key.
    pub rest: Option<u32>,
    /// The parts that are the first items.
    pub prefix: Vec<Option<u32>>,
    /// The part that is each further item.
    pub items: Option<u32>,
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledField {
    /// The key.
    pub name: String,
    /// The default, as JSON.
    pub default: Option<String>,
    /// The part that its value is.
    pub within: Option<u32>,
}

impl Filling {
    /// What the arguments of a shape are filled with; `None` if there is nothing.
    pub fn find(shapes: &Shapes, arguments: ShapeId, span: Span) -> Option<Self> {
        let places = Places::find(shapes, arguments);
        let parts = places.list_parts();
        (!parts.is_empty()).then_some(Filling { parts, span })
    }

    /// Each default with the place where it is filled in, a pointer in which `*` is any key or index. A value that
    /// contains itself is described once, and after many places every value is: `/filter/limit = 20`.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut seen = vec![false; self.parts.len()];
        let mut waiting = vec![(0, String::new(), Vec::new())];
        while let Some((at, place, above)) = waiting.pop() {
            let is_seen = std::mem::replace(&mut seen[at as usize], true);
            if above.contains(&at) || is_seen && words.len() > MANY {
                continue;
            }
            let part = &self.parts[at as usize];
            let mut below = Vec::new();
            for field in &part.fields {
                let place = format!("{place}/{}", escape(&field.name));
                if let Some(default) = &field.default {
                    words.push(format!("{place} = {default}"));
                }
                below.extend(field.within.map(|within| (within, place)));
            }
            let items = part.prefix.iter().chain([&part.items, &part.rest]);
            let items = items.flatten();
            below.extend(items.map(|within| (*within, format!("{place}/*"))));
            let parts = part.tag.iter().flat_map(|(_, parts)| parts);
            below.extend(parts.map(|(_, at)| (*at, place.clone())));
            // the last is looked at first
            for (within, place) in below.into_iter().rev() {
                let mut above = above.clone();
                above.push(at);
                waiting.push((within, place, above));
            }
        }
        words
    }
}

fn escape(name: &str) -> String {
    toolc_base::node::escape_pointer(name).replace('*', "~2")
}

/// How an object is described.
enum Described<'s> {
    Object(&'s Object),
    /// By several alternatives, of which a property names one.
    Tagged(Tag<'s>),
}

/// The places within arguments, each once.
struct Places<'s> {
    shapes: &'s Shapes,
    found: Vec<ShapeId>,
    known: HashMap<ShapeId, usize>,
}

impl<'s> Places<'s> {
    fn find(shapes: &'s Shapes, root: ShapeId) -> Self {
        let mut places = Places {
            shapes,
            found: vec![root],
            known: HashMap::from([(root, 0)]),
        };
        let mut next = 0;
        while let Some(id) = places.found.get(next).copied() {
            for below in places.below(id) {
                if !places.known.contains_key(&below) {
                    places.known.insert(below, places.found.len());
                    places.found.push(below);
                }
            }
            next += 1;
        }
        places
    }

    /// The object and the array that a value may be. Other alternatives with several of either are not filled.
    fn split(&self, id: ShapeId) -> (Option<Described<'s>>, Option<&'s List>) {
        let (mut objects, mut lists) = (Vec::new(), Vec::new());
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match &self.shapes.get(id).shape {
                Shape::Object(object) => objects.push(Described::Object(object)),
                Shape::List(list) => lists.push(list),
                Shape::Nullable(inner) => waiting.push(*inner),
                Shape::Union(_, branches) => match find_tag(self.shapes, branches) {
                    None => waiting.extend(branches),
                    Some(tag) => {
                        let is_tagged = |id: &ShapeId| tag.1.iter().any(|(_, other)| other == id);
                        waiting.extend(branches.iter().filter(|id| !is_tagged(id)));
                        objects.push(Described::Tagged(tag));
                    }
                },
                // a rule on the whole value could refuse what is added to it
                _ => {}
            }
        }
        let object = objects.pop().filter(|_| objects.is_empty());
        let list = match lists[..] {
            [only] => Some(only),
            _ => None,
        };
        (object, list)
    }

    fn below(&self, id: ShapeId) -> Vec<ShapeId> {
        let (object, list) = self.split(id);
        let mut below = Vec::new();
        match object {
            Some(Described::Object(object)) => {
                below.extend(object.fields.iter().map(|field| field.shape));
                below.extend(object.patterns.is_empty().then_some(object.rest));
            }
            Some(Described::Tagged((_, parts))) => below.extend(parts.iter().map(|(_, id)| *id)),
            None => {}
        }
        if let Some(list) = list {
            below.extend(list.prefix.iter().chain([&list.items]));
        }
        below
    }

    fn is_filled(&self, id: ShapeId) -> bool {
        let (object, _) = self.split(id);
        match object {
            Some(Described::Object(object)) => {
                object.fields.iter().any(|field| field.filled.is_some())
            }
            _ => false,
        }
    }

    /// Which places are filled, or contain one that is.
    fn mark(&self) -> Vec<bool> {
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); self.found.len()];
        for (at, id) in self.found.iter().enumerate() {
            for below in self.below(*id) {
                holders[self.known[&below]].push(at);
            }
        }
        let mut marked = vec![false; self.found.len()];
        let filled = (0..self.found.len()).filter(|at| self.is_filled(self.found[*at]));
        let mut waiting: Vec<usize> = filled.collect();
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut marked[at], true) {
                waiting.extend(&holders[at]);
            }
        }
        marked
    }

    /// The parts, that of the arguments first.
    fn list_parts(&self) -> Vec<FilledPart> {
        let marked = self.mark();
        let mut numbers = HashMap::new();
        for (id, _) in self
            .found
            .iter()
            .zip(&marked)
            .filter(|(_, marked)| **marked)
        {
            numbers.insert(*id, next_number(numbers.len()));
        }
        let number = |id: &ShapeId| numbers.get(id).copied();
        let kept = self.found.iter().filter(|id| numbers.contains_key(*id));
        kept.map(|id| self.part(*id, &number)).collect()
    }

    fn part(&self, id: ShapeId, number: &impl Fn(&ShapeId) -> Option<u32>) -> FilledPart {
        let (object, list) = self.split(id);
        let mut part = FilledPart::default();
        if let Some(Described::Tagged((key, parts))) = &object {
            let parts = parts.iter();
            let parts = parts.filter_map(|(value, id)| Some(((*value).to_owned(), number(id)?)));
            part.tag = Some(((*key).to_owned(), parts.collect()));
        }
        if let Some(Described::Object(object)) = object {
            let rest = object.patterns.is_empty().then_some(&object.rest);
            part.rest = rest.and_then(number);
            part.fields = object
                .fields
                .iter()
                .map(|field| FilledField {
                    name: field.name.clone(),
                    default: field.filled.clone(),
                    within: number(&field.shape),
                })
                // what is under other keys must be told from these
                .filter(|field| {
                    part.rest.is_some() || field.default.is_some() || field.within.is_some()
                })
                .collect();
        }
        if let Some(list) = list {
            part.items = number(&list.items);
            part.prefix = list.prefix.iter().map(number).collect();
            if part.items.is_none() && part.prefix.iter().all(Option::is_none) {
                part.prefix.clear();
            }
        }
        part
    }
}

/// The table of a tool's defaults.
pub struct FillingData<'c>(pub &'c Filling);

impl Filling {
    /// The table that the row of the tool has.
    pub fn row(&self) -> Ref<FillingData<'_>> {
        Ref(FillingData(self))
    }
}

data! {
    FillingData<'_> as [rt::Filling] =>
    FillingData(filling) => { parts: list(&filling.parts, |part| part) },
}

data! {
    FilledPart as [rt::FilledPart] =>
    FilledPart { fields, tag, rest, prefix, items } => {
        fields: list(fields, |field| field),
        tag: Maybe(tag.as_ref().map(|(key, parts)| {
            (Text(key), list(parts, |(value, at)| (Text(value), *at)))
        })),
        rest: Maybe(*rest),
        prefix: list(prefix, |item| Maybe(*item)),
        items: Maybe(*items),
    },
}

data! {
    FilledField as [rt::FilledField] =>
    FilledField { name, default, within } => {
        name: Text(name),
        default: Maybe(default.as_deref().map(Text)),
        within: Maybe(*within),
    },
}
