//! Sorting and collecting that is compiled once. The standard library compiles its stable sort again for each type and each
//! order, 3,000 lines of LLVM IR each time, and sorts what is collected into a `BTreeMap`. Where a few things are sorted, that
//! weighs more in a build than it gains in a run.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Sorts stably.
pub fn sort_by<T>(items: &mut [T], order: &mut dyn FnMut(&T, &T) -> Ordering) {
    let mut sources = sort_indices(items.len(), &mut |one, other| {
        order(&items[one], &items[other])
    });
    for start in 0..sources.len() {
        // along the places that change among themselves
        let mut at = start;
        loop {
            let source = std::mem::replace(&mut sources[at], at);
            if source == start {
                break;
            }
            items.swap(at, source);
            at = source;
        }
    }
}

/// Sorts stably by a key of each item.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: &mut dyn FnMut(&T) -> K) {
    sort_by(items, &mut |one, other| key(one).cmp(&key(other)));
}

/// The index of the item that belongs at each place.
fn sort_indices(length: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sources: Vec<usize> = (0..length).collect();
    sources.sort_by(|one, other| order(*one, *other));
    sources
}

/// Collects entries, of which the last one of a key counts.
pub fn collect_map<K: Ord, V>(entries: &mut dyn Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in entries {
        map.insert(key, value);
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut number = 1_u64;
        for length in 0..120 {
            let mut items: Vec<(u64, usize)> = Vec::new();
            for at in 0..length {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                items.push((number >> 60, at));
            }
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, &mut |(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
