//! A further part of a result that was cut: the rest of a list or a text in it, within the same limits.

use super::budget::choose_caps;
use super::measure::{Caps, skip_units};
use super::tree::{Node, decode_key, read_node};
use super::write::{Written, write_node};
use super::{to_size, write_as_text};
use crate::json::write_string;
use crate::reader::Reader;
use crate::results::Results;
use crate::shown_result::MissingItems;

/// A further part of a result.
pub(crate) struct Page {
    /// It, as JSON text.
    pub text: String,
    /// The lists in it that are cut.
    pub missing: Vec<MissingItems>,
    /// How many texts in it are cut.
    pub cut_texts: u64,
}

/// What is shown of the value at a JSON pointer, from an item or a character on: of a value that is neither a list nor a text,
/// from a character of its JSON text on.
///
/// # Errors
/// Says why there is nothing.
pub(crate) fn show_page(
    results: &Results,
    output: &str,
    at: &str,
    from: u64,
) -> Result<Page, String> {
    let node = read_node(&mut Reader::new(output), results.projection);
    let mut node = node.ok().flatten().unwrap_or(Node::Plain("null"));
    for step in read_steps(at)? {
        node = take_step(node, &step).ok_or_else(|| format!("the result has nothing at `{at}`"))?;
    }
    let mut text = String::new();
    let node = match node {
        Node::List(mut items) => {
            let skipped = usize::try_from(from)
                .ok()
                .filter(|from| *from <= items.len());
            let skipped = skipped.ok_or_else(|| format!("the list has {} items", items.len()))?;
            Node::List(items.split_off(skipped))
        }
        Node::Text(text) => Node::Text(skip_characters(text, from)?),
        node if from == 0 => node,
        node => {
            let mut whole = Written::default();
            write_node(&node, Caps::NONE, &mut whole);
            write_string(&whole.out, &mut text);
            Node::Text(skip_characters(&text[1..text.len() - 1], from)?)
        }
    };
    let (bytes, items) = (to_size(results.bytes), to_size(results.items));
    let mut written = Written {
        pages: true,
        pointer: at.to_owned(),
        skipped: to_size(from),
        ..Written::default()
    };
    match choose_caps(&node, items, bytes) {
        Some(caps) => write_node(&node, caps, &mut written),
        None => write_as_text(&node, bytes, &mut written),
    }
    // a list of which not even one item is short enough is read on within that item
    for missing in &mut written.missing {
        if missing.from == from && missing.pointer == at {
            missing.pointer = format!("{at}/{from}");
            missing.from = 0;
        }
    }
    Ok(Page {
        text: written.out,
        missing: written.missing,
        cut_texts: written.cut_texts,
    })
}

fn skip_characters(text: &str, from: u64) -> Result<&str, String> {
    skip_units(text, from).ok_or_else(|| "the text has not so many characters".to_owned())
}

fn read_steps(at: &str) -> Result<Vec<String>, String> {
    if at.is_empty() {
        return Ok(Vec::new());
    }
    let steps = at
        .strip_prefix('/')
        .ok_or_else(|| format!("`{at}` is not a JSON pointer: it begins with `/`"))?;
    let step = |step: &str| step.replace("~1", "/").replace("~0", "~");
    Ok(steps.split('/').map(step).collect())
}

/// The value at one step below.
fn take_step<'t>(node: Node<'t>, step: &str) -> Option<Node<'t>> {
    match node {
        Node::Plain(_) | Node::Text(_) => None,
        Node::List(items) => {
            let is_index = step == "0" || !step.starts_with(['0', '+']);
            let index: usize = step.parse().ok().filter(|_| is_index)?;
            items.into_iter().nth(index)
        }
        Node::Object(members) => {
            let mut members = members.into_iter();
            let member = members.find(|(key, _)| decode_key(key) == step);
            member.map(|(_, value)| value)
        }
    }
}
