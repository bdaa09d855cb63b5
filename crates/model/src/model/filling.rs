//! Noun: the defaults that calls of a tool are filled with.

use std::collections::HashMap;
use toolc_base::source::{Span, next_number};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Ref, data, list};
use toolc_schema::rust::Text;
use toolc_schema::schema::shape::{List, Object, Shape, ShapeId, Shapes};

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

    /// Each default with the place where it is filled in, a pointer in which `*` is any key or index; a value that
    /// contains itself is described once: `/filter/limit = 20`.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut seen = vec![false; self.parts.len()];
        let mut waiting = vec![(0, String::new())];
        while let Some((at, place)) = waiting.pop() {
            let at = at as usize;
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let part = &self.parts[at];
            let mut below = Vec::new();
            for field in &part.fields {
                let place = format!("{place}/{}", escape(&field.name));
                if let Some(default) = &field.default {
                    words.push(format!("{place} = {default}"));
                }
                below.extend(field.within.map(|within| (within, place)));
            }
            let items = part.prefix.iter().chain([&part.items, &part.rest]);
            below.extend(
                items
                    .flatten()
                    .map(|within| (*within, format!("{place}/*"))),
            );
            // the last is looked at first
            waiting.extend(below.into_iter().rev());
        }
        words
    }
}

fn escape(name: &str) -> String {
    toolc_base::node::escape_pointer(name).replace('*', "~2")
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

    /// The object and the array that a value may be. Alternatives with several of either are not filled.
    fn split(&self, id: ShapeId) -> (Option<&'s Object>, Option<&'s List>) {
        let (mut objects, mut lists) = (Vec::new(), Vec::new());
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match &self.shapes.get(id).shape {
                Shape::Object(object) => objects.push(object),
                Shape::List(list) => lists.push(list),
                Shape::Nullable(inner) => waiting.push(*inner),
                Shape::Union(_, branches) => waiting.extend(branches),
                // a rule on the whole value could refuse what is added to it
                _ => {}
            }
        }
        let object = match objects[..] {
            [only] => Some(only),
            _ => None,
        };
        let list = match lists[..] {
            [only] => Some(only),
            _ => None,
        };
        (object, list)
    }

    fn below(&self, id: ShapeId) -> Vec<ShapeId> {
        let (object, list) = self.split(id);
        let mut below = Vec::new();
        if let Some(object) = object {
            below.extend(object.fields.iter().map(|field| field.shape));
            below.extend(object.patterns.is_empty().then_some(object.rest));
        }
        if let Some(list) = list {
            below.extend(list.prefix.iter().chain([&list.items]));
        }
        below
    }

    fn is_filled(&self, id: ShapeId) -> bool {
        let (object, _) = self.split(id);
        object.is_some_and(|object| object.fields.iter().any(|field| field.filled.is_some()))
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
        if let Some(object) = object {
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
    FilledPart { fields, rest, prefix, items } => {
        fields: list(fields, |field| field),
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
