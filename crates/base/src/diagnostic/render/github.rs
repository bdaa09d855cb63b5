//! Findings as GitHub workflow commands, which a forge shows next to the changed lines.

use super::brief::render_brief;
use super::excerpt::escape_text;
use super::place::{Places, join_paths};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;

/// How many annotations of each severity GitHub shows for a step; it drops the others without a word.
const SHOWN: usize = 10;

/// Renders one annotation per finding. Where there are more of a severity than a forge shows, the last annotation says so, and the log
/// has the others. Notes only on request. `root` is the path within the repository that paths are relative to: empty, or ending
/// in `/`.
pub fn render_github(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    notes: bool,
    root: &str,
) -> String {
    let places = Places::new(sources);
    let mut annotations = String::new();
    let mut log = String::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        if severity == Severity::Note && !notes {
            continue;
        }
        let word = name_command(severity);
        let found: Vec<&Diagnostic> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .collect();
        let shown = match found.len() > SHOWN {
            true => SHOWN - 1,
            false => found.len(),
        };
        let (shown, others) = found.split_at(shown);
        for diagnostic in shown {
            annotations.push_str(&command(&places, diagnostic, root));
        }
        if others.is_empty() {
            continue;
        }
        let count = others.len();
        annotations.push_str(&format!(
            "::{word} title=toolc::{count} more findings of this severity are in the log of this step\n"
        ));
        // a line that begins with a word is not taken for a command
        for line in render_brief(sources, others.iter().copied()) {
            log.push_str(&format!("{word}: {line}\n"));
        }
    }
    match log.is_empty() {
        true => annotations,
        false => format!(
            "{annotations}::group::toolc: findings without an annotation\n{log}::endgroup::\n"
        ),
    }
}

fn name_command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn command(places: &Places<'_>, diagnostic: &Diagnostic, root: &str) -> String {
    let word = name_command(diagnostic.severity);
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
