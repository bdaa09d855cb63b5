//! Findings for people: the source is quoted below the place, in the style of rustc.

use super::Look;
use super::excerpt::{Excerpt, escape_text, is_short, whole_excerpt, window_excerpt};
use super::place::Places;
use super::repeat::Repeats;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::secret;
use crate::source::{SourceId, Sources};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// Labels at most this many lines apart share a quotation.
const NEAR: usize = 4;

/// The findings as text, each followed by an empty line. Errors are always shown in full.
pub fn render_human(sources: &Sources, diagnostics: &[Diagnostic], look: Look) -> String {
    let places = Places::new(sources);
    let renderer = if look.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
    .term_width(200);
    let mut out = String::new();
    let mut file = None;
    let mut repeats = Repeats::new(look);
    for diagnostic in diagnostics {
        if diagnostic.severity == Severity::Note && !look.notes {
            continue;
        }
        let source = diagnostic.span().map(|span| span.source);
        if source != file {
            end_file(&places, &mut repeats, file, &mut out);
            file = source;
        }
        if repeats.shows(diagnostic) {
            out.push_str(&strip(&renderer.render(&[group(&places, diagnostic)])));
            out.push_str("\n\n");
        }
    }
    end_file(&places, &mut repeats, file, &mut out);
    repeats.write_hidden(&mut out);
    out
}

fn end_file(places: &Places<'_>, repeats: &mut Repeats, file: Option<SourceId>, out: &mut String) {
    if let Some(file) = file {
        repeats.end_file(&escape_text(places.path(file)), out);
    }
}

/// Marks the end of our `path:line:column`. The renderer appends line and column within the
/// quotation, which is cut and escaped; [`strip`] removes them. [`escape_text`] lets no such
/// character through from a source.
const PLACE_END: char = '\u{e000}';

fn strip(text: &str) -> String {
    let mut parts = text.split(PLACE_END);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out.push_str(
            part.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit()),
        );
    }
    out
}

fn group<'a>(places: &Places<'_>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(escape_text(&diagnostic.message))
        .id(diagnostic.code.to_string());
    let mut group = Group::with_title(title);
    for cluster in clusters(places, &diagnostic.labels) {
        group = group.element(quote(places, &cluster, diagnostic));
    }
    if let Some(class) = diagnostic.class {
        let words = format!("{}: {}", class.name(), class.meaning());
        group = group.element(Level::NOTE.with_name("class").message(words));
    }
    if !diagnostic.help.is_empty() {
        let lines: Vec<String> = diagnostic.help.lines().map(escape_text).collect();
        group = group.element(Level::HELP.message(lines.join("\n")));
    }
    group
}

/// Labels that are quoted together; never empty.
struct Cluster<'d> {
    source: SourceId,
    first: usize,
    last: usize,
    labels: Vec<&'d Label>,
}

/// Groups labels that are close to each other. The cluster of the primary label comes first.
fn clusters<'d>(places: &Places<'_>, labels: &'d [Label]) -> Vec<Cluster<'d>> {
    let mut clusters: Vec<Cluster<'d>> = Vec::new();
    for label in labels {
        let source = label.span.source;
        let line = places.place(label.span).line;
        let short = is_short_line(places, source, line);
        let near = clusters.iter_mut().find(|cluster| {
            cluster.source == source
                && line + NEAR >= cluster.first
                && line <= cluster.last + NEAR
                && short
                && (line.min(cluster.first)..=line.max(cluster.last))
                    .all(|line| is_short_line(places, source, line))
        });
        match near {
            Some(cluster) => cluster.take(label, line),
            None => clusters.push(Cluster {
                source,
                first: line,
                last: line,
                labels: vec![label],
            }),
        }
    }
    clusters
}

impl<'d> Cluster<'d> {
    fn take(&mut self, label: &'d Label, line: usize) {
        self.first = self.first.min(line);
        self.last = self.last.max(line);
        self.labels.push(label);
    }
}

