//! Draws a part of a source with marks below it.

use super::canvas::{Canvas, Style};
use super::window::{Extent, Window, letter_width, show_letters, text_width};
use crate::diagnostic::Severity;
use crate::order::sort_by_key;
use std::cmp::Reverse;
use std::ops::Range;

/// The sign for what is left out.
const GAP: &str = "...";

/// A part of a source.
pub(super) struct Quotation {
    /// The path, with line and column of the place.
    pub place: String,
    /// The number of the first line.
    pub first: usize,
    /// The lines.
    pub text: String,
    /// Places in the text, none of them on several lines.
    pub marks: Vec<Mark>,
}

/// A place in a quotation.
pub(super) struct Mark {
    pub range: Range<usize>,
    /// What is here; may be empty.
    pub label: String,
    pub is_primary: bool,
}

/// A mark below its line, in columns. The second number of an end counts characters: marks in the same columns can differ
/// in it if a character takes none.
struct Underline<'q> {
    start: (usize, usize),
    end: (usize, usize),
    label: &'q str,
    is_primary: bool,
}

impl Quotation {
    /// The highest number of a line, for which there has to be room.
    pub fn last(&self) -> usize {
        let end = self.marks.iter().map(|mark| mark.range.end).max();
        let quoted = self.text.get(..end.unwrap_or(0)).unwrap_or(&self.text);
        self.first + quoted.lines().count().saturating_sub(1)
    }

    /// Draws it below what is there. `digits` is the width of line numbers.
    pub fn draw(&self, canvas: &mut Canvas, digits: usize, severity: Severity) {
        let lines: Vec<&str> = self.lines().collect();
        let marked = self.underlines();
        let code = digits + 3;
        let texts: Vec<&str> = marked
            .iter()
            .filter_map(|(at, _)| lines.get(*at).copied())
            .collect();
        let window = Window::new(&texts, extent(&marked), code);
        let mut drawing = Drawing {
            canvas,
            window,
            digits,
            code,
            severity,
        };
        let mut before: Option<usize> = None;
        for (at, underlines) in marked {
            match before.map(|before| at - before) {
                Some(2) => {
                    drawing.line(self.first + at - 1, lines[at - 1]);
                }
                Some(3..) => {
                    let row = drawing.canvas.rows();
                    drawing.canvas.put(row, 0, GAP, Style::Frame);
                }
                _ => {}
            }
            let row = drawing.canvas.rows();
            let left = drawing.line(self.first + at, lines[at]);
            drawing.underlines(row, left, underlines);
            before = Some(at);
        }
    }

    /// The lines; the empty one after the last line break is none.
    fn lines(&self) -> impl Iterator<Item = &str> {
        let text = self.text.strip_suffix('\n').unwrap_or(&self.text);
        text.split('\n')
    }

    /// The lines that have marks, by number, in order.
    fn underlines(&self) -> Vec<(usize, Vec<Underline<'_>>)> {
        let mut marked = Vec::new();
        let mut start = 0;
        let last = self.lines().count() - 1;
        for (at, line) in self.lines().enumerate() {
            let end = start + line.len();
            let is_here = |mark: &&Mark| {
                (mark.range.start >= start && mark.range.start <= end)
                    || (at == last && mark.range.start > end)
            };
            let here = self.marks.iter().filter(is_here);
            let here: Vec<_> = here.map(|mark| mark.below(line, start)).collect();
            if !here.is_empty() {
                marked.push((at, here));
            }
            start = end + 1;
        }
        marked
    }
}

