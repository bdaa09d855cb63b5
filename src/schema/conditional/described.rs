//! Which properties the conditions of an object describe.

use crate::schema::shape::{Doc, Field, Keyword, Shape, ShapeId, Shapes};
use std::collections::{HashMap, HashSet};

/// A property that conditions describe.
pub struct Described {
    /// The key.
    pub name: String,
    /// What they say of it, each shape once.
    pub shapes: Vec<ShapeId>,
    docs: Vec<Doc>,
}

impl Described {
    /// Its documentation, where what is said about it is the same wherever it is said.
    pub fn doc(&self) -> Doc {
        let mut docs = self.docs.iter().filter(|doc| **doc != Doc::default());
        match (docs.next(), docs.next()) {
            (Some(only), None) => only.clone(),
            _ => Doc::default(),
        }
    }
}

/// What was found.
pub struct Found {
    /// The properties.
    pub list: Vec<Described>,
    /// How many schemas were looked at.
    pub looks: usize,
}

/// The properties in the order in which they are met; `None` where there is too much to look at.
pub fn find_described(shapes: &Shapes, keywords: &[Keyword], looks: usize) -> Option<Found> {
    let mut search = Search {
        shapes,
        found: Vec::new(),
        known: HashMap::new(),
        seen: HashSet::new(),
        waiting: Vec::new(),
    };
    search.keywords(keywords);
    while let Some(id) = search.waiting.pop() {
        if search.seen.len() >= looks {
            return None;
        }
        if search.seen.insert(id) {
            search.shape(id);
        }
    }
    Some(Found {
        looks: search.seen.len(),
        list: search.found,
    })
}

struct Search<'s> {
    shapes: &'s Shapes,
    found: Vec<Described>,
    known: HashMap<&'s str, usize>,
    seen: HashSet<ShapeId>,
    /// What is still to be looked at, the next one last.
    waiting: Vec<ShapeId>,
}

impl<'s> Search<'s> {
    fn shape(&mut self, id: ShapeId) {
        match &self.shapes.get(id).shape {
            Shape::Object(object) => object.fields.iter().for_each(|field| self.field(field)),
            Shape::Nullable(inner) => self.waiting.push(*inner),
            Shape::Union(_, branches) => self.wait(branches),
            Shape::Complete(base, keywords) => {
                self.keywords(keywords);
                self.waiting.push(*base);
            }
            _ => {}
        }
    }

    fn wait(&mut self, ids: &[ShapeId]) {
        self.waiting.extend(ids.iter().rev());
    }

    fn keywords(&mut self, keywords: &[Keyword]) {
        for keyword in keywords.iter().rev() {
            match keyword {
                Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => self.wait(ids),
                Keyword::If(condition, then, otherwise) => {
                    self.wait(&[*condition, *then, *otherwise]);
                }
                Keyword::DependentSchemas(rules) => {
                    let ids: Vec<ShapeId> = rules.iter().map(|(_, id)| *id).collect();
                    self.wait(&ids);
                }
                // they name keys, and say nothing about what is under them
                Keyword::DependentRequired(_) => {}
                Keyword::Not(_) | Keyword::Enum(_) | Keyword::Contains(..) => {}
                Keyword::UnevaluatedProperties(..) | Keyword::UnevaluatedItems(..) => {}
            }
        }
    }

    fn field(&mut self, field: &'s Field) {
        if self.shapes.get(field.shape).shape == Shape::Never {
            return;
        }
        let at = *self.known.entry(&field.name).or_insert_with(|| {
            self.found.push(Described {
                name: field.name.clone(),
                shapes: Vec::new(),
                docs: Vec::new(),
            });
            self.found.len() - 1
        });
        let described = &mut self.found[at];
        if !described.shapes.contains(&field.shape) {
            described.shapes.push(field.shape);
        }
        if !described.docs.contains(&field.doc) {
            described.docs.push(field.doc.clone());
        }
    }
}
