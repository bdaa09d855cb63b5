//! Unifies shapes with equal structure, including recursion; computes the structural fingerprint.

mod fingerprint;

use crate::schema::rust_path::RustPath;
use crate::schema::shape::{Form, Shape, ShapeId, Shapes};
use fingerprint::Own;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use toolc_base::sha256::sha256_hex;
use toolc_base::source::next_number;

/// Rounds of refinement: structures that only differ below this depth have the same hash.
/// [`unify_shapes`] distinguishes them by comparison.
const ROUNDS: usize = 64;

/// The hash of each shape's structure, the same in every build.
pub struct Structures(Vec<u128>);

impl Structures {
    /// A fingerprint of what a shape accepts: 64 hex digits derived from a 128-bit hash. The order
    /// of properties, values and alternatives is irrelevant, and so is mere documentation. It shows
    /// that something changed; to be sure that nothing did, compare the schemas.
    pub fn fingerprint(&self, id: ShapeId) -> String {
        sha256_hex(self.0[id.0 as usize].to_be_bytes())
    }
}

/// The structures of shapes, including everything they reach.
pub fn fingerprint_structures(
    shapes: &Shapes,
    ids: impl IntoIterator<Item = ShapeId>,
) -> Structures {
    let mut own: Vec<Own> = Vec::new();
    own.resize_with(shapes.arena.len(), Own::default);
    let mut known = vec![false; own.len()];
    let mut waiting: Vec<ShapeId> = ids.into_iter().collect();
    while let Some(id) = waiting.pop() {
        let at = id.0 as usize;
        if !std::mem::replace(&mut known[at], true) {
            own[at] = fingerprint::own_words(&shapes.arena[at].shape);
            waiting.extend(own[at].parts.iter().map(|(_, part)| *part));
        }
    }
    Structures(refine(&own))
}

/// Hashes every shape by its own rules and, round by round, by those of its children. A shape is
/// only hashed again if one of its children changed in the previous round.
fn refine(own: &[Own]) -> Vec<u128> {
    let mut hashes: Vec<u128> = own.iter().map(|own| own.rules).collect();
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); own.len()];
    for (at, own) in own.iter().enumerate() {
        for (_, part) in &own.parts {
            holders[part.0 as usize].push(at);
        }
    }
    let mut stale: Vec<usize> = (0..own.len()).collect();
    let mut seen = vec![0; own.len()];
    for round in 1..=ROUNDS {
        let next = stale.iter().map(|at| (*at, own[*at].hash(&hashes)));
        let changed: Vec<(usize, u128)> = next.filter(|(at, hash)| *hash != hashes[*at]).collect();
        stale.clear();
        for (at, hash) in changed {
            hashes[at] = hash;
            for &holder in &holders[at] {
                if std::mem::replace(&mut seen[holder], round) != round {
                    stale.push(holder);
                }
            }
        }
    }
    hashes
}

impl Own {
    fn hash(&self, hashes: &[u128]) -> u128 {
        let parts = self.parts.iter();
        let below = parts.map(|(label, id)| mix(*label, hashes[id.0 as usize]));
        mix(below.fold(self.rules, u128::wrapping_add), 0)
    }
}

fn mix(a: u128, b: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    (a.rotate_left(41) ^ b).wrapping_mul(ODD).rotate_left(67) ^ b.wrapping_add(ODD)
}

/// The reasons why shapes with equal structure stay distinct.
#[derive(PartialEq, Eq, Hash)]
struct Identity<'f> {
    /// The user-defined type.
    rust_type: Option<&'f RustPath>,
    /// The name of the definition if it names a type. So types keep their names even if another definition happens to look
    /// the same.
    definition: Option<&'f str>,
    /// The defaults of properties: a type says them, and configuration gets them.
    defaults: Vec<(&'f str, &'f str)>,
}

impl<'f> Identity<'f> {
    fn of(form: &'f Form) -> Self {
        let fields = match &form.shape {
            Shape::Object(object) => object.fields.as_slice(),
            _ => &[],
        };
        let is_type = match &form.shape {
            Shape::Choice(_) | Shape::Union(..) => true,
            _ => !fields.is_empty(),
        };
        let defaults = fields.iter().filter_map(|field| {
            let default = field.doc.default.as_deref()?;
            Some((field.name.as_str(), default))
        });
        Identity {
            rust_type: form.rust_type.as_ref(),
            definition: form.definition.as_deref().filter(|_| is_type),
            defaults: defaults.collect(),
        }
    }
}

/// Unifies shapes with equal structure; returns the representative of each shape.
pub fn unify_shapes(shapes: &mut Shapes) -> Vec<ShapeId> {
    let own: Vec<Own> = shapes.arena.iter_mut().map(take_own).collect();
    let mut first: HashMap<u128, ShapeId> = HashMap::new();
    let hashes = (0u32..).zip(refine(&own));
    let mut kept: Vec<ShapeId> = hashes
        .map(|(index, hash)| *first.entry(hash).or_insert(ShapeId(index)))
        .collect();
    for (form, own) in shapes.arena.iter_mut().zip(&own) {
        put_parts(form, own, &kept);
    }
    separate(shapes, &mut kept, &own);
    kept
}

/// Removes the children from a shape, so that it can be hashed by itself. Candidates are compared
/// afterwards, so this hash only needs to be fast.
fn take_own(form: &mut Form) -> Own {
    let mut parts = Vec::new();
    form.shape.each_child(|id| {
        parts.push((parts.len() as u128, std::mem::replace(id, ShapeId(0))));
    });
    let mut hasher = DefaultHasher::new();
    (Identity::of(form), &form.shape).hash(&mut hasher);
    Own {
        rules: mix(u128::from(hasher.finish()), 1),
        parts,
    }
}

/// Puts the children back, each replaced by its representative.
fn put_parts(form: &mut Form, own: &Own, kept: &[ShapeId]) {
    let mut parts = own.parts.iter();
    form.shape.each_child(|id| {
        if let Some((_, part)) = parts.next() {
            *id = kept[part.0 as usize];
        }
    });
}

/// Separates shapes that are not equal after all, until all groups consist of equal shapes. Only
/// the parents of a separated shape are compared again.
fn separate(shapes: &mut Shapes, kept: &mut [ShapeId], own: &[Own]) {
    let differs = |shapes: &Shapes, kept: &[ShapeId], index: usize| {
        let (own, first) = (&shapes.arena[index], &shapes.arena[kept[index].0 as usize]);
        !std::ptr::eq(own, first)
            && (Identity::of(own) != Identity::of(first) || own.shape != first.shape)
    };
    let mut waiting: Vec<usize> = (0..kept.len())
        .filter(|index| differs(shapes, kept, *index))
        .collect();
    if waiting.is_empty() {
        return;
    }
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); kept.len()];
    let mut alike: Vec<Vec<usize>> = vec![Vec::new(); kept.len()];
    for (index, own) in own.iter().enumerate() {
        for (_, part) in &own.parts {
            holders[part.0 as usize].push(index);
        }
        alike[kept[index].0 as usize].push(index);
    }
    while let Some(index) = waiting.pop() {
        if !differs(shapes, kept, index) {
            continue;
        }
        kept[index] = ShapeId(next_number(index));
        for &holder in &holders[index] {
            put_parts(&mut shapes.arena[holder], &own[holder], kept);
            waiting.push(holder);
            waiting.extend(&alike[holder]);
        }
    }
}