impl Mark {
    /// Where it is below a line that starts at a byte.
    fn below(&self, line: &str, line_start: usize) -> Underline<'_> {
        let place = |byte: usize| {
            let byte = line.floor_char_boundary(byte.saturating_sub(line_start));
            let before = line.get(..byte).unwrap_or(line);
            (text_width(before), before.chars().count())
        };
        let mut start = place(self.range.start);
        if self.range.start > line_start + line.len() {
            start.1 += 1;
        }
        let mut end = match self.range.is_empty() {
            true => start,
            false => place(self.range.end),
        };
        if end.0 == start.0 {
            end.0 += 1;
        }
        Underline {
            start,
            end,
            label: &self.label,
            is_primary: self.is_primary,
        }
    }
}

impl Underline<'_> {
    fn width(&self) -> usize {
        self.end.0.saturating_sub(self.start.0)
    }

    /// Whether two have columns in common, the first with more columns after it.
    fn meets(&self, more: usize, other: &Self) -> bool {
        let end = self.end.0 + more;
        (other.start.0..other.end.0).contains(&self.start.0)
            || (self.start.0..end).contains(&other.start.0)
    }
}

fn extent(marked: &[(usize, Vec<Underline<'_>>)]) -> Extent {
    let all = || marked.iter().flat_map(|(_, underlines)| underlines);
    let label_end = |mark: &Underline<'_>| match mark.label {
        "" => mark.end.0,
        label => mark.end.0 + text_width(label) + 1,
    };
    Extent {
        left: all().map(|mark| mark.start.0).min().unwrap_or(0),
        right: all().map(|mark| mark.end.0).max().unwrap_or(0),
        labels: all().map(label_end).max().unwrap_or(0),
    }
}

struct Drawing<'c> {
    canvas: &'c mut Canvas,
    window: Window,
    digits: usize,
    /// The column in which code starts.
    code: usize,
    severity: Severity,
}

impl Drawing<'_> {
    /// Draws a line with its number, and returns how many of its columns are left out before it.
    fn line(&mut self, number: usize, text: &str) -> usize {
        let row = self.canvas.rows();
        let width = text_width(text);
        let (left, right) = self.window.of_line(width);
        let text = show_letters(text);
        let (mut skipped, mut taken) = (0, 0);
        let is_before = |letter: &char| {
            let is_before = skipped < left;
            skipped += if is_before { letter_width(*letter) } else { 0 };
            is_before
        };
        let is_within = |letter: &char| {
            taken += letter_width(*letter);
            taken <= right.saturating_sub(left)
        };
        let shown = text.chars().skip_while(is_before).take_while(is_within);
        let shown: Vec<char> = shown.collect();
        let mut cut = (0, 0);
        if self.window.left > 0 {
            cut = covered(shown.iter());
            self.canvas.put(row, self.code, GAP, Style::Frame);
        }
        let (letters, columns) = cut;
        let start = self.code + columns;
        let rest: String = shown.iter().skip(letters).collect();
        self.canvas.put(row, start, &rest, Style::Plain);
        if width > right {
            let (letters_behind, _) = covered(shown.iter().rev());
            let end = start + shown.len().saturating_sub(letters);
            let gap = end.saturating_sub(letters_behind);
            self.canvas.put(row, gap, GAP, Style::Frame);
        }
        let digits = self.digits;
        self.canvas
            .put(row, 0, &format!("{number:>digits$}"), Style::Frame);
        self.bar(row);
        skipped.max(left)
    }

    fn bar(&mut self, row: usize) {
        self.canvas.put(row, self.digits + 1, "|", Style::Frame);
    }

    /// Draws marks and their labels below the line in a row. From the right to the left, labels go beside their marks
    /// while they do not touch, and then each below the one before.
    fn underlines(&mut self, row: usize, left: usize, mut marks: Vec<Underline<'_>>) {
        sort_by_key(&mut marks, &mut |mark| Reverse(mark.start));
        let (levels, crowded) = levels(&marks);
        let mut marks: Vec<_> = levels.into_iter().zip(marks).collect();
        let deepest = marks.iter().map(|(level, _)| *level).max().unwrap_or(0);
        let last = if deepest == 0 {
            row + 1
        } else {
            row + 2 + deepest
        };
        for row in row + 1..=last {
            self.bar(row);
        }
        for (level, mark) in &marks {
            if *level > 0 && !mark.label.is_empty() {
                for row in row + 1..=row + 1 + level {
                    self.sign(row, mark.start.0, left, "|", mark);
                }
            }
        }
        for (level, mark) in &marks {
            let (row, column) = match level {
                0 => (row + 1, mark.end.0 + 1),
                _ => (row + 2 + level, mark.start.0),
            };
            let column = self.code + column.saturating_sub(left);
            self.canvas.put(row, column, mark.label, self.style(mark));
        }
        // Shorter marks over longer ones.
        sort_by_key(&mut marks, &mut |(_, mark)| {
            (Reverse(mark.width()), mark.is_primary)
        });
        for (_, mark) in &marks {
            let sign = if mark.is_primary { "^" } else { "-" };
            for column in mark.start.0..mark.end.0 {
                self.sign(row + 1, column, left, sign, mark);
            }
        }
        for ((_, mark), is_crowded) in marks.iter().zip(crowded) {
            if !is_crowded {
                self.shorten(row, left, mark);
            }
        }
    }

    /// Takes out the middle of a mark that is much too wide.
    fn shorten(&mut self, row: usize, left: usize, mark: &Underline<'_>) {
        let room = self.window.room;
        if mark.width() > room * 2 {
            let start = (mark.start.0 + room / 3).saturating_sub(left);
            let end = mark.end.0.saturating_sub(room / 3).saturating_sub(left);
            for row in [row, row + 1] {
                self.canvas
                    .shorten(row, self.code + start..self.code + end, GAP);
            }
        }
    }

    fn sign(&mut self, row: usize, column: usize, left: usize, sign: &str, mark: &Underline<'_>) {
        let column = (self.code + column).saturating_sub(left);
        self.canvas.put(row, column, sign, self.style(mark));
    }

    fn style(&self, mark: &Underline<'_>) -> Style {
        match mark.is_primary {
            true => Style::Finding(self.severity),
            false => Style::Frame,
        }
    }
}

