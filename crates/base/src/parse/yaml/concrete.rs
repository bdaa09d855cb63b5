//! Reads a YAML text as it is laid out.

mod gaps;

use super::indent::Indented;
use super::{lacks_indent, parser_options};
use crate::parse::concrete::{
    Block, Concrete, Item, Kind, List, ListItem, Map, Quotes, Scalar, Unfit, column_of,
};
use gaps::{Gaps, Piece};
use granit_parser::{Event, Parser, ScalarStyle, Span, StructureStyle};
use std::ops::Range;
use std::slice;
use std::vec;

/// Reads a text that [`parse_yaml`](super::parse_yaml) accepts; its lines end with a line feed alone.
pub(in crate::parse) fn read_concrete(text: &str) -> Result<Concrete, Unfit> {
    let mut indented = Indented::new(text);
    let steps = loop {
        match read_steps(&indented) {
            Ok(steps) => break steps,
            Err(Some(offset)) if indented.indent_line(offset) => {}
            Err(_) => {
                let reason = "the text cannot be parsed";
                return Err(Unfit { offset: 0, reason });
            }
        }
    };
    let gaps = Gaps::read(text, &pieces_of(text, &steps))?;
    let mut starts: Vec<usize> = gaps.dashes.clone();
    starts.extend(steps.iter().filter_map(Step::written_start));
    starts.sort_unstable();
    let mut reader = Reader {
        text,
        steps: steps.into_iter(),
        dashes: gaps.dashes.iter(),
        brackets: gaps.brackets.iter(),
        headers: gaps.headers.iter(),
    };
    let root = match reader.steps.next() {
        Some(step) => reader.item(step, None)?,
        None => Item {
            start: text.len(),
            properties: Vec::new(),
            kind: Kind::Empty,
        },
    };
    let is_text = match root.kind {
        Kind::List(_) | Kind::Map(_) => false,
        Kind::Empty => !root.properties.is_empty(),
        Kind::Scalar(_) | Kind::Block(_) | Kind::Alias(_) => true,
    };
    if is_text {
        let (offset, reason) = (root.start, "the whole file is one text");
        return Err(Unfit { offset, reason });
    }
    Ok(Concrete {
        root,
        comments: gaps.comments,
        marker: gaps.marker,
        starts,
        is_json: false,
    })
}

/// An event of the parser that begins or ends a value, with places in the original text.
struct Step {
    what: What,
    place: Range<usize>,
    properties: Vec<Range<usize>>,
}

enum What {
    Scalar(String, ScalarStyle),
    Alias,
    List { is_flow: bool },
    Map { is_flow: bool },
    End,
}

impl Step {
    /// Where a value begins that is written out; nothing is written where a value is missing.
    fn written_start(&self) -> Option<usize> {
        let own = match &self.what {
            What::Scalar(..) if self.place.is_empty() => None,
            What::Scalar(..) | What::Alias => Some(self.place.start),
            _ => None,
        };
        let property = self.properties.first().map(|place| place.start);
        property.or(own)
    }
}

/// All steps, or where a line lacks indentation.
fn read_steps(indented: &Indented<'_>) -> Result<Vec<Step>, Option<usize>> {
    let mut options = parser_options();
    options.emit_anchor_events = true;
    let given = |span: &Span| -> Range<usize> {
        let range = span.byte_range().unwrap_or(0..0);
        let start = indented.original_offset(range.start);
        start..indented.original_offset(range.end).max(start)
    };
    let mut steps: Vec<Step> = Vec::new();
    for event in Parser::new_from_str_with_options(&indented.text, options) {
        let (event, span) = event.map_err(|error| lacks_indent(&error))?;
        let is_flow = |style: StructureStyle| style == StructureStyle::Flow;
        let what = match event {
            Event::Anchor(..) => {
                if let Some(step) = steps.last_mut() {
                    step.properties.push(given(&span));
                    step.properties.sort_by_key(|place| place.start);
                }
                continue;
            }
            Event::Scalar(text, style, ..) => What::Scalar(text.into_owned(), style),
            Event::Alias(_) => What::Alias,
            Event::SequenceStart(style, ..) => What::List {
                is_flow: is_flow(style),
            },
            Event::MappingStart(style, ..) => What::Map {
                is_flow: is_flow(style),
            },
            Event::SequenceEnd | Event::MappingEnd => What::End,
            _ => continue,
        };
        let tag = span.tag_span().as_ref().map(given);
        steps.push(Step {
            what,
            place: given(&span),
            properties: tag.into_iter().collect(),
        });
    }
    Ok(steps)
}

/// The pieces of text that the parser has told about, in order.
fn pieces_of(text: &str, steps: &[Step]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for step in steps {
        pieces.extend(step.properties.iter().map(|place| Piece {
            place: place.clone(),
            is_block: false,
        }));
        let is_block = match &step.what {
            What::Scalar(_, style) => is_block(*style),
            What::Alias => false,
            _ => continue,
        };
        if is_block || !step.place.is_empty() {
            pieces.push(Piece {
                place: step.place.start.min(text.len())..step.place.end.min(text.len()),
                is_block,
            });
        }
    }
    pieces.sort_by_key(|piece| piece.place.start);
    pieces
}

fn is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
}

