//! Programs in the form of a table: one lookup per code point.

use super::Automaton;

/// The text cannot match, whatever follows.
const REFUSED: u8 = 0;
/// The text matches, whatever follows.
const ACCEPTED: u8 = 1;

pub(super) fn is_match(automaton: &Automaton, text: &str) -> bool {
    let mut state = automaton.start;
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if state <= ACCEPTED {
            return state == ACCEPTED;
        }
        let class = match automaton.ascii.get(usize::from(byte)) {
            Some(class) => {
                rest = after;
                *class
            }
            None => {
                let at = text.len() - rest.len();
                let Some(c) = text.get(at..).and_then(|text| text.chars().next()) else {
                    return false;
                };
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                beyond_ascii(automaton, c)
            }
        };
        let entry = usize::from(state) * usize::from(automaton.classes) + usize::from(class);
        state = automaton.next.get(entry).copied().unwrap_or(REFUSED);
    }
    automaton.ends.get(usize::from(state)) == Some(&1)
}

fn beyond_ascii(automaton: &Automaton, c: char) -> u8 {
    let c = u32::from(c);
    let after = automaton.ranges.partition_point(|(low, _)| *low <= c);
    let range = after.checked_sub(1).and_then(|at| automaton.ranges.get(at));
    range.map_or(0, |(_, class)| *class)
}
