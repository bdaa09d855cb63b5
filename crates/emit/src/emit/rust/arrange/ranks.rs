//! The order in which empty values can be constructed: a struct's after those of its required and filled
//! fields, a union's after that of its first branch.

use crate::emit::rust::kinds::{Kind, is_hollow};
use crate::emit::rust::names::Names;
use std::collections::VecDeque;
use std::collections::{HashMap, HashSet};
use toolc_schema::schema::shape::ShapeId;

/// How many empty values must be constructed before that of each type. A type without a rank has no
/// finite value.
pub fn rank_types(names: &Names<'_>) -> HashMap<ShapeId, usize> {
    // How many types each one still waits for.
    let mut waiting: HashMap<ShapeId, usize> = HashMap::new();
    let mut users: HashMap<ShapeId, Vec<ShapeId>> = HashMap::new();
    let mut ranks: HashMap<ShapeId, usize> = HashMap::new();
    let mut ready: VecDeque<ShapeId> = VecDeque::new();
    for planned in &names.types {
        let id = planned.shape;
        if waiting.contains_key(&id) || ranks.contains_key(&id) {
            continue;
        }
        let (needs, missing) = needs(names, id);
        if missing == 0 {
            ranks.insert(id, 0);
            ready.push_back(id);
        } else {
            waiting.insert(id, missing);
            for need in needs {
                users.entry(need).or_default().push(id);
            }
        }
    }
    // First in, first out: ranks never decrease, so the first path to a type is the shortest.
    while let Some(id) = ready.pop_front() {
        let rank = ranks[&id] + 1;
        for user in users.remove(&id).unwrap_or_default() {
            let Some(missing) = waiting.get_mut(&user) else {
                continue;
            };
            *missing -= 1;
            if *missing == 0 {
                waiting.remove(&user);
                ranks.insert(user, rank);
                ready.push_back(user);
            }
        }
    }
    ranks
}

/// The types of which a default may have values: an empty one is made to read each into.
fn read_types(names: &Names<'_>, id: ShapeId) -> Vec<ShapeId> {
    let mut types = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        let id = names.base_shape(id);
        if !seen.insert(id) {
            continue;
        }
        match names.kind(id) {
            Kind::Struct(_) | Kind::Union(_) => types.push(names.stands_for(id)),
            _ => waiting.extend(names.list_parts(id)),
        }
    }
    types
}

/// The types that a type may wait for, and for how many of them it must.
fn needs(names: &Names<'_>, id: ShapeId) -> (Vec<ShapeId>, usize) {
    match names.kind(id) {
        Kind::Struct(object) => {
            let mut needs = Vec::new();
            for field in &object.fields {
                if field.required {
                    needs.extend(names.ranked_below(field.shape));
                } else if let Some(default) = names.filled_default(field)
                    && !is_hollow(default)
                {
                    needs.extend(read_types(names, field.shape));
                }
            }
            let missing = needs.len();
            (needs, missing)
        }
        Kind::Union(branches) => {
            let needs: Vec<Vec<ShapeId>> =
                branches.iter().map(|id| names.ranked_below(*id)).collect();
            let missing = usize::from(needs.iter().all(|needs| !needs.is_empty()));
            // a branch that needs several types is not considered
            let single = needs.into_iter().filter(|needs| needs.len() == 1);
            (single.flatten().collect(), missing)
        }
        _ => (Vec::new(), 0),
    }
}
