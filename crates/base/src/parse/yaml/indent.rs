//! Quoted strings that continue on an unindented line. YAML forbids this, but libyaml and PyYAML accept it, so people
//! write it. Blanks are inserted before such lines, which line folding removes again.

use std::borrow::Cow;

/// How many lines are fixed.
const MAX_LINES: usize = 64;

/// How many bytes are parsed again in total.
const MAX_BYTES: usize = 64 << 20;

/// More than any non-hostile text is indented.
const BLANKS: &str = "                                                                ";

/// A text, with blanks inserted where it lacks them.
pub(super) struct Indented<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where blanks were inserted in the original text, in order.
    mended: Vec<usize>,
}

impl<'t> Indented<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Indented {
            text: Cow::Borrowed(text),
            mended: Vec::new(),
        }
    }

    /// Indents the continuation line at an offset; returns `false` if that is not appropriate.
    pub(super) fn indent_line(&mut self, offset: usize) -> bool {
        let place = self.original_offset(offset);
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

    /// Maps an offset to the original text.
    pub(super) fn original_offset(&self, offset: usize) -> usize {
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

/// Tabs in the indentation of the line where parsing stopped, or of the next one, where the end of
/// a multi-line scalar is noticed.
pub(super) fn find_tab(text: &str, offset: usize) -> Option<(usize, usize)> {
    let before = text.get(..offset)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let mut at = start;
    for line in text.get(start..)?.split_inclusive('\n').take(2) {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        let indentation = &line[..blank];
        if let Some(tab) = indentation.find('\t')
            && !line.trim().is_empty()
        {
            let tabs = indentation[tab..]
                .bytes()
                .take_while(|byte| *byte == b'\t')
                .count();
            return Some((at + tab, at + tab + tabs));
        }
        at += line.len();
    }
    None
}
