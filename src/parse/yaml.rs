//! YAML text to a Node; with the files below, the only one that knows the YAML crate.

mod build;
mod reason;
mod scalar;
mod tree;

use super::{MAX_DEPTH, Parsed, span, too_deep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceId;
use build::Builder;
use granit_parser::{ErrorKind, Parser, ScanError};

/// Reads a YAML text.
pub(super) fn parse(text: &str, source: SourceId) -> Parsed {
    let limit = usize::from(MAX_DEPTH) + 1;
    let options = granit_parser::options! { flow_nesting_limit: limit, block_nesting_limit: limit };
    let mut builder = Builder::default();
    for event in Parser::new_from_str_with_options(text, options) {
        let step = match event {
            Ok((event, place)) => {
                let range = place.byte_range().unwrap_or(0..0);
                builder.event(event, span(source, range.start, range.end.max(range.start)))
            }
            Err(error) => Err(explain(text, source, &error)),
        };
        match step {
            Ok(true) => {}
            Ok(false) => break,
            Err(finding) => {
                builder.fail(finding);
                break;
            }
        }
    }
    builder.finish(source)
}

fn explain(text: &str, source: SourceId, error: &ScanError) -> Diagnostic {
    let offset = error.marker().byte_offset().unwrap_or(0).min(text.len());
    let width = text
        .get(offset..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    let at = span(source, offset, offset + width);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(at);
    }
    let (reason, help) = reason::of(error.kind());
    Diagnostic::new(
        Code::YAML_SYNTAX,
        at,
        format!("the file is not valid YAML: {reason}"),
    )
    .label("here")
    .help(help)
}
