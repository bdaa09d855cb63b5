//! Findings as GitHub workflow commands, which a forge shows next to the changed lines.

use super::excerpt::escape_text;
use super::place::{Places, join_paths};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;

/// Renders one line per finding. Notes only on request, because a forge shows just a few. `root` is
/// the path within the repository that paths are relative to: empty, or ending in `/`.
pub fn render_github(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    notes: bool,
    root: &str,
) -> String {
    let places = Places::new(sources);
    let shown = diagnostics
        .iter()
        .filter(|diagnostic| notes || diagnostic.severity != Severity::Note);
    shown
        .map(|diagnostic| command(&places, diagnostic, root))
        .collect()
}

fn command(places: &Places<'_>, diagnostic: &Diagnostic, root: &str) -> String {
    let word = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = String::new();
    if let Some(span) = diagnostic.span() {
        let place = places.place(span);
        let path = places.path(span.source);
        let path = match path.starts_with('/') {
            true => property(path),
            false => property(&join_paths(root, path)),
        };
        properties = format!(
            "file={path},line={},endLine={},col={}",
            place.line, place.end_line, place.column
        );
        if place.line == place.end_line {
            properties.push_str(&format!(",endColumn={}", place.end_column));
        }
        properties.push(',');
    }
    let class = diagnostic.class.map(|class| format!(" ({})", class.name()));
    let class = class.unwrap_or_default();
    let title = property(&format!(
        "{} {}{class}",
        diagnostic.code,
        diagnostic.code.slug()
    ));
    format!(
        "::{word} {properties}title={title}::{}\n",
        data(&text(diagnostic))
    )
}

fn text(diagnostic: &Diagnostic) -> String {
    let label = diagnostic.labels.first().map_or("", |label| &label.text);
    let mut text = diagnostic.message.clone();
    for (word, part) in [("", label), ("help: ", diagnostic.help.as_str())] {
        if !part.is_empty() {
            text.push_str(&format!("\n{word}{part}"));
        }
    }
    text
}

/// Line breaks stay; hidden characters are shown escaped, as in a terminal.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(escape_text).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{Role, Source, SourceId, Span};

    #[test]
    fn hostile_text_cannot_start_a_command() {
        let mut sources = Sources::default();
        sources.add(Source {
            path: "a,b.yaml".to_owned(),
            text: "name: x\n".into(),
            role: Role::Found,
        });
        let span = Span {
            source: SourceId(0),
            start: 6,
            end: 7,
        };
        let found = Diagnostic::new(Code::WRONG_SHAPE, span, "100 %\n::error::x").help("write y");
        assert_eq!(
            render_github(&sources, &[found], false, ""),
            "::error file=a%2Cb.yaml,line=1,endLine=1,col=7,endColumn=8,title=T0208 wrong_shape\
             ::100 %25%0A::error::x%0Ahelp: write y\n"
        );
    }

    #[test]
    fn hidden_characters_are_shown() {
        let found = [Diagnostic::placeless(
            Code::WRONG_SHAPE,
            "a\u{1b}[2Jb\r\u{202e}c",
        )];
        assert_eq!(
            render_github(&Sources::default(), &found, false, ""),
            "::error title=T0208 wrong_shape::a\\u{1b}[2Jb\\u{d}\\u{202e}c\n"
        );
    }

    #[test]
    fn notes_are_left_out_unless_asked_for() {
        let found = [Diagnostic::placeless(Code::OVERLOAD, "two tools")];
        assert_eq!(render_github(&Sources::default(), &found, false, ""), "");
        assert_eq!(
            render_github(&Sources::default(), &found, true, ""),
            "::notice title=T0310 overload::two tools\n"
        );
    }
}
