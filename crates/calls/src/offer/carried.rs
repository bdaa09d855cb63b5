//! Tools that a record carries itself, in the forms of providers.

use super::{Definition, Offer};
use std::collections::HashMap;
use std::rc::Rc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node};
use toolc_base::source::Role;
use toolc_model::reading::Reading;
use toolc_model::reading::dialect::{Dialect, Dialects, normalise_schema};
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::formats::Formats;

/// The tools of records. Equal lists are compiled once.
#[derive(Default)]
pub struct Carried {
    known: HashMap<String, Rc<Offer>>,
}

/// Where a definition has its schema, and the dialect of it.
const SCHEMAS: &[(&str, Dialect)] = &[
    ("parameters", Dialect::TOOL),
    ("input_schema", Dialect::TOOL),
    ("inputSchema", Dialect::MCP),
    ("parametersJsonSchema", Dialect::MCP),
];

/// Where a definition says what results are.
const OUTPUTS: &[&str] = &[
    "output_parameters",
    "outputSchema",
    "output_schema",
    "response",
];

impl Carried {
    /// The tools of a list of definitions.
    pub fn offer(&mut self, definitions: &[Node]) -> Rc<Offer> {
        let texts: Vec<String> = definitions.iter().map(Node::to_json).collect();
        let known = self.known.entry(texts.join("\n"));
        Rc::clone(known.or_insert_with(|| {
            let mut offer = Offer::default();
            for definition in definitions {
                add(&mut offer, definition, None);
            }
            Rc::new(offer)
        }))
    }
}

/// Adds the tools of one entry of a list: a definition, or a group of them.
fn add(offer: &mut Offer, node: &Node, namespace: Option<&str>) {
    let groups = ["functionDeclarations", "function_declarations"];
    if let Some(list) = groups.iter().find_map(|key| node.get_list(key)) {
        list.iter().for_each(|inner| add(offer, inner, namespace));
        return;
    }
    if node.get_str("type") == Some("namespace")
        && let Some(list) = node.get_list("tools")
    {
        let namespace = node.get_str("name");
        list.iter().for_each(|inner| add(offer, inner, namespace));
        return;
    }
    let inner = ["function", "toolSpec"].iter().find_map(|key| {
        let is_map = |inner: &&Node| inner.as_map().is_some();
        node.get(key).filter(is_map)
    });
    let node = inner.unwrap_or(node);
    let Some(name) = node.get_str("name") else {
        return;
    };
    let own = node.get_str("namespace").or(namespace);
    let schema = SCHEMAS.iter().find_map(|(key, dialect)| {
        let schema = node.get(key)?;
        // Bedrock has it one level below
        let schema = schema.get("json").unwrap_or(schema);
        Some(normalise(schema, *dialect))
    });
    offer.add(Definition {
        name: own.map_or_else(|| name.to_owned(), |own| format!("{own}::{name}")),
        wire_name: None,
        old_names: Vec::new(),
        old_arguments: Vec::new(),
        input: schema.map(DraftSchema::standalone),
        formats: Formats::Assert,
        output: OUTPUTS.iter().find_map(|key| node.get(key)).cloned(),
    });
}

/// A schema in JSON Schema 2020-12; one that is not an object or a boolean stays as it is, and is then a fault.
fn normalise(schema: &Node, dialect: Dialect) -> Node {
    let mut unheard = Diagnostics::silent();
    let dialects = Dialects::default();
    let mut reading = Reading::new(&mut unheard, &Role::Found, "", &dialects);
    let schema = match schema.value {
        toolc_base::node::Value::Null => Node::map(Map::default(), schema.span),
        _ => schema.clone(),
    };
    normalise_schema(&mut reading, schema, dialect)
}
