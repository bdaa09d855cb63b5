//! Looks up names in a sorted list through a hash table.

use crate::entry::Index;
use crate::reader::are_equal;
use std::sync::OnceLock;

/// The mark of a name that tools had before: it is added to the number of tools in the [`Index`].
pub const OLD_NAME: u32 = 1 << 31;

/// A list of names, with a hash table that is built on first use.
#[derive(Debug)]
pub struct Lookup {
    index: Index,
    /// Each slot is one more than an index into the list, or zero if it is free. Their number is a power of
    /// two.
    slots: OnceLock<Box<[u32]>>,
}

impl Lookup {
    /// Creates a lookup for a list. It can be in a `static`.
    pub const fn new(index: Index) -> Self {
        Lookup {
            index,
            slots: OnceLock::new(),
        }
    }

    /// The part of a list with this name: one tool, or all its overloads.
    #[inline]
    pub fn find_in<T>(&self, list: &'static [T], name: &str) -> &'static [T] {
        self.find_named(list, name).0
    }

    /// The part of a list with this name; and the name itself, if it is an old one.
    #[inline]
    pub(crate) fn find_named<T>(
        &self,
        list: &'static [T],
        name: &str,
    ) -> (&'static [T], Option<&'static str>) {
        let Some((key, first, count)) = self.find(name) else {
            return (&[], None);
        };
        let (first, number) = (first as usize, (count & !OLD_NAME) as usize);
        let found = list.get(first..first + number).unwrap_or_default();
        (found, (count & OLD_NAME != 0).then_some(key))
    }

    /// Whether a name is in the list.
    #[cfg(feature = "dynamic")]
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    #[inline]
    fn find(&self, name: &str) -> Option<(&'static str, u32, u32)> {
        let slots = self.slots.get_or_init(|| build(self.index));
        let mask = slots.len() - 1;
        let mut slot = hash(name) & mask;
        while let Some((key, first, count)) = self.index.get((slots[slot] as usize).wrapping_sub(1))
        {
            if key.len() == name.len() && are_equal(key.as_bytes(), name.as_bytes()) {
                return Some((key, *first, *count));
            }
            slot = (slot + 1) & mask;
        }
        None
    }
}

/// At most half of the slots are used, so that every search terminates.
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

/// Not resistant to attackers who choose the names, but the lists are fixed at build time. Each word is
/// multiplied to twice its width and both halves are mixed, so names that differ in one digit are spread over
/// all slots.
#[inline]
fn hash(name: &str) -> usize {
    const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * FACTOR;
        product as u64 ^ (product >> 64) as u64
    };
    let name = name.as_bytes();
    let (mut hash, mut rest) = (name.len() as u64, name);
    while let Some((word, behind)) = rest.split_first_chunk() {
        hash = mix(hash, u64::from_le_bytes(*word));
        rest = behind;
    }
    if !rest.is_empty() {
        // The last eight bytes overlap the previous word.
        let last = match name.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => rest
                .iter()
                .fold(0, |last, byte| last << 8 | u64::from(*byte)),
        };
        hash = mix(hash, last);
    }
    hash as usize
}

#[cfg(test)]
mod tests {
    use super::{Index, build, hash};

    /// The mean distance of a name from its own slot.
    fn mean_distance(names: impl Iterator<Item = String>) -> f64 {
        let names = names.map(|name| (&*name.leak(), 0, 1));
        let index: Index = names.collect::<Vec<_>>().leak();
        let slots = build(index);
        let mask = slots.len() - 1;
        let mut distance = 0;
        for (slot, place) in slots.iter().enumerate() {
            let entry = (*place as usize).checked_sub(1).map(|place| index[place]);
            if let Some((name, ..)) = entry {
                distance += slot.wrapping_sub(hash(name)) & mask;
            }
        }
        distance as f64 / index.len() as f64
    }

    #[test]
    fn names_that_differ_in_few_bytes_are_spread() {
        let numbers = 0..10_000;
        let verbs = ["create", "delete", "get", "list", "update"];
        let operations = numbers.clone().map(|number| {
            let verb = verbs[number % verbs.len()];
            format!("service_{}::{verb}_resource_{number}", number % 40)
        });
        assert!(mean_distance(operations) < 0.3);
        assert!(mean_distance(numbers.clone().map(|number| format!("tool_{number}"))) < 0.3);
        assert!(mean_distance(numbers.clone().map(|number| format!("get_{number}_by"))) < 0.3);
        assert!(mean_distance(numbers.map(|number| format!("a::op{number:04}"))) < 0.3);
    }
}
