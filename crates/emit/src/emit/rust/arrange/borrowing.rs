//! Which argument types borrow from the argument text: those that contain a string anywhere.

use crate::emit::rust::kinds::{Kind, Leaf};
use crate::emit::rust::names::Names;
use std::collections::{HashMap, HashSet};
use toolc_schema::schema::shape::ShapeId;

/// The types that borrow.
pub fn find_borrowing(names: &Names<'_>) -> HashSet<ShapeId> {
    let mut users: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    let mut waiting = Vec::new();
    let inputs = names.types.iter().filter(|planned| planned.input);
    for planned in inputs.filter(|_| names.options.borrows()) {
        for part in parts(names, planned.shape) {
            match names.kind(part) {
                Kind::Leaf(Leaf::Text) | Kind::Path => waiting.push(planned.shape),
                Kind::Struct(_) | Kind::Union(_) => {
                    let part = names.stands_for(part);
                    users.entry(part).or_default().push(planned.shape);
                }
                _ => {}
            }
        }
    }
    let mut borrowing = HashSet::new();
    while let Some(id) = waiting.pop() {
        if borrowing.insert(id) {
            waiting.extend(users.get(&id).into_iter().flatten());
        }
    }
    borrowing
}

/// The types that a type consists of, looking through lists and maps.
fn parts(names: &Names<'_>, id: ShapeId) -> Vec<ShapeId> {
    let mut waiting = names.list_parts(id);
    let mut parts = Vec::new();
    while let Some(part) = waiting.pop() {
        let part = names.base_shape(part);
        match names.kind(part) {
            Kind::Map(_) | Kind::List(_) | Kind::Tuple(_) | Kind::Nullable(_) => {
                waiting.extend(names.list_parts(part));
            }
            _ => parts.push(part),
        }
    }
    parts
}
