//! The ways in which a place can be valid, and those of what is in it.

use crate::schema::json_type::{ByType, JsonType};
use crate::schema::shape::{Keyword, List, Object, Shape, ShapeId, Shapes, Text};
use crate::schema::work::{SOME, Work};
use std::collections::BTreeSet;
use toolc_runtime::reader::Reader;

/// How many ways are distinguished in one place.
const MAX_WAYS: usize = 64;

/// How many shapes may apply to one value at once.
const MAX_TOGETHER: usize = 64;

/// How much work all places of a tool may need.
const MAX_WORK: u64 = 2_000_000;

/// A value that is valid in one of several ways, in each of which several shapes accept it. Sorted, so that equal places are
/// equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Place(Vec<Vec<ShapeId>>);

impl Place {
    pub fn of(id: ShapeId) -> Self {
        Place(vec![vec![id]])
    }

    /// `None` if there is no way, if one of them accepts everything, or there are too many.
    fn new(mut ways: Vec<Vec<ShapeId>>) -> Option<Self> {
        for way in &mut ways {
            way.sort_unstable();
            way.dedup();
        }
        ways.sort_unstable();
        ways.dedup();
        let is_known = |way: &Vec<ShapeId>| (1..=MAX_TOGETHER).contains(&way.len());
        let is_fine = (1..=MAX_WAYS).contains(&ways.len()) && ways.iter().all(is_known);
        is_fine.then_some(Place(ways))
    }

    pub fn ways(&self) -> &[Vec<ShapeId>] {
        &self.0
    }

    /// The only shape that says what is valid.
    pub fn only(&self) -> Option<ShapeId> {
        match self.0.as_slice() {
            [way] => match way.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What applies to a value.
#[derive(Debug, Clone, Copy)]
enum Part {
    Shape(ShapeId),
    Null,
}

/// One way, without alternatives: what all of these say applies.
#[derive(Debug, Clone)]
pub(super) struct Way<'s> {
    pub takes: ByType<bool>,
    /// The only strings that it accepts; `None` if that is not known.
    pub strings: Option<BTreeSet<String>>,
    pub objects: Vec<&'s Object>,
    pub lists: Vec<&'s List>,
    /// The shapes that have been added.
    seen: Vec<ShapeId>,
    waiting: Vec<Part>,
    /// Alternatives of which one applies.
    choices: Vec<Vec<Part>>,
}

impl<'s> Way<'s> {
    fn new(shapes: &[ShapeId]) -> Self {
        Way {
            takes: ByType::new(|_| true),
            strings: None,
            objects: Vec::new(),
            lists: Vec::new(),
            seen: Vec::new(),
            waiting: list_parts(shapes),
            choices: Vec::new(),
        }
    }

    fn restrict(&mut self, accepts: impl Fn(JsonType) -> bool) {
        let takes = self.takes;
        self.takes = ByType::new(|kind| takes[kind] && accepts(kind));
    }

    fn only(&mut self, kind: JsonType) {
        self.restrict(|other| other == kind);
    }

    fn only_strings(&mut self, strings: BTreeSet<String>) {
        let strings = match self.strings.take() {
            None => strings,
            Some(known) => known.intersection(&strings).cloned().collect(),
        };
        if strings.is_empty() {
            self.restrict(|kind| kind != JsonType::String);
        }
        self.strings = Some(strings);
    }

    fn is_possible(&self) -> bool {
        self.takes.iter().any(|(_, takes)| *takes)
    }
}

/// Finds ways, within a budget.
pub(super) struct Ways<'s> {
    shapes: &'s Shapes,
    work: Work,
    any_text: Option<ShapeId>,
}

impl<'s> Ways<'s> {
    pub fn new(shapes: &'s Shapes) -> Self {
        let is_any_text =
            |shape: &Shape| matches!(shape, Shape::Text(text) if *text == Text::default());
        let mut ids = (0u32..).map(ShapeId).zip(&shapes.arena);
        let any_text = ids.find(|(_, form)| is_any_text(&form.shape));
        Ways {
            shapes,
            work: Work::new(MAX_WORK),
            any_text: any_text.map(|(id, _)| id),
        }
    }

