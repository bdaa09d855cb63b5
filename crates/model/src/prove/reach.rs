//! What a schema says about the place that a pointer leads to.

use crate::model::rule::Step;
use std::collections::BTreeSet;
use toolc_schema::schema::shape::{Keyword, List, Object, Shape, ShapeId, Shapes};

/// Where a pointer leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// To values of these shapes, and possibly others.
    To {
        /// The possible shapes.
        shapes: BTreeSet<ShapeId>,
        /// Whether other values are possible as well.
        open: bool,
    },
    /// To a property that the schema does not name, in an object that accepts any.
    Undeclared {
        /// The property.
        key: String,
        /// The properties that the schema does name there.
        known: Vec<String>,
    },
    /// Nowhere: no accepted value has anything there.
    Nowhere {
        /// The step that cannot be taken.
        key: String,
        /// The number of steps before it.
        depth: usize,
        /// The properties that are possible there.
        known: Vec<String>,
        /// What the value there may be: `a number`.
        kinds: BTreeSet<&'static str>,
    },
}

/// A list among the [kinds](Reach::Nowhere::kinds).
pub const LIST: &str = "a list";

/// The result of one step.
#[derive(Default)]
struct Found {
    shapes: BTreeSet<ShapeId>,
    /// Whether there may be something that no shape describes.
    open: bool,
    /// Whether the schema names the step, or the step goes to all parts.
    is_named: bool,
    known: Vec<String>,
    /// What the value may be in which the step is taken.
    kinds: BTreeSet<&'static str>,
}

/// Where a pointer leads in the values that a shape accepts.
pub fn reach_pointer(shapes: &Shapes, root: ShapeId, steps: &[Step]) -> Reach {
    let mut at = BTreeSet::from([root]);
    let mut open = false;
    for (depth, step) in steps.iter().enumerate() {
        let mut found = Found::default();
        for id in &at {
            let mut seen = BTreeSet::new();
            reach_shape(shapes, *id, step, &mut found, &mut seen);
        }
        found.known.sort();
        found.known.dedup();
        let key = match step {
            Step::Key(key) => key.clone(),
            Step::Every => "*".to_owned(),
            Step::Some => "?".to_owned(),
        };
        let known = found.known;
        if found.shapes.is_empty() && !found.open && !open {
            return Reach::Nowhere {
                key,
                depth,
                known,
                kinds: found.kinds,
            };
        }
        if !found.is_named && !open {
            return Reach::Undeclared { key, known };
        }
        open |= found.open;
        at = found.shapes;
    }
    Reach::To { shapes: at, open }
}

/// Where a pointer into results leads. An index does not lead into a list, of which every item is shown in the same way.
pub fn reach_result(shapes: &Shapes, root: ShapeId, steps: &[Step]) -> Reach {
    let is_index = |step: &Step| match step {
        Step::Key(key) => key.parse::<usize>().is_ok(),
        Step::Every | Step::Some => false,
    };
    for (depth, step) in steps.iter().enumerate() {
        if !is_index(step) {
            continue;
        }
        // any other name leads into the objects that there may be, and into no list
        let mut other = steps[..depth].to_vec();
        other.push(Step::Key("not an index".to_owned()));
        match reach_pointer(shapes, root, &other) {
            Reach::Nowhere {
                depth: last,
                known,
                kinds,
                ..
            } if last == depth && kinds.contains(LIST) => {
                let Step::Key(key) = step else { continue };
                let key = key.clone();
                return Reach::Nowhere {
                    key,
                    depth,
                    known,
                    kinds,
                };
            }
            _ => {}
        }
    }
    reach_pointer(shapes, root, steps)
}

fn reach_shape(
    shapes: &Shapes,
    id: ShapeId,
    step: &Step,
    found: &mut Found,
    seen: &mut BTreeSet<ShapeId>,
) {
    if !seen.insert(id) {
        return;
    }
    let shape = &shapes.get(id).shape;
    found.kinds.extend(kind_of(shape));
    match shape {
        Shape::Any => (found.open, found.is_named) = (true, true),
        Shape::Object(object) => reach_object(shapes, object, step, found),
        Shape::List(list) => reach_list(shapes, list, step, found),
        Shape::Nullable(inner) => reach_shape(shapes, *inner, step, found, seen),
        Shape::Union(_, branches) => {
            for branch in branches {
                reach_shape(shapes, *branch, step, found, seen);
            }
        }
        Shape::Complete(base, keywords) => {
            reach_shape(shapes, *base, step, found, seen);
            for keyword in keywords {
                reach_keyword(shapes, keyword, step, found, seen);
            }
        }
        _ => {}
    }
}

