//! Keywords with a single value.

use super::{Walk, show};
use crate::lock::is_same;
use toolc_base::node::Node;
use toolc_runtime::format::{Format, NumberFormat};

/// Compares a limit of a range.
pub(super) fn compare_bound(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_value(walk, pointer, name, [old, new], "moved");
}

/// Compares a keyword that can only refuse values. `false` has no effect.
pub(super) fn compare_restriction(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let active = |node: &&Node| node.as_bool() != Some(false);
    let sides = [old.filter(active), new.filter(active)];
    compare_value(walk, pointer, name, sides, "changed");
}

/// Compares `format`. One that is not checked refuses nothing, and only informs readers.
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
    let checked = [old, new].map(|side| side.filter(|node| is_checked(node)));
    compare_value(walk, pointer, name, checked, "changed");
}

/// Whether a format is more than an annotation.
fn is_checked(node: &Node) -> bool {
    let known = |name| Format::from_name(name).is_some() || NumberFormat::from_name(name).is_some();
    node.as_str().is_some_and(known)
}

fn compare_value(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    sides: [Option<&Node>; 2],
    verb: &str,
) {
    let place = show(pointer);
    let [was, is] = sides.map(|side| side.map(Node::to_json));
    match (sides, was, is) {
        ([Some(old), Some(new)], ..) if is_same(old, new) => {}
        (_, Some(was), Some(is)) => {
            walk.change(format!("`{name}` of {place} {verb} from {was} to {is}"));
        }
        (_, None, Some(is)) => walk.change(format!("{place} now has `{name}` {is}")),
        (_, Some(_), None) => walk.change(format!("{place} has no `{name}` any more")),
        (_, None, None) => {}
    }
}
