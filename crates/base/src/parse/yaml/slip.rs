//! Common slips, found in the text around the place where the parser stopped. Advice that would not take the parser
//! past that place is not given.

mod brackets;
mod depth;
mod lines;
mod marks;
mod signs;
mod stop;
mod values;

use granit_parser::ErrorKind as Kind;
use std::ops::Range;
use stop::Stop;

/// Larger texts get no advice, because each piece of advice is tried on the whole text.
const MAX_BYTES: usize = 1 << 20;

/// What somebody probably did, and what to write instead.
pub(super) struct Slip {
    pub place: Range<usize>,
    pub reason: String,
    pub label: String,
    /// Further places, such as the line that was probably meant as a neighbour.
    pub others: Vec<(Range<usize>, String)>,
    pub help: String,
}

/// The kinds of slips, in the order in which they are looked for.
const SLIPS: &[fn(&Stop<'_>) -> Option<Slip>] = &[
    signs::find_slashes,
    signs::find_unquoted,
    brackets::find_unclosed,
    brackets::find_text_after,
    brackets::find_text_after_quote,
    marks::find_alias,
    marks::find_dash,
    marks::find_colon,
    values::find_unindented,
    depth::find_depth,
    depth::find_mixture,
    values::find_comment,
];

/// The slip that explains why the parser stopped; `None` if there is none, or it is not certain.
pub(super) fn find_slip(text: &str, kind: &Kind, offset: usize) -> Option<Slip> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let stop = Stop::new(text, kind, offset)?;
    SLIPS.iter().find_map(|find| find(&stop))
}
