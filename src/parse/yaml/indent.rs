//! Quoted texts that go on without indentation. YAML forbids it, libyaml and PyYAML read it, so
//! people write it. Blanks are put before such a line, where folding takes them away again.

use std::borrow::Cow;

/// So many lines are mended.
const MAX_LINES: usize = 64;

/// So many bytes are read again, all in all.
const MAX_BYTES: usize = 64 << 20;

/// More than anything is indented that is not hostile.
const BLANKS: &str = "                                                                ";

/// A text, with blanks where it lacks them.
pub(super) struct Indented<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where in the given text blanks were put, in order.
    mended: Vec<usize>,
}

impl<'t> Indented<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Indented {
            text: Cow::Borrowed(text),
            mended: Vec::new(),
        }
    }

    /// Indents the line that goes on at an offset; `false` where that is not to be done.
    pub(super) fn indent(&mut self, offset: usize) -> bool {
        let place = self.given(offset);
        let is_known = self.mended.last().is_some_and(|last| *last >= place);
        let is_full = self.mended.len() >= MAX_LINES
            || self.text.len().saturating_mul(self.mended.len() + 1) > MAX_BYTES;
        if is_known || is_full || !self.text.is_char_boundary(offset) {
            return false;
        }
        self.text.to_mut().insert_str(offset, BLANKS);
        self.mended.push(place);
        true
    }

    /// An offset in the text as it was given.
    pub(super) fn given(&self, offset: usize) -> usize {
        let mut added = 0;
        for place in &self.mended {
            if place + added >= offset {
                break;
            }
            added += BLANKS.len().min(offset - place - added);
        }
        offset - added
    }
}
