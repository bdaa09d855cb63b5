//! Schema nodes to schemas: every keyword read, every `$ref` followed within its document.

use super::anchor::{Anchors, is_resource};
use super::keyword::read_keyword;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::DraftSchema;
use crate::model::schema::{Fault, Schema, SchemaId, Schemas};
use crate::node::{Entry, Node, Value};
use crate::source::Span;
use std::collections::HashMap;

/// How deep schemas may stand within each other before any value is looked into.
const MAX_IN_PLACE: usize = 64;

/// Reads schemas. A schema that several references point at is read once: schemas are known by the
/// address of their node.
pub struct SchemaReader<'d, 'n> {
    /// Where findings go.
    pub diagnostics: &'d mut Diagnostics,
    /// What was read.
    pub schemas: Schemas,
    known: HashMap<*const Node, SchemaId>,
    waiting: Vec<(SchemaId, &'n Node, Root<'n>)>,
    anchors: Anchors<'n>,
}

/// The document that `#` stands for.
pub type Root<'n> = &'n Node;

impl<'d, 'n> SchemaReader<'d, 'n> {
    /// A reader without schemas.
    pub fn new(diagnostics: &'d mut Diagnostics) -> Self {
        SchemaReader {
            diagnostics,
            schemas: Schemas::default(),
            known: HashMap::new(),
            waiting: Vec::new(),
            anchors: Anchors::default(),
        }
    }

    /// Reads the schema of a draft and all that it refers to.
    pub fn read(&mut self, draft: &'n DraftSchema) -> SchemaId {
        let id = self.schema(&draft.node, &draft.root);
        while let Some((id, node, root)) = self.waiting.pop() {
            self.fill(id, node, root);
        }
        id
    }

    /// Reads the schema at a node.
    pub fn schema(&mut self, node: &'n Node, root: Root<'n>) -> SchemaId {
        let (id, new) = self.declare(node);
        if new {
            self.fill(id, node, root);
        }
        id
    }

    fn declare(&mut self, node: &'n Node) -> (SchemaId, bool) {
        let address = std::ptr::from_ref(node);
        if let Some(&id) = self.known.get(&address) {
            return (id, false);
        }
        let id = self.schemas.add(Schema::any(node.span));
        self.known.insert(address, id);
        (id, true)
    }

    fn fill(&mut self, id: SchemaId, node: &'n Node, root: Root<'n>) {
        match &node.value {
            Value::Bool(true) => {}
            Value::Bool(false) => self.schemas.get_mut(id).never = true,
            Value::Map(map) => {
                let root = if is_resource(map) { node } else { root };
                for entry in map.iter() {
                    read_keyword(self, id, map, entry, root);
                }
            }
            _ => {
                let message = format!(
                    "a schema must be a mapping or a boolean, this is {}",
                    node.kind()
                );
                self.fault(
                    id,
                    Diagnostic::new(Code::MALFORMED_SCHEMA, node.span, message)
                        .help("write `{}` where every value is allowed"),
                );
            }
        }
    }

    /// Notes that no tool that reaches this schema can be compiled.
    pub fn fault(&mut self, id: SchemaId, diagnostic: Diagnostic) {
        let schema = self.schemas.get_mut(id);
        schema.fault = Some(Fault {
            code: diagnostic.code,
            span: diagnostic.span().unwrap_or(schema.span),
        });
        self.diagnostics.push(diagnostic);
    }

    /// Notes that a keyword has a value that means nothing. What was meant cannot be enforced, so no
    /// tool that reaches the schema is compiled.
    pub fn malformed(&mut self, id: SchemaId, entry: &Entry, expected: &str) {
        let message = format!(
            "`{}` must be {expected}, this is {}",
            entry.key,
            entry.value.kind()
        );
        self.fault(
            id,
            Diagnostic::new(Code::MALFORMED_SCHEMA, entry.value.span, message)
                .label("tools with this schema are left out")
                .help(format!("write {expected}, or remove `{}`", entry.key)),
        );
    }

    /// Follows a `$ref`. The target is read later, so that a long chain of references takes no stack.
    pub fn reference(&mut self, id: SchemaId, entry: &'n Entry, root: Root<'n>) {
        let node = &entry.value;
        let Some(text) = node.as_str() else {
            return self.malformed(id, entry, "a string");
        };
        let Some(target) = find(&mut self.anchors, text, root) else {
            return self.fault(id, dangling(text, node));
        };
        let (target_id, new) = self.declare(target);
        if new {
            self.waiting.push((target_id, target, root));
        }
        if let Some(name) = definition_name(text) {
            self.schemas
                .get_mut(target_id)
                .definition
                .get_or_insert(name);
        }
        self.schemas.get_mut(id).reference = Some(target_id);
    }