/// Puts the steps and what is between them together.
struct Reader<'r> {
    text: &'r str,
    steps: vec::IntoIter<Step>,
    dashes: slice::Iter<'r, usize>,
    brackets: slice::Iter<'r, Range<usize>>,
    headers: slice::Iter<'r, Range<usize>>,
}

impl Reader<'_> {
    /// Reads the value that begins with a step. `above` is the column of the mapping around it.
    fn item(&mut self, step: Step, above: Option<usize>) -> Result<Item, Unfit> {
        let first = step.properties.first().map(|place| place.start);
        let start = step.place.start;
        let kind = match step.what {
            What::Scalar(text, style) if is_block(style) => self.block(text, step.place)?,
            What::Scalar(..) if step.place.is_empty() => Kind::Empty,
            What::Scalar(text, style) => Kind::Scalar(Scalar {
                place: step.place,
                text,
                quotes: match style {
                    ScalarStyle::SingleQuoted => Quotes::Single,
                    ScalarStyle::DoubleQuoted => Quotes::Double,
                    _ => Quotes::Plain,
                },
            }),
            What::Alias => Kind::Alias(step.place),
            What::List { is_flow } => self.list(is_flow, above)?,
            What::Map { is_flow } => self.map(is_flow, start)?,
            What::End => Kind::Empty,
        };
        let start = first.unwrap_or(match &kind {
            Kind::Block(block) => block.header.start,
            Kind::List(list) => match (&list.brackets, list.items.first()) {
                (Some(brackets), _) => brackets.start,
                (None, Some(item)) => item.start,
                (None, None) => start,
            },
            Kind::Map(map) => match (&map.brackets, map.entries.first()) {
                (Some(brackets), _) => brackets.start,
                (None, Some((key, _))) => key.start,
                (None, None) => start,
            },
            _ => start,
        });
        Ok(Item {
            start,
            properties: step.properties,
            kind,
        })
    }

    /// The content of a block scalar begins at the column to which its lines are indented.
    fn block(&mut self, text: String, place: Range<usize>) -> Result<Kind, Unfit> {
        let unclear = |offset| Unfit {
            offset,
            reason: "the lines of a text are unclear",
        };
        let header = self.headers.next().ok_or(unclear(place.start))?.clone();
        let is_blank = text.trim().is_empty();
        if is_blank && text.contains([' ', '\t']) {
            return Err(unclear(place.start));
        }
        let line = self.text[header.end..].find('\n');
        let first = line.map_or(self.text.len(), |at| header.end + at + 1);
        Ok(Kind::Block(Block {
            lines: first..place.end.max(first).min(self.text.len()),
            indent: if is_blank {
                0
            } else {
                column_of(self.text, place.start)
            },
            header,
            text,
        }))
    }

    fn list(&mut self, is_flow: bool, above: Option<usize>) -> Result<Kind, Unfit> {
        let brackets = match is_flow {
            true => self.brackets.next().cloned(),
            false => None,
        };
        let mut items = Vec::new();
        while let Some(step) = self.next_value() {
            let dash = match is_flow {
                true => None,
                false => self.dashes.next().copied(),
            };
            let item = self.item(step, None)?;
            items.push(ListItem {
                start: dash.unwrap_or(item.start),
                item,
            });
        }
        // in flow style, lines may be long and the column does not matter
        let first = items.first().filter(|_| !is_flow);
        let column = first.map_or(0, |item| column_of(self.text, item.start));
        Ok(Kind::List(List {
            brackets,
            items,
            column,
            is_flush: above.is_some_and(|above| column <= above),
        }))
    }

    fn map(&mut self, is_flow: bool, start: usize) -> Result<Kind, Unfit> {
        let has_braces = is_flow && self.text[start.min(self.text.len())..].starts_with('{');
        let brackets = match has_braces {
            true => self.brackets.next().cloned(),
            false => None,
        };
        let mut entries: Vec<(Item, Item)> = Vec::new();
        let mut column = None;
        while let Some(step) = self.next_value() {
            let key = self.item(step, None)?;
            let is_line = match &key.kind {
                Kind::Scalar(scalar) => !self.text[scalar.place.clone()].contains('\n'),
                kind => matches!(kind, Kind::Alias(_) | Kind::Empty),
            };
            if !is_line {
                let (offset, reason) = (key.start, "a key is more than one line of text");
                return Err(Unfit { offset, reason });
            }
            if ["---", "..."]
                .iter()
                .any(|mark| self.text[key.start..].starts_with(mark))
            {
                let (offset, reason) = (key.start, "a key begins like the end of a document");
                return Err(Unfit { offset, reason });
            }
            let column = *column.get_or_insert_with(|| match is_flow {
                true => 0,
                false => column_of(self.text, key.start),
            });
            let value = match self.next_value() {
                Some(step) => self.item(step, Some(column))?,
                None => break,
            };
            entries.push((key, value));
        }
        Ok(Kind::Map(Map {
            brackets,
            is_flow,
            entries,
            column: column.unwrap_or_default(),
        }))
    }

    /// The next value of the collection that is being read; `None` at its end.
    fn next_value(&mut self) -> Option<Step> {
        let step = self.steps.next()?;
        (!matches!(step.what, What::End)).then_some(step)
    }
}
