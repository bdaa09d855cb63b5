//! `anyOf` and `oneOf`: by JSON type where the branches are disjoint, else by trial.

use super::Shaper;
use crate::schema::keywords::{SchemaId, Types};
use crate::schema::shape::{
    Keyword, List, ListLimits, Number, Select, Shape, ShapeId, Shapes, Text,
};
use crate::source::Span;
use std::collections::HashMap;

/// For each JSON type the shape of its values, where a shape accepts any; in the order of [`KINDS`].
type Slots = [Option<ShapeId>; 6];

/// What shapes with shapes inside accept, each worked out once: many shapes may share one.
#[derive(Debug, Default)]
pub struct Accepted(HashMap<ShapeId, Slots>);

/// The JSON types in the order of [`Select::Type`].
pub const KINDS: [Types; 6] = [
    Types::NULL,
    Types::BOOLEAN,
    Types::NUMBER,
    Types::STRING,
    Types::ARRAY,
    Types::OBJECT,
];

/// The shape of alternatives. The branches have no circle among them, so each can be looked into.
pub fn union(
    shaper: &mut Shaper<'_>,
    select: &Select,
    branches: Vec<SchemaId>,
    span: Span,
) -> Shape {
    let mut ids = Vec::new();
    for branch in branches {
        let id = shaper.force(branch);
        if shaper.shapes.get(id).shape != Shape::Never {
            ids.push(id);
        }
    }
    union_of(shaper, select, ids, span)
}

fn union_of(shaper: &mut Shaper<'_>, select: &Select, ids: Vec<ShapeId>, span: Span) -> Shape {
    match ids[..] {
        [] => {
            return shaper
                .unsatisfiable(span, "there is no alternative that a value could satisfy");
        }
        [only] => return shaper.shapes.get(only).shape.clone(),
        _ => {}
    }
    let accepts_all = |id: &ShapeId| shaper.shapes.get(*id).shape == Shape::Any;
    if *select == Select::AnyOf && ids.iter().any(accepts_all) {
        return Shape::Any;
    }
    if let Some(slots) = disjoint(shaper, &ids) {
        return by_type(shaper, slots, span);
    }
    if let Some(inner) = without_null(shaper, select, &ids) {
        if inner.is_empty() {
            return Shape::Null;
        }
        let inner = union_of(shaper, select, inner, span);
        return match inner {
            Shape::Never => Shape::Null,
            inner => Shape::Nullable(shaper.add(inner, span)),
        };
    }
    same_type(shaper, select, &ids, span).unwrap_or_else(|| Shape::Union(select.clone(), ids))
}

/// The branch of each JSON type, where no type has two.
fn disjoint(shaper: &mut Shaper<'_>, ids: &[ShapeId]) -> Option<Slots> {
    let mut slots = [None; 6];
    for id in ids {
        let branches = shaper.accepted.expand(&shaper.shapes, *id);
        for (slot, branch) in slots.iter_mut().zip(branches) {
            match (&slot, branch) {
                (_, None) => {}
                (None, Some(_)) => *slot = branch,
                (Some(_), Some(_)) => return None,
            }
        }
    }
    Some(slots)
}

impl Accepted {
    /// What a shape accepts, by JSON type.
    fn expand(&mut self, shapes: &Shapes, id: ShapeId) -> Slots {
        let one = |kind: usize| std::array::from_fn(|index| (index == kind).then_some(id));
        match &shapes.get(id).shape {
            Shape::Never => [None; 6],
            Shape::Any => [Some(id); 6],
            Shape::Null => one(0),
            Shape::Boolean => one(1),
            Shape::Integer(_) | Shape::Number(_) => one(2),
            Shape::Text(_) | Shape::Choice(_) => one(3),
            Shape::List(_) => one(4),
            Shape::Object(_) => one(5),
            outer => match self.0.get(&id) {
                Some(known) => *known,
                None => {
                    let slots = self.expand_outer(shapes, id, outer);
                    self.0.insert(id, slots);
                    slots
                }
            },
        }
    }

    /// What a shape accepts that has others for the same value.
    fn expand_outer(&mut self, shapes: &Shapes, id: ShapeId, outer: &Shape) -> Slots {
        match outer {
            Shape::Nullable(inner) => {
                let mut slots = self.expand(shapes, *inner);
                slots[0] = Some(id);
                slots
            }
            Shape::Union(Select::Type(by_type), branches) => {
                by_type.map(|branch| branches.get(usize::from(branch)).copied())
            }
            Shape::Union(_, branches) => {
                let mut slots = [None; 6];
                for branch in branches {
                    for (slot, accepted) in slots.iter_mut().zip(self.expand(shapes, *branch)) {
                        *slot = slot.or(accepted.map(|_| id));
                    }
                }
                slots
            }
            Shape::Complete(base, _) => self.expand(shapes, *base).map(|slot| slot.map(|_| id)),
            _ => [None; 6],
        }
    }
}

