//! The text of a schema as the model is shown it: definitions stand once and are shared by all
//! tools that refer to them.

use super::anchor::{Anchors, is_resource};
use super::schema::{Root, definition_name, find};
use crate::draft::DraftSchema;
use crate::model::position::Position;
use crate::model::{Definition, SchemaText};
use crate::node::{Map, Node, Value};
use std::collections::{HashMap, HashSet};
use toolc_runtime::json::write_string;

/// Writes schema texts.
#[derive(Default)]
pub struct TextWriter {
    /// The definitions of all texts so far.
    pub definitions: Vec<Definition>,
    known: HashMap<*const Node, usize>,
    names: HashMap<*const Node, HashSet<String>>,
}

impl TextWriter {
    /// Writes a schema; what it refers to becomes definitions.
    pub fn write(&mut self, schema: &DraftSchema) -> SchemaText {
        let mut text = Text {
            writer: self,
            draft: schema,
            anchors: Anchors::default(),
            waiting: Vec::new(),
            out: SchemaText::default(),
        };
        text.schema(&schema.node, &schema.root);
        let outermost = std::mem::take(&mut text.out);
        while let Some((index, node, root)) = text.waiting.pop() {
            text.schema(node, root);
            text.writer.definitions[index].schema = std::mem::take(&mut text.out);
        }
        outermost
    }

    /// A name that no other definition of the document has. It stands in a pointer as it is: without
    /// the characters that RFC 6901 section 3 and RFC 3986 section 2.1 escape.
    fn name(&mut self, root: &Node, reference: &str) -> String {
        let last = reference
            .rsplit(['/', '#'])
            .next()
            .filter(|name| !name.is_empty());
        let wish = definition_name(reference)
            .or(last.map(str::to_owned))
            .unwrap_or_else(|| "schema".to_owned())
            .replace(['/', '~', '%'], "_");
        let taken = self.names.entry(std::ptr::from_ref(root)).or_default();
        let mut name = wish.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{wish}_{number}");
            number += 1;
        }
        name
    }
}

struct Text<'w, 'n> {
    writer: &'w mut TextWriter,
    draft: &'n DraftSchema,
    anchors: Anchors<'n>,
    waiting: Vec<(usize, &'n Node, Root<'n>)>,
    out: SchemaText,
}

impl<'n> Text<'_, 'n> {
    fn schema(&mut self, node: &'n Node, root: Root<'n>) {
        match &node.value {
            Value::Map(map) if is_resource(map) => self.map(node, map, node),
            Value::Map(map) => self.map(node, map, root),
            Value::List(list) => {
                self.out.text.push('[');
                for (index, node) in list.iter().enumerate() {
                    self.comma(index);
                    self.schema(node, root);
                }
                self.out.text.push(']');
            }
            _ => self.out.text.push_str(&node.to_json()),
        }
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out.text.push(',');
        }
    }

    fn key(&mut self, index: usize, key: &str) {
        self.comma(index);
        write_string(key, &mut self.out.text);
        self.out.text.push(':');
    }

    /// A schema with its keywords. The outermost one is written without its definitions, and each
    /// other one without its `$id`: references point at the definitions of the whole text.
    fn map(&mut self, node: &'n Node, map: &'n Map, root: Root<'n>) {
        let outermost = std::ptr::eq(node, &*self.draft.node);
        let left_out = |key: &str| match key {
            "$defs" | "definitions" => outermost,
            "$id" => !outermost && is_resource(map),
            _ => false,
        };
        let entries = map.iter().filter(|entry| !left_out(&entry.key));
        self.out.text.push('{');
        for (index, entry) in entries.enumerate() {
            self.key(index, &entry.key);
            self.value(&entry.key, &entry.value, root);
        }
        self.out.text.push('}');
    }

    /// What stands under a keyword.
    fn value(&mut self, keyword: &str, node: &'n Node, root: Root<'n>) {
        match (Position::of(keyword), &node.value) {
            (_, Value::String(reference)) if keyword == "$ref" => self.reference(reference, root),
            (Position::Data, _) => self.out.text.push_str(&node.to_json()),
            (Position::Map, Value::Map(schemas)) => {
                self.out.text.push('{');
                for (index, entry) in schemas.iter().enumerate() {
                    self.key(index, &entry.key);
                    self.schema(&entry.value, root);
                }
                self.out.text.push('}');
            }
            _ => self.schema(node, root),
        }
    }

    fn reference(&mut self, reference: &str, root: Root<'n>) {
        let whole = [&*self.draft.root, &*self.draft.node];
        let target = find(&mut self.anchors, reference, root)
            .filter(|target| !whole.iter().any(|whole| std::ptr::eq(*target, *whole)));
        let Some(target) = target else {
            return write_string(reference, &mut self.out.text);
        };
        let address = std::ptr::from_ref(target);
        let index = match self.writer.known.get(&address) {
            Some(index) => *index,
            None => self.define(reference, target, root),
        };
        if !self.out.uses.contains(&index) {
            self.out.uses.push(index);
        }
        let name = &self.writer.definitions[index].name;
        write_string(&format!("#/$defs/{name}"), &mut self.out.text);
    }

    fn define(&mut self, reference: &str, target: &'n Node, root: Root<'n>) -> usize {
        let name = self.writer.name(&self.draft.root, reference);
        let index = self.writer.definitions.len();
        self.writer.definitions.push(Definition {
            name,
            schema: SchemaText::default(),
        });
        self.writer.known.insert(std::ptr::from_ref(target), index);
        self.waiting.push((index, target, root));
        index
    }
}
