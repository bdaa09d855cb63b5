//! Turns a Rust file into drafts: functions with an arguments struct, and types that are tools themselves. Nothing is
//! executed and no macro is expanded; a tool that the text alone does not fully describe is rejected.

mod attributes;
mod candidates;
mod case;
mod defaults;
mod describe;
mod enums;
mod function;
mod items;
mod kept;
mod methods;
mod names;
mod nodes;
mod of_rig;
mod of_rmcp;
mod results;
mod scalars;
mod schemars;
mod serde;
mod structs;
mod tool;
mod types;
mod undescribed;
mod well_known;

pub use candidates::list_candidates;

use super::ModuleRequest;
use attributes::Attributes;
use items::{Item, Items};
use names::Imports;
use nodes::set_key;
use serde::{Custom, Direction, Unfit};
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{SourceId, Sources, Span, Spanned};
use toolc_model::draft::{Draft, DraftFunction, Lost};
use toolc_model::model::ToolName;
use toolc_model::model::native::KeptType;
use toolc_schema::schema::uri;

/// Reads the tools of one module.
pub(super) fn read_rust(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    asked: &ModuleRequest<'_>,
) -> Draft {
    let mut draft = Draft::default();
    let source = sources.get(asked.source);
    let items = match Items::of(&source.text) {
        Ok(items) => items,
        Err(fault) => {
            let message = format!(
                "the module `{}` cannot be read: {}",
                source.path, fault.reason
            );
            let span = Span::new(asked.source, fault.range);
            let finding = Diagnostic::new(Code::UNREADABLE_MODULE, span, message)
                .also(asked.module.path.span, "named here")
                .help(match fault.reason {
                    items::TOO_LARGE => "split the file: toolc reads up to 2 MiB",
                    _ => "correct it as the compiler says",
                });
            diagnostics.push(finding);
            draft.lost.push(Lost {
                namespace: Some(asked.namespace.value.clone()),
            });
            return draft;
        }
    };
    let kept = kept::find_schemas(diagnostics, sources, asked.source);
    let mut reader = Reader::new(diagnostics, sources, asked.source, asked.rust_path, &items);
    reader.schemas = kept.as_ref();
    let mut seen = HashSet::new();
    for name in &asked.tools {
        if seen.insert(name.bare()) {
            let mut functions = asked.functions.iter().copied();
            let said = functions.find(|said| said.name.bare() == name.bare());
            reader.read_tool(&mut draft, asked.namespace, name, said);
        }
    }
    draft.kept = reader.kept;
    draft
}

/// One file during reading.
struct Reader<'r> {
    diagnostics: &'r mut Diagnostics,
    sources: &'r Sources,
    source: SourceId,
    /// The path through which generated code reaches the file.
    module: &'r [String],
    items: &'r Items,
    imports: Imports,
    direction: Direction,
    /// The types that the current schema refers to.
    definitions: Vec<(String, Node)>,
    /// Whether something was reported because of which the current tool is left out.
    is_at_fault: bool,
    /// What is not known of the current arguments or result: errors, unless schemars says what the type is.
    open: Vec<Diagnostic>,
    /// The schemas that a generated test wrote, if there are any.
    schemas: Option<&'r Node>,
    /// The types of which schemars says what they are.
    kept: Vec<KeptType>,
    depth: usize,
}

impl<'r> Reader<'r> {
    /// How many types may be nested in, or aliases of, each other.
    const MAX_DEPTH: usize = 64;

    fn new(
        diagnostics: &'r mut Diagnostics,
        sources: &'r Sources,
        source: SourceId,
        module: &'r [String],
        items: &'r Items,
    ) -> Self {
        Reader {
            diagnostics,
            sources,
            source,
            module,
            imports: Imports::of(items),
            items,
            direction: Direction::In,
            definitions: Vec::new(),
            is_at_fault: false,
            open: Vec::new(),
            schemas: None,
            kept: Vec::new(),
            depth: 0,
        }
    }

    fn span(&self, span: proc_macro2::Span) -> Span {
        Span::new(self.source, span.byte_range())
    }

    /// Reports an error because of which the tool is left out.
    fn fault(&mut self, finding: Diagnostic) {
        self.is_at_fault = true;
        self.diagnostics.push(finding);
    }

    /// Whether something is known because of which the current tool may be left out.
    fn has_fault(&self) -> bool {
        self.is_at_fault || !self.open.is_empty()
    }

