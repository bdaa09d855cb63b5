//! Images, audio and files in content blocks of MCP, which have a limit of their own: a part of one is worth nothing.

use super::to_size;
use super::tree::{Node, decode_key};
use crate::results::{BLOB_BYTES, Results};

/// Whether a value is a list of content blocks that is within the limits without its blobs, and these are within theirs.
/// `length` is that of its text.
pub(super) fn has_small_blobs(node: &Node<'_>, length: usize, results: &Results) -> bool {
    let Node::List(blocks) = node else {
        return false;
    };
    let blobs: usize = blocks.iter().map(measure_blob).sum();
    blobs > 0
        && blobs <= to_size(BLOB_BYTES)
        && blocks.len() <= to_size(results.items)
        && length.saturating_sub(blobs) <= to_size(results.bytes)
}

/// The bytes of base64 in a block: the `data` of an image or of audio, or the `blob` of a resource.
fn measure_blob(block: &Node<'_>) -> usize {
    let blob = match find_member(block, "type") {
        Some(Node::Text("image" | "audio")) => find_member(block, "data"),
        Some(Node::Text("resource")) => {
            let resource = find_member(block, "resource");
            resource.and_then(|resource| find_member(resource, "blob"))
        }
        _ => None,
    };
    match blob {
        Some(Node::Text(text)) => text.len(),
        _ => 0,
    }
}

fn find_member<'n, 't>(node: &'n Node<'t>, name: &str) -> Option<&'n Node<'t>> {
    let Node::Object(members) = node else {
        return None;
    };
    let mut members = members.iter();
    let member = members.find(|(key, _)| decode_key(key) == name);
    member.map(|(_, value)| value)
}
