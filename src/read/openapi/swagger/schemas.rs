//! Schemas: what Swagger 2.0 and its tools say in other words.

use super::{mapping, string};
use crate::node::{Entry, Map, Node, Value};
use crate::schema::position::Position;

/// Rewrites a whole schema.
pub(super) fn upgrade(schema: &mut Node) {
    match &mut schema.value {
        Value::Map(map) => {
            words(map);
            for (key, value) in map.values_mut() {
                match (Position::of(key), &mut value.value) {
                    (Position::One | Position::List, _) => upgrade(value),
                    (Position::Map, Value::Map(map)) => {
                        map.values_mut().for_each(|(_, inner)| upgrade(inner));
                    }
                    _ => {}
                }
            }
        }
        Value::List(list) => list.iter_mut().for_each(upgrade),
        _ => {}
    }
}

fn words(map: &mut Map) {
    if let Some(Entry {
        key_span, value, ..
    }) = map.remove("x-nullable")
    {
        map.insert("nullable", key_span, value);
    }
    if let Some(kind) = map
        .get_mut("type")
        .filter(|kind| kind.as_str() == Some("file"))
    {
        let span = kind.span;
        *kind = string("string", span);
        map.insert("format", span, string("binary", span));
    }
    if let Some(name) = map
        .get_mut("discriminator")
        .filter(|name| name.as_str().is_some())
    {
        let property = std::mem::replace(name, mapping(name.span));
        let span = property.span;
        name.as_map_mut()
            .into_iter()
            .for_each(|map| map.insert("propertyName", span, property.clone()));
    }
}
