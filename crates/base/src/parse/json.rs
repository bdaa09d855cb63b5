//! Parses JSON text to a Node, with the reader that generated code uses too.

#[cfg(feature = "cli")]
pub(super) mod concrete;
mod numbers;
mod stream;

use super::map::Repeated;
use super::{MAX_DEPTH, MAX_VALUES, Parsed, too_deep, too_many};
use crate::diagnostic::quote::shorten_text;
use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Node, Value};
use crate::source::{SourceId, Span, Spanned};
use std::ops::Range;
use toolc_runtime::reader::{Kind, Reader, Stop, SyntaxError};

/// The reader's reason for a value that is nested too deeply.
const DEPTH_REASON: &str = "nested too deeply";

/// This parser's reason for too many values.
const COUNT_REASON: &str = "too many values";

/// Parses a JSON text; also the data of an event stream that somebody stored as it came from a server.
pub(super) fn parse_json(text: &str, source: SourceId) -> Parsed {
    match stream::blank_events(text) {
        Some(messages) => parse_text(text, Some(&messages), source),
        None => parse_text(text, None, source),
    }
}

/// Parses a text, or the messages in it: a copy in which all else is blank.
fn parse_text(original: &str, messages: Option<&str>, source: SourceId) -> Parsed {
    let text = messages.unwrap_or(original);
    let masked = numbers::mask_numbers(text);
    let text = masked.as_ref().map_or(text, |masked| &masked.text);
    let mut parser = Parser {
        reader: Reader::new(text).with_max_depth(MAX_DEPTH),
        source,
        base: 0,
        original,
        beyond: masked.as_ref().map_or(&[], |masked| &masked.starts),
        values: 0,
        repeated: Repeated::default(),
        findings: Vec::new(),
    };
    let mut node = parser.value().ok();
    if let Some(first) = node.take() {
        node = Some(match messages.is_some() && stream::is_message(&first) {
            true => parser.further_messages(first),
            false => first,
        });
    }
    let end = parser.reader.offset();
    let finished = node.is_some() && parser.reader.finish().is_ok();
    let mut findings = parser.findings;
    findings.extend(parser.repeated.into_findings());
    if finished {
        return Parsed { node, findings };
    }
    let error = parser.reader.syntax_error().unwrap_or(SyntaxError {
        offset: end,
        reason: "malformed text",
    });
    findings = vec![explain(original, source, error, node.is_some())];
    Parsed {
        node: None,
        findings,
    }
}

/// Parses a part of a source, such as a line, as one JSON value. An error is its place and the reason.
pub(super) fn parse_json_part(
    text: &str,
    part: Range<usize>,
    source: SourceId,
) -> (Result<Node, Spanned<String>>, Vec<Diagnostic>) {
    let base = part.start;
    let original = text.get(part).unwrap_or_default();
    let masked = numbers::mask_numbers(original);
    let text = masked.as_ref().map_or(original, |masked| &masked.text);
    let mut parser = Parser {
        reader: Reader::new(text).with_max_depth(MAX_DEPTH),
        source,
        base,
        original,
        beyond: masked.as_ref().map_or(&[], |masked| &masked.starts),
        values: 0,
        repeated: Repeated::default(),
        findings: Vec::new(),
    };
    let node = parser.value().ok();
    let end = parser.reader.offset();
    if let Some(node) = node
        && parser.reader.finish().is_ok()
    {
        let mut findings = parser.findings;
        findings.extend(parser.repeated.into_findings());
        return (Ok(node), findings);
    }
    let error = parser.reader.syntax_error().unwrap_or(SyntaxError {
        offset: end,
        reason: "malformed text",
    });
    let start = base + error.offset;
    let span = Span::new(source, start..start + width(original, error.offset));
    (Err(Spanned::new(error.reason.to_owned(), span)), Vec::new())
}

