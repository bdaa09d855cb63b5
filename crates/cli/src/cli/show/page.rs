//! The page that stage printers write to: one line per item, with its parts indented below it and
//! its place at the end. Texts that look like secrets are masked.

use toolc_base::diagnostic::MASK;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::node::{Node, Value};
use toolc_base::secret;
use toolc_base::source::Span;

/// The lines so far.
pub(super) struct Page<'p> {
    places: &'p Places<'p>,
    text: String,
    depth: usize,
}

impl<'p> Page<'p> {
    pub fn new(places: &'p Places<'p>) -> Self {
        Page {
            places,
            text: String::new(),
            depth: 0,
        }
    }

    /// A line, unless the text is empty.
    pub fn row(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.line(&format!("{name}: {text}"), None);
        }
    }

    /// A line, if the condition holds.
    pub fn flag(&mut self, name: &str, holds: bool) {
        if holds {
            self.line(name, None);
        }
    }

    /// A line with its place.
    pub fn placed(&mut self, name: &str, text: &str, span: Span) {
        self.line(&format!("{name}: {text}"), Some(span));
    }

    /// A line, followed by its indented parts.
    pub fn section(&mut self, head: &str, span: Option<Span>, below: impl FnOnce(&mut Self)) {
        self.line(head, span);
        self.depth += 1;
        below(self);
        self.depth -= 1;
    }

    /// A value under a key, with the place of each part.
    pub fn node(&mut self, key: &str, node: &Node) {
        match &node.value {
            Value::Map(map) if !map.is_empty() => {
                self.section(key, Some(node.span), |page| {
                    map.iter()
                        .for_each(|entry| page.node(&entry.key, &entry.value));
                });
            }
            Value::List(list) if !list.is_empty() => {
                self.section(key, Some(node.span), |page| {
                    list.iter().for_each(|item| page.node("-", item));
                });
            }
            Value::String(text) if secret::is_secret(key, text) => {
                self.placed(key, &format!("\"{MASK}\""), node.span);
            }
            _ if key == "-" => self.line(&format!("- {}", node.to_json()), Some(node.span)),
            _ => self.placed(key, &node.to_json(), node.span),
        }
    }

    fn line(&mut self, text: &str, span: Option<Span>) {
        let place = span.map(|span| format!("  @ {}", self.places.show(span)));
        let (indent, place) = ("  ".repeat(self.depth), place.unwrap_or_default());
        let line = format!(
            "{indent}{}{}\n",
            mask_secrets(&escape_text(text)),
            escape_text(&place)
        );
        self.text.push_str(&line);
    }

    /// All lines as one text.
    pub fn finish(self) -> String {
        self.text
    }
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
