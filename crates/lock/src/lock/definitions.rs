//! The keys of shared definitions in the lock. Names are unique within what one tool reaches; if two documents have
//! different definitions of the same name, the start of a hash distinguishes them.

use super::tree::{REFERENCE, each_reference_mut};
use std::collections::{BTreeMap, HashMap};
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_base::sha256::{hash_parts, write_hex};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, SchemaText};

/// The keys of all definitions of a catalog.
#[derive(Debug)]
pub(super) struct Keys<'c> {
    catalog: &'c Catalog,
    keys: Vec<String>,
    /// Whether some tool reaches the definition.
    reached: Vec<bool>,
    /// Whether any key differs from its name.
    renamed: bool,
}

impl<'c> Keys<'c> {
    pub(super) fn new(catalog: &'c Catalog) -> Self {
        let mut reached = vec![false; catalog.definitions.len()];
        for schema in catalog
            .tools
            .iter()
            .chain(&catalog.answers)
            .flat_map(|tool| std::iter::once(&tool.input_text).chain(catalog.held_output(tool)))
        {
            for index in catalog.reached_definitions(schema) {
                reached[index] = true;
            }
        }
        let names = catalog
            .definitions
            .iter()
            .map(|definition| definition.name.clone())
            .collect();
        let mut keys = Keys {
            catalog,
            keys: names,
            reached,
            renamed: false,
        };
        keys.tell_apart();
        keys
    }

    /// Gives definitions with the same name but different contents distinct keys.
    fn tell_apart(&mut self) {
        let mut owners: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, definition) in self.catalog.definitions.iter().enumerate() {
            owners.entry(&definition.name).or_default().push(index);
        }
        for (name, owners) in owners.into_iter().filter(|(_, owners)| owners.len() > 1) {
            let hashes: Vec<String> = owners
                .iter()
                .map(|&owner| self.hash_closure(owner))
                .collect();
            if hashes.iter().any(|hash| *hash != hashes[0]) {
                self.renamed = true;
                for (owner, hash) in owners.into_iter().zip(hashes) {
                    self.keys[owner] = format!("{name}@{hash}");
                }
            }
        }
    }

    /// The tree of a schema, with references to the keys of this lock.
    pub(super) fn take_schema(&self, schema: &SchemaText, span: Span) -> Node {
        self.take_text(schema, span)
    }

    /// All definitions that some tool reaches.
    pub(super) fn take_definitions(&self, span: Span) -> BTreeMap<String, Node> {
        let mut definitions = BTreeMap::new();
        for (index, definition) in self.catalog.definitions.iter().enumerate() {
            if self.reached[index] {
                let node = self.take_text(&definition.schema, span);
                definitions.insert(self.keys[index].clone(), node);
            }
        }
        definitions
    }

    fn take_text(&self, schema: &SchemaText, span: Span) -> Node {
        let mut node = parse_text(&schema.text, span);
        if self.renamed {
            let keys = self.keys_in(schema);
            each_reference_mut(&mut node, &mut |reference| {
                let name = reference.strip_prefix(REFERENCE);
                if let Some(index) = name.and_then(|name| keys.get(name)) {
                    *reference = format!("{REFERENCE}{}", self.keys[*index]);
                }
            });
        }
        node
    }

    fn keys_in(&self, schema: &SchemaText) -> HashMap<&'c str, usize> {
        let name = |index: usize| Some((self.catalog.definitions.get(index)?.name.as_str(), index));
        schema
            .uses
            .iter()
            .filter_map(|&index| name(index))
            .collect()
    }

    /// Eight hex digits of the SHA-256 of a definition and everything it reaches.
    fn hash_closure(&self, index: usize) -> String {
        let schema = &self.catalog.definitions[index].schema;
        let reached: BTreeMap<&str, &str> = self
            .catalog
            .reached_definitions(schema)
            .into_iter()
            .chain([index])
            .map(|index| &self.catalog.definitions[index])
            .map(|definition| (definition.name.as_str(), definition.schema.text.as_str()))
            .collect();
        let mut parts = vec![self.catalog.definitions[index].name.as_str()];
        for (name, text) in reached {
            parts.extend(["\0", name, "\0", text]);
        }
        write_hex(&hash_parts(parts)[..4])
    }
}
