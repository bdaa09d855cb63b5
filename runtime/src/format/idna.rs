//! Unicode labels and names (RFC 5891 to 5893).
//!
//! Two checks are left to registries: the joining of scripts other than Arabic around U+200C, which is
//! rejected there, and bidirectional classes that differ within a block.

mod tables;

use tables::{
    DISALLOWED, DUAL_JOINING, GREEK, HEBREW, HIRAGANA_KATAKANA_HAN, MARKS, RIGHT_JOINING,
    RIGHT_TO_LEFT, VIRAMAS, is_in,
};

/// RFC 5891 §4.2, as far as a single label is concerned.
#[inline]
pub(super) fn is_u_label(label: &[char]) -> bool {
    let begins_well = label
        .first()
        .is_some_and(|c| *c != '-' && !is_in(MARKS, *c));
    let ends_well = label.last().is_some_and(|c| *c != '-');
    begins_well
        && ends_well
        && label.get(2..4) != Some(&['-', '-'])
        && label.iter().all(is_allowed)
        && (0..label.len()).all(|at| satisfies_context(label, at))
}

/// RFC 5892 §2 and §3: PVALID, or valid in some contexts.
#[inline]
fn is_allowed(c: &char) -> bool {
    let is_letter_or_digit = c.is_alphanumeric() && !c.is_uppercase();
    match *c {
        '-' | '\u{F0B}' | '\u{6FD}' | '\u{6FE}' => true,
        '\u{B7}' | '\u{375}' | '\u{5F3}' | '\u{5F4}' | '\u{30FB}' => true,
        '\u{200C}' | '\u{200D}' => true,
        c => (is_letter_or_digit || is_in(MARKS, c)) && !is_in(DISALLOWED, c),
    }
}

/// RFC 5892 appendix A, for the code point at `at`.
#[inline]
fn satisfies_context(label: &[char], at: usize) -> bool {
    let (before, from) = label.split_at_checked(at).unwrap_or_default();
    let Some((c, after)) = from.split_first() else {
        return true;
    };
    let (last, next) = (before.last(), after.first());
    let follows_virama = last.is_some_and(|c| is_in(VIRAMAS, *c));
    let has = |range: std::ops::RangeInclusive<char>| label.iter().any(|c| range.contains(c));
    match *c {
        '\u{200C}' => follows_virama || is_between_joining(before, after),
        '\u{200D}' => follows_virama,
        '\u{B7}' => last == Some(&'l') && next == Some(&'l'),
        '\u{375}' => next.is_some_and(|c| is_in(GREEK, *c)),
        '\u{5F3}' | '\u{5F4}' => last.is_some_and(|c| is_in(HEBREW, *c)),
        '\u{30FB}' => label.iter().any(|c| is_in(HIRAGANA_KATAKANA_HAN, *c)),
        '\u{660}'..='\u{669}' => !has('\u{6F0}'..='\u{6F9}'),
        '\u{6F0}'..='\u{6F9}' => !has('\u{660}'..='\u{669}'),
        _ => true,
    }
}

/// RFC 5892 A.1: between letters that would join if nothing were between them; marks are transparent.
#[inline]
fn is_between_joining(before: &[char], after: &[char]) -> bool {
    let is_letter = |c: &&char| !is_in(MARKS, **c);
    let joins_on = |c: &char| is_in(DUAL_JOINING, *c);
    let joins_back = |c: &char| is_in(DUAL_JOINING, *c) || is_in(RIGHT_JOINING, *c);
    before.iter().rev().find(is_letter).is_some_and(joins_on)
        && after.iter().find(is_letter).is_some_and(joins_back)
}

/// The bidirectional classes that RFC 5893 §2 distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bidi {
    LeftToRight,
    RightToLeft,
    EuropeanNumber,
    ArabicNumber,
    NonspacingMark,
    Other,
}

#[inline]
fn bidi(c: &char) -> Bidi {
    match *c {
        '0'..='9' | '\u{6F0}'..='\u{6F9}' => Bidi::EuropeanNumber,
        '\u{660}'..='\u{669}' | '\u{66B}'..='\u{66C}' => Bidi::ArabicNumber,
        '-' | '\u{B7}' | '\u{375}' | '\u{30FB}' | '\u{200C}' | '\u{200D}' => Bidi::Other,
        c if is_in(MARKS, c) => Bidi::NonspacingMark,
        c if is_in(RIGHT_TO_LEFT, c) => Bidi::RightToLeft,
        _ => Bidi::LeftToRight,
    }
}

/// RFC 5893 §2, for all labels of a name.
#[inline]
pub(super) fn satisfies_bidi_rule(labels: &[Vec<char>]) -> bool {
    let is_rtl = |c: &char| matches!(bidi(c), Bidi::RightToLeft | Bidi::ArabicNumber);
    !labels.iter().flatten().any(is_rtl) || labels.iter().all(|label| is_bidi_label(label))
}

#[inline]
fn is_bidi_label(label: &[char]) -> bool {
    let has = |class: Bidi| label.iter().any(|c| bidi(c) == class);
    let last = label
        .iter()
        .rev()
        .map(bidi)
        .find(|class| *class != Bidi::NonspacingMark);
    match label.first().map(bidi) {
        Some(Bidi::RightToLeft) => {
            let numbers = has(Bidi::EuropeanNumber) && has(Bidi::ArabicNumber);
            let ends_well = !matches!(last, Some(Bidi::Other | Bidi::LeftToRight) | None);
            !has(Bidi::LeftToRight) && !numbers && ends_well
        }
        Some(Bidi::LeftToRight) => {
            let ends_well = matches!(last, Some(Bidi::LeftToRight | Bidi::EuropeanNumber));
            !has(Bidi::RightToLeft) && !has(Bidi::ArabicNumber) && ends_well
        }
        _ => false,
    }
}