/// How many levels below the marks each label is, for marks from the right to the left: none, if it is beside its mark.
/// And which of the marks have others in their columns, as far as it was looked for.
fn levels(marks: &[Underline<'_>]) -> (Vec<usize>, Vec<bool>) {
    let mut level = 0;
    let mut levels = Vec::with_capacity(marks.len());
    let mut crowded = vec![false; marks.len()];
    for (at, mark) in marks.iter().enumerate() {
        let is_labelled = !mark.label.is_empty();
        let is_same = |next: &Underline<'_>| next.start == mark.start && next.end == mark.end;
        for (other, next) in marks
            .iter()
            .enumerate()
            .filter(|(_, next)| next.meets(0, mark))
        {
            if other > 1 {
                crowded[at] = true;
                crowded[other] = true;
            }
            let is_merged = next.label.is_empty() && is_same(next);
            if level == 0 && is_labelled && other > at && !is_merged {
                level = 1;
                break;
            }
        }
        levels.push(level);
        let mut rest = marks
            .iter()
            .skip(at + 1)
            .filter(|next| !next.label.is_empty());
        let touches = |next: &Underline<'_>| next.meets(next.label.len() + 2, mark);
        let is_within = |next: &Underline<'_>| level == 0 && next.end <= mark.end;
        if rest.any(|next| touches(next) && (is_labelled || is_within(next))) {
            level += 1;
        }
    }
    (levels, crowded)
}

/// How many letters, and how many columns of them, a gap covers.
fn covered<'l>(letters: impl Iterator<Item = &'l char>) -> (usize, usize) {
    let (mut count, mut columns) = (0, 0);
    for letter in letters {
        count += 1;
        columns += letter_width(*letter);
        if columns >= GAP.len() {
            break;
        }
    }
    (count, columns)
}
