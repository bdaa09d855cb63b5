//! Whether a property that is only described conditionally always has the same type: in every
//! accepted object, it is either absent or of that shape.

use super::described::Described;
use crate::schema::evaluated::{Condition, Evaluated};
use crate::schema::json_type::JsonType;
use crate::schema::pattern::Pattern;
use crate::schema::shape::{Form, Keyword, Number, Object, Select, Shape, ShapeId, Shapes, Text};
use std::cell::Cell;

/// How many nested schemas are followed in a proof.
const MAX_DEPTH: usize = 8;

/// The shape that a described property always has; `None` if there is no proof.
pub fn find_proof(
    shapes: &mut Shapes,
    steps: &Cell<usize>,
    keywords: &[Keyword],
    each: &Described,
) -> Option<ShapeId> {
    let is_any = |id: &&ShapeId| shapes.get(**id).shape == Shape::Any;
    let said: Vec<ShapeId> = each
        .shapes
        .iter()
        .filter(|id| !is_any(id))
        .copied()
        .collect();
    let (first, others) = said.split_first()?;
    let wanted = match others {
        [] => Wanted::Shape(*first),
        _ => Wanted::Scalar(Box::new(scalar(shapes, &said)?)),
    };
    let proof = Proof {
        shapes,
        name: &each.name,
        wanted: &wanted,
        steps,
    };
    if !proof.follows(keywords, MAX_DEPTH) {
        return None;
    }
    match wanted {
        Wanted::Shape(id) => Some(id),
        Wanted::Scalar(shape) => {
            let form = shapes.get(*first);
            let form = Form {
                shape: *shape,
                definition: None,
                rust_type: None,
                ..form.clone()
            };
            Some(shapes.add(form))
        }
    }
}

/// What is to be proved about a property.
enum Wanted {
    /// It has exactly this shape.
    Shape(ShapeId),
    /// It is a scalar of this type, whatever its rules.
    Scalar(Box<Shape>),
}

/// The type that several shapes share, without their rules.
fn scalar(shapes: &Shapes, ids: &[ShapeId]) -> Option<Shape> {
    let wide = [
        Shape::Boolean,
        Shape::Text(Text::default()),
        Shape::Integer(Number::default()),
        Shape::Number(Number::default()),
    ];
    wide.into_iter()
        .find(|wide| ids.iter().all(|id| is_of(shapes, *id, wide)))
}

/// Whether every value of a shape has a scalar type.
fn is_of(shapes: &Shapes, id: ShapeId, wide: &Shape) -> bool {
    let form = shapes.get(id);
    if form.rust_type.is_some() {
        return false;
    }
    match (&form.shape, wide) {
        (Shape::Boolean, Shape::Boolean) | (Shape::Choice(_), Shape::Text(_)) => true,
        (Shape::Text(text), Shape::Text(_)) => text.path.is_none(),
        (Shape::Integer(_), Shape::Integer(_) | Shape::Number(_)) => true,
        (Shape::Number(_), Shape::Number(_)) => true,
        _ => false,
    }
}

struct Proof<'p> {
    shapes: &'p Shapes,
    name: &'p str,
    wanted: &'p Wanted,
    /// The remaining budget; once it is used up, nothing is proved.
    steps: &'p Cell<usize>,
}

