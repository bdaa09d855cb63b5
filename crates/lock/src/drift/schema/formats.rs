//! `format`: which formats are subsets of others.

use super::limits::compare_restriction;
use super::{Effect, Walk, show};
use toolc_base::node::Node;
use toolc_runtime::format::{Format, NumberFormat};

/// Formats, each with the next wider ones.
const WIDER: &[(&str, &[&str])] = &[
    ("int32", &["int64"]),
    ("int64", &["float"]),
    ("float", &["double"]),
    ("email", &["idn-email"]),
    ("hostname", &["idn-hostname"]),
    ("uri", &["iri", "uri-reference"]),
    ("iri", &["iri-reference"]),
    ("uri-reference", &["iri-reference"]),
];

fn is_within(narrow: &str, wide: &str) -> bool {
    let mut steps = WIDER.iter().filter(|(name, _)| *name == narrow);
    steps.any(|(_, next)| {
        next.iter()
            .any(|next| *next == wide || is_within(next, wide))
    })
}

/// Whether a format is more than an annotation.
fn is_checked(node: &Node) -> bool {
    let known = |name| Format::from_name(name).is_some() || NumberFormat::from_name(name).is_some();
    node.as_str().is_some_and(known)
}

pub(super) fn compare_format(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    if !old.into_iter().chain(new).all(is_checked) {
        walk.compare_word(pointer, name, old, new);
    }
    // an unchecked format refuses nothing
    let [old, new] = [old, new].map(|side| side.filter(|node| is_checked(node)));
    let (Some(before), Some(after)) = (old.and_then(Node::as_str), new.and_then(Node::as_str))
    else {
        return compare_restriction(walk, pointer, name, old, new);
    };
    let effect = match before {
        _ if is_within(before, after) => Effect::Loosened,
        _ if is_within(after, before) => Effect::Tightened,
        _ => return compare_restriction(walk, pointer, name, old, new),
    };
    let place = show(pointer);
    let text = format!("`{name}` of {place} changed from \"{before}\" to \"{after}\"");
    walk.change(effect, text);
}
