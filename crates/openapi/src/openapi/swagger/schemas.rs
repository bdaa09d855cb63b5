//! Schemas: what Swagger 2.0 and its tools express differently.

use crate::openapi::object_map::{Kind, each_child_mut};
use toolc_base::node::{Entry, Map, Node};

/// Rewrites a whole schema.
pub(super) fn upgrade_schema(schema: &mut Node) {
    upgrade_part(Kind::Schema, schema);
}

fn upgrade_part(kind: Kind, node: &mut Node) {
    if let (Kind::Schema, Some(map)) = (kind, node.as_map_mut()) {
        words(map);
    }
    each_child_mut(kind, node, &mut upgrade_part);
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
        *kind = Node::string("string", span);
        map.insert("format", span, Node::string("binary", span));
    }
    if let Some(name) = map
        .get_mut("discriminator")
        .filter(|name| name.as_str().is_some())
    {
        let property = std::mem::replace(name, Node::map(Map::default(), name.span));
        let span = property.span;
        name.as_map_mut()
            .into_iter()
            .for_each(|map| map.insert("propertyName", span, property.clone()));
    }
}
