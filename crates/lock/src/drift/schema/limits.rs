//! Keywords with a single value: bounds, and keywords that can only refuse values.

use super::{Effect, Walk, show};
use crate::lock::is_same;
use toolc_base::node::{Node, Value};

pub(super) fn compare_lower(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_bound(
        walk,
        at,
        name,
        [old, new],
        (Effect::Tightened, Effect::Loosened),
    );
}

/// A count is never negative, so a minimum of zero has no effect.
pub(super) fn compare_lower_count(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let real = |node: &&Node| read_number(node) != Some(0.0);
    compare_lower(walk, at, name, old.filter(real), new.filter(real));
}

pub(super) fn compare_upper(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_bound(
        walk,
        at,
        name,
        [old, new],
        (Effect::Loosened, Effect::Tightened),
    );
}

/// `effects` holds the effect of raising the bound and that of lowering it.
fn compare_bound(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    [old, new]: [Option<&Node>; 2],
    effects: (Effect, Effect),
) {
    let (Some(old), Some(new)) = (old, new) else {
        return compare_restriction(walk, pointer, name, old, new);
    };
    if is_same(old, new) {
        return;
    }
    if is_same_number(old, new) {
        return;
    }
    let effect = match (read_number(old), read_number(new)) {
        (Some(old), Some(new)) if new > old => effects.0,
        (Some(old), Some(new)) if new < old => effects.1,
        _ => Effect::Changed,
    };
    let (was, is) = (old.to_json(), new.to_json());
    walk.change(
        effect,
        format!("`{name}` of {} moved from {was} to {is}", show(pointer)),
    );
}

/// Whether two short numbers are equal but spelled differently, such as `0.0` and `0`.
fn is_same_number(old: &Node, new: &Node) -> bool {
    const EXACT: usize = 15;
    let short = |node: &Node| match &node.value {
        Value::Number(text) if text.len() <= EXACT => read_number(node),
        _ => None,
    };
    short(old).is_some() && short(old) == short(new)
}

fn read_number(node: &Node) -> Option<f64> {
    match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// Compares a keyword that can only refuse values.
pub(super) fn compare_restriction(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let active = |node: &&Node| node.as_bool() != Some(false);
    let place = show(pointer);
    match (old.filter(active), new.filter(active)) {
        (None, Some(new)) => {
            walk.change(
                Effect::Tightened,
                format!("{place} now has `{name}` {}", new.to_json()),
            );
        }
        (Some(_), None) => walk.change(
            Effect::Loosened,
            format!("{place} has no `{name}` any more"),
        ),
        (Some(old), Some(new)) if !is_same(old, new) => {
            let (was, is) = (old.to_json(), new.to_json());
            walk.change(
                Effect::Changed,
                format!("`{name}` of {place} changed from {was} to {is}"),
            );
        }
        _ => {}
    }
}
