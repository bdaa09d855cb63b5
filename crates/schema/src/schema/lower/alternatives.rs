//! `anyOf` and `oneOf`: selected by JSON type if the branches are disjoint, else tried.

use super::Shaper;
use crate::schema::json_type::{ByType, JsonType};
use crate::schema::keywords::SchemaId;
use crate::schema::shape::{
    Keyword, List, ListLimits, Number, Select, Shape, ShapeId, Shapes, Text,
};
use std::collections::HashMap;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::Span;

/// How many values a finding names.
const SHOWN: usize = 3;

/// For each JSON type, the shape of its values, if any are accepted.
type Slots = ByType<Option<ShapeId>>;

/// What composite shapes accept. Each is computed only once, as many shapes may share one.
#[derive(Debug, Default)]
pub struct Accepted(HashMap<ShapeId, Slots>);

/// The shape of alternatives. The branches must contain no cycle, so that each can be examined.
pub fn lower_union(
    shaper: &mut Shaper<'_>,
    select: &Select,
    branches: Vec<SchemaId>,
    span: Span,
) -> Shape {
    let mut ids = Vec::new();
    for branch in branches {
        let id = shaper.force_shape(branch);
        if shaper.shapes.get(id).shape != Shape::Never {
            ids.push(id);
        }
    }
    union_of(shaper, select, ids, span)
}

