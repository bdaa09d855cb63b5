//! Reads schema nodes into schemas: every keyword, and every reference.

mod keyword;

use crate::pattern::Patterns;
use crate::schema::document::DraftSchema;
use crate::schema::formats::Formats;
use crate::schema::keywords::{Fault, Schema, SchemaId, Schemas};
use crate::schema::link::dangling::dangling_reference;
use crate::schema::link::reference::definition_name;
use crate::schema::link::resources::Resources;
pub use crate::schema::link::resources::Root;
use crate::schema::link::scope::{MAX_SCOPED, ResourceId, ScopeId};
use keyword::{check_own, read_keyword};
use std::collections::HashMap;
use toolc_base::diagnostic::meant::suggest_value;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, next_number};

/// A default or an example in a schema.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'n> {
    /// The schema.
    pub schema: SchemaId,
    /// The keyword that contains it.
    pub keyword: &'static str,
    /// The value.
    pub value: &'n Node,
}

/// How deeply schemas for the same value may nest.
const MAX_IN_PLACE: usize = 64;

/// What makes two schemas one: their node, their context, and the dynamic scope in which they are
/// reached.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    node: *const (),
    resource: ResourceId,
    scope: ScopeId,
    formats: Formats,
    names_types: bool,
}

/// Reads schemas. A schema that several references lead to, or that was copied within one resource,
/// is read once.
pub struct SchemaReader<'d, 'n> {
    /// Where findings go.
    pub diagnostics: &'d mut Diagnostics,
    /// The schemas read so far.
    pub schemas: Schemas,
    /// How `format` is treated.
    pub formats: Formats,
    /// Whether `x-rust-type` is allowed.
    pub names_types: bool,
    /// Whether what is read is under `not`.
    is_negated: bool,
    known: HashMap<Identity, SchemaId>,
    /// How many of the schemas are in a dynamic scope.
    scoped: usize,
    waiting: Vec<(SchemaId, &'n Node, Root<'n>)>,
    /// The node of each schema.
    nodes: Vec<&'n Node>,
    /// Defaults and examples in the schemas.
    pub samples: Vec<Sample<'n>>,
    /// The compiled patterns.
    pub patterns: Patterns,
    resources: Resources<'n>,
}

impl<'d, 'n> SchemaReader<'d, 'n> {
    /// Creates a reader without schemas.
    pub fn new(diagnostics: &'d mut Diagnostics, resources: Resources<'n>) -> Self {
        SchemaReader {
            diagnostics,
            schemas: Schemas::default(),
            formats: Formats::default(),
            names_types: false,
            is_negated: false,
            known: HashMap::new(),
            scoped: 0,
            waiting: Vec::new(),
            nodes: Vec::new(),
            samples: Vec::new(),
            patterns: Patterns::default(),
            resources,
        }
    }

    /// Reads the schema of a draft, and everything it refers to.
    pub fn read(&mut self, draft: &'n DraftSchema, address: &str) -> SchemaId {
        let root = self.resources.enter_root(&draft.root, draft.kind, address);
        let id = self.read_schema(&draft.node, root);
        while let Some((id, node, root)) = self.waiting.pop() {
            self.fill(id, node, root);
        }
        id
    }

    /// Reads the schema at a node.
    pub fn read_schema(&mut self, node: &'n Node, root: Root<'n>) -> SchemaId {
        let root = self.resources.enter_schema(node, root);
        let (id, new) = self.declare(node, root);
        if new {
            self.fill(id, node, root);
        }
        id
    }

    fn declare(&mut self, node: &'n Node, root: Root<'n>) -> (SchemaId, bool) {
        let identity = Identity {
            node: node.identity(),
            resource: root.resource,
            scope: root.scope,
            formats: self.formats,
            names_types: self.names_types,
        };
        if let Some(&id) = self.known.get(&identity) {
            return (id, false);
        }
        let id = self.schemas.add(Schema::any(node.span));
        self.nodes.push(node);
        self.known.insert(identity, id);
        self.scoped += usize::from(root.scope != ScopeId::EMPTY);
        if self.scoped > MAX_SCOPED || root.scope == ScopeId::OVERFULL {
            self.note_fault(id, too_many_scopes(node.span));
            return (id, false);
        }
        (id, true)
    }

    fn fill(&mut self, id: SchemaId, node: &'n Node, root: Root<'n>) {
        match &node.value {
            Value::Bool(true) => {}
            Value::Bool(false) => self.schemas.get_mut(id).never = true,
            Value::Map(map) => {
                for entry in map.iter() {
                    read_keyword(self, id, map, entry, root);
                }
                check_own(self, id, map);
                self.record_samples(id, map);
            }
            _ => {
                let message = format!(
                    "a schema must be a mapping or a boolean, found {}",
                    node.kind()
                );
                self.note_fault(
                    id,
                    Diagnostic::new(Code::MALFORMED_SCHEMA, node.span, message)
                        .help(suggest_schema(node)),
                );
            }
        }
    }

    /// Records the default and the examples of a schema.
    fn record_samples(&mut self, schema: SchemaId, map: &'n Map) {
        let single = ["default", "example"].into_iter();
        let single = single.filter_map(|keyword| Some((keyword, map.get(keyword)?)));
        let several = map.get("examples").and_then(Node::as_list).unwrap_or(&[]);
        let several = several.iter().map(|node| ("examples", node));
        for (keyword, value) in single.chain(several) {
            self.samples.push(Sample {
                schema,
                keyword,
                value,
            });
        }
    }