    /// Ends the reading: marks schemas that hold for the same value in a circle, which no value can
    /// be checked against, and towers of them, which later stages and the runtime would climb.
    pub fn finish(mut self) -> Schemas {
        let mut states = vec![State::New; self.schemas.len()];
        for index in 0..states.len() {
            self.visit(
                SchemaId(u32::try_from(index).unwrap_or(u32::MAX)),
                &mut states,
                0,
            );
        }
        self.schemas
    }

    /// How many schemas hold for the same value below this one; `None` in a circle.
    fn visit(&mut self, id: SchemaId, states: &mut [State], depth: usize) -> Option<usize> {
        let at = id.0 as usize;
        match states[at] {
            State::Done(height) => return Some(height),
            State::Open => return None,
            State::New => states[at] = State::Open,
        }
        let height = self.height(id, states, depth);
        states[at] = State::Done(height);
        Some(height)
    }

    fn height(&mut self, id: SchemaId, states: &mut [State], depth: usize) -> usize {
        let next: Vec<SchemaId> = self.schemas.get(id).in_place().collect();
        let span = self.schemas.get(id).span;
        let mut height = 0;
        for other in next {
            let below = match depth {
                MAX_IN_PLACE => Some(MAX_IN_PLACE),
                _ => self.visit(other, states, depth + 1),
            };
            let finding = match below {
                None => circle(span),
                Some(MAX_IN_PLACE..) => tower(span),
                Some(below) => {
                    height = height.max(below + 1);
                    continue;
                }
            };
            self.fault(id, finding);
            self.cut(id);
            return 0;
        }
        height
    }

    /// Takes the in-place keywords out of a faulty schema, so that later stages end.
    fn cut(&mut self, id: SchemaId) {
        let schema = self.schemas.get_mut(id);
        schema.reference = None;
        schema.all_of.clear();
        schema.any_of.clear();
        schema.one_of.clear();
        schema.not = None;
        schema.condition = None;
        schema.object.dependent_schemas.clear();
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done(usize),
}

fn tower(span: Span) -> Diagnostic {
    let message = format!("more than {MAX_IN_PLACE} schemas hold for one value within each other");
    Diagnostic::new(Code::SCHEMA_TOO_LARGE, span, message)
        .help("flatten the chain of `$ref`, `allOf`, `anyOf` and `oneOf`")
}

fn circle(span: Span) -> Diagnostic {
    let message =
        "this schema refers to itself for the same value, so no value can be checked against it";
    Diagnostic::new(Code::CIRCULAR_REFERENCE, span, message)
        .help("let the circle go through `properties` or `items`")
}

fn dangling(text: &str, node: &Node) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::DANGLING_REFERENCE,
        node.span,
        format!("`$ref` leads nowhere: `{text}`"),
    );
    if text.starts_with('#') {
        return diagnostic
            .label("nothing stands there in this document")
            .help("define the schema under this pointer, or correct the reference");
    }
    diagnostic
        .label("a reference to another document")
        .help("put the schema under `$defs` of this document: references are followed within one document, never over the network")
}

/// The node that a reference means (RFC 6901 section 6 for pointers in fragments).
pub fn find<'n>(anchors: &mut Anchors<'n>, reference: &str, root: Root<'n>) -> Option<&'n Node> {
    let own = root.get("$id").and_then(Node::as_str).unwrap_or("");
    let own = own.strip_suffix('#').unwrap_or(own);
    let fragment = match reference.split_once('#') {
        Some((base, fragment)) if base.is_empty() || base == own => fragment,
        None if reference == own && !own.is_empty() => "",
        _ => return None,
    };
    let fragment = percent_decode(fragment)?;
    if fragment.is_empty() {
        return Some(root);
    }
    if fragment.starts_with('/') {
        return root.pointer(&fragment);
    }
    anchors.find(root, &fragment)
}

/// Decodes `%41`; `None` where the bytes are no text.
pub fn percent_decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let is_code = |digits: &&[u8]| byte == b'%' && digits.iter().all(u8::is_ascii_hexdigit);
        let digits = tail.get(..2).filter(is_code);
        let code =
            digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

/// The name that a reference gives to its target: the key under `$defs` and the like.
pub fn definition_name(reference: &str) -> Option<String> {
    let (parent, name) = reference.rsplit_once('/')?;
    let (_, folder) = parent.rsplit_once('/').unwrap_or(("", parent));
    let known = matches!(
        folder,
        "$defs" | "definitions" | "schemas" | "requestBodies" | "parameters" | "responses"
    );
    let name = percent_decode(name)?.replace("~1", "/").replace("~0", "~");
    (known && !name.is_empty()).then_some(name)
}