/// What a value of a shape is, if the shape has a type.
fn kind_of(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Null => Some("`null`"),
        Shape::Boolean => Some("a boolean"),
        Shape::Text(_) | Shape::Choice(_) => Some("a string"),
        Shape::Integer(_) | Shape::Number(_) => Some("a number"),
        Shape::List(_) => Some(LIST),
        Shape::Object(_) => Some("an object"),
        Shape::Any | Shape::Never => None,
        Shape::Nullable(_) | Shape::Union(..) | Shape::Complete(..) => None,
    }
}

/// Anything that a keyword names counts as named. A keyword can only narrow what the base accepts.
fn reach_keyword(
    shapes: &Shapes,
    keyword: &Keyword,
    step: &Step,
    found: &mut Found,
    seen: &mut BTreeSet<ShapeId>,
) {
    let ids: Vec<ShapeId> = match keyword {
        Keyword::AllOf(ids) | Keyword::AnyOf(ids) | Keyword::OneOf(ids) => ids.clone(),
        Keyword::If {
            condition,
            then,
            otherwise,
        } => vec![*condition, *then, *otherwise],
        Keyword::DependentSchemas(rules) => rules.iter().map(|(_, id)| *id).collect(),
        _ => Vec::new(),
    };
    let mut named = Found::default();
    for id in ids {
        if !matches!(shapes.get(id).shape, Shape::Any) {
            reach_shape(shapes, id, step, &mut named, seen);
        }
    }
    found.is_named |= named.is_named;
    found.known.extend(named.known);
}

fn reach_list(shapes: &Shapes, list: &List, step: &Step, found: &mut Found) {
    let Step::Key(key) = step else {
        found.shapes.extend(list.prefix.iter().chain([&list.items]));
        found.is_named = true;
        return;
    };
    let Ok(number) = key.parse::<usize>() else {
        return;
    };
    let item = list.prefix.get(number).unwrap_or(&list.items);
    let is_beyond = |limit: u64| u64::try_from(number).is_ok_and(|number| number >= limit);
    if list.limits.max_items.is_some_and(is_beyond)
        || matches!(shapes.get(*item).shape, Shape::Never)
    {
        return;
    }
    let index = number.to_string();
    if index != *key {
        // an index has no sign and no leading zeros
        return found.known.push(index);
    }
    found.shapes.insert(*item);
    found.is_named = true;
}

fn reach_object(shapes: &Shapes, object: &Object, step: &Step, found: &mut Found) {
    found
        .known
        .extend(object.fields.iter().map(|field| field.name.clone()));
    let is_closed = |id: ShapeId| matches!(shapes.get(id).shape, Shape::Never);
    let key = match step {
        Step::Key(key) => key,
        Step::Every | Step::Some => {
            let parts = object.fields.iter().map(|field| field.shape);
            let patterns = object.patterns.iter().map(|(_, id)| *id);
            let parts = parts.chain(patterns).chain([object.rest]);
            found.shapes.extend(parts.filter(|id| !is_closed(*id)));
            found.is_named = true;
            return;
        }
    };
    if let Some(field) = object.fields.iter().find(|field| field.name == *key) {
        if !is_closed(field.shape) {
            found.shapes.insert(field.shape);
            found.is_named = true;
        }
        return;
    }
    if object
        .patterns
        .iter()
        .any(|(pattern, _)| pattern.matches(key))
    {
        // all matching patterns apply, so the value has no single shape
        (found.open, found.is_named) = (true, true);
        return;
    }
    if is_closed(object.rest) {
        return;
    }
    // the values of a map are described, but not arbitrary additional properties
    found.is_named |= !matches!(shapes.get(object.rest).shape, Shape::Any);
    found.shapes.insert(object.rest);
}
