//! The lines of a text, and the keys and list entries that begin on them.

use std::ops::Range;

/// A line without its blanks at both ends.
pub(super) struct Line<'t> {
    /// The offset of its content.
    pub start: usize,
    /// How many spaces precede the content.
    pub indent: usize,
    pub content: &'t str,
    /// Whether it is in the middle of a text or of brackets, where indentation has no meaning.
    pub is_inner: bool,
}

/// A key or a `- ` at a column.
pub(super) struct Mark<'t> {
    pub column: usize,
    pub offset: usize,
    /// The name of the key; `None` for a dash.
    pub key: Option<&'t str>,
}

impl<'t> Line<'t> {
    /// Splits a text; lines that begin within one of the ranges, sorted by their starts, are inner ones.
    pub fn split_lines(text: &'t str, inner: &[Range<usize>]) -> Vec<Line<'t>> {
        let mut start = 0;
        let mut inner = inner.iter().peekable();
        let mut inner_end = 0;
        let lines = text.split('\n').map(|line| {
            let content = line.trim_start_matches([' ', '\t']);
            let indent = line.len() - content.len();
            let begin = start;
            start += line.len() + 1;
            while let Some(range) = inner.next_if(|range| range.start < begin) {
                inner_end = inner_end.max(range.end);
            }
            Line {
                start: begin + indent,
                indent,
                content: content.trim_end(),
                is_inner: begin < inner_end,
            }
        });
        let mut lines: Vec<Line<'t>> = lines.collect();
        mark_texts(&mut lines);
        lines
    }

    /// Whether its indentation has a meaning.
    pub fn is_structural(&self) -> bool {
        !self.is_inner && !self.content.is_empty() && !self.content.starts_with('#')
    }

    pub fn is_comment(&self) -> bool {
        !self.is_inner && self.content.starts_with('#')
    }

    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.content.len()
    }

    /// The offset of its end, without a comment.
    pub fn end_of_values(&self) -> usize {
        let comment = self.content.find(" #").unwrap_or(self.content.len());
        self.start
            + self
                .content
                .get(..comment)
                .map_or(0, |it| it.trim_end().len())
    }

    /// Its dashes and its key.
    pub fn find_marks(&self) -> Vec<Mark<'t>> {
        let mut marks = Vec::new();
        let mut rest = self.content;
        loop {
            let at = self.content.len() - rest.len();
            let mark = |key| Mark {
                column: self.indent + at,
                offset: self.start + at,
                key,
            };
            match rest.strip_prefix('-') {
                Some(after) if after.is_empty() || after.starts_with(' ') => {
                    marks.push(mark(None));
                    rest = after.trim_start();
                }
                _ => {
                    marks.extend(find_key(rest).map(|key| mark(Some(key))));
                    return marks;
                }
            }
        }
    }

    /// Whether its value is a `|` or `>`, and the text follows.
    pub fn is_header(&self) -> bool {
        let value = self.find_value();
        value.starts_with(['|', '>']) && value.len() <= 3
    }

    /// What follows the dashes and the key, without a comment.
    pub fn find_value(&self) -> &'t str {
        let (mut at, end) = (0, self.end_of_values() - self.start);
        for mark in self.find_marks() {
            at = mark.offset - self.start + mark.key.map_or(1, |key| key.len() + 1);
        }
        self.content.get(at..end).unwrap_or_default().trim()
    }
}

/// Marks the lines below each `|` and `>` as inner ones: the parser may stop before it tells of such a text.
fn mark_texts(lines: &mut [Line<'_>]) {
    let mut text = None;
    for line in lines.iter_mut().filter(|line| !line.content.is_empty()) {
        let indent = match text {
            Some(Text::Header(column)) if line.indent > column => Some(line.indent),
            Some(Text::Body(indent)) if line.indent >= indent => Some(indent),
            _ => None,
        };
        line.is_inner |= indent.is_some();
        text = indent.map(Text::Body);
        if line.is_structural() && line.is_header() {
            text = line
                .find_marks()
                .last()
                .map(|mark| Text::Header(mark.column));
        }
    }
}

/// The line above belongs to a text.
enum Text {
    /// It has the `|`, for a key or a dash at this column.
    Header(usize),
    /// It is a line of a text with this indentation.
    Body(usize),
}

/// The key at the beginning of a text: in quotes, or one word.
fn find_key(text: &str) -> Option<&str> {
    let quote = text
        .chars()
        .next()
        .filter(|first| ['"', '\''].contains(first));
    let end = match quote {
        Some(quote) => text.get(1..)?.find(quote)? + 2,
        None => text.find(": ").or(text.strip_suffix(':').map(str::len))?,
    };
    let (key, rest) = text.split_at_checked(end)?;
    let is_word = quote.is_some()
        || !key.starts_with(['{', '[', '&', '*', '!', '|', '>'])
            && !key.contains(char::is_whitespace);
    (is_word && !key.is_empty() && (rest == ":" || rest.starts_with(": "))).then_some(key)
}
