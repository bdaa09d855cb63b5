//! Noun: where the entries of a map are, which no type of a key or value changes: by the hashes of keys, and by
//! their order.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, RandomState};
use std::iter::{Copied, Flatten};
use std::slice;

const FREE: usize = usize::MAX;

/// Where entries are by the hashes of their keys.
#[derive(Clone, Default)]
pub struct Hashes {
    state: RandomState,
    /// The number of an entry, near the place that its hash says; as many as a power of two.
    slots: Vec<usize>,
    /// Of each entry.
    hashes: Vec<u64>,
}

impl Hashes {
    pub fn hash(&self, key: &(impl Hash + ?Sized)) -> u64 {
        self.state.hash_one(key)
    }

    /// The entry with this hash of which `is_it` holds.
    pub fn find(&self, hash: u64, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                FREE => return None,
                entry if self.hashes[entry] == hash && is_it(entry) => return Some(entry),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// One more entry.
    pub fn push(&mut self, hash: u64) {
        let entry = self.hashes.len();
        self.hashes.push(hash);
        if self.slots.len() / 4 * 3 <= entry {
            self.slots = vec![FREE; (self.slots.len() * 2).max(8)];
            for entry in 0..=entry {
                self.put(entry);
            }
        } else {
            self.put(entry);
        }
    }

    fn put(&mut self, entry: usize) {
        let slot = self.slot_of(self.hashes[entry], FREE);
        self.slots[slot] = entry;
    }

    /// The slot with this content, which is there.
    fn slot_of(&self, hash: u64, content: usize) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != content {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Takes an entry out; the last one gets its number.
    pub fn swap_remove(&mut self, entry: usize) {
        let last = self.hashes.len() - 1;
        let gap = self.slot_of(self.hashes[entry], entry);
        let moved = self.slot_of(self.hashes[last], last);
        self.slots[moved] = entry;
        self.hashes.swap_remove(entry);
        self.close(gap);
    }

    /// Frees a slot: what is behind it and would not be found any more moves up.
    fn close(&mut self, mut gap: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = (gap + 1) & mask;
        while self.slots[slot] != FREE {
            let wanted = self.hashes[self.slots[slot]] as usize & mask;
            if slot.wrapping_sub(wanted) & mask >= slot.wrapping_sub(gap) & mask {
                self.slots[gap] = self.slots[slot];
                gap = slot;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[gap] = FREE;
    }
}

/// Where entries are by the order of their keys: their numbers, in lists that are not long, so that one more
/// moves few.
#[derive(Clone, Default)]
pub struct Order {
    /// None is empty.
    lists: Vec<Vec<usize>>,
    entries: usize,
}

/// The longest list.
const LONGEST: usize = 512;

/// A place in an [`Order`].
#[derive(Clone, Copy)]
pub struct Place {
    list: usize,
    index: usize,
}

impl Order {
    pub const EMPTY: Order = Order {
        lists: Vec::new(),
        entries: 0,
    };

    /// The place of an entry and its number, or the place where it belongs. `compare` says how an entry is to the
    /// one that is looked for.
    pub fn find(
        &self,
        compare: &mut dyn FnMut(usize) -> Ordering,
    ) -> Result<(Place, usize), Place> {
        let mut lists = 0..self.lists.len();
        while lists.len() > 1 {
            let middle = lists.start + lists.len() / 2;
            match compare(self.lists[middle][0]) {
                Ordering::Greater => lists.end = middle,
                _ => lists.start = middle,
            }
        }
        let list = lists.start;
        let Some(entries) = self.lists.get(list) else {
            return Err(Place { list, index: 0 });
        };
        match entries.binary_search_by(|entry| compare(*entry)) {
            Ok(index) => Ok((Place { list, index }, entries[index])),
            Err(index) => Err(Place { list, index }),
        }
    }

    /// One more entry, at a place that [`Order::find`] says.
    pub fn insert(&mut self, place: Place) {
        if self.lists.is_empty() {
            self.lists.push(Vec::new());
        }
        let list = &mut self.lists[place.list];
        list.insert(place.index, self.entries);
        if list.len() > LONGEST {
            // What comes in order fills the lists.
            let half = if place.index == LONGEST {
                LONGEST
            } else {
                LONGEST / 2
            };
            let rest = list.split_off(half);
            self.lists.insert(place.list + 1, rest);
        }
        self.entries += 1;
    }

    /// Takes an entry out; the last one, which is at `last`, gets its number.
    pub fn swap_remove(&mut self, place: Place, last: Place) {
        let entry = self.lists[place.list][place.index];
        self.lists[last.list][last.index] = entry;
        self.lists[place.list].remove(place.index);
        if self.lists[place.list].is_empty() {
            self.lists.remove(place.list);
        }
        self.entries -= 1;
    }

    /// The numbers of the entries in order.
    pub fn places(&self) -> Places<'_> {
        self.lists.iter().flatten().copied()
    }

    /// What to swap so that the entries are numbered in order, as they are from then on.
    pub fn settle(&mut self) -> Vec<(usize, usize)> {
        let swaps = super::sort::swaps_to(self.places().collect());
        for (entry, number) in self.lists.iter_mut().flatten().enumerate() {
            *number = entry;
        }
        swaps
    }
}

pub type Places<'a> = Copied<Flatten<slice::Iter<'a, Vec<usize>>>>;
