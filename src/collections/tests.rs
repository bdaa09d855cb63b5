//! What these maps, sets and sorts do, beside those of the standard library.

use super::{BTreeMap, BTreeSet, Entry, HashMap, HashSet, sort_by_key};
use std::collections as std_collections;

/// Numbers that look random, the same ones in each run.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        Some(state >> 33)
    })
}

/// Does the same with a map and with that of the standard library: insertions, removals, changes, in many orders
/// and sizes.
macro_rules! same_as_std {
    ($map:ident, $keys:expr, $seed:expr) => {{
        let mut ours: $map<String, u64> = $map::new();
        let mut theirs: std_collections::$map<String, u64> = std_collections::$map::new();
        let mut numbers = numbers($seed);
        for step in 0..$keys * 6 {
            let key = format!("{:05}", numbers.next().unwrap() % $keys);
            match numbers.next().unwrap() % 8 {
                0..=3 => assert_eq!(ours.insert(key.clone(), step), theirs.insert(key, step)),
                4 => {
                    *ours.entry(key.clone()).or_default() += step;
                    *theirs.entry(key).or_default() += step;
                }
                5 | 6 => assert_eq!(ours.remove(key.as_str()), theirs.remove(key.as_str())),
                _ => assert_eq!(ours.get(key.as_str()), theirs.get(key.as_str())),
            }
            assert_eq!(ours.len(), theirs.len());
        }
        for at in 0..$keys {
            let key = format!("{at:05}");
            assert_eq!(
                ours.get_key_value(key.as_str()),
                theirs.get_key_value(key.as_str())
            );
        }
        ours.retain(|_, value| *value % 3 != 0);
        theirs.retain(|_, value| *value % 3 != 0);
        (ours, theirs)
    }};
}

#[test]
fn hash_maps() {
    for (keys, seed) in [(1, 1), (7, 2), (60, 3), (700, 4), (3000, 5)] {
        let (mut ours, mut theirs) = same_as_std!(HashMap, keys, seed);
        ours.values_mut().for_each(|value| *value += 1);
        theirs.values_mut().for_each(|value| *value += 1);
        let again: std_collections::HashMap<String, u64> = ours.clone().into_iter().collect();
        assert_eq!(again, theirs);
        let backwards: Vec<(String, u64)> = ours.clone().into_iter().collect();
        let backwards: HashMap<String, u64> = backwards.into_iter().rev().collect();
        assert_eq!(ours, backwards);
    }
}

#[test]
fn sorted_maps() {
    for (keys, seed) in [(1, 1), (7, 2), (60, 3), (700, 4), (3000, 5)] {
        let (mut ours, mut theirs) = same_as_std!(BTreeMap, keys, seed);
        assert!(ours.iter().eq(theirs.iter()));
        assert!(ours.iter().rev().eq(theirs.iter().rev()));
        assert!(ours.keys().eq(theirs.keys()) && ours.values().eq(theirs.values()));
        ours.iter_mut().for_each(|(_, value)| *value += 1);
        theirs.iter_mut().for_each(|(_, value)| *value += 1);
        ours.insert("00000 and more".to_owned(), 1);
        theirs.insert("00000 and more".to_owned(), 1);
        assert!(ours.iter().eq(theirs.iter()));
        assert!(ours.clone().into_values().eq(theirs.clone().into_values()));
        assert!(ours.into_iter().eq(theirs));
    }
}

#[test]
fn long_maps_in_order() {
    let ascending: BTreeMap<u64, u64> = (0..5000).map(|key| (key, key)).collect();
    let descending: BTreeMap<u64, u64> = (0..5000).rev().map(|key| (key, key)).collect();
    assert_eq!(ascending, descending);
    assert!(ascending.keys().copied().eq(0..5000));
}

#[test]
fn sets() {
    let values = || numbers(9).take(500).map(|number| number % 300);
    let (ours, theirs): (BTreeSet<u64>, std_collections::BTreeSet<u64>) =
        (values().collect(), values().collect());
    assert!(ours.iter().eq(theirs.iter()));
    assert_eq!((ours.first(), ours.last()), (theirs.first(), theirs.last()));
    let small = BTreeSet::from([3, 4, 1000]);
    let few = std_collections::BTreeSet::from([3, 4, 1000]);
    assert!(small.difference(&ours).eq(few.difference(&theirs)));
    assert!(BTreeSet::from([1, 5]) < BTreeSet::from([2]));

    let hashed: HashSet<u64> = values().collect();
    let mut hashed: Vec<u64> = hashed.into_iter().collect();
    hashed.sort_unstable();
    assert!(hashed.iter().eq(ours.iter()));
}

#[test]
fn a_hash_map_keeps_the_order_of_insertions() {
    let map: HashMap<u64, ()> = [5, 1, 9, 5, 2].map(|key| (key, ())).into();
    assert!(map.keys().eq([5, 1, 9, 2].iter()));
}

#[test]
fn entries() {
    let mut map: HashMap<&str, u64> = HashMap::new();
    match map.entry("a") {
        Entry::Occupied(_) => panic!("nothing is there"),
        Entry::Vacant(free) => assert_eq!(*free.insert(1), 1),
    }
    match map.entry("a") {
        Entry::Occupied(there) => assert_eq!(*there.get(), 1),
        Entry::Vacant(_) => panic!("something is there"),
    }
    assert_eq!(*map.entry("b").or_insert_with(|| 2), 2);
    assert_eq!(map["b"], 2);
}

#[test]
fn sorting_keeps_the_order_of_equals() {
    for count in [0, 1, 2, 3, 10, 100, 1000] {
        let items = numbers(count).take(count as usize).enumerate();
        let mut ours: Vec<(usize, u64)> = items.collect();
        let mut theirs = ours.clone();
        sort_by_key(&mut ours, |(_, number)| number % 10);
        theirs.sort_by_key(|(_, number)| number % 10);
        assert_eq!(ours, theirs);
    }
}
