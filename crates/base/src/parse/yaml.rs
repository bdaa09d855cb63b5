//! Parses YAML text to a Node. Only this file and those below it know the YAML crate.

mod build;
#[cfg(feature = "cli")]
pub(super) mod concrete;
mod indent;
mod reason;
mod scalar;
mod slip;
mod tree;

use super::{MAX_DEPTH, Parsed, too_deep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use build::Builder;
use granit_parser::{ErrorKind, Options, Parser, ScanError};
use indent::Indented;

/// Parses a YAML text.
pub(super) fn parse_yaml(text: &str, source: SourceId) -> Parsed {
    let mut indented = Indented::new(text);
    let mut first = None;
    loop {
        match attempt(&indented, source) {
            Ok(parsed) => return parsed,
            Err(ended) => {
                let lacks_indent = lacks_indent(&ended.error);
                // the first error is the one that the user can fix
                let ended = first.unwrap_or(ended);
                match lacks_indent {
                    Some(offset) if indented.indent_line(offset) => first = Some(ended),
                    _ => return ended.explain(text, source),
                }
            }
        }
    }
}

/// Why parsing stopped, and what was found so far.
struct Ended {
    error: ScanError,
    builder: Builder,
}

impl Ended {
    fn explain(mut self, text: &str, source: SourceId) -> Parsed {
        self.builder
            .end_with(explain_error(text, source, &self.error));
        self.builder.finish(source)
    }
}

/// The offset of a line that lacks indentation, if that is the cause.
fn lacks_indent(error: &ScanError) -> Option<usize> {
    let lacks_indent = *error.kind() == ErrorKind::InvalidQuotedScalarIndent;
    let offset = error.marker().byte_offset();
    offset.filter(|_| lacks_indent)
}

fn attempt(indented: &Indented<'_>, source: SourceId) -> Result<Parsed, Box<Ended>> {
    let mut builder = Builder::default();
    let given = |offset| indented.original_offset(offset);
    for event in Parser::new_from_str_with_options(&indented.text, parser_options()) {
        let step = match event {
            Ok((event, place)) => {
                let range = place.byte_range().unwrap_or(0..0);
                let (start, end) = (given(range.start), given(range.end));
                builder.take_event(event, Span::new(source, start..end.max(start)))
            }
            Err(error) => return Err(Box::new(Ended { error, builder })),
        };
        match step {
            Ok(true) => {}
            Ok(false) => break,
            Err(finding) => {
                builder.end_with(finding);
                break;
            }
        }
    }
    Ok(builder.finish(source))
}

/// How deep values may nest.
fn parser_options() -> Options {
    let limit = usize::from(MAX_DEPTH) + 1;
    granit_parser::options! { flow_nesting_limit: limit, block_nesting_limit: limit }
}

fn explain_error(text: &str, source: SourceId, error: &ScanError) -> Diagnostic {
    let offset = error.marker().byte_offset().unwrap_or(0).min(text.len());
    let width = text
        .get(offset..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    let at = Span::new(source, offset..offset + width);
    let fault = |at, reason: &str| {
        let message = format!("the file is not valid YAML: {reason}");
        Diagnostic::new(Code::YAML_SYNTAX, at, message)
    };
    if let Some((start, end)) = indent::find_tab(text, offset) {
        let at = Span::new(source, start..end);
        return fault(at, "there is a tab in the indentation")
            .label("this is a tab")
            .help("use spaces: YAML does not allow tabs there");
    }
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(at);
    }
    if let Some(slip) = slip::find_slip(text, error.kind(), offset) {
        let found = fault(Span::new(source, slip.place), &slip.reason);
        let found = found.label(slip.label).help(slip.help);
        let also = |found: Diagnostic, (range, label)| found.also(Span::new(source, range), label);
        return slip.others.into_iter().fold(found, also);
    }
    let (reason, help) = reason::describe_fault(error.kind());
    fault(at, &reason).label("here").help(help)
}
