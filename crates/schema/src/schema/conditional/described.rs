//! Which properties are described by the conditions on an object.

use crate::schema::shape::{Doc, Field, Keyword, Shape, ShapeId, Shapes};
use std::collections::{HashMap, HashSet};

/// A property that is described by conditions.
pub struct Described {
    /// The key.
    pub name: String,
    /// The shapes in these descriptions, without duplicates.
    pub shapes: Vec<ShapeId>,
    docs: Vec<Doc>,
}

impl Described {
    /// Its documentation, if all descriptions have the same.
    pub fn doc(&self) -> Doc {
        let mut docs = self.docs.iter().filter(|doc| **doc != Doc::default());
        match (docs.next(), docs.next()) {
            (Some(only), None) => only.clone(),
            _ => Doc::default(),
        }
    }
}

/// The result of the search.
pub struct Found {
    /// The properties.
    pub list: Vec<Described>,
    /// The number of schemas visited.
    pub looks: usize,
}

/// The properties in the order they are encountered; `None` if there is too much to visit.
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
    /// The shapes to be visited, the next one last.
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
                Keyword::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.wait(&[*condition, *then, *otherwise]);
                }
                Keyword::DependentSchemas(rules) => {
                    let ids: Vec<ShapeId> = rules.iter().map(|(_, id)| *id).collect();
                    self.wait(&ids);
                }
                // these name keys, but do not describe their values
                Keyword::DependentRequired(_) => {}
                Keyword::Not(_) | Keyword::Enum(_) | Keyword::Contains { .. } => {}
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
        // what a default refers to is not documentation
        let doc = Doc {
            referred: None,
            ..field.doc.clone()
        };
        if !described.docs.contains(&doc) {
            described.docs.push(doc);
        }
    }
}
