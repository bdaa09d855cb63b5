//! Noun: a map by the hashes of its keys.

use super::entries::{Entries, IntoIter, Iter, IterMut};
use super::entry::{Entry, Free};
use super::order::Hashes;
use std::borrow::Borrow;
use std::fmt::{self, Debug, Formatter};
use std::hash::Hash;
use std::ops::Index;
use std::{slice, vec};

/// A map by the hashes of its keys, in the order in which they came.
#[derive(Clone)]
pub struct HashMap<K, V> {
    hashes: Hashes,
    entries: Entries<K, V>,
}

impl<K, V> HashMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        HashMap {
            hashes: Hashes::default(),
            entries: Entries::EMPTY,
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.keys.is_empty()
    }

    /// All keys.
    pub fn keys(&self) -> slice::Iter<'_, K> {
        self.entries.keys.iter()
    }

    /// All values.
    pub fn values(&self) -> slice::Iter<'_, V> {
        self.entries.values.iter()
    }

    /// All values, to change them.
    pub fn values_mut(&mut self) -> slice::IterMut<'_, V> {
        self.entries.values.iter_mut()
    }

    /// All values, without the map.
    pub fn into_values(self) -> vec::IntoIter<V> {
        self.entries.values.into_iter()
    }

    pub(super) fn into_keys(self) -> vec::IntoIter<K> {
        self.entries.keys.into_iter()
    }

    /// All entries.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.entries.iter()
    }

    /// All entries, to change their values.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        self.entries.iter_mut()
    }
}

impl<K: Hash + Eq, V> HashMap<K, V> {
    fn find<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        let hash = self.hashes.hash(key);
        let keys = self.entries.keys.as_slice();
        self.hashes
            .find(hash, &mut |entry| keys[entry].borrow() == key)
    }

    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let entry = self.find(key)?;
        self.entries.values.get(entry)
    }

    /// The value of a key, to change it.
    pub fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let entry = self.find(key)?;
        self.entries.values.get_mut(entry)
    }

    /// A key as it was inserted, and its value.
    pub fn get_key_value<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let entry = self.find(key)?;
        Some((&self.entries.keys[entry], &self.entries.values[entry]))
    }

    /// Whether there is a value for a key.
    pub fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_some()
    }

    /// The place of a key.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let hash = self.hashes.hash(&key);
        let keys = self.entries.keys.as_slice();
        let found = self.hashes.find(hash, &mut |entry| keys[entry] == key);
        let found = found.ok_or(Free::Hashed(&mut self.hashes, hash));
        Entry::new(&mut self.entries, key, found)
    }

    /// Gives a key a value, and says which one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.entry(key) {
            Entry::Occupied(occupied) => Some(std::mem::replace(occupied.into_mut(), value)),
            Entry::Vacant(vacant) => {
                vacant.insert(value);
                None
            }
        }
    }

    /// Takes a key and its value out; the last entry takes its place.
    pub fn remove_entry<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let entry = self.find(key)?;
        self.hashes.swap_remove(entry);
        Some(self.entries.swap_remove(entry))
    }

    /// Takes a key out, and says which value it had; the last entry takes its place.
    pub fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        Some(self.remove_entry(key)?.1)
    }

    /// Takes out what is not to be kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let mut entry = 0;
        while entry < self.len() {
            if keep(&self.entries.keys[entry], &mut self.entries.values[entry]) {
                entry += 1;
            } else {
                self.hashes.swap_remove(entry);
                self.entries.swap_remove(entry);
            }
        }
    }
}

impl<K, V> Default for HashMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Hash + Eq, V> Extend<(K, V)> for HashMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Hash + Eq, V> FromIterator<(K, V)> for HashMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Hash + Eq, V, const N: usize> From<[(K, V); N]> for HashMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        Self::from_iter(pairs)
    }
}

impl<K, V> IntoIterator for HashMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a HashMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut HashMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<K: Hash + Eq + Borrow<Q>, V, Q: Hash + Eq + ?Sized> Index<&Q> for HashMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => panic!("the map has no such key"),
        }
    }
}

impl<K: Hash + Eq, V: PartialEq> PartialEq for HashMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(key, value)| other.get(key).is_some_and(|there| there == value))
    }
}

impl<K: Hash + Eq, V: Eq> Eq for HashMap<K, V> {}

impl<K: Debug, V: Debug> Debug for HashMap<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
