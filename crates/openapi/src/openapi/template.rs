//! Path templates. OpenAPI has plain `{names}`; people and generators write the expressions of their routers and of
//! RFC 6570, which are read as the names that they stand for.

mod expression;
#[cfg(test)]
mod tests;

use expression::{Read, read_expression, read_plain};
use std::mem;

/// A path as it is sent, and what had to be read differently.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Template {
    /// The path, in which each expression is a `{name}`.
    pub(super) path: String,
    /// The names whose values may have several segments: `{+path}`, `{path*}`, `{id:.*}`.
    pub(super) long: Vec<String>,
    /// The names of pairs in the query that the path lists: `{?q,r}`.
    pub(super) query: Vec<String>,
    /// The expressions that are not plain names, each as written and as read.
    pub(super) changes: Vec<(String, String)>,
}

/// A path parameter that the description declares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared<'d> {
    pub(super) name: &'d str,
    /// Whether its style writes what separates it from the text before: `matrix` and `label`.
    pub(super) is_delimited: bool,
}

/// A part of a path.
enum Part {
    Text(String),
    Name(String),
    /// A place without a name, as written: `*`, `{}`.
    Nameless(String),
}

/// Reads a path with its query and fragment. `declared` are the parameters in the path.
pub(super) fn read_template(path: &str, declared: &[Declared<'_>]) -> Template {
    let mut parser = Parser {
        declared,
        rest: path,
        parts: Vec::new(),
        found: Template::default(),
        in_query: false,
        open: 0,
    };
    while !parser.rest.is_empty() {
        parser.step();
    }
    parser.finish()
}

struct Parser<'p> {
    declared: &'p [Declared<'p>],
    rest: &'p str,
    parts: Vec<Part>,
    found: Template,
    in_query: bool,
    /// How many optional parts are open: `[/{id}]`.
    open: usize,
}

impl<'p> Parser<'p> {
    /// Reads one expression or one character.
    fn step(&mut self) {
        if self.read_braces() || !self.in_query && self.read_bare() {
            return;
        }
        let Some(next) = self.rest.chars().next() else {
            return;
        };
        self.in_query |= next == '?';
        self.push_text(&self.rest[..next.len_utf8()]);
        self.rest = &self.rest[next.len_utf8()..];
    }

    /// An expression in braces, or with the sign of template strings before them: `{id}`, `${id}`, `{{id}}`.
    fn read_braces(&mut self) -> bool {
        let sign = usize::from(self.rest.starts_with("${") || self.rest.starts_with("#{"));
        let behind = &self.rest[sign..];
        if !behind.starts_with('{') {
            return self.read_encoded();
        }
        let Some(end) = find_close(behind, '{', '}') else {
            return self.read_unclosed(sign);
        };
        let written = &self.rest[..sign + end + 1];
        let inner = &behind[1..end];
        match read_expression(inner, self.declared) {
            Read::Unknown if sign == 0 => {
                self.parts.push(Part::Name(inner.to_owned()));
                self.rest = &self.rest[written.len()..];
            }
            Read::Unknown => return false,
            read => self.take(written, read),
        }
        true
    }

    /// Braces that somebody encoded: `%7Bid%7D`.
    fn read_encoded(&mut self) -> bool {
        let starts = |text: &str, code: &str| {
            let found = text.get(..3);
            found.is_some_and(|found| found.eq_ignore_ascii_case(code))
        };
        if !starts(self.rest, "%7B") {
            return false;
        }
        let inner = &self.rest[3..];
        let mut places = inner.char_indices().map(|(at, _)| at);
        let Some(end) = places.find(|at| starts(&inner[*at..], "%7D")) else {
            return false;
        };
        let name = &inner[..end];
        let is_declared = self.is_declared(name);
        if is_declared {
            self.take(&self.rest[..end + 6], Read::name(name));
        }
        is_declared
    }

    /// A brace that is not closed: the name ends with the segment.
    fn read_unclosed(&mut self, sign: usize) -> bool {
        let behind = &self.rest[sign + 1..];
        let name = &behind[..segment_length(behind)];
        let is_declared = self.is_declared(name);
        if is_declared {
            self.take(&self.rest[..sign + 1 + name.len()], Read::name(name));
        }
        is_declared
    }

    /// An expression of a router outside of braces.
    fn read_bare(&mut self) -> bool {
        if self.read_optional() {
            return true;
        }
        let is_at_start = match self.parts.last() {
            None => true,
            Some(Part::Text(text)) => text.ends_with('/'),
            Some(Part::Name(_) | Part::Nameless(_)) => false,
        };
        let Some((length, read)) = read_plain(self.rest, is_at_start, self.declared) else {
            return false;
        };
        self.take(&self.rest[..length], read);
        true
    }