/// A union whose branches have no JSON type in common.
fn by_type(shaper: &mut Shaper<'_>, mut slots: Slots, span: Span) -> Shape {
    let plain_null = |id: ShapeId| {
        matches!(
            shaper.shapes.get(id).shape,
            Shape::Null | Shape::Nullable(_)
        )
    };
    let nullable = slots[0].is_some_and(plain_null);
    if nullable {
        slots[0] = None;
    }
    let mut branches: Vec<ShapeId> = Vec::new();
    let by_type = slots.map(|slot| {
        let Some(id) = slot else { return 255 };
        let index = branches
            .iter()
            .position(|known| *known == id)
            .unwrap_or_else(|| {
                branches.push(id);
                branches.len() - 1
            });
        u8::try_from(index).unwrap_or(255)
    });
    let inner = match branches[..] {
        [] => return Shape::Null,
        [only] => only,
        _ => shaper.add(Shape::Union(Select::Type(by_type), branches), span),
    };
    if nullable {
        Shape::Nullable(inner)
    } else {
        shaper.shapes.get(inner).shape.clone()
    }
}

/// The branches without `null`, where that changes nothing for other values.
fn without_null(shaper: &mut Shaper<'_>, select: &Select, ids: &[ShapeId]) -> Option<Vec<ShapeId>> {
    let (shapes, accepted) = (&shaper.shapes, &mut shaper.accepted);
    let mut accepts_null = |id: ShapeId| accepted.expand(shapes, id)[0].is_some();
    let accepting = ids.iter().filter(|id| accepts_null(**id)).count();
    if accepting == 0 || (*select == Select::OneOf && accepting > 1) {
        return None;
    }
    let mut inner = Vec::new();
    for id in ids {
        match shapes.get(*id).shape {
            Shape::Null => {}
            Shape::Nullable(branch) => inner.push(branch),
            _ if accepts_null(*id) => return None,
            _ => inner.push(*id),
        }
    }
    Some(inner)
}

/// Branches of one JSON type are that type under a rule; enumerations are joined.
fn same_type(
    shaper: &mut Shaper<'_>,
    select: &Select,
    ids: &[ShapeId],
    span: Span,
) -> Option<Shape> {
    let (shapes, accepted) = (&shaper.shapes, &mut shaper.accepted);
    let kinds: Vec<_> = ids
        .iter()
        .map(|id| accepted.expand(shapes, *id).map(|slot| slot.is_some()))
        .collect();
    let first = kinds.first()?;
    if kinds.iter().any(|kind| kind != first)
        || first.iter().filter(|accepted| **accepted).count() != 1
    {
        return None;
    }
    if let Some(values) = joined_choice(&shaper.shapes, select, ids) {
        return Some(Shape::Choice(values));
    }
    let kind = first.iter().position(|accepted| *accepted)?;
    let base = match kind {
        1 => Shape::Boolean,
        2 if ids.iter().all(|id| is_integer(&shaper.shapes, *id)) => {
            Shape::Integer(Number::default())
        }
        2 => Shape::Number(Number::default()),
        3 => Shape::Text(Text::default()),
        4 => {
            let items = shaper.any(span);
            Shape::List(List {
                prefix: Vec::new(),
                items,
                limits: ListLimits::default(),
            })
        }
        _ => return None,
    };
    let keyword = if *select == Select::OneOf {
        Keyword::OneOf(ids.to_vec())
    } else {
        Keyword::AnyOf(ids.to_vec())
    };
    Some(shaper.complete(base, vec![keyword], span))
}

fn is_integer(shapes: &Shapes, id: ShapeId) -> bool {
    match &shapes.get(id).shape {
        Shape::Integer(_) => true,
        Shape::Complete(base, _) => is_integer(shapes, *base),
        _ => false,
    }
}

fn joined_choice(shapes: &Shapes, select: &Select, ids: &[ShapeId]) -> Option<Vec<String>> {
    let mut values: Vec<(&String, usize)> = Vec::new();
    for id in ids {
        let Shape::Choice(choice) = &shapes.get(*id).shape else {
            return None;
        };
        for value in choice {
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += 1,
                None => values.push((value, 1)),
            }
        }
    }
    values.retain(|(_, count)| *select == Select::AnyOf || *count == 1);
    (!values.is_empty()).then(|| values.into_iter().map(|(value, _)| value.clone()).collect())
}