struct Parser<'j> {
    reader: Reader<'j>,
    source: SourceId,
    /// Where the text begins in the source.
    base: usize,
    /// The text of the file.
    original: &'j str,
    /// The places of numbers that no double holds.
    beyond: &'j [usize],
    values: u32,
    repeated: Repeated,
    findings: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn value(&mut self) -> Result<Node, Stop> {
        let kind = self.reader.kind()?;
        self.values += 1;
        if self.values > MAX_VALUES {
            return self.reader.stop(COUNT_REASON);
        }
        let start = self.reader.offset();
        let value = match kind {
            Kind::Null => self.reader.null().map(|()| Value::Null)?,
            Kind::Boolean => Value::Bool(self.reader.boolean()?),
            Kind::Number => Value::Number(self.reader.number()?.into()),
            Kind::String if self.beyond.binary_search(&start).is_ok() => self.far_number(start)?,
            Kind::String => Value::String(self.reader.string()?.into_owned()),
            Kind::Array => self.list()?,
            Kind::Object => self.map()?,
        };
        Ok(Node::new(value, self.span(start..self.reader.offset())))
    }

    /// A place in the source, from offsets in the text.
    fn span(&self, bytes: Range<usize>) -> Span {
        Span::new(self.source, self.base + bytes.start..self.base + bytes.end)
    }

    /// A number that no double holds, as its text.
    fn far_number(&mut self, start: usize) -> Result<Value, Stop> {
        self.reader.string()?;
        let end = self.reader.offset();
        let number = self.original.get(start..end).unwrap_or_default();
        let shown = shorten_text(number, 40);
        let message = format!("the number `{shown}` is out of range; it is read as a text");
        let finding = Diagnostic::new(Code::NUMBER_OUT_OF_RANGE, self.span(start..end), message);
        self.findings
            .push(finding.help("write a number below 1.8e308, or leave it out"));
        Ok(Value::String(number.to_owned()))
    }

    /// The messages after the first one, as a list with it; just the first if there are none, or something else
    /// follows.
    fn further_messages(&mut self, first: Node) -> Node {
        let mut messages = vec![first];
        while self.reader.peek() == Some(b'{') {
            match self.value() {
                Ok(message) => messages.push(message),
                Err(Stop) => break,
            }
        }
        match messages.len() {
            1 => messages.remove(0),
            _ => {
                let span = messages[0].span;
                let end = messages.last().map_or(span.end, |last| last.span.end);
                Node::list(messages, Span { end, ..span })
            }
        }
    }

    fn list(&mut self) -> Result<Value, Stop> {
        self.reader.begin_array()?;
        let mut items = Vec::new();
        while self.reader.next_item(items.is_empty())? {
            items.push(self.value()?);
        }
        Ok(Value::List(items))
    }

    fn map(&mut self) -> Result<Value, Stop> {
        self.reader.begin_object()?;
        let mut entries = Vec::new();
        while self.reader.next_key(entries.is_empty())? {
            let start = self.reader.offset();
            let key = self.reader.string()?.into_owned();
            let key_span = self.span(start..self.reader.offset());
            self.reader.colon()?;
            let value = self.value()?;
            entries.push(Entry {
                key,
                key_span,
                value,
            });
        }
        Ok(Value::Map(self.repeated.map(entries)))
    }
}

/// The finding for a text that is not JSON. `complete` tells whether a whole value was read before
/// the error.
fn explain(text: &str, source: SourceId, error: SyntaxError, complete: bool) -> Diagnostic {
    let end = error.offset + width(text, error.offset);
    let at = Span::new(source, error.offset..end);
    if error.reason == DEPTH_REASON {
        return too_deep(at);
    }
    if error.reason == COUNT_REASON {
        return too_many(at);
    }
    let rest = text.get(error.offset..).unwrap_or("");
    let new_line = text[..error.offset]
        .trim_end_matches([' ', '\t'])
        .ends_with('\n');
    if complete && new_line && rest.starts_with(['{', '[']) {
        let message =
            "the file holds one JSON value per line, which is not a format that toolc reads";
        return Diagnostic::new(Code::UNKNOWN_FORMAT, at, message)
            .label("a second value begins here")
            .help("write one list: `[`, the values with commas between them, `]`");
    }
    let message = format!("the file is not valid JSON: {}", error.reason);
    Diagnostic::new(Code::JSON_SYNTAX, at, message)
        .label(error.reason)
        .help(advice(rest))
}

/// Guesses the mistake from the text at the error.
fn advice(rest: &str) -> &'static str {
    match rest.as_bytes().first() {
        Some(b'}' | b']') => "remove the comma: JSON has none after the last element",
        Some(b'/' | b'#') => "JSON has no comments; a file that ends in `.yaml` may have them",
        Some(b'\'') => "JSON strings are in double quotes",
        None => "the file is cut off: something that was opened is not closed",
        Some(_) => "",
    }
}

/// The length of the character at an offset.
fn width(text: &str, offset: usize) -> usize {
    text.get(offset..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8)
}