    /// Reads a tool, or reports why it is left out.
    fn read_tool(
        &mut self,
        draft: &mut Draft,
        namespace: &Spanned<String>,
        name: &ToolName,
        said: Option<&DraftFunction>,
    ) {
        self.is_at_fault = false;
        let tool = self.tool(namespace, name);
        match tool {
            Some(mut tool) if !self.is_at_fault => {
                if let Some(said) = said {
                    describe::describe_tool(self.diagnostics, &mut tool, said);
                }
                draft.tools.push(tool);
            }
            // the finding is enough; that the worker names the tool needs no separate finding
            _ => draft.lost.push(Lost {
                namespace: Some(namespace.value.clone()),
            }),
        }
    }

    /// The attributes of an item; attributes that are conditional are errors.
    fn attributes(&mut self, list: &[syn::Attribute]) -> Attributes {
        let mut found = Attributes::of(list);
        for (span, why) in std::mem::take(&mut found.faults) {
            self.unfit((span, why.to_owned()));
        }
        found
    }

    /// Reports an attribute that cannot be supported.
    fn unfit(&mut self, (span, why): Unfit) {
        let span = self.span(span);
        let message = format!("this attribute cannot be honoured: {why}");
        let finding = Diagnostic::new(Code::UNHONOURED_ATTRIBUTE, span, message)
            .label("the schema would not be what the program reads")
            .help("take it out, or write the tool as a spec with a handler");
        self.fault(finding);
    }

    /// Reports a field that is read or written by a custom function.
    fn custom(&mut self, custom: &Custom) {
        let span = self.span(custom.span);
        let message = format!(
            "`{}` decides what the JSON is while the program runs",
            custom.word
        );
        let finding = Diagnostic::new(Code::UNHONOURED_ATTRIBUTE, span, message)
            .label("its JSON form is unknown")
            .help(
                "say what it is with `#[schemars(with = \"String\")]`, or write the tool as a spec",
            );
        self.fault(finding);
    }

    /// Reports an item that is not valid Rust, or nests too deeply.
    fn unreadable(&mut self, item: &Item, error: &syn::Error) {
        let span = self.span(error.span());
        let span = if span.start == span.end {
            self.span(item.span)
        } else {
            span
        };
        let message = format!("`{}` cannot be read: {error}", item.name);
        let finding = Diagnostic::new(Code::UNREADABLE_MODULE, span, message)
            .help("correct it as the compiler says, or make it simpler");
        self.fault(finding);
    }

    /// Checks that a type derives its serde implementation.
    fn check_derive(&mut self, item: &Item, attributes: &Attributes) {
        let name = match self.direction {
            Direction::In => "Deserialize",
            Direction::Out => "Serialize",
        };
        if attributes.derives(name) {
            return;
        }
        let span = self.span(item.span);
        let message = format!("the type `{}` does not derive `{name}`", item.name);
        let finding = Diagnostic::new(Code::UNDESCRIBED_TYPE, span, message)
            .label("its JSON form is unknown")
            .help(format!(
                "write `#[derive({name})]` above it, without `cfg_attr`; toolc does not read \
                 hand-written implementations"
            ));
        self.open.push(finding);
    }

    /// Builds a schema for one direction, including the definitions that it refers to.
    fn schema(&mut self, direction: Direction, describe: impl FnOnce(&mut Self) -> Node) -> Node {
        self.direction = direction;
        self.definitions.clear();
        let mut schema = describe(self);
        let definitions = std::mem::take(&mut self.definitions);
        if !definitions.is_empty() {
            let span = schema.span;
            let mut map = Map::default();
            for (name, definition) in definitions {
                let place = definition.span;
                map.insert(&name, place, definition);
            }
            set_key(&mut schema, "$defs", Node::new(Value::Map(map), span));
        }
        schema
    }
}

/// The reference to a type in the file.
fn definition(name: &str) -> String {
    format!("#/$defs/{}", uri::escape_path(name))
}

/// The JSON types that a schema names.
fn kinds(definitions: &[(String, Node)], schema: &Node) -> Vec<String> {
    let mut schema = schema;
    for _ in 0..definitions.len() {
        let Some(name) = schema.get("$ref").and_then(Node::as_str) else {
            break;
        };
        let found = definitions
            .iter()
            .find(|(known, _)| definition(known) == name);
        match found {
            Some((_, found)) => schema = found,
            None => break,
        }
    }
    match schema.get("type").map(|kind| &kind.value) {
        Some(Value::String(kind)) => vec![kind.clone()],
        Some(Value::List(kinds)) => {
            let kinds = kinds.iter().filter_map(Node::as_str);
            kinds.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