    /// The brackets around parts that a router lets be absent: `[/{id}]`, `(/:id)`, `(.:format)`, and the `?` behind
    /// the last segment. The parts are kept if a parameter is declared for them.
    fn read_optional(&mut self) -> bool {
        if self.open > 0 && self.rest.starts_with([']', ')']) {
            self.open -= 1;
            self.rest = &self.rest[1..];
            return true;
        }
        let begins = |signs: &[&str]| signs.iter().any(|sign| self.rest.starts_with(sign));
        let (open, close) = match () {
            () if self.rest == "?" && !self.parts.is_empty() => {
                self.note("?", "");
                self.rest = "";
                return true;
            }
            () if begins(&["[/", "[.:", "[.{"]) => ('[', ']'),
            () if begins(&["(/", "(.:", "(.{"]) => ('(', ')'),
            () => return false,
        };
        let Some(end) = find_close(self.rest, open, close) else {
            return false;
        };
        let written = &self.rest[..=end];
        let inner = &written[1..end];
        let read = read_template(inner, self.declared);
        let is_meant = read.names().iter().any(|name| self.is_declared(name));
        if is_meant {
            self.note(written, inner);
            self.open += 1;
            self.rest = &self.rest[1..];
        } else {
            self.note(written, "");
            self.rest = &self.rest[written.len()..];
        }
        true
    }

    /// Takes an expression from the rest.
    fn take(&mut self, written: &'p str, read: Read) {
        self.rest = &self.rest[written.len()..];
        let text = match read {
            // the sign is not a name, so nothing tells what it stands for until all names are known
            Read::Nameless => return self.parts.push(Part::Nameless(written.to_owned())),
            Read::Unknown => return self.push_text(written),
            Read::Query(names) => {
                self.found.query.extend(names);
                String::new()
            }
            Read::Names {
                names,
                before,
                between,
                is_long,
            } => {
                if is_long {
                    self.found.long.extend(names.iter().cloned());
                }
                let mut text = String::new();
                for (number, name) in names.into_iter().enumerate() {
                    let sign = if number == 0 { &before } else { &between };
                    let sign = sign.replace("NAME", &name);
                    self.push_text(&sign);
                    text.push_str(&format!("{sign}{{{name}}}"));
                    self.parts.push(Part::Name(name));
                }
                text
            }
        };
        if text != written {
            self.note(written, &text);
        }
    }

    fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(known)) => known.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    fn note(&mut self, written: &str, read: &str) {
        let change = (written.to_owned(), read.to_owned());
        if !self.found.changes.contains(&change) {
            self.found.changes.push(change);
        }
    }

    fn is_declared(&self, name: &str) -> bool {
        self.declared.iter().any(|known| known.name == name)
    }

    /// The only declared parameter that the path does not name.
    fn find_unplaced(&self) -> Option<String> {
        let is_named = |name: &str| {
            let mut parts = self.parts.iter();
            parts.any(|part| matches!(part, Part::Name(known) if known == name))
        };
        let mut unplaced = self.declared.iter().filter(|known| !is_named(known.name));
        match (unplaced.next(), unplaced.next()) {
            (Some(only), None) => Some(only.name.to_owned()),
            _ => None,
        }
    }

    fn finish(mut self) -> Template {
        let is_nameless = |part: &&Part| matches!(part, Part::Nameless(_));
        let meant = match self.parts.iter().filter(is_nameless).count() {
            1 => self.find_unplaced(),
            _ => None,
        };
        for part in mem::take(&mut self.parts) {
            match part {
                Part::Text(text) => self.found.path.push_str(&text),
                Part::Name(name) => self.found.path.push_str(&format!("{{{name}}}")),
                Part::Nameless(written) => match &meant {
                    Some(name) => {
                        let text = format!("{{{name}}}");
                        self.note(&written, &text);
                        self.found.path.push_str(&text);
                        self.found.long.push(name.clone());
                    }
                    None => self.found.path.push_str(&written),
                },
            }
        }
        self.found
    }
}

impl Template {
    /// The names in braces, without duplicates.
    pub(super) fn names(&self) -> Vec<&str> {
        names_in(&self.path)
    }

    /// The names that occur more than once.
    pub(super) fn repeated(&self) -> impl Iterator<Item = &str> {
        let count = |name: &str| self.path.matches(&format!("{{{name}}}")).count();
        self.names().into_iter().filter(move |name| count(name) > 1)
    }
}

/// The names in braces, without duplicates.
pub(super) fn names_in(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for part in path.split('{').skip(1) {
        if let Some((name, _)) = part.split_once('}')
            && !name.is_empty()
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// The place of the sign that closes the one at the start; the two may be nested.
fn find_close(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut letters = text.char_indices();
    while let Some((at, sign)) = letters.next() {
        if sign == '\\' {
            letters.next();
        } else if sign == '[' && open != '[' {
            // signs within a class of a pattern close nothing
            let mut ahead = letters.clone();
            if ahead.any(|(_, sign)| sign == ']') {
                letters = ahead;
            }
        } else if sign == open {
            depth += 1;
        } else if sign == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The length of a segment, without its query.
fn segment_length(text: &str) -> usize {
    text.find(['/', '?', '#']).unwrap_or(text.len())
}
