//! Makes alternatives that the schemas discriminate selectable before the value is read; others are tried.

use crate::schema::prove::disjoint::Apart;
use crate::schema::select::Select;
use crate::schema::shape::{Keyword, Shape, ShapeId, Shapes};
use std::collections::HashMap;

/// Finds out how to discriminate alternatives. This does not change what is accepted, so equal
/// shapes remain equal.
pub fn tell_apart(shapes: &mut Shapes) {
    let mut found = Vec::new();
    let mut apart = Apart::new(shapes);
    for (at, form) in shapes.arena.iter().enumerate() {
        match &form.shape {
            Shape::Union(select @ (Select::AnyOf | Select::OneOf), branches) => {
                if let Some(select) = apart.find_select(branches, *select == Select::OneOf) {
                    found.push((at, 0, select));
                }
            }
            Shape::Complete(_, keywords) => {
                for (place, keyword) in keywords.iter().enumerate() {
                    if let Some((branches, exclusive)) = alternatives(keyword)
                        && let Some(select) = apart.find_select(branches, exclusive)
                    {
                        found.push((at, place, select));
                    }
                }
            }
            _ => {}
        }
    }
    let mut rules = HashMap::new();
    for (at, place, select) in found {
        match &mut shapes.arena[at].shape {
            Shape::Union(known, _) => *known = select,
            Shape::Complete(..) => replace(shapes, &mut rules, at, place, select),
            _ => {}
        }
    }
}

fn alternatives(keyword: &Keyword) -> Option<(&[ShapeId], bool)> {
    match keyword {
        Keyword::AnyOf(branches) => Some((branches, false)),
        Keyword::OneOf(branches) => Some((branches, true)),
        _ => None,
    }
}

/// Replaces a rule that tries alternatives by one that selects the right one.
fn replace(
    shapes: &mut Shapes,
    rules: &mut HashMap<Shape, ShapeId>,
    at: usize,
    place: usize,
    select: Select,
) {
    let form = &shapes.arena[at];
    let Shape::Complete(base, keywords) = &form.shape else {
        return;
    };
    let (base, mut keywords, span) = (*base, keywords.clone(), form.span);
    let Some((branches, _)) = alternatives(&keywords[place]) else {
        return;
    };
    let shape = Shape::Union(select, branches.to_vec());
    let rule = rules
        .entry(shape.clone())
        .or_insert_with(|| shapes.add_unnamed(shape, span));
    keywords[place] = Keyword::AllOf(vec![*rule]);
    shapes.arena[at].shape = Shape::Complete(base, keywords);
}
