//! Parses YAML text to a Node. Only this file and those below it know the YAML crate.

mod build;
mod indent;
mod reason;
mod scalar;
mod tree;

use super::{MAX_DEPTH, Parsed, too_deep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use build::Builder;
use granit_parser::{ErrorKind, Parser, ScanError};
use indent::Indented;

/// Parses a YAML text.
pub(super) fn parse_yaml(text: &str, source: SourceId) -> Parsed {
    let mut indented = Indented::new(text);
    let mut first = None;
    loop {
        match attempt(&indented, source) {
            Ok(parsed) => return parsed,
            Err((lacks_indent, parsed)) => {
                // the first error is the one that the user can fix
                let parsed = first.unwrap_or(parsed);
                match lacks_indent {
                    Some(offset) if indented.indent_line(offset) => first = Some(parsed),
                    _ => return parsed,
                }
            }
        }
    }
}

/// Why parsing stopped: the offset of a line that lacks indentation, if that is the cause, and what
/// was parsed so far.
type Ended = (Option<usize>, Parsed);

fn attempt(indented: &Indented<'_>, source: SourceId) -> Result<Parsed, Ended> {
    let limit = usize::from(MAX_DEPTH) + 1;
    let options = granit_parser::options! { flow_nesting_limit: limit, block_nesting_limit: limit };
    let mut builder = Builder::default();
    let given = |offset| indented.original_offset(offset);
    for event in Parser::new_from_str_with_options(&indented.text, options) {
        let step = match event {
            Ok((event, place)) => {
                let range = place.byte_range().unwrap_or(0..0);
                let (start, end) = (given(range.start), given(range.end));
                builder.take_event(event, Span::new(source, start..end.max(start)))
            }
            Err(error) => {
                builder.end_with(explain(indented, source, &error));
                let lacks_indent = *error.kind() == ErrorKind::InvalidQuotedScalarIndent;
                let offset = error.marker().byte_offset().filter(|_| lacks_indent);
                return Err((offset, builder.finish(source)));
            }
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

fn explain(indented: &Indented<'_>, source: SourceId, error: &ScanError) -> Diagnostic {
    let text = &indented.text;
    let offset = error.marker().byte_offset().unwrap_or(0).min(text.len());
    let width = text
        .get(offset..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    let offset = indented.original_offset(offset);
    let at = Span::new(source, offset..offset + width);
    if let Some((start, end)) = indent::find_tab(indented.given_text(), offset) {
        let message = "the file is not valid YAML: there is a tab in the indentation";
        return Diagnostic::new(Code::YAML_SYNTAX, Span::new(source, start..end), message)
            .label("this is a tab")
            .help("use spaces: YAML does not allow tabs there");
    }
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(at);
    }
    let (reason, help) = reason::describe_fault(error.kind());
    Diagnostic::new(
        Code::YAML_SYNTAX,
        at,
        format!("the file is not valid YAML: {reason}"),
    )
    .label("here")
    .help(help)
}
