//! Schema texts of a catalog as trees.

use toolc_base::node::{Entry, Node, Value};
use toolc_schema::schema::position::Position;

/// How a schema refers to a shared definition.
pub(crate) const REFERENCE: &str = "#/$defs/";

/// Calls `visit` with every `$ref` in a schema.
pub(crate) fn each_reference<'n>(schema: &'n Node, visit: &mut dyn FnMut(&'n str)) {
    match &schema.value {
        Value::List(list) => list.iter().for_each(|node| each_reference(node, visit)),
        Value::Map(map) => {
            for Entry { key, value, .. } in map.iter() {
                match (Position::of(key), &value.value) {
                    (_, Value::String(reference)) if key == "$ref" => visit(reference),
                    (Position::Map, Value::Map(schemas)) => {
                        schemas
                            .iter()
                            .for_each(|entry| each_reference(&entry.value, visit));
                    }
                    (Position::Data, _) => {}
                    _ => each_reference(value, visit),
                }
            }
        }
        _ => {}
    }
}

/// Calls `visit` with every `$ref` in a schema, to change it.
pub(super) fn each_reference_mut(schema: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    match &mut schema.value {
        Value::List(list) => list
            .iter_mut()
            .for_each(|node| each_reference_mut(node, visit)),
        Value::Map(map) => {
            for (key, node) in map.values_mut() {
                match (Position::of(key), &mut node.value) {
                    (_, Value::String(reference)) if key == "$ref" => visit(reference),
                    (Position::Map, Value::Map(schemas)) => {
                        schemas
                            .values_mut()
                            .for_each(|(_, schema)| each_reference_mut(schema, visit));
                    }
                    (Position::Data, _) => {}
                    _ => each_reference_mut(node, visit),
                }
            }
        }
        _ => {}
    }
}
