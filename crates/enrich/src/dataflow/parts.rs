//! The parts of an output, each a value that can be handed on.

use crate::texts::{describe, find_property};
use std::collections::VecDeque;
use toolc_base::node::{Node, escape_pointer};
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};

/// How many steps below the whole output a part may be: `/results/0/id` is three.
pub const MAX_DEPTH: usize = 3;

/// How many parts of one output are looked at, those nearest to the whole first.
pub const MAX_PARTS: usize = 200;

/// A part of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it is, as a JSON pointer; the whole is ``. Of the items of an array, the first stands for all.
    pub pointer: String,
    /// The names of the properties that lead to it.
    pub names: Vec<String>,
    /// What is written about it.
    pub description: String,
    /// Its shape.
    pub shape: ShapeId,
    /// Whether every output has it.
    pub always: bool,
}

/// A part whose own parts are still to be found.
struct Open<'n> {
    part: Part,
    written: Option<&'n Node>,
    depth: usize,
}

/// The parts of an output, and whether there are more. Alternatives are not taken apart: which of them an output is
/// shows only in the value.
pub fn list_parts(shapes: &Shapes, output: ShapeId, written: &Node) -> (Vec<Part>, bool) {
    let whole = Part {
        pointer: String::new(),
        names: Vec::new(),
        description: describe(Some(written), None),
        shape: output,
        always: true,
    };
    let mut waiting = VecDeque::from([Open {
        part: whole,
        written: Some(written),
        depth: 0,
    }]);
    let mut found = Vec::new();
    while let Some(open) = waiting.pop_front() {
        if found.len() == MAX_PARTS {
            return (found, true);
        }
        if open.depth < MAX_DEPTH {
            add_below(
                shapes,
                &open,
                open.part.shape,
                open.part.always,
                &mut waiting,
            );
        }
        found.push(open.part);
    }
    (found, false)
}

fn add_below<'n>(
    shapes: &Shapes,
    open: &Open<'n>,
    shape: ShapeId,
    always: bool,
    waiting: &mut VecDeque<Open<'n>>,
) {
    match &shapes.get(shape).shape {
        Shape::Complete(base, _) => add_below(shapes, open, *base, always, waiting),
        Shape::Nullable(inner) => add_below(shapes, open, *inner, false, waiting),
        Shape::Object(object) => {
            for field in &object.fields {
                let written = find_property(open.written, &field.name);
                let mut names = open.part.names.clone();
                names.push(field.name.clone());
                waiting.push_back(Open {
                    part: Part {
                        pointer: format!("{}/{}", open.part.pointer, escape_pointer(&field.name)),
                        names,
                        description: describe(written, field.doc.description.as_deref()),
                        shape: field.shape,
                        always: always && field.required,
                    },
                    written,
                    depth: open.depth + 1,
                });
            }
        }
        Shape::List(list) => {
            let first = list.prefix.first().copied().unwrap_or(list.items);
            let written = open.written.and_then(|node| node.get("items"));
            waiting.push_back(Open {
                part: Part {
                    pointer: format!("{}/0", open.part.pointer),
                    names: open.part.names.clone(),
                    description: describe(written, None),
                    shape: first,
                    always: always && list.limits.min_items > 0,
                },
                written: written.filter(|_| list.prefix.is_empty()),
                depth: open.depth + 1,
            });
        }
        _ => {}
    }
}
