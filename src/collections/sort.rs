//! Noun: sorting that keeps the order of what is equal.

use std::cmp::Ordering;

/// `items.sort()`
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// `items.sort_by_key(key)`
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |left, right| key(left).cmp(&key(right)));
}

/// `items.sort_by(compare)`
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let swaps = swaps_to_sort(items.len(), &|left, right| {
        compare(&items[left], &items[right])
    });
    for (left, right) in swaps {
        items.swap(left, right);
    }
}

/// What to swap, one after the other, so that `count` items are sorted.
fn swaps_to_sort(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|left, right| compare(*left, *right));
    swaps_to(order)
}

/// What to swap, one after the other, so that each place has the item whose number `order` has there.
pub(super) fn swaps_to(mut order: Vec<usize>) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    for start in 0..order.len() {
        let mut place = start;
        while order[place] != start {
            let next = order[place];
            swaps.push((place, next));
            order[place] = place;
            place = next;
        }
        order[place] = place;
    }
    swaps
}