fn union_of(shaper: &mut Shaper<'_>, select: &Select, ids: Vec<ShapeId>, span: Span) -> Shape {
    match ids[..] {
        [] => {
            return shaper.report_unsatisfiable(span, "no alternative can be satisfied");
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

/// The branch for each JSON type, if no type has several.
fn disjoint(shaper: &mut Shaper<'_>, ids: &[ShapeId]) -> Option<Slots> {
    let mut slots = Slots::default();
    for id in ids {
        let branches = shaper.accepted.expand(&shaper.shapes, *id);
        for (json_type, slot) in slots.iter_mut() {
            let branch = branches[json_type];
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
        let one = |only: JsonType| ByType::new(|json_type| (json_type == only).then_some(id));
        match &shapes.get(id).shape {
            Shape::Never => Slots::default(),
            Shape::Any => ByType::new(|_| Some(id)),
            Shape::Null => one(JsonType::Null),
            Shape::Boolean => one(JsonType::Boolean),
            Shape::Integer(_) | Shape::Number(_) => one(JsonType::Number),
            Shape::Text(_) | Shape::Choice(_) => one(JsonType::String),
            Shape::List(_) => one(JsonType::Array),
            Shape::Object(_) => one(JsonType::Object),
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

    /// What a shape accepts that applies other shapes to the same value.
    fn expand_outer(&mut self, shapes: &Shapes, id: ShapeId, outer: &Shape) -> Slots {
        match outer {
            Shape::Nullable(inner) => {
                let mut slots = self.expand(shapes, *inner);
                slots[JsonType::Null] = Some(id);
                slots
            }
            Shape::Union(Select::Type(by_type), branches) => {
                ByType::new(|json_type| by_type.branch(json_type, branches).copied())
            }
            Shape::Union(_, branches) => {
                let mut slots = Slots::default();
                for branch in branches {
                    let accepted = self.expand(shapes, *branch);
                    for (json_type, slot) in slots.iter_mut() {
                        *slot = slot.or(accepted[json_type].map(|_| id));
                    }
                }
                slots
            }
            Shape::Complete(base, _) => self.expand(shapes, *base).map(|slot| slot.map(|_| id)),
            _ => Slots::default(),
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
    let nullable = slots[JsonType::Null].is_some_and(plain_null);
    if nullable {
        slots[JsonType::Null] = None;
    }
    let mut branches: Vec<ShapeId> = Vec::new();
    let by_type = slots.map(|slot| {
        let id = slot?;
        let index = branches
            .iter()
            .position(|known| *known == id)
            .unwrap_or_else(|| {
                branches.push(id);
                branches.len() - 1
            });
        u8::try_from(index).ok()
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

/// The branches without `null`, if that makes no difference for other values.
fn without_null(shaper: &mut Shaper<'_>, select: &Select, ids: &[ShapeId]) -> Option<Vec<ShapeId>> {
    let (shapes, accepted) = (&shaper.shapes, &mut shaper.accepted);
    let mut accepts_null = |id: ShapeId| accepted.expand(shapes, id)[JsonType::Null].is_some();
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

/// Branches of the same JSON type become that type with a rule; enumerations are merged.
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
        || first.iter().filter(|(_, accepted)| **accepted).count() != 1
    {
        return None;
    }
    if let Some(Joined { values, refused }) = join_choices(&shaper.shapes, select, ids) {
        report_refused(shaper, ids, &refused);
        return Some(Shape::Choice(values));
    }
    let (only, _) = first.iter().find(|(_, accepted)| **accepted)?;
    let base = match only {
        JsonType::Boolean => Shape::Boolean,
        JsonType::Number if ids.iter().all(|id| is_integer(&shaper.shapes, *id)) => {
            Shape::Integer(Number::default())
        }
        JsonType::Number => Shape::Number(Number::default()),
        JsonType::String => Shape::Text(Text::default()),
        JsonType::Array => {
            let items = shaper.any(span);
            Shape::List(List {
                prefix: Vec::new(),
                items,
                limits: ListLimits::default(),
            })
        }
        JsonType::Null | JsonType::Object => return None,
    };
    let keyword = if *select == Select::OneOf {
        Keyword::OneOf(ids.to_vec())
    } else {
        Keyword::AnyOf(ids.to_vec())
    };
    Some(shaper.complete_shape(base, vec![keyword], span))
}

fn is_integer(shapes: &Shapes, id: ShapeId) -> bool {
    match &shapes.get(id).shape {
        Shape::Integer(_) => true,
        Shape::Complete(base, _) => is_integer(shapes, *base),
        _ => false,
    }
}

/// Enumerations as one.
struct Joined {
    values: Vec<String>,
    /// The values that several alternatives of `oneOf` list.
    refused: Vec<String>,
}

fn join_choices(shapes: &Shapes, select: &Select, ids: &[ShapeId]) -> Option<Joined> {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for id in ids {
        let Shape::Choice(choice) = &shapes.get(*id).shape else {
            return None;
        };
        for value in choice {
            match counted.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += 1,
                None => counted.push((value, 1)),
            }
        }
    }
    let mut joined = Joined {
        values: Vec::new(),
        refused: Vec::new(),
    };
    for (value, count) in counted {
        match *select == Select::AnyOf || count == 1 {
            true => joined.values.push(value.clone()),
            false => joined.refused.push(value.clone()),
        }
    }
    (!joined.values.is_empty()).then_some(joined)
}

/// Reports the values that `oneOf` refuses because several alternatives list them.
fn report_refused(shaper: &mut Shaper<'_>, ids: &[ShapeId], refused: &[String]) {
    let Some(first) = refused.first() else {
        return;
    };
    let has_it = |id: &&ShapeId| match &shaper.shapes.get(**id).shape {
        Shape::Choice(values) => values.contains(first),
        _ => false,
    };
    let mut places = ids
        .iter()
        .filter(has_it)
        .map(|id| shaper.shapes.get(*id).span);
    let (Some(one), Some(other)) = (places.next(), places.next()) else {
        return;
    };
    let message = format!(
        "{} can never be given: `oneOf` refuses what two of its alternatives list",
        quote_some(refused, SHOWN)
    );
    let finding = Diagnostic::new(Code::UNREACHABLE_VALUE, other, message)
        .also(one, "this lists it, too")
        .help("list each value once, or write `anyOf`");
    shaper.diagnostics.push(finding);
}
