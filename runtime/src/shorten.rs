//! Verb: the result of a call to what a model and clients are shown of it. The whole result stays with the program.

mod blobs;
mod budget;
mod measure;
#[cfg(feature = "pages")]
mod page;
mod tree;
mod write;

use crate::json::{Json, write_string};
use crate::reader::Reader;
use crate::results::{Projection, Results};
use crate::shown_result::ShownResult;
use blobs::has_small_blobs;
use budget::choose_caps;
use measure::{Caps, MARK, take_units};
#[cfg(feature = "pages")]
pub(crate) use page::{Page, show_page};
use std::sync::Arc;
use tree::{Node, read_node};
use write::{Written, write_node};

/// What is shown of a result; `None` if it is shown as it is.
pub fn show_result(results: &Results, output: &Json) -> Option<Arc<ShownResult>> {
    let text = output.as_text();
    if results.projection == Projection::Whole && is_within(results, text) {
        return None;
    }
    let mut reader = Reader::new(text);
    // What nothing is left of is shown as `null`. An output is JSON already; if it could not be read, none of it would be shown, as a
    // part that is dropped might be in it.
    let node = read_node(&mut reader, results.projection).ok().flatten();
    let node = node.unwrap_or(Node::Plain("null"));
    let (bytes, items) = (to_size(results.bytes), to_size(results.items));
    let caps = choose_caps(&node, items, bytes);
    let mut written = Written {
        pages: results.pages,
        ..Written::default()
    };
    match caps {
        Some(caps) => write_node(&node, caps, &mut written),
        None => write_as_text(&node, bytes, &mut written),
    }
    let is_same = written.missing.is_empty() && written.cut_texts == 0;
    if results.projection == Projection::Whole && is_same {
        return None;
    }
    Some(Arc::new(ShownResult {
        is_text: caps.is_none(),
        keeps_blocks: results.projection == Projection::Whole
            && has_small_blobs(&node, text.len(), results),
        handle: None,
        text: written.out,
        missing: written.missing,
        cut_texts: written.cut_texts,
    }))
}

/// Whether a text is within the limits, as far as that is seen without reading it.
fn is_within(results: &Results, text: &str) -> bool {
    if u64::try_from(text.len()).is_ok_and(|length| length > results.bytes) {
        return false;
    }
    let items = to_size(results.items);
    // A list of more items has a comma between any two of them.
    text.len() / 2 < items || text.bytes().filter(|byte| *byte == b',').count() < items
}

/// A value whose properties alone are more than may be shown becomes a text: the first part of its JSON.
fn write_as_text(node: &Node<'_>, bytes: usize, written: &mut Written) {
    let mut whole = Written::default();
    write_node(node, Caps::NONE, &mut whole);
    let mut text = String::new();
    write_string(&whole.out, &mut text);
    let inner = &text[1..text.len() - 1];
    let (end, shown, left) = take_units(inner, bytes.saturating_sub(MARK));
    written.push_cut_text(&inner[..end], shown, left);
}

fn to_size(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
