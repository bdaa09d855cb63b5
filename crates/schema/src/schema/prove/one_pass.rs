//! Noun: which parts of a schema are validated in one pass over a text, and why the values of
//! others are captured and visited again.

use super::disjoint::{Apart, Overlap};
use crate::schema::select::Select;
use crate::schema::shape::{Keyword, Shape, ShapeId, Shapes};
use std::collections::HashSet;
use toolc_base::node::escape_pointer;

/// One part of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// JSON Pointer to the values it applies to; `*` stands for any element or any additional key.
    pub pointer: String,
    /// The name of its definition, if it has one.
    pub definition: Option<String>,
    /// Why its values are captured; empty if they are validated in one pass.
    pub captured: Vec<Cause>,
}

/// Why a value is captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The keyword.
    pub keyword: &'static str,
    /// The detail that matters; empty if the keyword itself explains it.
    pub reason: String,
}

/// The parts of a schema from top to bottom, without duplicates.
pub fn one_pass_parts(shapes: &Shapes, root: ShapeId) -> Vec<Part> {
    let mut walk = Walk {
        shapes,
        apart: Apart::new(shapes),
        seen: HashSet::new(),
        waiting: vec![(root, String::new())],
        parts: Vec::new(),
    };
    while let Some((id, pointer)) = walk.waiting.pop() {
        if walk.seen.insert(id) {
            walk.visit(id, &pointer);
        }
    }
    walk.parts
}

struct Walk<'s> {
    shapes: &'s Shapes,
    apart: Apart<'s>,
    seen: HashSet<ShapeId>,
    waiting: Vec<(ShapeId, String)>,
    parts: Vec<Part>,
}

impl<'s> Walk<'s> {
    fn visit(&mut self, id: ShapeId, pointer: &str) {
        let form = self.shapes.get(id);
        let (base, mut captured) = self.unwrap(id);
        if let Shape::Union(select @ (Select::AnyOf | Select::OneOf), branches) = base {
            captured.push(self.trial(*select == Select::OneOf, branches));
        }
        self.parts.push(Part {
            pointer: pointer.to_owned(),
            definition: form.definition.clone(),
            captured,
        });
        let mut below = Vec::new();
        match base {
            Shape::Union(_, branches) => {
                below.extend(branches.iter().map(|id| (*id, pointer.to_owned())));
            }
            Shape::List(list) => {
                let prefix = list.prefix.iter().enumerate();
                below.extend(prefix.map(|(at, id)| (*id, format!("{pointer}/{at}"))));
                below.push((list.items, format!("{pointer}/*")));
            }
            Shape::Object(object) => {
                for field in &object.fields {
                    let name = escape_pointer(&field.name);
                    below.push((field.shape, format!("{pointer}/{name}")));
                }
                let patterns = object.patterns.iter().map(|(_, id)| *id);
                let further = patterns.chain([object.rest]);
                below.extend(further.map(|id| (id, format!("{pointer}/*"))));
            }
            _ => {}
        }
        let says_something =
            |id: ShapeId| !matches!(self.shapes.get(id).shape, Shape::Any | Shape::Never);
        below.retain(|(id, _)| says_something(*id));
        below.reverse();
        self.waiting.append(&mut below);
    }

    /// The shape inside `Complete` and `Nullable`, and why these need the whole value.
    fn unwrap(&mut self, mut id: ShapeId) -> (&'s Shape, Vec<Cause>) {
        let mut causes = Vec::new();
        loop {
            match &self.shapes.get(id).shape {
                Shape::Nullable(inner) => id = *inner,
                Shape::Complete(base, keywords) => {
                    causes.extend(keywords.iter().map(|keyword| self.cause(keyword)));
                    id = *base;
                }
                shape => return (shape, causes),
            }
        }
    }

    fn cause(&mut self, keyword: &Keyword) -> Cause {
        let reason = match keyword {
            Keyword::AnyOf(branches) => return self.trial(false, branches),
            Keyword::OneOf(branches) => return self.trial(true, branches),
            Keyword::AllOf(ids) => {
                let told = |id: &ShapeId| {
                    let shape = &self.shapes.get(*id).shape;
                    matches!(shape, Shape::Union(Select::Tag(_) | Select::Keys(_), _))
                };
                match ids.iter().any(told) {
                    true => "the alternatives are combined with other rules",
                    false => "rules that cannot be joined to one",
                }
            }
            Keyword::Enum(_) => "values that are not all strings",
            _ => "",
        };
        Cause {
            keyword: name(keyword),
            reason: reason.to_owned(),
        }
    }

    /// Why alternatives are tried.
    fn trial(&mut self, exclusive: bool, branches: &[ShapeId]) -> Cause {
        let name = |at: usize| match &self.shapes.get(branches[at]).definition {
            Some(definition) => format!("alternative {} (`{definition}`)", at + 1),
            None => format!("alternative {}", at + 1),
        };
        let reason = match self.apart.select(branches, exclusive) {
            Err(Overlap::Values(first, second, json_type)) => {
                format!(
                    "{} and {} both take values of type {}",
                    name(first),
                    name(second),
                    json_type.name()
                )
            }
            Err(Overlap::Objects(first, second)) => format!(
                "{} and {} both take objects that no required key or constant distinguishes",
                name(first),
                name(second)
            ),
            Err(Overlap::Rules) => {
                "any two alternatives can be distinguished, but not all of them by one key"
                    .to_owned()
            }
            Err(Overlap::Number) => "there are more alternatives than a table can have".to_owned(),
            Err(Overlap::Unknown) => {
                "there is too much to compare to find out how to distinguish the alternatives"
                    .to_owned()
            }
            Ok(_) => "the alternatives are combined with other rules".to_owned(),
        };
        Cause {
            keyword: if exclusive { "oneOf" } else { "anyOf" },
            reason,
        }
    }
}

fn name(keyword: &Keyword) -> &'static str {
    match keyword {
        Keyword::AllOf(_) => "allOf",
        Keyword::AnyOf(_) => "anyOf",
        Keyword::OneOf(_) => "oneOf",
        Keyword::Not(_) => "not",
        Keyword::If { .. } => "if",
        Keyword::Enum(_) => "enum",
        Keyword::Contains { .. } => "contains",
        Keyword::DependentRequired(_) => "dependentRequired",
        Keyword::DependentSchemas(_) => "dependentSchemas",
        Keyword::UnevaluatedProperties(..) => "unevaluatedProperties",
        Keyword::UnevaluatedItems(..) => "unevaluatedItems",
    }
}
