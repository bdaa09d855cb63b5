//! Noun: which shapes some value satisfies, judging by their structure.
//!
//! A shape counts as satisfiable unless the opposite is proved here: patterns, formats and rules on
//! whole values are not examined. An object that requires another of its own kind without end is
//! not satisfiable, since no text is infinite.

use std::collections::VecDeque;
use toolc_base::source::next_number;

use crate::schema::rules::{self, count_range, leave_nothing};
use crate::schema::shape::{Keyword, List, Object, Shape, ShapeId, Shapes};

/// What is known about the shapes of a catalog.
#[derive(Debug)]
pub struct Inhabited {
    known: Vec<bool>,
}

/// What a shape depends on.
enum Need {
    /// Some value satisfies it.
    Nothing,
    /// One of these must be satisfiable.
    OneOf(Vec<ShapeId>),
}

impl Inhabited {
    /// Examines all shapes. The cost grows with their number, not with their depth.
    pub fn of(shapes: &Shapes) -> Self {
        let count = shapes.arena.len();
        let mut inhabited = Inhabited {
            known: vec![false; count],
        };
        let mut watchers: Vec<Vec<ShapeId>> = vec![Vec::new(); count];
        let ids = (0..next_number(count)).map(ShapeId);
        // shapes usually refer to shapes with a higher index
        let mut waiting: VecDeque<ShapeId> = ids.rev().collect();
        while let Some(id) = waiting.pop_front() {
            if inhabited.has(id) {
                continue;
            }
            match inhabited.need(&shapes.get(id).shape) {
                Need::Nothing => {
                    inhabited.known[id.0 as usize] = true;
                    waiting.extend(watchers[id.0 as usize].drain(..));
                }
                Need::OneOf(others) => {
                    for other in others {
                        watchers[other.0 as usize].push(id);
                    }
                }
            }
        }
        inhabited
    }

    /// Whether some value may satisfy a shape.
    pub fn has(&self, id: ShapeId) -> bool {
        self.known[id.0 as usize]
    }

    fn need(&self, shape: &Shape) -> Need {
        match shape {
            Shape::Any | Shape::Null | Shape::Boolean | Shape::Nullable(_) => Need::Nothing,
            Shape::Never => Need::OneOf(Vec::new()),
            Shape::Choice(values) => unless(values.is_empty()),
            Shape::Text(text) => unless(leave_nothing(rules::TEXT, text)),
            Shape::Integer(number) | Shape::Number(number) => {
                unless(leave_nothing(rules::NUMBER, number))
            }
            Shape::List(list) => self.list(list),
            Shape::Object(object) => self.object(object),
            Shape::Union(_, branches) => self.one_of(branches),
            Shape::Complete(base, keywords) => self.complete(*base, keywords),
        }
    }

    fn list(&self, list: &List) -> Need {
        let (minimum, maximum) = count_range(rules::LIST, [&list.limits]);
        if maximum.is_some_and(|maximum| minimum > maximum) {
            return Need::OneOf(Vec::new());
        }
        let minimum = usize::try_from(minimum).unwrap_or(usize::MAX);
        let prefix = list.prefix.iter().take(minimum);
        let rest = (minimum > list.prefix.len()).then_some(&list.items);
        self.all_of(prefix.chain(rest).copied())
    }

    fn object(&self, object: &Object) -> Need {
        let required = object.fields.iter().filter(|field| field.required);
        let (minimum, maximum) = count_range(rules::OBJECT, [&object.limits]);
        let minimum = minimum.max(required.clone().count() as u64);
        if maximum.is_some_and(|maximum| minimum > maximum) {
            return Need::OneOf(Vec::new());
        }
        self.all_of(required.map(|field| field.shape))
    }

    fn complete(&self, base: ShapeId, keywords: &[Keyword]) -> Need {
        let mut all = vec![base];
        for keyword in keywords {
            match keyword {
                Keyword::AllOf(ids) => all.extend(ids),
                Keyword::AnyOf(ids) | Keyword::OneOf(ids) => {
                    if let need @ Need::OneOf(_) = self.one_of(ids) {
                        return need;
                    }
                }
                Keyword::Contains { item, min, .. } if *min > 0 => all.push(*item),
                _ => {}
            }
        }
        self.all_of(all.into_iter())
    }

    fn all_of(&self, mut ids: impl Iterator<Item = ShapeId>) -> Need {
        match ids.find(|id| !self.has(*id)) {
            Some(id) => Need::OneOf(vec![id]),
            None => Need::Nothing,
        }
    }

    fn one_of(&self, ids: &[ShapeId]) -> Need {
        match ids.iter().any(|id| self.has(*id)) {
            true => Need::Nothing,
            false => Need::OneOf(ids.to_vec()),
        }
    }

    /// The path from an unsatisfiable shape down to the reason: the shapes and the keys on it.
    pub fn path(&self, shapes: &Shapes, from: ShapeId) -> (Vec<ShapeId>, Vec<String>) {
        let (mut way, mut keys) = (vec![from], Vec::new());
        let mut id = from;
        while let Need::OneOf(next) = self.need(&shapes.get(id).shape) {
            let Some(&next) = next.first() else { break };
            if let Shape::Object(object) = &shapes.get(id).shape {
                let mut fields = object.fields.iter();
                let field = fields.find(|field| field.required && field.shape == next);
                keys.extend(field.map(|field| field.name.clone()));
            }
            if way.contains(&next) {
                break;
            }
            way.push(next);
            id = next;
        }
        (way, keys)
    }
}

fn unless(impossible: bool) -> Need {
    match impossible {
        true => Need::OneOf(Vec::new()),
        false => Need::Nothing,
    }
}
