//! The lines that are written: indentation, blank lines, and comments that stay below each other.

/// How far a level is indented.
pub(super) const STEP: usize = 2;

/// How long a line becomes before a collection in flow style is broken.
pub(super) const WIDTH: usize = 120;

/// One line.
#[derive(Default)]
struct Line {
    text: String,
    /// A comment behind the text, and the column where it was.
    comment: Option<(String, usize)>,
    /// A blank line that is part of a text.
    is_kept: bool,
}

/// The lines so far; the last one is being written.
pub(super) struct Page {
    lines: Vec<Line>,
    current: Line,
    /// Whether nothing was written in the current line but indentation.
    is_fresh: bool,
}

impl Page {
    pub(super) fn new() -> Self {
        Page {
            lines: Vec::new(),
            current: Line::default(),
            is_fresh: true,
        }
    }

    /// Whether nothing is written yet.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.is_fresh
    }

    /// Adds to the current line.
    pub(super) fn write(&mut self, text: &str) {
        self.current.text.push_str(text);
        self.is_fresh = false;
    }

    /// Adds to the current line, whose end is part of a text.
    pub(super) fn write_kept(&mut self, text: &str) {
        self.write(text);
        self.current.is_kept = true;
    }

    /// Whether nothing was written in the current line.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.is_fresh
    }

    /// Begins a line at an indentation, unless nothing was written in the current one.
    pub(super) fn begin_line(&mut self, indent: usize) {
        if !self.is_fresh {
            self.end_line();
        }
        self.current.text = " ".repeat(indent);
        self.is_fresh = true;
    }

    /// A line of a text, which is written as it is.
    pub(super) fn write_line(&mut self, indent: usize, text: &str) {
        self.begin_line(indent);
        match text.is_empty() {
            true => self.current.text.clear(),
            false => self.write(text),
        }
        self.current.is_kept = true;
        self.end_line();
    }

    /// A blank line, unless there is one.
    pub(super) fn write_blank(&mut self) {
        if !self.is_fresh {
            self.end_line();
        }
        let is_blank = |line: &Line| line.text.is_empty() && line.comment.is_none();
        if self.lines.last().is_some_and(|line| !is_blank(line)) {
            self.lines.push(Line::default());
        }
    }

    /// A comment behind the current line, which ends with it.
    pub(super) fn add_comment(&mut self, comment: &str, column: usize) {
        self.current.comment = Some((comment.to_owned(), column));
        self.is_fresh = false;
        self.end_line();
    }

    /// The number of characters in the current line.
    pub(super) fn width(&self) -> usize {
        self.current.text.chars().count()
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.current);
        if !line.is_kept {
            line.text.truncate(line.text.trim_end_matches(' ').len());
        }
        self.lines.push(line);
        self.is_fresh = true;
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        if !self.is_fresh {
            self.end_line();
        }
        let is_blank = |line: &Line| line.text.is_empty() && !line.is_kept;
        while self.lines.last().is_some_and(is_blank) {
            self.lines.pop();
        }
        let columns = comment_columns(&self.lines);
        let mut text = String::new();
        for (line, column) in self.lines.iter().zip(columns) {
            text.push_str(&line.text);
            if let Some((comment, _)) = &line.comment {
                let width = line.text.chars().count();
                text.push_str(&" ".repeat(column.saturating_sub(width)));
                text.push_str(comment);
            }
            text.push('\n');
        }
        text
    }
}

/// The column of each line's comment. Comments of adjacent lines that were below each other stay so.
fn comment_columns(lines: &[Line]) -> Vec<usize> {
    let column = |line: &Line| line.comment.as_ref().map(|(_, column)| *column);
    let mut columns = Vec::with_capacity(lines.len());
    while let Some(first) = lines.get(columns.len()) {
        let rest = &lines[columns.len()..];
        let is_alike = |line: &&Line| column(line).is_some() && column(line) == column(first);
        let count = rest.iter().take_while(is_alike).count().max(1);
        let behind = |line: &Line| match line.text.chars().count() {
            0 => 0,
            width => width + 1,
        };
        let widest = rest.iter().take(count).map(behind).max();
        columns.extend(std::iter::repeat_n(widest.unwrap_or_default(), count));
    }
    columns
}
