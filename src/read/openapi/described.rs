//! The schemas of parameters, with what each parameter itself says of its value. Those that several
//! operations have are made once, and shared.

use super::document::Document;
use crate::node::{Map, Node, Value};
use crate::source::Span;
use std::collections::HashMap;

/// The schemas of the parameters of components and paths, by where these stand.
#[derive(Default)]
pub(super) struct Described {
    shared: HashMap<*const Map, Node>,
}

impl Described {
    pub(super) fn of(document: &Document) -> Self {
        let root = &document.root;
        let components = root
            .pointer("/components/parameters")
            .and_then(Node::as_map);
        let components = components.into_iter().flat_map(Map::iter);
        let paths = root.get("paths").and_then(Node::as_map);
        let paths = paths.into_iter().flat_map(Map::iter);
        let lists = paths.filter_map(|path| path.value.get("parameters")?.as_list());
        let all = components.map(|entry| &entry.value).chain(lists.flatten());
        let maps = all.filter_map(|node| Some((node.as_map()?, node.span)));
        let shared = maps.filter(|(map, _)| map.contains("schema"));
        let shared = shared.map(|(map, span)| (std::ptr::from_ref(map), described(map, span)));
        Described {
            shared: shared.collect(),
        }
    }

    /// The schema of a parameter.
    pub(super) fn schema(&self, parameter: &Map, span: Span) -> Node {
        let shared = self.shared.get(&std::ptr::from_ref(parameter));
        shared.map_or_else(|| described(parameter, span), Node::clone)
    }
}

fn described(parameter: &Map, span: Span) -> Node {
    let content = parameter.get("content").and_then(Node::as_map);
    let media = content.and_then(|content| content.iter().next());
    let schema = parameter.get("schema");
    let mut schema = match schema.or_else(|| media?.value.get("schema")) {
        Some(schema) => schema.clone(),
        None => Node::new(Value::Map(Map::default()), span),
    };
    if let Value::Bool(true) = schema.value {
        schema.value = Value::Map(Map::default());
    }
    if let Some(map) = schema.as_map_mut() {
        for key in ["description", "deprecated"] {
            if let Some(entry) = parameter.entry(key).filter(|_| !map.contains(key)) {
                map.insert(key, entry.key_span, entry.value.clone());
            }
        }
    }
    schema
}
