//! Findings on one line each, where there is no room for quotations.

use super::excerpt::escape_text;
use super::place::Places;
use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// Renders each finding as `path:line:column: message [T0000]; help: what to write instead`.
pub fn render_brief<'d>(
    sources: &Sources,
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
) -> Vec<String> {
    let places = Places::new(sources);
    let line = |diagnostic: &Diagnostic| {
        let place = diagnostic
            .span()
            .map_or(String::new(), |span| format!("{}: ", places.show(span)));
        let help = match diagnostic.help.as_str() {
            "" => String::new(),
            help => format!("; help: {}", help.replace('\n', " ")),
        };
        escape_text(&format!(
            "{place}{} [{}]{help}",
            diagnostic.message, diagnostic.code
        ))
    };
    diagnostics.into_iter().map(line).collect()
}
