//! Which types cannot derive `Eq` and `Hash`: those that hold an `f64` or a JSON value anywhere.

use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::names::{Names, TypePlan};
use std::collections::{HashMap, HashSet};
use toolc_model::model::rust_options::Derive;
use toolc_schema::schema::shape::{Shape, ShapeId};

/// The types that cannot, if some trait is asked for that they would need it for.
pub fn find_inexact(names: &Names<'_>) -> HashSet<ShapeId> {
    let mut users: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    let mut waiting = Vec::new();
    let mut wanted = names.options.derives().iter();
    let is_wanted = wanted.any(|derive: &Derive| derive.is_exact());
    for planned in names.types.iter().filter(|_| is_wanted) {
        let Some(parts) = list_held(names, planned) else {
            waiting.push(planned.shape);
            continue;
        };
        for part in parts {
            let user = names.stands_for(planned.shape);
            users.entry(names.stands_for(part)).or_default().push(user);
        }
    }
    let mut inexact = HashSet::new();
    while let Some(id) = waiting.pop() {
        let id = names.stands_for(id);
        if inexact.insert(id) {
            waiting.extend(users.get(&id).into_iter().flatten());
        }
    }
    inexact
}

/// The types that a type holds, looking through lists and maps; `None` if it holds an inexact value itself. Types of the
/// user's own are taken to have the traits.
fn list_held(names: &Names<'_>, planned: &TypePlan) -> Option<Vec<ShapeId>> {
    let mut waiting = match names.kind_of(planned) {
        Kind::Struct(object) => {
            let is_closed =
                object.patterns.is_empty() && names.form(object.rest).shape == Shape::Never;
            let described = names.described_rest(object);
            if described.is_none() && planned.input && names.options.serializes() && !is_closed {
                return None;
            }
            let fields = object.fields.iter().map(|field| field.shape);
            fields.chain(described).collect()
        }
        Kind::Union(branches) => branches.to_vec(),
        Kind::Choice(_) => Vec::new(),
        // The whole value, as JSON.
        _ => return None,
    };
    let mut held = Vec::new();
    while let Some(part) = waiting.pop() {
        let part = names.base_shape(part);
        match names.kind(part) {
            Kind::Leaf(Leaf::Double) | Kind::Json | Kind::Map(None) => return None,
            Kind::Struct(_) | Kind::Union(_) => held.push(part),
            _ => waiting.extend(names.list_parts(part)),
        }
    }
    Some(held)
}
