//! Lines of characters that are drawn at any place, each in a style, and then written as text.

use crate::diagnostic::Severity;

/// How a character looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    /// Line numbers, bars and what points at a secondary place.
    Frame,
    /// What belongs to the finding itself.
    Finding(Severity),
}

impl Style {
    /// The escape sequences that begin it; empty for plain text. On Windows, dark colours are hard to read.
    fn escapes(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Bold if cfg!(windows) => "\u{1b}[1m\u{1b}[97m",
            Style::Bold => "\u{1b}[1m",
            Style::Frame if cfg!(windows) => "\u{1b}[1m\u{1b}[96m",
            Style::Frame => "\u{1b}[1m\u{1b}[94m",
            Style::Finding(Severity::Error) => "\u{1b}[1m\u{1b}[91m",
            Style::Finding(Severity::Warning) if cfg!(windows) => "\u{1b}[1m\u{1b}[93m",
            Style::Finding(Severity::Warning) => "\u{1b}[1m\u{1b}[33m",
            Style::Finding(Severity::Note) => "\u{1b}[1m\u{1b}[92m",
        }
    }
}

const RESET: &str = "\u{1b}[0m";

/// Lines under construction. What lies between the drawn characters of a line is blank.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// The number of lines, which is the row of the next one.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The number of characters of a line.
    pub fn width(&self, row: usize) -> usize {
        self.lines.get(row).map_or(0, Vec::len)
    }

    /// Draws a text over what is there; an empty one leaves no trace.
    pub fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        let line = self.line(row);
        for (letter, column) in text.chars().zip(column..) {
            if column >= line.len() {
                line.resize(column + 1, (' ', Style::Plain));
            }
            if let Some(cell) = line.get_mut(column) {
                *cell = (letter, style);
            }
        }
    }

    /// Draws a text at the end of a line.
    pub fn append(&mut self, row: usize, text: &str, style: Style) {
        self.put(row, self.width(row), text, style);
    }

    /// Replaces a part of a line by a shorter text; does nothing if the line ends before.
    pub fn shorten(&mut self, row: usize, columns: std::ops::Range<usize>, text: &str) {
        let line = self.line(row);
        if columns.start < columns.end && columns.end <= line.len() {
            line.splice(columns, text.chars().map(|letter| (letter, Style::Frame)));
        }
    }

    fn line(&mut self, row: usize) -> &mut Vec<(char, Style)> {
        if row >= self.lines.len() {
            self.lines.resize(row + 1, Vec::new());
        }
        &mut self.lines[row]
    }

    /// Appends the lines to a text; the last one has no line break.
    pub fn write(&self, color: bool, out: &mut String) {
        for (row, line) in self.lines.iter().enumerate() {
            if row > 0 {
                out.push('\n');
            }
            let mut current = Style::Plain;
            for &(letter, style) in line {
                if color && style != current {
                    change(current, style, out);
                    current = style;
                }
                out.push(letter);
            }
            change(current, Style::Plain, out);
        }
    }
}

fn change(from: Style, to: Style, out: &mut String) {
    if from != Style::Plain {
        out.push_str(RESET);
    }
    out.push_str(to.escapes());
}
