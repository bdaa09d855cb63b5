//! What is written so far, and which comments and blank lines come next. A comment stays where it is: behind what it was
//! behind, above what it was above, and in the innermost collection that its column lets it belong to.

use super::page::Page;
use crate::parse::concrete::{Comment, Concrete};
use std::ops::Range;

/// The state of writing a text anew.
pub(super) struct Printer<'p> {
    pub(super) text: &'p str,
    pub(super) page: Page,
    /// The end of what was written last, in the text as it was.
    pub(super) last: usize,
    /// Whether a collection has just begun: no blank line is kept there.
    pub(super) is_opening: bool,
    pub(super) is_json: bool,
    comments: &'p [Comment],
    /// The starts of all values, keys and dashes, in order.
    starts: &'p [usize],
}

impl<'p> Printer<'p> {
    pub(super) fn new(text: &'p str, concrete: &'p Concrete) -> Self {
        Printer {
            text,
            page: Page::new(),
            last: 0,
            is_opening: true,
            is_json: concrete.is_json,
            comments: &concrete.comments,
            starts: &concrete.starts,
        }
    }

    /// Whether a comment comes before an offset.
    pub(super) fn has_comment_before(&self, offset: usize) -> bool {
        let next = self.comments.first();
        next.is_some_and(|comment| comment.place.start < offset)
    }

    /// Whether there is a comment within a range.
    pub(super) fn has_comment_in(&self, range: &Range<usize>) -> bool {
        let within = |comment: &Comment| range.contains(&comment.place.start);
        let is_near = |comment: &&Comment| comment.place.start < range.end;
        self.comments.iter().take_while(is_near).any(within)
    }

    /// Writes the comment behind what was written last, in the same line.
    pub(super) fn write_comment_behind(&mut self) {
        let Some((comment, rest)) = self.comments.split_first() else {
            return;
        };
        let between = self.text.get(self.last..comment.place.start);
        let is_in_line = between.is_some_and(|between| !between.contains('\n'));
        if is_in_line && !comment.is_alone && comment.place.start < self.next_start() {
            self.comments = rest;
            self.last = comment.place.end;
            let written = &self.text[comment.place.clone()];
            self.page.add_comment(written, comment.column);
        }
    }

    /// Begins the line of something that starts at an offset, with the comments and the blank line above it.
    pub(super) fn begin_entry(&mut self, start: usize, indent: usize) {
        self.write_comments_before(start, indent);
        self.write_blank_before(start);
        self.page.begin_line(indent);
        self.is_opening = false;
    }

    /// Writes the comments before an offset, each on its own line.
    pub(super) fn write_comments_before(&mut self, start: usize, indent: usize) {
        while self.has_comment_before(start) {
            self.write_next_comment(indent);
        }
    }

    /// Writes the comments at the end of a collection that belong to it: they are as deep as what it holds, or deeper.
    pub(super) fn write_comments_within(&mut self, least: usize, indent: usize) {
        let end = self.next_start();
        while let Some(comment) = self.comments.first()
            && comment.place.start < end
            && comment.is_alone
            && comment.column >= least
        {
            self.write_next_comment(indent);
        }
    }

    fn write_next_comment(&mut self, indent: usize) {
        let Some((comment, rest)) = self.comments.split_first() else {
            return;
        };
        self.write_blank_before(comment.place.start);
        self.page.begin_line(indent);
        self.page.write(&self.text[comment.place.clone()]);
        self.is_opening = false;
        self.comments = rest;
        self.last = comment.place.end;
    }

    /// Writes a blank line if there was one between what was written last and an offset.
    fn write_blank_before(&mut self, start: usize) {
        let between = self.text.get(self.last..start).unwrap_or_default();
        let lines = between.split('\n').count();
        let mut inner = between.split('\n').skip(1).take(lines.saturating_sub(2));
        if inner.any(|line| line.trim().is_empty()) && !self.is_opening && !self.page.is_empty() {
            self.page.write_blank();
        }
    }

    /// Where the next value, key or dash begins.
    fn next_start(&self) -> usize {
        let next = self.starts.partition_point(|start| *start < self.last);
        self.starts.get(next).copied().unwrap_or(usize::MAX)
    }
}
