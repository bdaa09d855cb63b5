//! A mapping: keys in source order, found by name.

use super::{Node, Value};
use crate::source::Span;
use std::fmt;
use std::sync::Arc;

/// Keys and values in source order. Each key occurs once: the parsers report repeated keys and keep
/// the first. Copies share their contents until one of them is changed, so that what holds in many
/// places is stored only once.
#[derive(Clone, Default, PartialEq)]
pub struct Map {
    shared: Arc<Entries>,
}

/// As in JSON.
impl fmt::Debug for Map {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.iter().map(|entry| (&entry.key, &entry.value));
        out.debug_map().entries(entries).finish()
    }
}

#[derive(Clone, Default, PartialEq)]
struct Entries {
    entries: Vec<Entry>,
    /// The indices of the entries by key, if there are many.
    sorted: Vec<u32>,
    /// A bit for each key ([`bit_of`]): most keys that are looked for are not there, and this says so without a comparison.
    bits: u64,
}

/// One of 64 bits, which differs for most pairs of keywords.
#[inline]
fn bit_of(key: &str) -> u64 {
    let (first, last) = match key.as_bytes() {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    };
    let mixed = usize::from(first) ^ usize::from(last).wrapping_mul(5) ^ key.len().wrapping_mul(11);
    1 << (mixed % 64)
}

/// One key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key; a YAML key that is not a string is kept as written.
    pub key: String,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// Up to this size, scanning the keys is faster than using the index.
const SCAN: usize = 8;

impl Entries {
    fn new(entries: Vec<Entry>) -> Self {
        let mut map = Entries {
            entries,
            sorted: Vec::new(),
            bits: 0,
        };
        map.index();
        map
    }

    fn is_distinct(&self) -> bool {
        let key = |at: u32| &self.entries[at as usize].key;
        let mut pairs = self.sorted.windows(2);
        let mut scanned = self.entries.iter().take(SCAN + 1).enumerate();
        if self.sorted.is_empty() {
            scanned.all(|(at, entry)| self.entries[..at].iter().all(|e| e.key != entry.key))
        } else {
            pairs.all(|pair| key(pair[0]) != key(pair[1]))
        }
    }

    fn index(&mut self) {
        self.bits = 0;
        for entry in &self.entries {
            self.bits |= bit_of(&entry.key);
        }
        self.sorted.clear();
        if self.entries.len() > SCAN {
            self.sorted = (0u32..).take(self.entries.len()).collect();
            let entries = &self.entries;
            self.sorted
                .sort_by(|&a, &b| entries[a as usize].key.cmp(&entries[b as usize].key));
        }
    }

    #[inline]
    fn position(&self, key: &str) -> Option<usize> {
        if self.bits & bit_of(key) == 0 {
            return None;
        }
        if self.entries.len() <= SCAN {
            return self.entries.iter().position(|entry| entry.key == key);
        }
        let found = self.find_sorted(key).ok()?;
        Some(self.sorted[found] as usize)
    }

    /// The place of a key in `sorted`, or where it belongs.
    fn find_sorted(&self, key: &str) -> Result<usize, usize> {
        self.sorted
            .binary_search_by(|&at| self.entries[at as usize].key.as_str().cmp(key))
    }

    /// Appends an entry whose key is new.
    fn push(&mut self, entry: Entry) {
        self.bits |= bit_of(&entry.key);
        let at = self.entries.len();
        match self.sorted.is_empty() {
            true => {
                self.entries.push(entry);
                if self.entries.len() > SCAN {
                    self.index();
                }
            }
            false => {
                let place = self.find_sorted(&entry.key).unwrap_or_else(|place| place);
                self.sorted.insert(place, at as u32);
                self.entries.push(entry);
            }
        }
    }
}

impl Map {
    /// Makes a map from entries with distinct keys.
    pub fn new(entries: Vec<Entry>) -> Self {
        Map {
            shared: Arc::new(Entries::new(entries)),
        }
    }