impl Proof<'_> {
    fn is_wanted(&self, id: ShapeId) -> bool {
        match self.wanted {
            Wanted::Shape(wanted) => id == *wanted,
            Wanted::Scalar(wide) => is_of(self.shapes, id, wide),
        }
    }

    /// Descends one schema further.
    fn step(&self, depth: usize) -> Option<usize> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        depth.checked_sub(1)
    }

    /// Whether, in every value accepted by a shape, the property is as wanted or absent.
    fn holds(&self, id: ShapeId, depth: usize) -> bool {
        let Some(depth) = self.step(depth) else {
            return false;
        };
        match &self.shapes.get(id).shape {
            Shape::Any => false,
            Shape::Object(object) => self.object(object),
            Shape::Nullable(inner) => self.holds(*inner, depth),
            Shape::Union(Select::Type(by_type), branches) => by_type
                .branch(JsonType::Object, branches)
                .is_none_or(|branch| self.holds(*branch, depth)),
            Shape::Union(_, branches) => self.all(branches, depth),
            Shape::Complete(base, keywords) => {
                self.holds(*base, depth) || self.follows(keywords, depth)
            }
            // these accept no objects
            Shape::Never | Shape::Null | Shape::Boolean | Shape::Text(_) | Shape::Choice(_) => true,
            Shape::Integer(_) | Shape::Number(_) | Shape::List(_) => true,
        }
    }

    fn all(&self, ids: &[ShapeId], depth: usize) -> bool {
        ids.iter().all(|id| self.holds(*id, depth))
    }

    fn object(&self, object: &Object) -> bool {
        let is_closed = |id| self.shapes.get(id).shape == Shape::Never;
        let field = object.fields.iter().find(|field| field.name == self.name);
        match field {
            Some(field) => self.is_wanted(field.shape) || is_closed(field.shape),
            None => {
                let mut patterns = object.patterns.iter().map(|(pattern, _)| pattern);
                let misses = |pattern: &Pattern| pattern.find_match(self.name) == Some(false);
                is_closed(object.rest) && patterns.all(misses)
            }
        }
    }

    /// Whether this follows from rules that all apply.
    fn follows(&self, keywords: &[Keyword], depth: usize) -> bool {
        keywords.iter().any(|keyword| match keyword {
            Keyword::AllOf(ids) => ids.iter().any(|id| self.holds(*id, depth)),
            Keyword::AnyOf(ids) | Keyword::OneOf(ids) => self.all(ids, depth),
            Keyword::If {
                condition,
                then,
                otherwise,
            } => {
                let yes = self.holds(*condition, depth) || self.holds(*then, depth);
                yes && self.holds(*otherwise, depth)
            }
            Keyword::DependentSchemas(rules) => rules
                .iter()
                .any(|(key, id)| key == self.name && self.holds(*id, depth)),
            Keyword::UnevaluatedProperties(evaluated, rest) => {
                let is_closed = self.shapes.get(*rest).shape == Shape::Never;
                is_closed && self.evaluated(evaluated, keywords, depth)
            }
            _ => false,
        })
    }

    /// Whether the property counts as evaluated only if it is as wanted.
    fn evaluated(
        &self,
        evaluated: &Evaluated<ShapeId>,
        keywords: &[Keyword],
        depth: usize,
    ) -> bool {
        let Some(depth) = self.step(depth) else {
            return false;
        };
        let Evaluated {
            all,
            names,
            patterns,
            conditions,
            ..
        } = evaluated;
        let by_pattern = |pattern: &Pattern| pattern.find_match(self.name) != Some(false);
        if *all || names.iter().any(|name| name == self.name) || patterns.iter().any(by_pattern) {
            return false;
        }
        conditions.iter().all(|(condition, then)| {
            self.evaluated(then, &[], depth) || self.follows_from(condition, keywords, depth)
        })
    }

    /// Whether this follows if a condition is met, either from what the condition accepts or from
    /// the rules that depend on it.
    fn follows_from(
        &self,
        condition: &Condition<ShapeId>,
        keywords: &[Keyword],
        depth: usize,
    ) -> bool {
        let implied = |keyword: &Keyword| match (condition, keyword) {
            (
                Condition::Accepts(id),
                Keyword::If {
                    condition, then, ..
                },
            ) => id == condition && self.holds(*then, depth),
            (
                Condition::Refuses(id),
                Keyword::If {
                    condition,
                    otherwise,
                    ..
                },
            ) => id == condition && self.holds(*otherwise, depth),
            (Condition::Has(name), Keyword::DependentSchemas(rules)) => rules
                .iter()
                .any(|(key, id)| key == name && self.holds(*id, depth)),
            _ => false,
        };
        let accepted = match condition {
            Condition::Accepts(id) => self.holds(*id, depth),
            Condition::Refuses(_) | Condition::Has(_) => false,
        };
        accepted || keywords.iter().any(implied)
    }
}
