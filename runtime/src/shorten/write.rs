//! Writes what is shown of a value, and counts what is missing.

use super::measure::{Caps, take_units};
use super::tree::{Node, decode_key};
use crate::shown_result::MissingItems;

/// What was written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub out: String,
    pub missing: Vec<MissingItems>,
    pub cut_texts: u64,
    /// Whether marks say where to read on.
    pub pages: bool,
    /// The way to the value that is being written.
    pub pointer: String,
    /// How many items or characters of the first value come before what is written.
    pub skipped: usize,
}

impl Written {
    /// Writes a text that ends after some characters, and before others.
    pub fn push_cut_text(&mut self, start: &str, shown: usize, left: usize) {
        self.cut_texts += 1;
        let from = match self.pages {
            true => format!(", from {}", self.skipped + shown),
            false => String::new(),
        };
        let mark = format!("… [{left} more characters are cut{from}]");
        self.out.push_str(&format!("\"{start}{mark}\""));
    }

    /// Writes what is at a step below.
    fn write_below(&mut self, step: &str, node: &Node<'_>, caps: Caps) {
        let (length, skipped) = (self.pointer.len(), std::mem::take(&mut self.skipped));
        self.pointer.push('/');
        for char in step.chars() {
            match char {
                '~' => self.pointer.push_str("~0"),
                '/' => self.pointer.push_str("~1"),
                char => self.pointer.push(char),
            }
        }
        write_node(node, caps, self);
        self.pointer.truncate(length);
        self.skipped = skipped;
    }
}

/// Writes a value with at most so many items of each list, and so much of each text.
pub(super) fn write_node(node: &Node<'_>, caps: Caps, written: &mut Written) {
    match node {
        Node::Plain(text) => written.out.push_str(text),
        Node::Text(text) if caps.cuts_text(text.len()) => {
            let (end, shown, left) = take_units(text, caps.text);
            written.push_cut_text(&text[..end], shown, left);
        }
        Node::Text(text) => {
            written.out.push('"');
            written.out.push_str(text);
            written.out.push('"');
        }
        Node::List(items) => write_list(items, caps, written),
        Node::Object(members) => {
            written.out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    written.out.push(',');
                }
                written.out.push_str(key);
                written.out.push(':');
                written.write_below(&decode_key(key), value, caps);
            }
            written.out.push('}');
        }
    }
}

fn write_list(items: &[Node<'_>], caps: Caps, written: &mut Written) {
    let shown = items.len().min(caps.items);
    if shown < items.len() {
        written.missing.push(MissingItems {
            pointer: written.pointer.clone(),
            items: (items.len() - shown) as u64,
            from: (written.skipped + shown) as u64,
        });
    }
    written.out.push('[');
    for (index, item) in items.iter().take(shown).enumerate() {
        if index > 0 {
            written.out.push(',');
        }
        let index = written.skipped + index;
        written.write_below(&index.to_string(), item, caps);
    }
    written.out.push(']');
}