    /// A shape that accepts every string, if there is one.
    pub fn any_text(&self) -> Option<ShapeId> {
        self.any_text
    }

    fn shape(&self, id: ShapeId) -> &'s Shape {
        &self.shapes.get(id).shape
    }

    /// The ways of a place without alternatives; `None` if there are too many. Impossible ones are left out.
    pub fn expand(&self, place: &Place) -> Option<Vec<Way<'s>>> {
        let mut waiting: Vec<Way<'s>> = place.0.iter().map(|way| Way::new(way)).collect();
        let mut done = Vec::new();
        while let Some(mut way) = waiting.pop() {
            let size = way.seen.len() + way.objects.len() + way.lists.len();
            if !self.work.charge(SOME + size) || waiting.len() + done.len() > MAX_WAYS {
                return None;
            }
            if let Some(part) = way.waiting.pop() {
                match part {
                    Part::Shape(id) => self.add(&mut way, id),
                    Part::Null => way.only(JsonType::Null),
                }
                if way.is_possible() {
                    waiting.push(way);
                }
            } else if let Some(choice) = way.choices.pop() {
                // the first is looked at first
                for part in choice.into_iter().rev() {
                    let mut way = way.clone();
                    way.waiting.push(part);
                    waiting.push(way);
                }
            } else {
                done.push(way);
            }
        }
        Some(done)
    }

    fn add(&self, way: &mut Way<'s>, id: ShapeId) {
        if way.seen.contains(&id) {
            return;
        }
        way.seen.push(id);
        match self.shape(id) {
            Shape::Any => {}
            Shape::Never => way.restrict(|_| false),
            Shape::Null => way.only(JsonType::Null),
            Shape::Boolean => way.only(JsonType::Boolean),
            Shape::Integer(_) | Shape::Number(_) => way.only(JsonType::Number),
            Shape::Text(_) => way.only(JsonType::String),
            Shape::Choice(values) => {
                way.only(JsonType::String);
                way.only_strings(values.iter().cloned().collect());
            }
            Shape::List(list) => {
                way.only(JsonType::Array);
                way.lists.push(list);
            }
            Shape::Object(object) => {
                way.only(JsonType::Object);
                way.objects.push(object);
            }
            Shape::Nullable(inner) => way.choices.push(vec![Part::Null, Part::Shape(*inner)]),
            Shape::Union(_, branches) => way.choices.push(list_parts(branches)),
            Shape::Complete(base, keywords) => {
                way.waiting.push(Part::Shape(*base));
                for keyword in keywords {
                    add_keyword(way, keyword);
                }
            }
        }
    }

    /// Whether the budget allows to look at every field.
    pub fn may_list_fields(&self, ways: &[Way<'s>]) -> bool {
        let objects = ways.iter().flat_map(|way| &way.objects);
        let fields: usize = objects.map(|object| object.fields.len()).sum();
        self.work.charge(fields.saturating_mul(SOME))
    }

    /// The value under a key, where the object is valid in one of these ways.
    pub fn member(&self, ways: &[Way<'s>], key: &str) -> Option<Place> {
        let ways = ways.iter().filter(|way| way.takes[JsonType::Object]);
        let described = ways.map(|way| {
            let objects = way.objects.iter();
            objects
                .flat_map(|object| self.describing(object, key))
                .collect()
        });
        self.place(described)
    }

    /// The shapes that the value under a key of an object must have.
    fn describing(&self, object: &Object, key: &str) -> Vec<ShapeId> {
        let mut fields = object.fields.iter();
        self.work.charge(object.fields.len());
        if let Some(field) = fields.find(|field| field.name == key) {
            return vec![field.shape];
        }
        let (mut matching, mut is_rest) = (Vec::new(), true);
        for (pattern, id) in &object.patterns {
            match pattern.find_match_within(key, &self.work) {
                Some(true) => matching.push(*id),
                Some(false) => continue,
                None => {}
            }
            is_rest = false;
        }
        matching.extend(is_rest.then_some(object.rest));
        matching
    }

    /// The value under a key that no object describes, where the object is valid in one of these ways.
    pub fn rest(&self, ways: &[Way<'s>]) -> Option<Place> {
        let mut described: Vec<Vec<ShapeId>> = Vec::new();
        for way in ways.iter().filter(|way| way.takes[JsonType::Object]) {
            let mut open: Vec<Vec<ShapeId>> = vec![Vec::new()];
            for object in &way.objects {
                let patterns = object.patterns.iter().map(|(_, id)| *id);
                let choices: Vec<ShapeId> = patterns.chain([object.rest]).collect();
                if open.len() * choices.len() > MAX_WAYS || !self.work.charge(choices.len()) {
                    return None;
                }
                open = open
                    .iter()
                    .flat_map(|way| choices.iter().map(|id| [way.as_slice(), &[*id]].concat()))
                    .collect();
            }
            described.extend(open);
        }
        self.place(described.into_iter())
    }

    /// The number of items that are described one by one.
    pub fn longest_prefix(&self, ways: &[Way<'s>]) -> usize {
        let lists = ways.iter().flat_map(|way| &way.lists);
        lists.map(|list| list.prefix.len()).max().unwrap_or(0)
    }

    /// An item, or with `None` those after all that are described one by one.
    pub fn item(&self, ways: &[Way<'s>], index: Option<usize>) -> Option<Place> {
        let ways = ways.iter().filter(|way| way.takes[JsonType::Array]);
        let described = ways.map(|way| {
            let item = |list: &&List| {
                let own = index.and_then(|index| list.prefix.get(index));
                *own.unwrap_or(&list.items)
            };
            way.lists.iter().map(item).collect()
        });
        self.place(described)
    }

    /// The place that has these ways; those that accept nothing are left out.
    fn place(&self, ways: impl Iterator<Item = Vec<ShapeId>>) -> Option<Place> {
        let mut described = Vec::new();
        for mut way in ways {
            if !self.work.charge(SOME + way.len()) {
                return None;
            }
            if way.iter().any(|id| *self.shape(*id) == Shape::Never) {
                continue;
            }
            way.retain(|id| *self.shape(*id) != Shape::Any);
            described.push(way);
        }
        Place::new(described)
    }
}

fn list_parts(ids: &[ShapeId]) -> Vec<Part> {
    ids.iter().copied().map(Part::Shape).collect()
}

/// Adds what a rule says about the types of a value, and about what is in it.
fn add_keyword(way: &mut Way<'_>, keyword: &Keyword) {
    match keyword {
        Keyword::AllOf(ids) => way.waiting.extend(list_parts(ids)),
        Keyword::AnyOf(ids) | Keyword::OneOf(ids) => way.choices.push(list_parts(ids)),
        Keyword::If {
            condition: _,
            then,
            otherwise,
        } => way.choices.push(list_parts(&[*then, *otherwise])),
        Keyword::Enum(values) => {
            let strings = values.iter().filter(|value| value.starts_with('"'));
            let strings = strings.filter_map(|value| Reader::new(value).string().ok());
            way.only_strings(strings.map(|string| string.into_owned()).collect());
            way.restrict(|kind| values.iter().any(|value| JsonType::of(value) == kind));
        }
        Keyword::Not(_)
        | Keyword::Contains { .. }
        | Keyword::DependentRequired(_)
        | Keyword::DependentSchemas(_)
        | Keyword::UnevaluatedProperties(..)
        | Keyword::UnevaluatedItems(..) => {}
    }
}