    /// Makes a map if the keys are distinct, else returns the entries.
    pub fn distinct(entries: Vec<Entry>) -> Result<Self, Vec<Entry>> {
        let map = Entries::new(entries);
        if map.is_distinct() {
            Ok(Map {
                shared: Arc::new(map),
            })
        } else {
            Err(map.entries)
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The string value of a key.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// The list value of a key.
    pub fn get_list(&self, key: &str) -> Option<&[Node]> {
        self.get(key)?.as_list()
    }

    /// The map value of a key.
    pub fn get_map(&self, key: &str) -> Option<&Map> {
        self.get(key)?.as_map()
    }

    /// Whether the value of a key is `true`.
    pub fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(Node::as_bool) == Some(true)
    }

    /// The entries of a key's map; empty if there is no such map.
    pub fn entries(&self, key: &str) -> std::slice::Iter<'_, Entry> {
        self.get_map(key).map_or_else(Default::default, Map::iter)
    }

    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        let Entries { entries, .. } = &*self.shared;
        self.shared.position(key).map(|at| &entries[at])
    }

    /// The mutable value of a key.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let at = self.shared.position(key)?;
        Some(&mut Arc::make_mut(&mut self.shared).entries[at].value)
    }

    /// The mutable map value of a key.
    pub fn get_map_mut(&mut self, key: &str) -> Option<&mut Map> {
        self.get_mut(key)?.as_map_mut()
    }

    /// The mutable list value of a key.
    pub fn get_list_mut(&mut self, key: &str) -> Option<&mut Vec<Node>> {
        match &mut self.get_mut(key)?.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// Sets a key: replaces its value in place, or appends an entry.
    pub fn insert(&mut self, key: &str, key_span: Span, value: Node) {
        let map = Arc::make_mut(&mut self.shared);
        if let Some(at) = map.position(key) {
            map.entries[at].value = value;
        } else {
            map.push(Entry {
                key: key.to_owned(),
                key_span,
                value,
            });
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.shared.position(key)?;
        let map = Arc::make_mut(&mut self.shared);
        let entry = map.entries.remove(at);
        map.index();
        Some(entry)
    }

    /// Whether the key exists.
    pub fn contains(&self, key: &str) -> bool {
        self.shared.position(key).is_some()
    }

    /// The entries in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.shared.entries.iter()
    }

    /// The entries in source order.
    pub fn into_entries(self) -> Vec<Entry> {
        Arc::unwrap_or_clone(self.shared).entries
    }

    /// The mutable values in source order; keys cannot be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = (&str, &mut Node)> {
        Arc::make_mut(&mut self.shared)
            .entries
            .iter_mut()
            .map(|entry| (entry.key.as_str(), &mut entry.value))
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.shared.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shared.entries.is_empty()
    }

    /// The address of its entries, which is the same for copies.
    pub(super) fn address(&self) -> *const () {
        Arc::as_ptr(&self.shared).cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    #[test]
    fn keys_are_found_after_any_changes() {
        let span = Span {
            source: SourceId(0),
            start: 0,
            end: 0,
        };
        let number = |number: usize| Node::new(Value::Number(number.to_string().into()), span);
        let mut map = Map::default();
        let mut expected: Vec<(String, usize)> = Vec::new();
        for step in 0..400usize {
            // more keys than are scanned, and then fewer
            let key = format!("k{}", step * 7 % 23);
            let known = expected.iter().position(|(name, _)| *name == key);
            if step % 3 == 0 || step > 300 {
                let removed = map.remove(&key);
                assert_eq!(removed.is_some(), known.is_some());
                known.map(|at| expected.remove(at));
            } else {
                map.insert(&key, span, number(step));
                match known {
                    Some(at) => expected[at].1 = step,
                    None => expected.push((key, step)),
                }
            }
            let keys: Vec<&str> = map.iter().map(|entry| entry.key.as_str()).collect();
            let wanted: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(keys, wanted);
            for (name, value) in &expected {
                assert_eq!(map.get(name), Some(&number(*value)));
            }
            for absent in ["", "k", "k99", "$ref"] {
                assert_eq!(map.get(absent), None);
            }
        }
    }
}
