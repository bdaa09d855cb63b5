//! Verb: a Source to a Node. The syntax is determined by the text rather than the file name.

#[cfg(feature = "cli")]
pub(crate) mod concrete;
mod json;
#[cfg(feature = "cli")]
mod literal;
mod map;
mod text;
mod yaml;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::node::{MAX_DEPTH, Node};
#[cfg(feature = "cli")]
use crate::source::Source;
use crate::source::{Role, SourceId, Sources, Span, Spanned};
#[cfg(feature = "cli")]
pub use literal::read_literal;
use std::ops::Range;
pub use text::{parse_json_text, parse_text};

/// How many values one text may contain: an API description of 20 MB has 750,000.
const MAX_VALUES: u32 = 2_000_000;

/// Parses a source as JSON or YAML. Reports errors; `None` if nothing of the text could be parsed.
pub fn parse_source(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
) -> Option<Node> {
    let source = sources.get(id);
    // what somebody lists has to be readable
    let is_listed = !matches!(source.role, Role::Found | Role::Beside(_));
    let is_json = source.path.to_ascii_lowercase().ends_with(".json");
    if is_json || source.text.trim_start().starts_with(['{', '[']) {
        let parsed = json::parse_json(&source.text, id);
        if is_json || parsed.node.is_some() {
            return parsed.raised(is_listed).report(diagnostics);
        }
    }
    yaml::parse_yaml(source.front_matter().0, id).report(diagnostics)
}

/// Whether a source is parsed as JSON.
#[cfg(feature = "cli")]
pub(crate) fn is_json_text(source: &Source) -> bool {
    let begins_well = source.text.trim_start().starts_with(['{', '[']);
    let is_json = || json::parse_json(&source.text, SourceId(0)).node.is_some();
    source.path.to_ascii_lowercase().ends_with(".json") || begins_well && is_json()
}

/// Reads the text of a source that was parsed without an error as it is laid out. The text is without carriage returns and
/// the instructions of a worker.
#[cfg(feature = "cli")]
pub(crate) fn read_concrete(
    source: &Source,
    text: &str,
) -> Result<concrete::Concrete, concrete::Unfit> {
    match is_json_text(source) {
        true => json::concrete::read_concrete(text),
        false => yaml::concrete::read_concrete(text),
    }
}

/// Parses a part of a source, such as a line of JSON Lines, as one JSON value, with its places in the source.
///
/// # Errors
/// Returns the reason at its place, which is not reported, if the part is not JSON.
pub fn parse_json_part(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
    part: Range<usize>,
) -> Result<Node, Spanned<String>> {
    let (parsed, findings) = json::parse_json_part(&sources.get(id).text, part, id);
    findings
        .into_iter()
        .for_each(|finding| diagnostics.push(finding));
    parsed
}

/// The result of parsing with one syntax. Its findings are kept aside, because a text that is not
/// JSON may still be YAML.
struct Parsed {
    node: Option<Node>,
    findings: Vec<Diagnostic>,
}

impl Parsed {
    /// Makes errors of the findings that a file is in no known format.
    fn raised(mut self, is_listed: bool) -> Self {
        for finding in &mut self.findings {
            if is_listed && finding.code == Code::UNKNOWN_FORMAT {
                finding.severity = Severity::Error;
            }
        }
        self
    }

    fn report(self, diagnostics: &mut Diagnostics) -> Option<Node> {
        for finding in self.findings {
            diagnostics.push(finding);
        }
        self.node
    }
}

fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::TOO_DEEP,
        at,
        format!("values nest more than {MAX_DEPTH} levels deep"),
    )
    .label("one level too many begins here")
    .help("flatten the document, or name the inner part and refer to it with `$ref`")
}

fn too_many(at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::FILE_TOO_LARGE,
        at,
        format!("the file holds more than {MAX_VALUES} values"),
    )
    .label("reading stops here")
    .help("split the file")
}

#[cfg(test)]
mod tests;