    /// Records that no tool that reaches this schema can be compiled.
    pub fn note_fault(&mut self, id: SchemaId, diagnostic: Diagnostic) {
        let schema = self.schemas.get_mut(id);
        schema.fault = Some(Fault {
            code: diagnostic.code,
            span: diagnostic.span().unwrap_or(schema.span),
        });
        self.diagnostics.push(diagnostic);
    }

    /// A `$schema` that remains, and is not the current one, requires an unknown vocabulary. That
    /// was reported when it was read.
    pub fn mark_unknown_vocabulary(&mut self, id: SchemaId, entry: &Entry) {
        let Some(name) = entry.value.as_str() else {
            return self.note_malformed(id, entry, "a string");
        };
        if !name.contains("draft/2020-12/schema") {
            self.schemas.get_mut(id).fault = Some(Fault {
                code: Code::UNKNOWN_VOCABULARY,
                span: entry.value.span,
            });
        }
    }

    /// Reports that a keyword has a meaningless value. The intention cannot be enforced, so no tool
    /// that reaches the schema is compiled.
    pub fn note_malformed(&mut self, id: SchemaId, entry: &Entry, expected: &str) {
        let message = format!(
            "`{}` must be {expected}, found {}",
            entry.key,
            entry.value.kind_instead_of(expected)
        );
        let help = suggest_value(&entry.value, expected);
        let help =
            help.unwrap_or_else(|| format!("write {expected}, or remove `{}`", entry.key).into());
        self.note_fault(
            id,
            Diagnostic::new(Code::MALFORMED_SCHEMA, entry.value.span, message)
                .label("what needs this schema is left out")
                .help(help),
        );
    }

    /// Follows a reference. The target is read later, so that long chains of references need no
    /// stack.
    pub fn read_reference(&mut self, id: SchemaId, entry: &'n Entry, root: Root<'n>) {
        let Some(text) = entry.value.as_str() else {
            return self.note_malformed(id, entry, "a string");
        };
        let target = match self.resources.follow_reference(&entry.key, text, root) {
            Ok(target) => target,
            Err(missing) => {
                let near = self.resources.find_near(&missing, text, root);
                return self.note_fault(id, dangling_reference(entry, &missing, near));
            }
        };
        let (target_id, new) = self.declare(target.node, target.root);
        if new {
            self.waiting.push((target_id, target.node, target.root));
        }
        let definition = &mut self.schemas.get_mut(target_id).definition;
        if definition.is_none() {
            *definition = definition_name(text);
        }
        let schema = self.schemas.get_mut(id);
        match schema.reference {
            None => schema.reference = Some(target_id),
            Some(_) => schema.all_of.push(target_id),
        }
    }

    /// Finishes reading. Marks as faults cycles of schemas that apply to the same value, which
    /// cannot be checked, and deep chains of them, on which later stages and the runtime would
    /// recurse.
    pub fn finish(mut self) -> (Schemas, Vec<&'n Node>) {
        let mut states = vec![State::New; self.schemas.len()];
        for index in 0..states.len() {
            self.visit(SchemaId(next_number(index)), &mut states, 0);
        }
        (self.schemas, self.nodes)
    }

    /// How many levels of schemas below this one apply to the same value; `None` in a cycle.
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
                None => circular_schema(span, self.nodes[id.0 as usize]),
                Some(MAX_IN_PLACE..) => deep_schema(span),
                Some(below) => {
                    height = height.max(below + 1);
                    continue;
                }
            };
            self.note_fault(id, finding);
            self.cut(id);
            return 0;
        }
        height
    }

    /// Removes the in-place keywords from a faulty schema, so that later stages terminate.
    fn cut(&mut self, id: SchemaId) {
        let schema = self.schemas.get_mut(id);
        schema.reference = None;
        schema.all_of.clear();
        schema.any_of.clear();
        schema.one_of.clear();
        schema.not = None;
        schema.conditional = None;
        schema.object.dependent_schemas.clear();
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done(usize),
}

fn deep_schema(span: Span) -> Diagnostic {
    let message = format!("more than {MAX_IN_PLACE} nested schemas apply to one value");
    Diagnostic::new(Code::SCHEMA_TOO_LARGE, span, message)
        .help("flatten the chain of `$ref`, `allOf`, `anyOf` and `oneOf`")
}

fn too_many_scopes(span: Span) -> Diagnostic {
    let message =
        format!("the dynamic references make more than {MAX_SCOPED} schemas of these documents");
    Diagnostic::new(Code::SCHEMA_TOO_LARGE, span, message)
        .help("refer with `$ref` where nothing is to be replaced")
}

fn circular_schema(span: Span, node: &Node) -> Diagnostic {
    let message =
        "this schema refers to itself for the same value, so no value can be checked against it";
    let is_whole = node.get("$ref").and_then(Node::as_str) == Some("#");
    Diagnostic::new(Code::CIRCULAR_REFERENCE, span, message).help(match is_whole {
        true => "`#` is the schema that the reference is in: name the one that you mean, such as `#/$defs/Name`",
        false => "put a `properties` or `items` between the schema and the reference",
    })
}

/// What to write instead of a value that is not a schema. YAML 1.1 has more words for booleans, and the name of a type
/// is often written in place of a schema.
fn suggest_schema(node: &Node) -> String {
    let word = node.as_str().unwrap_or_default();
    match word.to_ascii_lowercase().as_str() {
        "no" | "off" | "n" | "false" => "write `false` if no value is allowed".to_owned(),
        "yes" | "on" | "y" | "true" => "write `true` if every value is allowed".to_owned(),
        "null" | "boolean" | "integer" | "number" | "string" | "array" | "object" => {
            format!("write `{{ type: {word} }}`")
        }
        _ => "write `{}` if every value is allowed".to_owned(),
    }
}
