//! `x-path`: which files the handler of a tool may open.

use super::{Walk, push_new, show};
use toolc_base::node::Node;

pub(super) fn compare_path(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let [was, is] = [old, new].map(|rule| rule.map(Node::to_canonical_json));
    if was == is {
        return;
    }
    let [was, is] = [was, is].map(|rule| match rule {
        Some(rule) => format!("`{rule}`"),
        None => "any text".to_owned(),
    });
    let place = show(pointer);
    push_new(
        &mut walk.difference.paths,
        format!("{place} from {was} to {is}"),
    );
    walk.change(format!("`{name}` of {place} changed"));
}
