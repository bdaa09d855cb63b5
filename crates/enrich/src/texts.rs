//! The words that tools, arguments and results are known by: their names, and what is written about them.

use std::collections::HashSet;
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_base::source::Span;
use toolc_model::model::SchemaText;
#[cfg(feature = "artifacts")]
use toolc_schema::schema::shape::Object;
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};

/// A schema as models are shown it.
pub fn parse_schema(schema: &SchemaText, span: Span) -> Node {
    parse_text(&schema.text, span)
}

/// The schema of a property, if it is written there, and not where a reference leads.
pub fn find_property<'n>(schema: Option<&'n Node>, key: &str) -> Option<&'n Node> {
    schema?.get("properties")?.get(key)
}

/// The rules for objects among those of a shape, whatever else holds for the value.
#[cfg(feature = "artifacts")]
pub fn find_object(shapes: &Shapes, id: ShapeId) -> Option<&Object> {
    match &shapes.get(id).shape {
        Shape::Object(object) => Some(object),
        Shape::Complete(base, _) => find_object(shapes, *base),
        _ => None,
    }
}

/// An argument, or a property within one.
pub struct Argument {
    /// Its name.
    pub name: String,
    /// What is written about it.
    pub description: String,
}

/// How deeply the properties of arguments are looked at.
const DEEPEST: usize = 4;

/// How many arguments of one tool are looked at, properties of arguments among them.
const MOST: usize = 400;

/// The arguments of a tool and the properties within them, from the outside in.
pub fn list_arguments(shapes: &Shapes, input: ShapeId, written: &Node) -> Vec<Argument> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting: Vec<(ShapeId, Option<&Node>)> = vec![(input, Some(written))];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for (id, written) in waiting {
            add_fields(shapes, id, written, &mut found, &mut next);
        }
        next.retain(|(id, _)| seen.insert(*id));
        waiting = next;
    }
    found.truncate(MOST);
    found
}

fn add_fields<'n>(
    shapes: &Shapes,
    id: ShapeId,
    written: Option<&'n Node>,
    found: &mut Vec<Argument>,
    next: &mut Vec<(ShapeId, Option<&'n Node>)>,
) {
    match &shapes.get(id).shape {
        Shape::Object(object) => {
            for field in &object.fields {
                let own = find_property(written, &field.name);
                found.push(Argument {
                    name: field.name.clone(),
                    description: describe(own, field.doc.description.as_deref()),
                });
                next.push((field.shape, own));
            }
        }
        Shape::List(list) => {
            next.extend(list.prefix.iter().map(|id| (*id, None)));
            next.push((list.items, written.and_then(|node| node.get("items"))));
        }
        Shape::Nullable(inner) | Shape::Complete(inner, _) => {
            add_fields(shapes, *inner, written, found, next)
        }
        Shape::Union(_, branches) => next.extend(branches.iter().map(|id| (*id, None))),
        _ => {}
    }
}

/// What a schema says about itself. `elsewhere` is what was found where a reference leads.
pub fn describe(written: Option<&Node>, elsewhere: Option<&str>) -> String {
    let own = written.and_then(|node| node.get_str("description"));
    let is_whole = written.is_some_and(|node| node.get("$ref").is_none());
    let elsewhere = elsewhere.filter(|_| !is_whole);
    own.or(elsewhere).unwrap_or_default().to_owned()
}