fn is_short_line(places: &Places<'_>, source: SourceId, line: usize) -> bool {
    let (start, end) = places.line_bytes(source, line);
    is_short(&places.text(source)[start..end])
}

fn quote<'a>(
    places: &Places<'_>,
    cluster: &Cluster<'a>,
    diagnostic: &Diagnostic,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let excerpt = cut(places, cluster, diagnostic);
    let primary = &diagnostic.labels[0];
    let place = places.place(cluster.labels[0].span);
    let path = escape_text(places.path(cluster.source));
    let path = format!("{path}:{}:{}{PLACE_END}", place.line, place.column);
    let mut snippet = Snippet::source(excerpt.text)
        .line_start(cluster.first)
        .path(path);
    for (label, range) in cluster.labels.iter().zip(excerpt.ranges) {
        let kind = if std::ptr::eq(*label, primary) {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let text = (!label.text.is_empty()).then(|| escape_text(&label.text));
        snippet = snippet.annotation(kind.span(range).label(text));
    }
    snippet
}

/// The lines of a cluster. If a place spans several lines, its first line is marked.
fn cut(places: &Places<'_>, cluster: &Cluster<'_>, diagnostic: &Diagnostic) -> Excerpt {
    let text = places.text(cluster.source);
    let from = places.line_bytes(cluster.source, cluster.first).0;
    let to = places.line_bytes(cluster.source, cluster.last).1;
    let ranges: Vec<_> = cluster
        .labels
        .iter()
        .map(|label| {
            let (start, end) = places.bytes(label.span);
            let line = places.place(label.span).line;
            let line_end = places.line_bytes(cluster.source, line).1;
            let start = start.min(line_end);
            start - from..end.min(line_end).max(start) - from
        })
        .collect();
    let lines = &text[from..to];
    let mut hidden = hidden_places(places, cluster.source, diagnostic, from..to);
    match ranges.as_slice() {
        [range] if !is_short(lines) => {
            let near = lines.floor_char_boundary(range.start.saturating_sub(NEARBY))
                ..lines.floor_char_boundary(range.start.saturating_add(NEARBY));
            hidden.extend(found_secrets(lines, near));
            window_excerpt(lines, range, &hidden)
        }
        _ => {
            hidden.extend(found_secrets(lines, 0..lines.len()));
            whole_excerpt(lines, &ranges, &hidden)
        }
    }
}

/// How far around a place a long line is searched for secrets.
const NEARBY: usize = 1000;

/// The known secrets, relative to the start of a quotation.
fn hidden_places(
    places: &Places<'_>,
    source: SourceId,
    diagnostic: &Diagnostic,
    quoted: Range<usize>,
) -> Vec<Range<usize>> {
    let own = diagnostic.secrets.iter();
    let ranges = own.filter(|span| span.source == source).map(|span| {
        let (start, end) = places.bytes(*span);
        let clip = |at: usize| at.clamp(quoted.start, quoted.end) - quoted.start;
        clip(start)..clip(end)
    });
    ranges.filter(|range| !range.is_empty()).collect()
}

