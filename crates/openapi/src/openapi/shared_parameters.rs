//! The schemas of parameters, including what each parameter itself says about its value. Those that
//! several operations use are made once and shared.

use super::document::Document;
use std::collections::HashMap;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;

/// The schemas of parameters in components and paths, by the address of the parameter.
#[derive(Default)]
pub(super) struct SharedParameters {
    shared: HashMap<*const Map, Node>,
}

impl SharedParameters {
    pub(super) fn of(document: &Document) -> Self {
        let root = &document.root;
        let components = root.get_map("components");
        let components = components.map(|components| components.entries("parameters"));
        let lists = root
            .entries("paths")
            .filter_map(|path| path.value.get_list("parameters"));
        let named = components.into_iter().flatten().map(|entry| &entry.value);
        let all = named.chain(lists.flatten());
        let maps = all.filter_map(|node| Some((node.as_map()?, node.span)));
        let shared = maps.filter(|(map, _)| map.contains("schema"));
        let shared = shared.map(|(map, span)| (std::ptr::from_ref(map), described(map, span)));
        SharedParameters {
            shared: shared.collect(),
        }
    }

    /// The schema of a parameter.
    pub(super) fn read_schema(&self, parameter: &Map, span: Span) -> Node {
        let shared = self.shared.get(&std::ptr::from_ref(parameter));
        shared.map_or_else(|| described(parameter, span), Node::clone)
    }
}

fn described(parameter: &Map, span: Span) -> Node {
    let media = parameter.entries("content").next();
    let schema = parameter.get("schema");
    let mut schema = match schema.or_else(|| media?.value.get("schema")) {
        Some(schema) => schema.clone(),
        None => Node::map(Map::default(), span),
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
