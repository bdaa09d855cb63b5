//! Findings for people: the source is quoted below the place, in the style of rustc.

use super::RenderOptions;
use super::canvas::{Canvas, Style};
use super::excerpt::{Excerpt, escape_text, is_short, whole_excerpt, window_excerpt};
use super::place::Places;
use super::quotation::{Mark, Quotation};
use super::repeat::Repeats;
use super::window::show_letters;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::secret;
use crate::source::{SourceId, Sources};
use std::ops::Range;

/// Labels at most this many lines apart share a quotation.
const NEAR: usize = 4;

/// The findings as text, each followed by an empty line. Errors are always shown in full.
pub fn render_human(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    options: RenderOptions,
) -> String {
    let places = Places::new(sources);
    let mut out = String::new();
    let mut file = None;
    let mut repeats = Repeats::new(options);
    for diagnostic in diagnostics {
        if diagnostic.severity == Severity::Note && !options.notes {
            continue;
        }
        let source = diagnostic.span().map(|span| span.source);
        if source != file {
            end_file(&places, &mut repeats, file, &mut out);
            file = source;
        }
        if repeats.shows(diagnostic) {
            draw(&places, diagnostic).write(options.color, &mut out);
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

/// One finding: its message, the quotations, and what belongs to all of them.
fn draw(places: &Places<'_>, diagnostic: &Diagnostic) -> Canvas {
    let clusters = clusters(places, &diagnostic.labels);
    let quotations = clusters
        .iter()
        .map(|cluster| quote(places, cluster, diagnostic));
    let quotations: Vec<Quotation> = quotations.collect();
    let last = quotations.iter().map(Quotation::last).max();
    let digits = last.map_or(0, |last| last.to_string().len());
    let bar = digits + 1;
    let mut canvas = Canvas::default();
    let severity = diagnostic.severity;
    let title = format!("{}[{}]", severity.name(), diagnostic.code);
    canvas.put(0, 0, &title, Style::Finding(severity));
    let message = show_letters(&escape_text(&diagnostic.message));
    canvas.append(0, &format!(": {message}"), Style::Bold);
    for (number, quotation) in quotations.iter().enumerate() {
        if number > 0 {
            canvas.put(canvas.rows(), bar, "|", Style::Frame);
        }
        let row = canvas.rows();
        let arrow = if number == 0 { "--> " } else { "::: " };
        canvas.put(row, digits, arrow, Style::Frame);
        canvas.append(row, &quotation.place, Style::Plain);
        canvas.put(row + 1, bar, "|", Style::Frame);
        quotation.draw(&mut canvas, digits, severity);
    }
    let mut notes = Vec::new();
    if let Some(class) = diagnostic.class {
        notes.push(("class", format!("{}: {}", class.name(), class.meaning())));
    }
    if !diagnostic.help.is_empty() {
        notes.push(("help", diagnostic.help.clone()));
    }
    if !notes.is_empty() {
        canvas.put(canvas.rows(), bar, "|", Style::Frame);
    }
    for (name, text) in notes {
        let row = canvas.rows();
        canvas.put(row, bar, "= ", Style::Frame);
        canvas.append(row, name, Style::Bold);
        canvas.append(row, ": ", Style::Plain);
        let column = bar + 2 + name.len() + 2;
        for (line, row) in text.lines().zip(row..) {
            let indent = column.saturating_sub(canvas.width(row));
            canvas.append(row, &" ".repeat(indent), Style::Plain);
            canvas.append(row, &escape_text(line), Style::Plain);
        }
    }
    canvas
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

fn quote(places: &Places<'_>, cluster: &Cluster<'_>, diagnostic: &Diagnostic) -> Quotation {
    let excerpt = cut(places, cluster, diagnostic);
    let place = places.place(cluster.labels[0].span);
    let path = escape_text(places.path(cluster.source));
    let labels = cluster.labels.iter().zip(excerpt.ranges);
    let marks = labels.map(|(label, range)| Mark {
        range,
        label: escape_text(&label.text),
        is_primary: std::ptr::eq(*label, &diagnostic.labels[0]),
    });
    Quotation {
        place: format!("{path}:{}:{}", place.line, place.column),
        first: cluster.first,
        text: excerpt.text,
        marks: marks.collect(),
    }
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
        assert_eq!(
            render_human(&sources, &[found], RenderOptions::default()),
            expected
        );
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
            RenderOptions::default(),
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
            RenderOptions {
                notes: true,
                ..RenderOptions::default()
            },
        );
        assert_eq!(text.matches("a note").count(), 3);
        assert_eq!(text.matches("an error").count(), 9);
        assert!(text.contains("… and 6 more T0205 in a.yaml\n"), "{text}");
        assert!(!render_human(&sources, &found, RenderOptions::default()).contains("note"));
        let text = render_human(
            &sources,
            &found,
            RenderOptions {
                notes: true,
                every: true,
                ..RenderOptions::default()
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
        let text = render_human(&sources, &found, RenderOptions::default());
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
        let text = render_human(&sources, &[found], RenderOptions::default());
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
                assert!(
                    render_human(&sources, &[found], RenderOptions::default()).contains("T0208")
                );
            }
        }
    }
}
