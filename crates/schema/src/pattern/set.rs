//! Sets of code points, including those that patterns have names for.

use super::unicode::property_ranges;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use toolc_runtime::pattern::fold_case;

const LAST: u32 = 0x10_FFFF;

/// A set of code points: inclusive ranges, sorted and non-adjacent. Copies share them.
#[derive(Debug, Clone, Eq)]
pub(super) struct Set(Arc<[(u32, u32)]>);

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

/// A program may contain the same long set a thousand times, so only a few of its ranges are
/// hashed.
impl Hash for Set {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let middle = self.0.get(self.0.len() / 2);
        (self.0.len(), self.0.first(), middle, self.0.last()).hash(hasher);
    }
}

impl Set {
    pub(super) fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        ranges.sort();
        let mut apart: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match apart.last_mut() {
                Some((_, end)) if low <= end.saturating_add(1) => *end = (*end).max(high),
                _ => apart.push((low, high)),
            }
        }
        Set(apart.into())
    }

    pub(super) fn single(c: u32) -> Self {
        Set([(c, c)].into())
    }

    pub(super) fn all() -> Self {
        Set([(0, LAST)].into())
    }

    /// `\d`
    pub(super) fn digits() -> Self {
        Set::of([(48, 57)])
    }

    /// `\w`
    pub(super) fn word() -> Self {
        Set::of([(48, 57), (65, 90), (95, 95), (97, 122)])
    }

    /// `\s`: WhiteSpace and LineTerminator (ECMA-262 §12.2, §12.3).
    pub(super) fn space() -> Self {
        Set::of([
            (0x9, 0xD),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ])
    }

    /// `.`
    pub(super) fn dot() -> Self {
        Set::of([(0xA, 0xA), (0xD, 0xD), (0x2028, 0x2029)]).negated()
    }

    /// `\p{name}`
    pub(super) fn property(name: &str) -> Option<Self> {
        if matches!(name, "all" | "any" | "Any") {
            return Some(Set::all());
        }
        // A surrogate never occurs alone in a text.
        let category = name.split_once('=').map_or(name, |(_, value)| value);
        if matches!(category, "Cs" | "Surrogate") {
            return Some(Set::of([(0xD800, 0xDFFF)]));
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
        if name.is_empty() || !name.chars().all(is_name) {
            return None;
        }
        property_ranges(name).map(Set::of)
    }

    /// The POSIX class with this name, limited to ASCII.
    pub(super) fn posix(name: &str) -> Option<Self> {
        let ranges: &[(char, char)] = match name {
            "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
            "alpha" => &[('A', 'Z'), ('a', 'z')],
            "blank" => &[('\t', '\t'), (' ', ' ')],
            "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
            "digit" => &[('0', '9')],
            "graph" => &[('!', '~')],
            "lower" => &[('a', 'z')],
            "print" => &[(' ', '~')],
            "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
            "space" => &[('\t', '\r'), (' ', ' ')],
            "upper" => &[('A', 'Z')],
            "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
            _ => return None,
        };
        let codes = ranges.iter();
        Some(Set::of(
            codes.map(|(low, high)| (u32::from(*low), u32::from(*high))),
        ))
    }

    /// The ranges as they are written within a class.
    pub(super) fn write_ranges(&self) -> String {
        let mut text = String::new();
        for &(low, high) in self.ranges() {
            text.push_str(&write_code(low));
            if low < high {
                text.push('-');
                text.push_str(&write_code(high));
            }
        }
        text
    }

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The code points below 128, as bits.
    pub(super) fn ascii(&self) -> u128 {
        let low = self.0.iter().take_while(|(low, _)| *low < 128);
        let codes = low.flat_map(|&(low, high)| low..=high.min(127));
        codes.fold(0, |bits, code| bits | (1 << code))
    }

    /// The ranges of code points from 128 up.
    pub(super) fn beyond_ascii(&self) -> Vec<(u32, u32)> {
        let beyond = self.0.iter().filter(|(_, high)| *high >= 128);
        beyond.map(|&(low, high)| (low.max(128), high)).collect()
    }

    pub(super) fn negated(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(low, high) in self.ranges() {
            if next < low {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        Set(gaps.into())
    }

    pub(super) fn is_disjoint(&self, other: &Set) -> bool {
        let (mut ours, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(a), Some(b)) = (ours.peek(), theirs.peek()) {
            if a.1 < b.0 {
                ours.next();
            } else if b.1 < a.0 {
                theirs.next();
            } else {
                return false;
            }
        }
        true
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let place = |&(low, high): &(u32, u32)| match code {
            code if high < code => Ordering::Less,
            code if low > code => Ordering::Greater,
            _ => Ordering::Equal,
        };
        self.0.binary_search_by(place).is_ok()
    }

    /// Whether it has a code point with the same case folding as another.
    pub(super) fn has_cases(&self) -> bool {
        let mut classes = case_classes().iter().flatten();
        classes.any(|code| self.contains(*code))
    }

    /// Adds every code point with the same case folding as one in the set, as the `i` flag
    /// requires.
    pub(super) fn case_closed(&self) -> Self {
        let alike = case_classes().iter();
        let touched = alike.filter(|class| class.iter().any(|code| self.contains(*code)));
        let added = touched.flatten().map(|&code| (code, code));
        Set::of(self.0.iter().copied().chain(added))
    }
}

/// A code point as an escape, or as itself if it is a letter or digit of ASCII.
fn write_code(code: u32) -> String {
    match code {
        0x30..=0x39 | 0x41..=0x5A | 0x61..=0x7A => char::from_u32(code).into_iter().collect(),
        0..=0xFF => format!("\\x{code:02x}"),
        0x100..=0xFFFF => format!("\\u{code:04x}"),
        _ => format!("\\u{{{code:x}}}"),
    }
}

/// Groups of at least two code points with the same case folding.
fn case_classes() -> &'static [Vec<u32>] {
    static CLASSES: OnceLock<Vec<Vec<u32>>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let mut classes: BTreeMap<char, Vec<u32>> = BTreeMap::new();
        for c in '\0'..=char::MAX {
            let folded = fold_case(c);
            if folded != c {
                let class = classes
                    .entry(folded)
                    .or_insert_with(|| vec![u32::from(folded)]);
                class.push(u32::from(c));
            }
        }
        classes.into_values().collect()
    })
}
