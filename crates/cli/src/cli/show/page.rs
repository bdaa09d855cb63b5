//! What a noun of the compiler holds, as `Debug` writes it: with places in files, without what is empty, and with secrets
//! masked.

use std::fmt::Debug;
use toolc_base::diagnostic::MASK;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::secret;
use toolc_base::source::{SourceId, Sources, Span};

/// What a field ends with that says nothing.
const EMPTY: &[&str] = &[": None,", ": [],", ": {},", ": false,", ": \"\","];

/// The page that stages are printed on.
pub(super) struct Page<'p> {
    sources: &'p Sources,
    places: Places<'p>,
    text: String,
}

impl<'p> Page<'p> {
    pub fn new(sources: &'p Sources) -> Self {
        Page {
            sources,
            places: Places::new(sources),
            text: String::new(),
        }
    }

    /// A line with its place.
    pub fn print_head(&mut self, text: &str, span: Span) {
        let text = escape_text(text);
        let place = self.places.show(span);
        self.text += &format!("{text}  @ {}\n", escape_text(&place));
    }

    /// A noun under a name.
    pub fn print(&mut self, name: &str, noun: &dyn Debug) {
        for line in fold_lines(&format!("{name}: {noun:#?}")) {
            let line = self.show_places(&line);
            self.text += &mask_secrets(&escape_text(&line));
            self.text.push('\n');
        }
    }

    /// A line with `specs/hr.yaml:2:5` in place of `@0:12..16`, except within texts.
    fn show_places(&self, line: &str) -> String {
        let mut shown = String::with_capacity(line.len());
        let (mut is_text, mut is_escaped) = (false, false);
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            if letter == '@'
                && !is_text
                && let Some((span, after)) = read_span(rest)
                && self.has(span.source)
            {
                shown += &format!("@ {}", self.places.show(span));
                rest = after;
                continue;
            }
            is_text ^= letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            shown.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
        shown
    }

    fn has(&self, id: SourceId) -> bool {
        self.sources.iter().any(|(known, _)| known == id)
    }

    /// All lines as one text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// The lines without empty fields, and with `Some(…)` and the like on one line if their value is on one.
fn fold_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let (indent, own) = line.split_at(line.len() - line.trim_start().len());
        if !indent.is_empty() && EMPTY.iter().any(|end| own.ends_with(end)) {
            continue;
        }
        let below = format!("{indent}    ");
        let closes = own.trim_end_matches(',');
        match lines.as_slice() {
            [.., open] if closes == "}" && open.starts_with(indent) && open.ends_with(" {") => {
                lines.pop();
            }
            [.., open] if closes == ")" && open.ends_with('(') => {
                let open = lines.pop().unwrap_or_default();
                lines.push(format!("{}{}", open.trim_end_matches('('), &own[1..]));
            }
            [.., open, value]
                if closes == ")"
                    && open.ends_with('(')
                    && value.strip_prefix(&below).is_some_and(is_whole) =>
            {
                let value = value.trim().trim_end_matches(',').to_owned();
                lines.pop();
                let open = lines.pop().unwrap_or_default();
                let end = &own[1..];
                lines.push(match open.strip_suffix("Some(") {
                    Some(open) => format!("{open}{value}{end}"),
                    None => format!("{open}{value}){end}"),
                });
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Whether a line below an opening parenthesis has all that is in it.
fn is_whole(line: &str) -> bool {
    !line.starts_with(' ') && !line.ends_with(['(', '{', '['])
}

/// `@0:12..16`, and what follows.
fn read_span(text: &str) -> Option<(Span, &str)> {
    let (source, rest) = read_number(text.strip_prefix('@')?)?;
    let (start, rest) = read_number(rest.strip_prefix(':')?)?;
    let (end, rest) = read_number(rest.strip_prefix("..")?)?;
    let source = SourceId(source);
    Some((Span { source, start, end }, rest))
}

fn read_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((number.parse().ok()?, rest))
}

/// Masks what looks like a secret in a line, as quotations do.
fn mask_secrets(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut end = 0;
    let mut found = secret::find_secrets(line);
    found.sort_by_key(|range| range.start);
    for range in found {
        if range.start >= end {
            out.push_str(&line[end..range.start]);
            out.push_str(MASK);
        }
        end = end.max(range.end);
    }
    out + &line[end..]
}
