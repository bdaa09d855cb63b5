//! Which columns of quoted lines are shown if they are too wide, and how wide characters are.

use unicode_width::UnicodeWidthChar;

/// How wide a finding may be.
const TERMINAL: usize = 200;

/// How much is kept around marks, so that there is room for `...`.
const PADDING: usize = 6;

/// Indentation that is wider is cut, but for a rest.
const INDENTATION: usize = 20;

/// How much of a wide indentation remains.
const REST: usize = 4;

/// How many columns tabs take.
const TAB: &str = "    ";

/// How many columns a character takes.
pub(super) fn letter_width(letter: char) -> usize {
    match letter {
        '\t' => TAB.len(),
        letter => letter.width().unwrap_or(1),
    }
}

/// A text with spaces for tabs, and without the joiners of emoji, which terminals show differently.
pub(super) fn show_letters(text: &str) -> String {
    text.replace('\t', TAB).replace('\u{200d}', "")
}

/// How many columns a text takes.
pub(super) fn text_width(text: &str) -> usize {
    text.chars().map(letter_width).sum()
}

/// The columns that marks take together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub left: usize,
    pub right: usize,
    /// The end of the longest label, as if all were beside their marks.
    pub labels: usize,
}

/// The columns that are shown of all lines of a quotation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub left: usize,
    right: usize,
    /// How many columns there are for code.
    pub room: usize,
}

impl Window {
    /// `code` is the column in which code starts.
    pub fn new(lines: &[&str], marks: Extent, code: usize) -> Self {
        let room = TERMINAL.saturating_sub(code);
        let indentations = lines.iter().filter_map(|line| indentation(line));
        let indentation = indentations.min().unwrap_or(0).min(marks.left);
        let indentation = indentation.saturating_sub(PADDING);
        let widest = lines.iter().map(|line| text_width(line)).max().unwrap_or(0);
        let left = match indentation > INDENTATION {
            true => indentation - (INDENTATION - REST),
            false => 0,
        };
        let mut window = Window {
            left,
            right: widest.max(left),
            room,
        };
        if window.right - left > room {
            window.center(indentation, marks);
        }
        window
    }

    /// Makes it no wider than the room, if what is shown then is wide enough for the marks and their labels, or at least
    /// for the marks.
    fn center(&mut self, indentation: usize, marks: Extent) {
        let start = marks.left.saturating_sub(PADDING);
        let (end, labels) = (marks.right + PADDING, marks.labels + PADDING);
        let of_labels = labels.saturating_sub(start);
        let of_marks = end.saturating_sub(start);
        self.left = if labels >= indentation && labels - indentation <= self.room {
            indentation
        } else if of_labels <= self.room {
            start.saturating_sub((self.room - of_labels) / 2)
        } else if of_marks <= self.room {
            start.saturating_sub((self.room - of_marks) / 5 * 2)
        } else {
            (self.left, self.right) = (start, end);
            return;
        };
        self.right = self.left + self.room;
    }

    /// The first column that is shown of a line, and the one behind the last.
    pub fn of_line(&self, width: usize) -> (usize, usize) {
        let right = match width.saturating_sub(self.left) <= self.room {
            true => width,
            false => width.min(self.right),
        };
        (width.min(self.left), right)
    }
}

/// How far a line is indented; `None` if it is blank.
fn indentation(line: &str) -> Option<usize> {
    let code = line.trim_start();
    let blank = line.get(..line.len() - code.len()).unwrap_or("");
    let width = |letter| if letter == '\t' { TAB.len() } else { 1 };
    (!code.is_empty()).then(|| blank.chars().map(width).sum())
}
