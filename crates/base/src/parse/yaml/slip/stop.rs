//! The place where the parser stopped, and whether it would get past it if the text were different.

use super::lines::Line;
use crate::order::sort_by_key;
use crate::parse::yaml::parser_options;
use crate::secret::find_secrets;
use granit_parser::{ErrorKind as Kind, Event, Parser, StructureStyle};
use std::cell::Cell;
use std::ops::Range;

/// How many bytes are parsed on trial in one file: each piece of advice is tried on the whole text, and a long line can have
/// thousands of candidates.
const MAX_TRIED: usize = 4 << 20;

/// The place where the parser stopped.
pub(super) struct Stop<'t> {
    pub text: &'t str,
    pub kind: &'t Kind,
    pub offset: usize,
    pub lines: Vec<Line<'t>>,
    /// The index of its line.
    pub at: usize,
    /// How many bytes have been parsed on trial.
    tried: Cell<usize>,
}

/// A change to a line: where, how many bytes go, and what comes in their place.
pub(super) struct Edit<'e> {
    pub at: usize,
    pub removed: usize,
    pub added: &'e str,
}

/// Why a text cannot be parsed to its end, and where.
pub(super) struct Fault {
    pub kind: Kind,
    pub offset: usize,
}

impl<'t> Stop<'t> {
    pub fn new(text: &'t str, kind: &'t Kind, offset: usize) -> Option<Self> {
        let mut inner = Vec::new();
        let spans_lines = |range: &Range<usize>| {
            let part = text.get(range.clone());
            part.is_some_and(|part| part.contains('\n'))
        };
        parse(text, &mut |range| {
            inner.extend(Some(range).filter(spans_lines))
        });
        sort_by_key(&mut inner, &mut |range| range.start);
        Some(Stop {
            text,
            kind,
            offset,
            lines: Line::split_lines(text, &inner),
            at: line_of(text, offset)?,
            tried: Cell::new(0),
        })
    }

    /// The line where the parser stopped.
    pub fn line(&self) -> Option<&Line<'t>> {
        self.lines.get(self.at)
    }

    /// The nearest line above another one whose indentation has a meaning.
    pub fn line_above(&self, at: usize) -> Option<(usize, &Line<'t>)> {
        let above = self.lines.iter().enumerate().take(at);
        above.rev().find(|(_, line)| line.is_structural())
    }

    /// Whether a part of a line may be repeated in a finding, because it does not look like a secret.
    pub fn may_show(&self, line: &Line<'_>, part: &Range<usize>) -> bool {
        let secrets = find_secrets(line.content).into_iter();
        let mut secrets = secrets.map(|it| line.start + it.start..line.start + it.end);
        !secrets.any(|secret| secret.start < part.end && part.start < secret.end)
    }

    /// Whether the parser would get past a line after these changes, of which none adds a line. Also `false` once too much has
    /// been tried.
    pub fn gets_past(&self, at: usize, edits: &[Edit<'_>]) -> bool {
        if self.tried.get() > MAX_TRIED {
            return false;
        }
        self.tried.set(self.tried.get() + self.text.len());
        let mut text = String::with_capacity(self.text.len() + 16);
        let mut done = 0;
        for edit in edits {
            let Some(kept) = self.text.get(done..edit.at) else {
                return false;
            };
            text.push_str(kept);
            text.push_str(edit.added);
            done = edit.at + edit.removed;
        }
        text.push_str(self.text.get(done..).unwrap_or_default());
        let Some(fault) = find_fault(&text) else {
            return true;
        };
        // what is opened there has been read
        let least = at + usize::from(!is_open(&fault.kind));
        line_of(&text, fault.offset).is_some_and(|line| line >= least)
    }
}

/// Whether something is not closed; the parser then stops at the end of the text, and names the place of its opening.
pub(super) fn is_open(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::UnclosedFlowCollection { .. } | Kind::UnclosedQuotedScalar
    )
}

/// What keeps a text from being parsed to its end; `None` if nothing does.
pub(super) fn find_fault(text: &str) -> Option<Fault> {
    parse(text, &mut |_| {})
}

/// Parses a text, and calls `found` with the range of everything that may span several lines.
fn parse(text: &str, found: &mut dyn FnMut(Range<usize>)) -> Option<Fault> {
    let mut open = Vec::new();
    for event in Parser::new_from_str_with_options(text, parser_options()) {
        let (event, place) = match event {
            Ok(event) => event,
            Err(error) => {
                return Some(Fault {
                    kind: error.kind().clone(),
                    offset: error.marker().byte_offset().unwrap_or(0).min(text.len()),
                });
            }
        };
        let range = place.byte_range().unwrap_or(0..0);
        match event {
            Event::Scalar(..) => found(range),
            Event::SequenceStart(style, ..) | Event::MappingStart(style, ..) => {
                open.push((style == StructureStyle::Flow).then_some(range.start));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Some(start)) = open.pop() {
                    found(start..range.end);
                }
            }
            _ => {}
        }
    }
    None
}

fn line_of(text: &str, offset: usize) -> Option<usize> {
    Some(text.get(..offset)?.matches('\n').count())
}
