//! A form consists of fields, so it can only carry an object. A schema that would let another value pass is
//! restricted, so that the call is refused instead of failing when it is sent.

use crate::openapi::document::Document;
use toolc_base::node::{Map, Node};
use toolc_model::reading::dialect::is_yes;

/// How many schemas are followed to see what a form's schema is about.
const MAX_DEPTH: usize = 16;

/// The schema of a form: as it is if it certainly accepts nothing but objects, else restricted to them. `None` if
/// it names types, and an object is none of them.
pub(in crate::openapi) fn restrict_to_objects(
    document: &Document,
    mut schema: Node,
) -> Option<Node> {
    if has_only_objects(document, &schema, 0) {
        return Some(schema);
    }
    let span = schema.span;
    let object = || Node::string("object", span);
    let Some(map) = schema.as_map_mut() else {
        return Some(schema);
    };
    if map.get("type").is_some_and(|kind| !names_object(kind)) {
        return None;
    }
    // in OpenAPI 3.0, nothing may be beside a reference
    if map.contains("$ref") {
        let mut whole = Map::default();
        whole.insert("type", span, object());
        whole.insert("allOf", span, Node::list(vec![schema], span));
        return Some(Node::map(whole, span));
    }
    map.remove("nullable");
    map.insert("type", span, object());
    Some(schema)
}

fn names_object(kind: &Node) -> bool {
    let is_object = |kind: &Node| kind.as_str() == Some("object");
    match kind.as_list() {
        Some(kinds) => kinds.iter().any(is_object),
        None => is_object(kind),
    }
}

/// Whether it is certain that a schema accepts nothing but objects.
fn has_only_objects(document: &Document, schema: &Node, depth: usize) -> bool {
    let Ok(schema) = document.resolve(schema) else {
        return false;
    };
    let Some(map) = schema.as_map().filter(|_| depth < MAX_DEPTH) else {
        return false;
    };
    if let Some(kind) = map.get("type") {
        let is_alone = kind.as_list().is_none_or(|kinds| kinds.len() == 1);
        if is_alone && names_object(kind) && !map.get("nullable").is_some_and(is_yes) {
            return true;
        }
    }
    let parts = |key: &str| map.get_list(key).unwrap_or_default().iter();
    let is_one = |part: &Node| has_only_objects(document, part, depth + 1);
    let are_all = |key: &str| parts(key).len() > 0 && parts(key).all(is_one);
    parts("allOf").any(is_one) || are_all("anyOf") || are_all("oneOf")
}
