//! Which values are hidden from approvers and logs: `x-secret`, `writeOnly` and `format: password`.

use super::{Walk, push_new, show};
use toolc_base::node::Node;

/// How many schemas are looked at for one value: alternatives may share definitions, and lead in circles.
const STEPS: u32 = 256;

/// Reports a place whose values were hidden and are not any more, or the other way round.
pub(super) fn compare_secrecy(walk: &mut Walk<'_>, pointer: &str, old: &Node, new: &Node) {
    let definitions = walk.definitions;
    let was = is_secret(
        old,
        &|node| definitions.follow_old(node),
        &mut STEPS.clone(),
    );
    let is = is_secret(
        new,
        &|node| definitions.follow_new(node),
        &mut STEPS.clone(),
    );
    let change = match (was, is) {
        (true, false) => "is no longer hidden",
        (false, true) => "is now hidden",
        (true, true) | (false, false) => return,
    };
    let text = format!("{} {change}", show(pointer));
    push_new(&mut walk.difference.secrets, text);
}

/// Whether a schema, or one that applies to the same value, marks it as a secret.
fn is_secret<'n>(schema: &'n Node, follow: &dyn Fn(&'n Node) -> &'n Node, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let target = follow(schema);
    if marks_secret(schema) || marks_secret(target) {
        return true;
    }
    let parts = ["allOf", "anyOf", "oneOf"].map(|name| target.get(name).and_then(Node::as_list));
    let mut parts = parts.into_iter().flatten().flatten();
    parts.any(|part| is_secret(part, follow, left))
}

/// What one schema says itself: its own mark decides over what others mean.
fn marks_secret(schema: &Node) -> bool {
    let said = schema.get("x-secret").and_then(Node::as_bool);
    let is_write_only = || schema.get("writeOnly").and_then(Node::as_bool) == Some(true);
    let is_password = || schema.get("format").and_then(Node::as_str) == Some("password");
    said.unwrap_or_else(|| is_write_only() || is_password())
}
