//! Schemas as tables of the runtime, so that a recorded call is judged as a worker would judge it.

use std::cell::RefCell;
use std::collections::HashMap;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_runtime::reader::MAX_DEPTH;
use toolc_runtime::schema::Schema;
use toolc_runtime::validate;
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::discriminate::tell_apart;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::{ShapeId, Shapes};
use toolc_schema::schema::tables::{Tables, nesting_depth};
use toolc_schema::schema::unify::unify_shapes;

/// What validates arguments.
pub(super) enum Validator {
    /// Nothing is said about them.
    Any,
    /// The schema cannot be compiled, so no call can be made.
    Broken,
    /// Shapes, and the tables that were made of them by how deeply values nest. They live as long as the process.
    Shapes {
        shapes: Shapes,
        root: ShapeId,
        tables: RefCell<HashMap<u16, &'static Schema>>,
    },
}

/// Why arguments are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The schema cannot be compiled.
    Broken,
    /// The violated rules, in the order in which they were found; and how many more there are.
    Violated(Vec<Violated>, usize),
}

/// A violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violated {
    /// JSON Pointer (RFC 6901) into the arguments.
    pub pointer: String,
    /// The keyword of JSON Schema.
    pub keyword: &'static str,
    /// The rule in words.
    pub message: String,
}

impl Validator {
    /// Compiles a schema. What is wrong with it is reported where it is compiled as a tool.
    pub(super) fn new(schema: &DraftSchema, formats: Formats) -> Self {
        let mut unheard = Diagnostics::silent();
        let mut reader = SchemaReader::new(&mut unheard, Resources::new(&[], true));
        reader.formats = formats;
        let id = reader.read(schema, "calls:?tool");
        let (schemas, nodes) = reader.finish();
        if Faults::of(&schemas).at(id).is_some() {
            return Validator::Broken;
        }
        let mut shaper = Shaper::new(&mut unheard, schemas, nodes);
        let Some(root) = shaper.shape_schema(id) else {
            return Validator::Broken;
        };
        let mut shapes = shaper.shapes;
        let kept = unify_shapes(&mut shapes);
        tell_apart(&mut shapes);
        Validator::Shapes {
            root: kept[root.0 as usize],
            shapes,
            tables: RefCell::default(),
        }
    }

    pub(super) fn validate(&self, arguments: &Node) -> Option<Refusal> {
        let (shapes, root, tables) = match self {
            Validator::Any => return None,
            Validator::Broken => return Some(Refusal::Broken),
            Validator::Shapes {
                shapes,
                root,
                tables,
            } => (shapes, *root, tables),
        };
        let text = arguments.to_json();
        // the runtime reads nothing that is nested more deeply
        let depth = nesting_depth(&text).min(MAX_DEPTH);
        let mut tables = tables.borrow_mut();
        let table = tables
            .entry(depth)
            .or_insert_with(|| Tables::new(shapes).table(root, depth));
        let violations = validate(table, &text).err()?;
        let kept = violations.iter().map(|violation| Violated {
            pointer: violation.pointer.clone(),
            keyword: violation.keyword,
            message: violation.message.to_string(),
        });
        Some(Refusal::Violated(
            kept.collect(),
            violations.total() - violations.len(),
        ))
    }
}
