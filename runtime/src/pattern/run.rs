//! Programs that are decided in one pass from left to right.

use super::Repeat;

pub(super) fn is_match(start: bool, end: bool, repeats: &[Repeat], text: &str) -> bool {
    if start {
        return matches_here(end, repeats, text);
    }
    let mut rest = text.chars();
    loop {
        if matches_here(end, repeats, rest.as_str()) {
            return true;
        }
        if rest.next().is_none() {
            return false;
        }
    }
}

fn matches_here(end: bool, repeats: &[Repeat], text: &str) -> bool {
    let mut at = 0;
    for repeat in repeats {
        let mut count = 0;
        while count < repeat.max {
            let Some(length) = step(repeat, text, at) else {
                break;
            };
            at += length;
            count += 1;
        }
        if count < repeat.min {
            return false;
        }
    }
    !end || at == text.len()
}

/// The length in bytes of the code point at `at`, if it is in the repeated set.
#[inline]
fn step(repeat: &Repeat, text: &str, at: usize) -> Option<usize> {
    let byte = *text.as_bytes().get(at)?;
    if byte < 128 {
        return repeat.set.contains_ascii(byte).then_some(1);
    }
    let c = text.get(at..)?.chars().next()?;
    repeat.set.contains(c).then_some(c.len_utf8())
}
