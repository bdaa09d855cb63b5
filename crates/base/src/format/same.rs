//! Whether two texts say the same: values, keys and their order, comments, and the names of anchors, aliases and tags.

use crate::node::{Node, Value};
use crate::parse::concrete::{Concrete, Item, Kind};

/// Whether two trees are equal but for their places.
pub(super) fn is_same_value(left: &Node, right: &Node) -> bool {
    match (&left.value, &right.value) {
        (Value::List(left), Value::List(right)) => {
            let mut pairs = left.iter().zip(right);
            left.len() == right.len() && pairs.all(|(left, right)| is_same_value(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            let mut pairs = left.iter().zip(right.iter());
            left.len() == right.len()
                && pairs.all(|(left, right)| {
                    left.key == right.key && is_same_value(&left.value, &right.value)
                })
        }
        (left, right) => left == right,
    }
}

/// Everything that a tree does not show, in the order of the text.
pub(super) fn list_marks<'t>(text: &'t str, concrete: &Concrete) -> Vec<&'t str> {
    let mut marks = Vec::new();
    collect_marks(text, &concrete.root, &mut marks);
    let comments = concrete.comments.iter();
    marks.extend(comments.map(|comment| &text[comment.place.clone()]));
    marks
}

fn collect_marks<'t>(text: &'t str, item: &Item, marks: &mut Vec<&'t str>) {
    marks.extend(item.properties.iter().map(|place| &text[place.clone()]));
    match &item.kind {
        Kind::Alias(place) => marks.push(&text[place.clone()]),
        Kind::List(list) => {
            for item in &list.items {
                collect_marks(text, &item.item, marks);
            }
        }
        Kind::Map(map) => {
            for (key, value) in &map.entries {
                collect_marks(text, key, marks);
                collect_marks(text, value, marks);
            }
        }
        Kind::Empty | Kind::Scalar(_) | Kind::Block(_) => {}
    }
}
