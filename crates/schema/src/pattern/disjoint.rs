//! Whether two patterns exclude each other, by walking both tables at once.

use super::automaton::{ACCEPTED, Automaton, REFUSED, lower_automaton};
use super::{Program, emit, syntax};
use std::collections::{BTreeSet, HashSet};

/// How many pairs of states are visited at most.
const MAX_PAIRS: usize = 10_000;

/// Whether no text matches both patterns. `true` is proved; patterns without a table, and large ones, are
/// undecided, which is `false`.
pub fn are_disjoint(one: &str, other: &str) -> bool {
    match (build_table(one), build_table(other)) {
        (Some(one), Some(other)) => share_nothing(&one, &other),
        _ => false,
    }
}

fn build_table(source: &str) -> Option<Automaton> {
    let parsed = syntax::parse_pattern(source).ok()?;
    match emit::emit_program(&parsed).ok()? {
        Program::Code(code) => lower_automaton(&code),
        _ => None,
    }
}

fn share_nothing(one: &Automaton, other: &Automaton) -> bool {
    let ascii = one.ascii.iter().zip(&other.ascii);
    let mut letters: BTreeSet<(u8, u8)> = ascii.map(|(one, other)| (*one, *other)).collect();
    let borders = one.ranges.iter().chain(&other.ranges);
    for (border, _) in borders {
        letters.insert((one.class_of(*border), other.class_of(*border)));
    }
    let mut seen = HashSet::from([(one.start, other.start)]);
    let mut waiting = vec![(one.start, other.start)];
    while let Some((first, second)) = waiting.pop() {
        if one.ends_at(first) && other.ends_at(second) {
            return false;
        }
        for (letter, same) in &letters {
            let next = (one.step(first, *letter), other.step(second, *same));
            if next.0 != REFUSED && next.1 != REFUSED && seen.insert(next) {
                waiting.push(next);
            }
        }
        if seen.len() > MAX_PAIRS {
            return false;
        }
    }
    true
}

impl Automaton {
    /// The class of a code point beyond ASCII.
    fn class_of(&self, code: u32) -> u8 {
        let after = self.ranges.partition_point(|(start, _)| *start <= code);
        let row = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        row.map_or(0, |(_, class)| *class)
    }

    fn step(&self, state: u8, class: u8) -> u8 {
        let at = usize::from(state) * usize::from(self.classes) + usize::from(class);
        self.next.get(at).copied().unwrap_or(ACCEPTED)
    }

    fn ends_at(&self, state: u8) -> bool {
        self.ends.get(usize::from(state)) == Some(&1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_disjoint_is_proved() {
        for (one, other, expected) in [
            ("^[0-9]{13}$", "^978(?:/|$)", true),
            ("^[0-9]{13}$", "^978", false),
            ("^[0-9]{3}$", "^978(?:/|$)", false),
            ("^/shelves/[a-z]+$", "^(?:[^/].*/)?shelves(?:/|$)", true),
            ("^/shelves/[a-z]+$", "^/(?:.*/)?shelves(?:/|$)", false),
            ("^/a", "^/b", true),
            ("a", "b", false),
            ("^a", "b$", false),
            ("^é", "^è", true),
            ("^é", "^[é-ü]", false),
            ("^[^a]", "^a", true),
            ("", "^$", false),
            (r"^(a)\1$", "^b", false),
        ] {
            assert_eq!(are_disjoint(one, other), expected, "{one} {other}");
            assert_eq!(are_disjoint(other, one), expected, "{other} {one}");
        }
    }
}