/// What looks like a secret in a part of a quotation; works in files that cannot be parsed, too.
fn found_secrets(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = part.start;
    for line in text[part].split_inclusive('\n') {
        let shifted = secret::find_secrets(line).into_iter();
        found.extend(shifted.map(|range| start + range.start..start + range.end));
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{Role, Source, Span};

    fn sources(text: &str) -> (Sources, SourceId) {
        let mut sources = Sources::default();
        let id = sources.add(Source {
            path: "a.yaml".to_owned(),
            text: text.into(),
            role: Role::Found,
        });
        (sources, id)
    }

    fn span(source: SourceId, start: usize, end: usize) -> Span {
        Span {
            source,
            start: u32::try_from(start).expect("small"),
            end: u32::try_from(end).expect("small"),
        }
    }

    #[test]
    fn quotes_the_place_and_gives_help() {
        let (sources, id) = sources("tools:\n  - name: get_wether\n");
        let found = Diagnostic::new(
            Code::UNKNOWN_TOOL,
            span(id, 17, 27),
            "unknown tool `get_wether`",
        )
        .label("no tool has this name")
        .also(span(id, 0, 5), "in this list")
        .help("did you mean `get_weather`?");
        let expected = "\
error[T0402]: unknown tool `get_wether`
 --> a.yaml:2:11
  |
1 | tools:
  | ----- in this list
2 |   - name: get_wether
  |           ^^^^^^^^^^ no tool has this name
  |
  = help: did you mean `get_weather`?

";
        assert_eq!(render_human(&sources, &[found], Look::default()), expected);
    }

    #[test]
    fn a_minified_file_is_cut_but_its_column_is_true() {
        let text = format!("[{}\"HERE\"{}]", "0,".repeat(100_000), ",0".repeat(100_000));
        let (sources, id) = sources(&text);
        let text = render_human(
            &sources,
            &[Diagnostic::new(
                Code::WRONG_SHAPE,
                span(id, 200_001, 200_007),
                "wrong",
            )],
            Look::default(),
        );
        assert!(text.contains("--> a.yaml:1:200002"), "{text}");
        assert!(text.contains("\"HERE\"") && text.len() < 600, "{text}");
    }

    #[test]
    fn repeated_notes_are_counted_and_errors_never() {
        let (sources, id) = sources("a: b\n");
        let mut found: Vec<_> = (0..9)
            .map(|_| Diagnostic::new(Code::NORMALIZED_TYPE, span(id, 0, 1), "a note"))
            .collect();
        found
            .extend((0..9).map(|_| Diagnostic::new(Code::WRONG_SHAPE, span(id, 0, 1), "an error")));
        let text = render_human(
            &sources,
            &found,
            Look {
                notes: true,
                ..Look::default()
            },
        );
        assert_eq!(text.matches("a note").count(), 3);
        assert_eq!(text.matches("an error").count(), 9);
        assert!(text.contains("… and 6 more T0205 in a.yaml\n"), "{text}");
        assert!(!render_human(&sources, &found, Look::default()).contains("note"));
        let text = render_human(
            &sources,
            &found,
            Look {
                notes: true,
                every: true,
                ..Look::default()
            },
        );
        assert_eq!(text.matches("a note").count(), 9);
        assert!(!text.contains("more"));
    }

    #[test]
    fn one_warning_in_each_of_many_files_does_not_flood() {
        let mut sources = Sources::default();
        let mut found = Vec::new();
        for number in 0..50 {
            let path = format!("{number}.yaml");
            let source = sources.add(Source {
                path,
                text: "a: b\n".into(),
                role: Role::Found,
            });
            found.push(Diagnostic::new(
                Code::UNKNOWN_FORMAT,
                span(source, 0, 1),
                "a warning",
            ));
        }
        let text = render_human(&sources, &found, Look::default());
        assert_eq!(text.matches("a warning").count(), 20);
        assert!(
            text.ends_with("… and 30 more T0201 in 30 more files\n\n"),
            "{text}"
        );
    }

    #[test]
    fn hostile_text_stays_on_its_line() {
        let (sources, id) = sources("name: \"\u{202e}x\u{1b}[2J\"\n");
        let found = Diagnostic::new(
            Code::HIDDEN_CHARACTER,
            span(id, 6, 15),
            "hidden\u{202e}\nerror: none",
        );
        let text = render_human(&sources, &[found], Look::default());
        assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text}");
        assert!(text.contains("hidden\\u{202e}\\u{a}error: none"), "{text}");
    }

    #[test]
    fn places_outside_of_the_text_do_no_harm() {
        for text in ["", "ü", "a\r\nb", "\n\n"] {
            let (sources, id) = sources(text);
            for (start, end) in [(0, 0), (1, 2), (99, 100), (2, 1)] {
                let found = Diagnostic::new(Code::WRONG_SHAPE, span(id, start, end), "wrong")
                    .also(span(id, 0, 1), "x");
                assert!(render_human(&sources, &[found], Look::default()).contains("T0208"));
            }
        }
    }
}
