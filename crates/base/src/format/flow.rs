//! Writes collections in flow style: in one line if they were written so and fit, or else one member per line.

use super::page::{STEP, WIDTH};
use super::printer::Printer;
use super::scalar::write_scalar;
use crate::parse::concrete::{Item, Kind};
use std::ops::Range;

/// A member of a collection in flow style.
type Member<'m> = (Option<&'m Item>, &'m Item);

/// A collection in flow style.
struct Flow<'f> {
    brackets: Option<Range<usize>>,
    is_map: bool,
    members: Vec<Member<'f>>,
}

impl<'f> Flow<'f> {
    fn of(kind: &'f Kind) -> Option<Self> {
        Some(match kind {
            Kind::List(list) => Flow {
                brackets: list.brackets.clone(),
                is_map: false,
                members: list.items.iter().map(|item| (None, &item.item)).collect(),
            },
            Kind::Map(map) => Flow {
                brackets: map.brackets.clone(),
                is_map: true,
                members: (map.entries.iter())
                    .map(|(key, value)| (Some(key), value))
                    .collect(),
            },
            _ => return None,
        })
    }

    fn signs(&self) -> (&'static str, &'static str) {
        if self.is_map { ("{", "}") } else { ("[", "]") }
    }
}

impl Printer<'_> {
    /// Writes a collection in flow style. If it is broken, its end has the indentation of the line that it begins in.
    pub(super) fn write_flow(&mut self, item: &Item, indent: usize) {
        let Some(flow) = Flow::of(&item.kind) else {
            return;
        };
        let mut line = String::new();
        let limit = WIDTH.saturating_sub(self.page.width());
        let is_json_file = self.is_json && self.page.is_empty() && !flow.members.is_empty();
        if !is_json_file && self.write_collection_in_line(&item.kind, limit, &mut line) {
            self.page.write(&line);
            self.last = end_of(item).unwrap_or(self.last);
            return;
        }
        let (open, close) = flow.signs();
        self.page.write(open);
        if let Some(brackets) = &flow.brackets {
            self.last = brackets.start + 1;
        }
        self.write_comment_behind();
        self.is_opening = true;
        let count = flow.members.len();
        for (index, (key, value)) in flow.members.into_iter().enumerate() {
            let start = key.map_or(value.start, |key| key.start);
            self.begin_entry(start, indent + STEP);
            if let Some(key) = key {
                self.write_key(key, true);
                if !matches!(value.kind, Kind::Empty) || !value.properties.is_empty() {
                    self.page.write(" ");
                }
            }
            self.write_member(value, indent + STEP);
            if index + 1 < count {
                self.page.write(",");
            }
            self.write_comment_behind();
        }
        if let Some(brackets) = &flow.brackets {
            self.write_comments_before(brackets.end, indent + STEP);
            self.last = brackets.end;
        }
        self.page.begin_line(indent);
        self.page.write(close);
    }

    fn write_member(&mut self, value: &Item, indent: usize) {
        self.write_comments_between(value, indent);
        if !value.properties.is_empty() {
            self.write_properties(value);
            self.page.write(" ");
        }
        match &value.kind {
            Kind::Scalar(scalar) => self.write_flow_scalar(scalar, indent + STEP, true),
            Kind::Alias(place) => {
                self.page.write(&self.text[place.clone()]);
                self.last = place.end;
            }
            Kind::List(_) | Kind::Map(_) => self.write_flow(value, indent),
            Kind::Empty | Kind::Block(_) => {}
        }
    }

    /// Writes the comments between a key and its value.
    fn write_comments_between(&mut self, value: &Item, indent: usize) {
        if !matches!(value.kind, Kind::Empty) && self.has_comment_before(value.start) {
            self.write_comment_behind();
            self.is_opening = true;
            self.begin_entry(value.start, indent + STEP);
        }
    }

    /// Writes a value in one line. `false` if it does not fit, was broken behind its bracket, or has comments or line breaks.
    fn write_in_line(&self, item: &Item, limit: usize, line: &mut String) -> bool {
        for place in &item.properties {
            line.push_str(&self.text[place.clone()]);
            line.push(' ');
        }
        match &item.kind {
            Kind::Empty => true,
            Kind::Scalar(scalar) => {
                let is_whole = !self.text[scalar.place.clone()].contains('\n');
                line.push_str(&write_scalar(self.text, scalar, !self.is_json, true));
                is_whole && line.chars().count() <= limit
            }
            Kind::Alias(place) => {
                line.push_str(&self.text[place.clone()]);
                true
            }
            Kind::Block(_) => false,
            Kind::List(_) | Kind::Map(_) => self.write_collection_in_line(&item.kind, limit, line),
        }
    }

    fn write_collection_in_line(&self, kind: &Kind, limit: usize, line: &mut String) -> bool {
        let Some(flow) = Flow::of(kind) else {
            return false;
        };
        if let Some(brackets) = &flow.brackets {
            let inside =
                self.text[brackets.start + 1..brackets.end].trim_start_matches([' ', '\t']);
            let is_broken = inside.starts_with('\n') && !flow.members.is_empty();
            if is_broken || self.has_comment_in(brackets) {
                return false;
            }
        }
        let (open, close) = flow.signs();
        let margin = match flow.is_map && !flow.members.is_empty() {
            true => " ",
            false => "",
        };
        line.push_str(open);
        line.push_str(margin);
        for (index, (key, value)) in flow.members.into_iter().enumerate() {
            if index > 0 {
                line.push_str(", ");
            }
            if let Some(key) = key {
                if !self.write_in_line(key, limit, line) {
                    return false;
                }
                if matches!(key.kind, Kind::Alias(_)) {
                    line.push(' ');
                }
                line.push(':');
                if !matches!(value.kind, Kind::Empty) || !value.properties.is_empty() {
                    line.push(' ');
                }
            }
            if !self.write_in_line(value, limit, line) || line.chars().count() > limit {
                return false;
            }
        }
        line.push_str(margin);
        line.push_str(close);
        line.chars().count() <= limit
    }
}

/// Where a collection in flow style ends; of a pair without braces, where its last value does.
fn end_of(item: &Item) -> Option<usize> {
    match &item.kind {
        Kind::Scalar(scalar) => Some(scalar.place.end),
        Kind::Alias(place) => Some(place.end),
        Kind::List(list) => list.brackets.as_ref().map(|brackets| brackets.end),
        Kind::Map(map) => match (&map.brackets, map.entries.last()) {
            (Some(brackets), _) => Some(brackets.end),
            (None, Some((key, value))) => end_of(value).or_else(|| end_of(key)),
            (None, None) => None,
        },
        Kind::Empty | Kind::Block(_) => None,
    }
}
