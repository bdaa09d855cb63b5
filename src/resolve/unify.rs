//! Shapes of equal structure become one shape, recursion included; and the structural fingerprint.

mod own;

use crate::model::rust_path::RustPath;
use crate::model::shape::{Form, Shape, ShapeId, Shapes};
use own::{Order, Own};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Rounds of refinement: structures that differ only below this depth have one hash. [`unify`] tells
/// them apart by comparison.
const ROUNDS: usize = 64;

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of the structure under each shape, the same in every build.
pub struct Structures(Vec<u128>);

impl Structures {
    /// What a shape accepts, as 64 hex digits made of a hash of 128 bits. The order of properties,
    /// values and alternatives does not count, and neither does anything that only documents. It
    /// shows that something changed; whoever must know that nothing did compares the schemas.
    pub fn fingerprint(&self, id: ShapeId) -> String {
        hex(&Sha256::digest(self.0[id.0 as usize].to_be_bytes()))
    }
}

/// What shapes and all that they reach accept.
pub fn structures(shapes: &Shapes, ids: impl IntoIterator<Item = ShapeId>) -> Structures {
    hash(shapes, ids, Order::Free)
}

/// Hashes shapes and all that they reach, each by its own rules and, round by round, by those of
/// the shapes below it. A hash whose parts did not change in a round does not change in the next.
fn hash(shapes: &Shapes, ids: impl IntoIterator<Item = ShapeId>, order: Order) -> Structures {
    let count = shapes.arena.len();
    let mut own: Vec<Option<Own>> = std::iter::repeat_with(|| None).take(count).collect();
    let mut hashes: Vec<u128> = vec![0; count];
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut stale: Vec<usize> = Vec::new();
    let mut waiting: Vec<ShapeId> = ids.into_iter().collect();
    while let Some(id) = waiting.pop() {
        let at = id.0 as usize;
        if own[at].is_some() {
            continue;
        }
        let page = Own::of(shapes.get(id), order);
        for (_, part) in &page.parts {
            holders[part.0 as usize].push(at);
            waiting.push(*part);
        }
        hashes[at] = page.rules;
        own[at] = Some(page);
        stale.push(at);
    }
    let mut round = vec![0; count];
    for number in 1..=ROUNDS {
        let mut changed = Vec::new();
        for at in stale {
            let new = own[at].as_ref().map_or(0, |own| own.hash(&hashes));
            if new != hashes[at] {
                changed.push((at, new));
            }
        }
        stale = Vec::new();
        for (at, hash) in changed {
            hashes[at] = hash;
            for &holder in &holders[at] {
                if std::mem::replace(&mut round[holder], number) != number {
                    stale.push(holder);
                }
            }
        }
    }
    Structures(hashes)
}

/// What keeps shapes of equal structure apart: a type of the user's, and the name of the definition
/// where it names a type. Types keep their names when another definition comes to look the same.
fn identity(form: &Form) -> (Option<&RustPath>, Option<&str>) {
    let is_type = match &form.shape {
        Shape::Object(object) => !object.fields.is_empty(),
        Shape::Choice(_) | Shape::Union(..) => true,
        _ => false,
    };
    let definition = form.definition.as_deref().filter(|_| is_type);
    (form.rust_type.as_ref(), definition)
}

/// Makes shapes of equal structure one; gives for each shape the one that stands for it.
pub fn unify(shapes: &mut Shapes) -> Vec<ShapeId> {
    let ids = || (0u32..).map(ShapeId).take(shapes.arena.len());
    let Structures(hashes) = hash(shapes, ids(), Order::Counts);
    let mut first: HashMap<u128, ShapeId> = HashMap::with_capacity(hashes.len());
    let kept = ids().zip(&hashes);
    let mut kept: Vec<ShapeId> = kept
        .map(|(id, hash)| *first.entry(*hash).or_insert(id))
        .collect();
    let mut below: Vec<Vec<ShapeId>> = Vec::with_capacity(kept.len());
    for form in &mut shapes.arena {
        let mut own = Vec::new();
        form.shape.each_child(|id| {
            own.push(*id);
            *id = kept[id.0 as usize];
        });
        below.push(own);
    }
    separate(shapes, &mut kept, &below);
    kept
}

/// Takes shapes apart that are not equal after all, until all that are together are equal. Only what
/// holds a shape that was taken apart is looked at again. `below` has what each shape held at first.
fn separate(shapes: &mut Shapes, kept: &mut [ShapeId], below: &[Vec<ShapeId>]) {
    let differs = |shapes: &Shapes, kept: &[ShapeId], index: usize| {
        let (own, first) = (&shapes.arena[index], &shapes.arena[kept[index].0 as usize]);
        !std::ptr::eq(own, first) && (identity(own) != identity(first) || own.shape != first.shape)
    };
    let mut waiting: Vec<usize> = (0..kept.len())
        .filter(|index| differs(shapes, kept, *index))
        .collect();
    if waiting.is_empty() {
        return;
    }
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); kept.len()];
    let mut alike: Vec<Vec<usize>> = vec![Vec::new(); kept.len()];
    for (index, own) in below.iter().enumerate() {
        for child in own {
            holders[child.0 as usize].push(index);
        }
        alike[kept[index].0 as usize].push(index);
    }
    while let Some(index) = waiting.pop() {
        if !differs(shapes, kept, index) {
            continue;
        }
        kept[index] = ShapeId(u32::try_from(index).unwrap_or(u32::MAX));
        for &holder in &holders[index] {
            let mut own = below[holder].iter();
            shapes.arena[holder].shape.each_child(|id| {
                let first = own.next().map(|child| kept[child.0 as usize]);
                *id = first.unwrap_or(*id);
            });
            waiting.push(holder);
            waiting.extend(&alike[holder]);
        }
    }
}
