//! Types that contain each other by value: fields within a cycle are boxed.

use crate::emit::rust::kinds::Kind;
use crate::emit::rust::names::Names;
use std::collections::HashMap;
use std::collections::HashSet;
use std::collections::hash_map::Entry;
use toolc_schema::schema::shape::ShapeId;

/// The cycle of each type that is in one (Kosaraju's strongly connected components).
pub fn find_circles(names: &Names<'_>) -> HashMap<ShapeId, usize> {
    let mut edges: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    let mut reversed: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    for planned in &names.types {
        let held = held(names, planned.shape);
        for other in &held {
            reversed.entry(*other).or_default().push(planned.shape);
        }
        edges.insert(planned.shape, held);
    }
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for planned in &names.types {
        finish(planned.shape, &edges, &mut seen, &mut order);
    }
    let mut circles = HashMap::new();
    for (number, id) in order.into_iter().rev().enumerate() {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if let Entry::Vacant(free) = circles.entry(id) {
                free.insert(number);
                waiting.extend(reversed.get(&id).into_iter().flatten());
            }
        }
    }
    circles
}

/// The types that a type contains without a list, map or box in between.
fn held(names: &Names<'_>, id: ShapeId) -> Vec<ShapeId> {
    let parts: Vec<ShapeId> = match names.kind(id) {
        Kind::Struct(object) => object.fields.iter().map(|field| field.shape).collect(),
        Kind::Union(branches) => branches.to_vec(),
        _ => Vec::new(),
    };
    parts
        .into_iter()
        .flat_map(|part| names.all_held(part))
        .collect()
}

/// Depth-first post-order, without recursion.
fn finish(
    start: ShapeId,
    edges: &HashMap<ShapeId, Vec<ShapeId>>,
    seen: &mut HashSet<ShapeId>,
    order: &mut Vec<ShapeId>,
) {
    let mut stack = vec![(start, false)];
    while let Some((id, done)) = stack.pop() {
        if done {
            order.push(id);
        } else if seen.insert(id) {
            stack.push((id, true));
            stack.extend(
                edges
                    .get(&id)
                    .into_iter()
                    .flatten()
                    .map(|next| (*next, false)),
            );
        }
    }
}
