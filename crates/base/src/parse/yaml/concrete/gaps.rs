//! What stands between the scalars of a YAML text: comments, dashes, brackets and the headers of block scalars. The parser
//! tells nothing of them.

use crate::parse::concrete::{Comment, Unfit, column_of};
use std::ops::Range;

/// A piece of text that the parser has told about.
pub(super) struct Piece {
    pub place: Range<usize>,
    /// Whether it is the content of a block scalar.
    pub is_block: bool,
}

/// What was found between the pieces, each in order.
#[derive(Default)]
pub(super) struct Gaps {
    pub comments: Vec<Comment>,
    /// Of block lists.
    pub dashes: Vec<usize>,
    /// Of flow collections, closed.
    pub brackets: Vec<Range<usize>>,
    /// Of block scalars.
    pub headers: Vec<Range<usize>>,
    /// `---`
    pub marker: Option<usize>,
    /// The open brackets, by their index in `brackets`.
    open: Vec<usize>,
}

impl Gaps {
    /// Reads all gaps.
    pub fn read(text: &str, pieces: &[Piece]) -> Result<Self, Unfit> {
        let mut gaps = Gaps::default();
        let mut at = 0;
        for piece in pieces {
            at = gaps.gap(text, at..piece.place.start.max(at))?;
            // without content, a block scalar begins at its header
            let begins_block = text[piece.place.start..].starts_with(['|', '>']);
            if piece.is_block && begins_block && at <= piece.place.start {
                at = gaps.header(text, piece.place.start)?;
            }
            at = at.max(piece.place.end);
        }
        gaps.gap(text, at..text.len())?;
        Ok(gaps)
    }

    /// Reads one gap; returns where it ends.
    fn gap(&mut self, text: &str, gap: Range<usize>) -> Result<usize, Unfit> {
        let mut at = gap.start;
        while let Some(first) = text.get(at..gap.end).and_then(|rest| rest.chars().next()) {
            at = match first {
                '#' => self.comment(text, at),
                '|' | '>' => self.header(text, at)?,
                '-' if is_marker(text, at, "---") => {
                    if self.marker.is_some() || !self.dashes.is_empty() {
                        return Err(unfit(at, "a second document begins"));
                    }
                    self.marker = Some(at);
                    at + 3
                }
                '.' if is_marker(text, at, "...") => at + 3,
                '-' => {
                    self.dashes.push(at);
                    at + 1
                }
                '[' | '{' => {
                    self.open.push(self.brackets.len());
                    self.brackets.push(at..at + 1);
                    at + 1
                }
                ']' | '}' => {
                    if let Some(index) = self.open.pop() {
                        self.brackets[index].end = at + 1;
                    }
                    at + 1
                }
                '%' => return Err(unfit(at, "a directive changes what tags mean")),
                '?' if !text[at + 1..].starts_with([',', ']', '}']) && self.open.is_empty() => {
                    return Err(unfit(at, "a key is marked with `?`"));
                }
                other => at + other.len_utf8(),
            };
        }
        Ok(at.max(gap.end))
    }

    fn comment(&mut self, text: &str, start: usize) -> usize {
        let end = end_of_line(text, start);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.comments.push(Comment {
            place: start..start + text[start..end].trim_end().len(),
            column: column_of(text, start),
            is_alone: text[line..start].trim().is_empty(),
        });
        end
    }

    /// Reads the header of a block scalar and the comment behind it; returns where its line ends.
    fn header(&mut self, text: &str, start: usize) -> Result<usize, Unfit> {
        let is_header = |byte: &u8| b"|>+-0123456789".contains(byte);
        let length = text.as_bytes()[start..]
            .iter()
            .take_while(|byte| is_header(byte));
        let end = start + length.count();
        self.headers.push(start..end);
        let line = end_of_line(text, end);
        let rest = &text[end..line];
        let blanks = rest.len() - rest.trim_start().len();
        match rest.trim_start().chars().next() {
            None => Ok(line),
            Some('#') => Ok(self.comment(text, end + blanks)),
            Some(_) => Err(unfit(end, "the header of a text is unclear")),
        }
    }
}

/// Whether there is a document marker: three characters at the start of a line, with nothing directly behind them.
fn is_marker(text: &str, at: usize, marker: &str) -> bool {
    let is_first = at == 0 || text[..at].ends_with('\n');
    is_first
        && text[at..]
            .strip_prefix(marker)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']))
}

fn end_of_line(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at)
}

fn unfit(offset: usize, reason: &'static str) -> Unfit {
    Unfit { offset, reason }
}
