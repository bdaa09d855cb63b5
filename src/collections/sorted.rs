//! Noun: a map in the order of its keys.

use super::entries::{Entries, InOrder, IntoIter, IterMut, PairsInOrder};
use super::entry::{Entry, Free};
use super::order::{Order, Place};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::ops::Index;
use std::{slice, vec};

/// A map in the order of its keys.
#[derive(Clone)]
pub struct BTreeMap<K, V> {
    order: Order,
    entries: Entries<K, V>,
}

impl<K, V> BTreeMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        BTreeMap {
            order: Order::EMPTY,
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
    pub fn keys(&self) -> InOrder<'_, K> {
        InOrder {
            places: self.order.places(),
            items: &self.entries.keys,
        }
    }

    /// All values.
    pub fn values(&self) -> InOrder<'_, V> {
        InOrder {
            places: self.order.places(),
            items: &self.entries.values,
        }
    }

    /// All entries.
    pub fn iter(&self) -> PairsInOrder<'_, K, V> {
        PairsInOrder {
            places: self.order.places(),
            entries: &self.entries,
        }
    }

    /// Puts the entries in order where they are.
    fn settled(&mut self) -> &mut Entries<K, V> {
        self.entries.swap_all(&self.order.settle());
        &mut self.entries
    }

    /// All values, to change them.
    pub fn values_mut(&mut self) -> slice::IterMut<'_, V> {
        self.settled().values.iter_mut()
    }

    /// All entries, to change their values.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        self.settled().iter_mut()
    }

    /// All values, without the map.
    pub fn into_values(mut self) -> vec::IntoIter<V> {
        self.settled();
        self.entries.values.into_iter()
    }

    /// All keys, without the map.
    pub fn into_keys(mut self) -> vec::IntoIter<K> {
        self.settled();
        self.entries.keys.into_iter()
    }
}

impl<K: Ord, V> BTreeMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<(Place, usize), Place>
    where
        K: Borrow<Q>,
    {
        let keys = self.entries.keys.as_slice();
        self.order.find(&mut |entry| keys[entry].borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (_, entry) = self.find(key).ok()?;
        self.entries.values.get(entry)
    }

    /// The value of a key, to change it.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (_, entry) = self.find(key).ok()?;
        self.entries.values.get_mut(entry)
    }

    /// A key as it was inserted, and its value.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (_, entry) = self.find(key).ok()?;
        Some((&self.entries.keys[entry], &self.entries.values[entry]))
    }

    /// Whether there is a value for a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// The place of a key.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let found = match self.find(&key) {
            Ok((_, entry)) => Ok(entry),
            Err(place) => Err(Free::Ordered(&mut self.order, place)),
        };
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

    /// Takes a key and its value out.
    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let (place, entry) = self.find(key).ok()?;
        let last = self.entries.keys.last()?;
        let (last, _) = self.find(last.borrow()).ok()?;
        self.order.swap_remove(place, last);
        Some(self.entries.swap_remove(entry))
    }

    /// Takes a key out, and says which value it had.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        Some(self.remove_entry(key)?.1)
    }

    /// Takes out what is not to be kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        for (key, mut value) in std::mem::take(self) {
            if keep(&key, &mut value) {
                self.insert(key, value);
            }
        }
    }
}

impl<K, V> Default for BTreeMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        Self::from_iter(pairs)
    }
}

impl<K, V> IntoIterator for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.settled();
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = PairsInOrder<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut BTreeMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for BTreeMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => panic!("the map has no such key"),
        }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for BTreeMap<K, V> {}

impl<K: PartialOrd, V: PartialOrd> PartialOrd for BTreeMap<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<K: Ord, V: Ord> Ord for BTreeMap<K, V> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<K: Hash, V: Hash> Hash for BTreeMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        for entry in self {
            entry.hash(state);
        }
    }
}

impl<K: Debug, V: Debug> Debug for BTreeMap<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
