//! Computes line and column for many places in a text without scanning all of it for each.

use crate::source::{SourceId, Sources, Span};
use std::cell::OnceCell;

/// Line and column as people count them: from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

/// Places in all sources; a source is measured on first use.
pub struct Places<'s> {
    sources: &'s Sources,
    lines: Vec<OnceCell<Lines>>,
}

/// Where the lines of a text start, and how many characters begin before each multiple of 4096
/// bytes (or, if that is within a character, before the start of that character).
struct Lines {
    starts: Vec<usize>,
    marks: Vec<usize>,
}

const STRIDE: usize = 4096;

/// Resolves a path against `root`, which is empty or ends with `/`: `agent/` and `../specs/a.yaml`
/// give `specs/a.yaml`.
#[cfg(feature = "cli")]
pub(super) fn join_paths(root: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in root.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

impl<'s> Places<'s> {
    /// Creates the map without measuring anything yet.
    pub fn new(sources: &'s Sources) -> Self {
        Places {
            sources,
            lines: sources.positions().map(|_| OnceCell::new()).collect(),
        }
    }

    /// `path:line:column` of a span's start.
    pub fn show(&self, span: Span) -> String {
        let place = self.place(span);
        format!("{}:{}:{}", self.path(span.source), place.line, place.column)
    }

    /// Reads a place back from the text that [`show`](Self::show) made of it, as an empty span; `None` if the text names no place in
    /// these sources.
    pub fn find_span(&self, place: &str) -> Option<Span> {
        let mut parts = place.rsplitn(3, ':');
        let column: usize = parts.next()?.parse().ok()?;
        let line: usize = parts.next()?.parse().ok()?;
        let path = parts.next()?;
        let mut sources = self.sources.iter();
        let (id, source) = sources.find(|(_, source)| source.path == path)?;
        let (start, end) = self.line_bytes(id, line);
        let mut starts = source.text[start..end]
            .char_indices()
            .map(|(at, _)| start + at);
        let at = starts.nth(column.checked_sub(1)?);
        let at = at.or_else(|| (self.position(id, end) == (line, column)).then_some(end))?;
        let is_there = self.position(id, at) == (line, column);
        is_there.then(|| Span::new(id, at..at))
    }

    /// The line of a span's start, from 1.
    #[cfg(feature = "cli")]
    pub fn line(&self, span: Span) -> usize {
        self.place(span).line
    }

    pub(super) fn path(&self, id: SourceId) -> &'s str {
        &self.sources.get(id).path
    }

    pub(super) fn text(&self, id: SourceId) -> &'s str {
        &self.sources.get(id).text
    }

    fn lines(&self, id: SourceId) -> &Lines {
        self.lines[self.sources.position(id)].get_or_init(|| Lines::measure(self.text(id)))
    }

    pub(super) fn place(&self, span: Span) -> Place {
        let (start, end) = self.bytes(span);
        let (line, column) = self.position(span.source, start);
        let (end_line, end_column) = self.position(span.source, end);
        Place {
            line,
            column,
            end_line,
            end_column,
        }
    }

    /// The byte range of a span, clamped to the text and to character boundaries.
    pub(super) fn bytes(&self, span: Span) -> (usize, usize) {
        let text = self.text(span.source);
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.floor_char_boundary(span.end as usize).max(start);
        (start, end)
    }

    /// The byte range of a line, counted from 1, without its line break.
    pub(super) fn line_bytes(&self, id: SourceId, line: usize) -> (usize, usize) {
        let text = self.text(id);
        let starts = &self.lines(id).starts;
        let start = starts
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(text.len());
        let end = starts.get(line).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        (start, start + line.len())
    }

    fn position(&self, id: SourceId, byte: usize) -> (usize, usize) {
        let text = self.text(id);
        let lines = self.lines(id);
        let line = lines.starts.partition_point(|&start| start <= byte).max(1);
        let start = lines.starts[line - 1];
        (line, lines.count(text, byte) - lines.count(text, start) + 1)
    }
}

impl Lines {
    /// Uses functions of the standard library that are fast even unoptimized: a build script
    /// measures 13 MB.
    fn measure(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let mut marks = vec![0];
        let mut count = 0;
        for mark in 0..text.len() / STRIDE {
            count += text[boundary(text, mark)..boundary(text, mark + 1)]
                .chars()
                .count();
            marks.push(count);
        }
        Lines { starts, marks }
    }

    /// The number of characters before a byte at a character boundary.
    fn count(&self, text: &str, byte: usize) -> usize {
        let mark = byte / STRIDE;
        self.marks[mark] + text[boundary(text, mark)..byte].chars().count()
    }
}

/// The byte position of a mark.
fn boundary(text: &str, mark: usize) -> usize {
    text.floor_char_boundary(mark * STRIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Role, Source};

    fn sources(text: &str) -> (Sources, SourceId) {
        let mut sources = Sources::default();
        let id = sources.add(Source {
            path: "a.yaml".to_owned(),
            text: text.into(),
            role: Role::Found,
        });
        (sources, id)
    }

    #[test]
    fn agrees_with_the_plain_count_in_a_long_line() {
        let text = format!("a: \"{}\"\nb: ü\n", "äx".repeat(9000));
        let (sources, id) = sources(&text);
        let places = Places::new(&sources);
        for start in [0, 4, 4096, 8192, 20_000, text.len() - 3, text.len()] {
            let start = u32::try_from(text.floor_char_boundary(start)).expect("small");
            let span = Span {
                source: id,
                start,
                end: start,
            };
            let place = places.place(span);
            assert_eq!((place.line, place.column), sources.line_column(span));
        }
    }

    #[test]
    fn a_place_is_found_as_it_is_shown() {
        let (sources, id) = sources("a: ü\nb: \"ä\"\n");
        let places = Places::new(&sources);
        for start in [0, 3, 5, 6, 9, 10] {
            let span = Span::new(id, start..start);
            assert_eq!(places.find_span(&places.show(span)), Some(span));
        }
        for none in [
            "",
            "a.yaml",
            "a.yaml:1",
            "a.yaml:9:1",
            "a.yaml:1:9",
            "b.yaml:1:1",
            "a.yaml:0:1",
            "a.yaml:1:0",
        ] {
            assert_eq!(places.find_span(none), None, "{none}");
        }
    }

    #[test]
    fn a_span_outside_of_the_text_is_its_end() {
        let (sources, source) = sources("abc");
        let place = Places::new(&sources).place(Span {
            source,
            start: 7,
            end: 3,
        });
        assert_eq!(
            place,
            Place {
                line: 1,
                column: 4,
                end_line: 1,
                end_column: 4
            }
        );
    }

    #[test]
    #[cfg(feature = "cli")]
    fn paths_are_joined_as_folders_are() {
        assert_eq!(join_paths("", "specs/a.yaml"), "specs/a.yaml");
        assert_eq!(join_paths("agent/", "./specs/a.yaml"), "agent/specs/a.yaml");
        assert_eq!(join_paths("agent/", "../specs/a.yaml"), "specs/a.yaml");
        assert_eq!(join_paths("", "../a.yaml"), "../a.yaml");
    }

    #[test]
    fn lines_come_without_their_break() {
        let (sources, id) = sources("ab\r\ncd\n");
        let places = Places::new(&sources);
        assert_eq!(places.line_bytes(id, 1), (0, 2));
        assert_eq!(places.line_bytes(id, 2), (4, 6));
        assert_eq!(places.line_bytes(id, 3), (7, 7));
    }
}
