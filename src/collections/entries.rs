//! Noun: keys and values that belong together, and going through them.

use super::order::Places;
use std::{slice, vec};

/// The keys and values of a map, by the numbers of its entries.
#[derive(Clone)]
pub struct Entries<K, V> {
    pub keys: Vec<K>,
    pub values: Vec<V>,
}

impl<K, V> Entries<K, V> {
    pub const EMPTY: Self = Entries {
        keys: Vec::new(),
        values: Vec::new(),
    };

    pub fn push(&mut self, key: K, value: V) {
        self.keys.push(key);
        self.values.push(value);
    }

    pub fn swap_remove(&mut self, entry: usize) -> (K, V) {
        (self.keys.swap_remove(entry), self.values.swap_remove(entry))
    }

    pub fn swap_all(&mut self, swaps: &[(usize, usize)]) {
        for (left, right) in swaps {
            self.keys.swap(*left, *right);
            self.values.swap(*left, *right);
        }
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter {
            keys: self.keys.iter(),
            values: self.values.iter(),
        }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut {
            keys: self.keys.iter(),
            values: self.values.iter_mut(),
        }
    }

    pub fn into_iter(self) -> IntoIter<K, V> {
        IntoIter {
            keys: self.keys.into_iter(),
            values: self.values.into_iter(),
        }
    }
}

pub struct Iter<'a, K, V> {
    keys: slice::Iter<'a, K>,
    values: slice::Iter<'a, V>,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.keys.next()?, self.values.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}

pub struct IterMut<'a, K, V> {
    keys: slice::Iter<'a, K>,
    values: slice::IterMut<'a, V>,
}

impl<'a, K, V> Iterator for IterMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.keys.next()?, self.values.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}

pub struct IntoIter<K, V> {
    keys: vec::IntoIter<K>,
    values: vec::IntoIter<V>,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.keys.next()?, self.values.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}

/// Keys or values in the order of the keys.
pub struct InOrder<'a, T> {
    pub places: Places<'a>,
    pub items: &'a [T],
}

impl<T> Clone for InOrder<'_, T> {
    fn clone(&self) -> Self {
        InOrder {
            places: self.places.clone(),
            items: self.items,
        }
    }
}

impl<'a, T> Iterator for InOrder<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.places.next()?;
        self.items.get(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.items.len()))
    }
}

impl<T> DoubleEndedIterator for InOrder<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let entry = self.places.next_back()?;
        self.items.get(entry)
    }
}

/// Keys and values in the order of the keys.
pub struct PairsInOrder<'a, K, V> {
    pub places: Places<'a>,
    pub entries: &'a Entries<K, V>,
}

impl<'a, K, V> PairsInOrder<'a, K, V> {
    fn pair(&self, entry: usize) -> Option<(&'a K, &'a V)> {
        Some((
            self.entries.keys.get(entry)?,
            self.entries.values.get(entry)?,
        ))
    }
}

impl<'a, K, V> Iterator for PairsInOrder<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.places.next()?;
        self.pair(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.entries.keys.len()))
    }
}

impl<K, V> DoubleEndedIterator for PairsInOrder<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let entry = self.places.next_back()?;
        self.pair(entry)
    }
}
