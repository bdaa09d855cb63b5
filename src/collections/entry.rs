//! Noun: the place of a key in a map, where a value is or may be put.

use super::entries::Entries;
use super::order::{Hashes, Order, Place};

/// A key in a map.
pub enum Entry<'a, K, V> {
    /// With its value.
    Occupied(Occupied<'a, V>),
    /// Without one.
    Vacant(Vacant<'a, K, V>),
}

/// A value that is there.
pub struct Occupied<'a, V> {
    value: &'a mut V,
}

/// A key that has no value yet.
pub struct Vacant<'a, K, V> {
    entries: &'a mut Entries<K, V>,
    key: K,
    free: Free<'a>,
}

/// Where a new entry is noted.
pub(super) enum Free<'a> {
    Hashed(&'a mut Hashes, u64),
    Ordered(&'a mut Order, Place),
}

impl Free<'_> {
    fn take(self) {
        match self {
            Free::Hashed(hashes, hash) => hashes.push(hash),
            Free::Ordered(order, place) => order.insert(place),
        }
    }
}

impl<'a, K, V> Entry<'a, K, V> {
    pub(super) fn new(
        entries: &'a mut Entries<K, V>,
        key: K,
        found: Result<usize, Free<'a>>,
    ) -> Self {
        match found {
            Ok(entry) => Entry::Occupied(Occupied {
                value: &mut entries.values[entry],
            }),
            Err(free) => Entry::Vacant(Vacant { entries, key, free }),
        }
    }

    /// The value, which is the default one if there is none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// The value, which is this one if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        match self {
            Entry::Occupied(occupied) => occupied.value,
            Entry::Vacant(vacant) => vacant.insert(value),
        }
    }

    /// The value, which is made if there is none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        match self {
            Entry::Occupied(occupied) => occupied.value,
            Entry::Vacant(vacant) => vacant.insert(make()),
        }
    }
}

impl<'a, V> Occupied<'a, V> {
    /// The value.
    pub fn get(&self) -> &V {
        self.value
    }

    /// The value, to change it.
    pub fn into_mut(self) -> &'a mut V {
        self.value
    }
}

impl<'a, K, V> Vacant<'a, K, V> {
    /// Puts the value there.
    pub fn insert(self, value: V) -> &'a mut V {
        let entry = self.entries.values.len();
        self.free.take();
        self.entries.push(self.key, value);
        &mut self.entries.values[entry]
    }
}
