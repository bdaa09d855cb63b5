//! The values that two alternatives of a `oneOf` have in common.

use super::super::overloads::known_keys;
use std::collections::HashMap;
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::select::Select;
use toolc_schema::schema::shape::{Field, Keyword, Object, Shape, ShapeId, Shapes};

/// How many pairs of one `oneOf` are compared.
const MAX_PAIRS: usize = 200;

/// Alternatives of which exactly one must accept a value, and which nothing tells apart beforehand.
pub(super) struct Set<'c> {
    /// The shape that has them.
    pub shape: ShapeId,
    pub branches: &'c [ShapeId],
    /// What accepts the value besides.
    around: Vec<ShapeId>,
    /// What refuses it.
    refused: Vec<ShapeId>,
}

/// A value that two alternatives accept, given by their places in the list.
pub(super) struct Overlap {
    pub first: usize,
    pub second: usize,
    pub extent: Extent,
    /// The value, as JSON.
    pub value: String,
}

/// How much two alternatives have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that the first one accepts.
    Whole,
    /// Some values.
    Part,
}

/// All such alternatives. Those that a key or a type tells apart have nothing in common.
pub(super) fn list_sets(shapes: &Shapes) -> Vec<Set<'_>> {
    let forms = || (0..).map(ShapeId).zip(&shapes.arena);
    // the rules of one schema may be in several shapes, one around the other
    let mut outer = HashMap::new();
    for (shape, form) in forms() {
        if let Shape::Complete(base, _) = form.shape {
            outer.entry(base).or_insert(shape);
        }
    }
    let mut sets = Vec::new();
    for (shape, form) in forms() {
        let exclusive: Vec<&[ShapeId]> = match &form.shape {
            Shape::Union(Select::OneOf, branches) => vec![branches],
            Shape::Complete(_, keywords) => keywords.iter().filter_map(list_exclusive).collect(),
            _ => Vec::new(),
        };
        for branches in exclusive {
            let (mut around, mut refused) = (Vec::new(), Vec::new());
            let mut at = match form.shape {
                Shape::Union(..) => outer.get(&shape).copied(),
                _ => Some(shape),
            };
            while let Some(Shape::Complete(base, keywords)) = at.map(|id| &shapes.get(id).shape) {
                if !matches!(
                    shapes.get(*base).shape,
                    Shape::Complete(..) | Shape::Union(..)
                ) {
                    around.push(*base);
                }
                add_surroundings(keywords, &mut around, &mut refused);
                at = at.and_then(|id| outer.get(&id).copied());
            }
            sets.push(Set {
                shape,
                branches,
                around,
                refused,
            });
        }
    }
    sets
}

fn list_exclusive(keyword: &Keyword) -> Option<&[ShapeId]> {
    match keyword {
        Keyword::OneOf(branches) => Some(branches),
        _ => None,
    }
}

fn add_surroundings(keywords: &[Keyword], around: &mut Vec<ShapeId>, refused: &mut Vec<ShapeId>) {
    for keyword in keywords {
        match keyword {
            Keyword::AllOf(ids) => around.extend(ids),
            Keyword::Not(id) => refused.push(*id),
            _ => {}
        }
    }
}

/// Searches for such values.
pub(super) struct OverlapSearch<'c> {
    shapes: &'c Shapes,
    examples: Examples<'c>,
}

impl<'c> OverlapSearch<'c> {
    pub fn new(shapes: &'c Shapes) -> Self {
        OverlapSearch {
            shapes,
            examples: Examples::new(shapes),
        }
    }

    /// The same with a limit on all the work.
    pub fn within(shapes: &'c Shapes, work: u32) -> Self {
        OverlapSearch {
            shapes,
            examples: Examples::within(shapes, work),
        }
    }

    /// The first two alternatives that have more in common than their author can have meant.
    pub fn find_overlap(&mut self, set: &Set<'_>) -> Option<Overlap> {
        let mut pairs = 0;
        for second in 0..set.branches.len() {
            for first in 0..second {
                pairs += 1;
                if pairs > MAX_PAIRS {
                    return None;
                }
                let found = self.compare(set, first, second);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn compare(&mut self, set: &Set<'_>, first: usize, second: usize) -> Option<Overlap> {
        let (one, other) = (set.branches[first], set.branches[second]);
        let mut wanted = set.around.clone();
        wanted.extend([one, other]);
        let Example::Value(common) = self.examples.outside(&wanted, &set.refused) else {
            return None;
        };
        for (inner, outer) in [(first, second), (second, first)] {
            if self.is_within(set, set.branches[inner], set.branches[outer]) {
                return Some(Overlap {
                    first: inner,
                    second: outer,
                    extent: Extent::Whole,
                    value: common,
                });
            }
        }
        if differ_in_required(self.shapes, one, other) {
            return None;
        }
        // with keys that only one of them knows, a value is a mixture of the two
        let mut keys = known_keys(self.shapes, one);
        let others = known_keys(self.shapes, other);
        keys.retain(|key| others.contains(key));
        match self.examples.with_keys(&wanted, &set.refused, keys) {
            Example::Value(value) => Some(Overlap {
                first,
                second,
                extent: Extent::Part,
                value,
            }),
            Example::Impossible | Example::Undecided => None,
        }
    }

    /// Whether it is proved that one alternative accepts all that another does.
    fn is_within(&mut self, set: &Set<'_>, inner: ShapeId, outer: ShapeId) -> bool {
        let mut wanted = set.around.clone();
        wanted.push(inner);
        let mut refused = set.refused.clone();
        refused.push(outer);
        self.examples.outside(&wanted, &refused) == Example::Impossible
    }
}

/// Whether two objects are the same but for what they require, each something else: then `oneOf` says that one of two
/// properties must be given, but not both.
fn differ_in_required(shapes: &Shapes, one: ShapeId, other: ShapeId) -> bool {
    let (Shape::Object(one), Shape::Object(other)) =
        (&shapes.get(one).shape, &shapes.get(other).shape)
    else {
        return false;
    };
    let without = |object: &Object| {
        let mut object = object.clone();
        object
            .fields
            .iter_mut()
            .for_each(|field| field.required = false);
        object
    };
    let requires_more = |one: &Object, other: &Object| {
        let mut pairs = one.fields.iter().zip(&other.fields);
        pairs.any(|(field, same): (&Field, &Field)| field.required && !same.required)
    };
    without(one) == without(other) && requires_more(one, other) && requires_more(other, one)
}
