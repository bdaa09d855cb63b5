//! How much of lists and texts is shown, so that a result is within its limits.

use super::measure::{Caps, find_longest, measure_node};
use super::tree::Node;

/// How long texts may be, in the order in which that is tried: they are only cut if lists would lose more.
const TEXTS: [usize; 5] = [usize::MAX, 4_000, 1_000, 250, 60];

/// As long as so many items of a list are shown, no text is cut for its sake.
const ENOUGH: usize = 10;

/// How much is shown of a value: at most `items` of each list, and at most `bytes` of JSON. Lists lose their last
/// items, all of them those beyond the same number. If fewer than ten would be left, long texts are cut first.
/// `None` if not even the properties alone are short enough.
pub(super) fn choose_caps(node: &Node<'_>, items: usize, bytes: usize) -> Option<Caps> {
    let longest = find_longest(node).min(items);
    let fits = |caps| measure_node(node, caps, bytes).is_some();
    let mut best: Option<Caps> = None;
    for text in TEXTS {
        let Some(shown) = find_largest(longest, |items| fits(Caps { items, text })) else {
            continue;
        };
        let caps = Caps { items: shown, text };
        if shown >= longest.min(ENOUGH) {
            return Some(uncapped(caps, longest, items));
        }
        if best.is_none_or(|best| best.items < shown) {
            best = Some(caps);
        }
    }
    if best.is_some_and(|best| best.items > 0) {
        return best;
    }
    // not even one item with the shortest texts
    let least = TEXTS[TEXTS.len() - 1];
    for items in [longest.min(1), 0] {
        if let Some(text) = find_largest(least, |text| fits(Caps { items, text })) {
            return Some(Caps { items, text });
        }
    }
    None
}

/// If the longest list is shown whole, only the limit of items itself is left.
fn uncapped(caps: Caps, longest: usize, items: usize) -> Caps {
    match caps.items == longest {
        true => Caps { items, ..caps },
        false => caps,
    }
}

/// The largest number up to `most` for which something holds, if it holds for 0, and for every smaller number than
/// one for which it holds.
fn find_largest(most: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
    if holds(most) {
        return Some(most);
    }
    if !holds(0) {
        return None;
    }
    let (mut low, mut high) = (0, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match holds(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    Some(low)
}
