//! Finds a name in a sorted list without searching it.

use crate::entry::Index;
use crate::reader::same;
use std::sync::OnceLock;

/// A list of names with a hash table over it, which the first question builds.
#[derive(Debug)]
pub struct Lookup {
    index: Index,
    /// One more than a place in the list, or zero; a power of two of them.
    slots: OnceLock<Box<[u32]>>,
}

impl Lookup {
    /// A lookup in a list. It may be in a `static`.
    pub const fn new(index: Index) -> Self {
        Lookup {
            index,
            slots: OnceLock::new(),
        }
    }

    /// The part of a list that is under a name: one tool, or all overloads of it.
    #[inline]
    pub fn find_in<T>(&self, list: &'static [T], name: &str) -> &'static [T] {
        let Some((first, count)) = self.find(name) else {
            return &[];
        };
        list.get(first as usize..first as usize + count as usize)
            .unwrap_or_default()
    }

    #[inline]
    fn find(&self, name: &str) -> Option<(u32, u32)> {
        let slots = self.slots.get_or_init(|| build(self.index));
        let mask = slots.len() - 1;
        let mut slot = hash(name) & mask;
        while let Some((key, first, count)) = self.index.get((slots[slot] as usize).wrapping_sub(1))
        {
            if key.len() == name.len() && same(key.as_bytes(), name.as_bytes()) {
                return Some((*first, *count));
            }
            slot = (slot + 1) & mask;
        }
        None
    }
}

/// At most half of the slots are taken, so that every search comes to an end.
fn build(index: Index) -> Box<[u32]> {
    let mut slots = vec![0; (index.len() * 2).next_power_of_two()].into_boxed_slice();
    let mask = slots.len() - 1;
    for (place, (name, ..)) in (1..=u32::MAX).zip(index) {
        let mut slot = hash(name) & mask;
        while slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slots[slot] = place;
    }
    slots
}

/// Not for names that an enemy may add to the list: lists are written at build time.
#[inline]
fn hash(name: &str) -> usize {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    let name = name.as_bytes();
    let (mut hash, mut rest) = (name.len() as u64, name);
    while let Some((word, behind)) = rest.split_first_chunk() {
        hash = mix(hash, u64::from_le_bytes(*word));
        rest = behind;
    }
    if !rest.is_empty() {
        // The last eight bytes overlap with the word before them.
        let last = match name.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => rest
                .iter()
                .fold(0, |last, byte| last << 8 | u64::from(*byte)),
        };
        hash = mix(hash, last);
    }
    (hash ^ hash >> 32) as usize
}
