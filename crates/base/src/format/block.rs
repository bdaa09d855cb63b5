//! Writes mappings and lists in block style, and what is in their lines.

use super::page::STEP;
use super::printer::Printer;
use super::scalar::{scalar_lines, write_scalar};
use crate::parse::concrete::{Block, Concrete, Item, Kind, List, Map, Scalar};

/// Writes a whole text anew.
pub(super) fn print_concrete(text: &str, concrete: &Concrete) -> String {
    let mut printer = Printer::new(text, concrete);
    if let Some(marker) = concrete.marker {
        printer.begin_entry(marker, 0);
        printer.page.write("---");
        printer.last = marker + 3;
        printer.is_opening = true;
        printer.write_comment_behind();
    }
    printer.write_root(&concrete.root);
    printer.write_comment_behind();
    printer.write_comments_before(usize::MAX, 0);
    printer.page.finish()
}

/// What a value stands behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Key,
    Dash,
}

impl Printer<'_> {
    fn write_root(&mut self, root: &Item) {
        match &root.kind {
            Kind::Empty => {}
            Kind::List(list) if list.brackets.is_none() && root.properties.is_empty() => {
                self.write_block_list(list, 0, false);
            }
            Kind::Map(map) if !map.is_flow && root.properties.is_empty() => {
                self.write_block_map(map, 0, false);
            }
            _ => {
                self.begin_entry(root.start, 0);
                self.write_properties(root);
                self.write_value(root, 0, Behind::Key, false);
            }
        }
    }

    /// Writes what is behind a key or a dash, which is in a line with this indentation.
    fn write_item(&mut self, item: &Item, indent: usize, behind: Behind) {
        let is_block = match &item.kind {
            Kind::Empty => true,
            Kind::List(list) => list.brackets.is_none(),
            Kind::Map(map) => !map.is_flow,
            _ => false,
        };
        if is_block {
            if !item.properties.is_empty() {
                self.page.write(" ");
                self.write_properties(item);
            }
            return self.write_value(item, indent, behind, !item.properties.is_empty());
        }
        if self.has_comment_before(self.content_start(item)) {
            self.write_comment_behind();
            self.is_opening = true;
            self.begin_entry(self.content_start(item), indent + STEP);
        } else {
            self.page.write(" ");
        }
        if !item.properties.is_empty() {
            self.write_properties(item);
            self.page.write(" ");
        }
        self.write_value(item, indent, behind, false);
    }

    /// Where a value begins, without its properties.
    fn content_start(&self, item: &Item) -> usize {
        match &item.kind {
            Kind::Scalar(scalar) => scalar.place.start,
            Kind::Block(block) => block.header.start,
            Kind::Alias(place) => place.start,
            Kind::List(List { brackets, .. }) | Kind::Map(Map { brackets, .. }) => brackets
                .as_ref()
                .map_or(item.start, |brackets| brackets.start),
            Kind::Empty => item.start,
        }
    }

    pub(super) fn write_properties(&mut self, item: &Item) {
        let written: Vec<&str> = item
            .properties
            .iter()
            .map(|place| &self.text[place.clone()])
            .collect();
        self.page.write(&written.join(" "));
        if let Some(last) = item.properties.last() {
            self.last = last.end;
        }
    }

    fn write_value(&mut self, item: &Item, indent: usize, behind: Behind, is_below: bool) {
        let indent_below = indent + STEP;
        match &item.kind {
            Kind::Empty => {}
            Kind::Scalar(scalar) => self.write_flow_scalar(scalar, indent_below, false),
            Kind::Alias(place) => {
                self.page.write(&self.text[place.clone()]);
                self.last = place.end;
            }
            Kind::Block(block) => self.write_block_scalar(block, indent_below),
            Kind::List(list) if list.brackets.is_some() => self.write_flow(item, indent),
            Kind::Map(map) if map.is_flow => self.write_flow(item, indent),
            Kind::List(list) => {
                let is_first = self.begin_collection(item, behind, is_below);
                self.write_block_list(list, indent_below, is_first);
            }
            Kind::Map(map) => {
                let is_first = self.begin_collection(item, behind, is_below);
                self.write_block_map(map, indent_below, is_first);
            }
        }
    }

    /// Begins a collection in block style; returns whether its first entry is in the line of the dash.
    fn begin_collection(&mut self, item: &Item, behind: Behind, is_below: bool) -> bool {
        self.write_comment_behind();
        let begins_line = behind == Behind::Key || is_below || self.has_comment_before(item.start);
        if begins_line || self.page.is_at_line_start() {
            self.is_opening = true;
            return false;
        }
        self.page.write(" ");
        true
    }

    fn write_block_map(&mut self, map: &Map, indent: usize, is_first: bool) {
        for (index, (key, value)) in map.entries.iter().enumerate() {
            if index > 0 || !is_first {
                self.begin_entry(key.start, indent);
            }
            self.write_key(key, false);
            self.write_item(value, indent, Behind::Key);
            self.write_comment_behind();
        }
        self.write_comments_within(map.column, indent);
    }

    fn write_block_list(&mut self, list: &List, indent: usize, is_first: bool) {
        for (index, item) in list.items.iter().enumerate() {
            if index > 0 || !is_first {
                self.begin_entry(item.start, indent);
            }
            self.page.write("-");
            self.last = item.start + 1;
            self.write_item(&item.item, indent, Behind::Dash);
            self.write_comment_behind();
        }
        // what is as deep as the key above belongs to the next key
        self.write_comments_within(list.column + usize::from(list.is_flush), indent);
    }

    /// Writes a key with its colon.
    pub(super) fn write_key(&mut self, key: &Item, is_flow: bool) {
        if !key.properties.is_empty() {
            self.write_properties(key);
            self.page.write(" ");
        }
        match &key.kind {
            Kind::Scalar(scalar) => {
                let written = write_scalar(self.text, scalar, !self.is_json, is_flow);
                self.page.write(&written);
                self.last = scalar.place.end;
            }
            Kind::Alias(place) => {
                self.page.write(&self.text[place.clone()]);
                self.page.write(" ");
                self.last = place.end;
            }
            _ => self.last = self.last.max(key.start),
        }
        self.page.write(":");
    }

    /// Writes a plain or quoted scalar; its further lines are indented.
    pub(super) fn write_flow_scalar(&mut self, scalar: &Scalar, indent: usize, is_flow: bool) {
        self.last = scalar.place.end;
        let written = &self.text[scalar.place.clone()];
        if !written.contains('\n') {
            let written = write_scalar(self.text, scalar, !self.is_json, is_flow);
            return self.page.write(&written);
        }
        let lines = scalar_lines(self.text, scalar);
        let last = lines.len() - 1;
        for (index, line) in lines.into_iter().enumerate() {
            match index {
                0 => self.page.write_kept(line),
                _ if index == last => {
                    self.page.begin_line(indent);
                    self.page.write(line);
                }
                _ => self.page.write_line(indent, line),
            }
        }
    }

    fn write_block_scalar(&mut self, block: &Block, indent: usize) {
        let header = &self.text[block.header.clone()];
        let step = char::from_digit(STEP as u32, 10).unwrap_or('2');
        let indicator = |sign: char| if sign.is_ascii_digit() { step } else { sign };
        let written: String = header.chars().map(indicator).collect();
        self.page.write(&written);
        self.last = block.header.end;
        self.write_comment_behind();
        let mut lines = block_lines(self.text, block);
        let filled = lines.iter().rposition(|line| !line.is_empty());
        lines.truncate(filled.map_or(0, |at| at + 1));
        for line in &lines {
            self.page.write_line(indent, line);
        }
        let content = &self.text[block.lines.clone()];
        self.last = block.lines.start + content.trim_end_matches([' ', '\n']).len();
        if header.contains('+') {
            let end = usize::from(filled.is_some());
            let breaks = block.text.len() - block.text.trim_end_matches('\n').len();
            for _ in end..breaks {
                self.page.write_line(indent, "");
            }
            self.last = block.lines.end;
        }
    }
}

/// The lines of a block scalar, without their indentation.
fn block_lines<'t>(text: &'t str, block: &Block) -> Vec<&'t str> {
    if block.text.trim().is_empty() {
        return Vec::new();
    }
    let lines = text[block.lines.clone()].split('\n');
    let without_indent = |line: &'t str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        &line[blanks.min(block.indent)..]
    };
    lines.map(without_indent).collect()
}
