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
        let mut count = count_ascii(repeat, &text.as_bytes()[at..]);
        at += count as usize;
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

/// Counts the ASCII characters of the set at the start of `bytes`, at most as many as may be repeated.
#[inline]
fn count_ascii(repeat: &Repeat, bytes: &[u8]) -> u32 {
    let (low, high) = (repeat.set.ascii as u64, (repeat.set.ascii >> 64) as u64);
    let mut count = 0;
    for byte in bytes.iter().take(repeat.max as usize) {
        let half = if *byte < 64 { low } else { high };
        if !byte.is_ascii() || half >> (byte & 63) & 1 == 0 {
            break;
        }
        count += 1;
    }
    count
}

/// The length in bytes of the code point at `at`, if it is in the repeated set.
#[inline]
fn step(repeat: &Repeat, text: &str, at: usize) -> Option<usize> {
    let c = text.get(at..)?.chars().next()?;
    repeat.set.contains(c).then_some(c.len_utf8())
}
