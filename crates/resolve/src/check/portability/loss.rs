//! Which calls a rewritten schema loses, and which it adds: decided by proof or by an example call.

use toolc_base::diagnostic::Diagnostics;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::strict::tree::Tree;
use toolc_runtime::strict::{Dialect, Rewritten};
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::keywords::SchemaId;
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::prove::inclusion::{Inclusion, prove_inclusion};
use toolc_schema::schema::read::SchemaReader;

/// The number of values that all searches of one compilation may visit together; any remaining
/// question is left undecided.
pub(super) const ALL_WORK: u32 = 20_000_000;

/// How many of them one tool may use.
const MAX_WORK: u32 = 1_000_000;

/// Longer calls are abbreviated.
const SHOWN: usize = 120;

/// How rewriting its schema affects the calls of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    /// Whether every valid call can still be expressed.
    pub lost: Inclusion,
    /// Whether every call that can be expressed is valid for the tool.
    pub gained: Inclusion,
}

impl Loss {
    /// Whether calls are lost, and none is known to be let through.
    pub fn is_narrower(&self) -> bool {
        let is_known = |inclusion: &Inclusion| matches!(inclusion, Inclusion::Refuted(_));
        is_known(&self.lost) && !is_known(&self.gained)
    }

    /// Describes what is lost and what is let through; `None` if the calls are the same or nothing
    /// is known.
    pub fn describe(&self) -> Option<String> {
        let lost = match &self.lost {
            Inclusion::Refuted(call) => {
                Some(format!("does not allow `{}`", shorten_text(call, SHOWN)))
            }
            Inclusion::Proved | Inclusion::Undecided => None,
        };
        let gained = match &self.gained {
            Inclusion::Refuted(call) => {
                Some(format!("lets `{}` through", shorten_text(call, SHOWN)))
            }
            Inclusion::Proved | Inclusion::Undecided => None,
        };
        let is_open = self.lost == Inclusion::Undecided || self.gained == Inclusion::Undecided;
        match (lost, gained) {
            (None, None) if is_open => {
                Some("may accept other calls: no proof was found, and no such call".to_owned())
            }
            (None, None) => None,
            (Some(said), None) | (None, Some(said)) => Some(said),
            (Some(lost), Some(gained)) => Some(format!("{lost} and {gained}")),
        }
    }
}

/// Compares the calls of a tool with those that its rewritten schema accepts, after these are
/// converted back.
pub(super) fn find_loss(
    catalog: &Catalog,
    tool: &Tool,
    dialect: Dialect,
    work: &mut u32,
) -> Option<Loss> {
    let written = catalog.shown_input(tool);
    let meant = Rewritten::new(&written, dialect).ok()?.meaning();
    let sides = [Tree::parse(&written)?, meant];
    let sides = sides.map(|side| DraftSchema::standalone(node_of(&side, tool.span)));
    // compiling the tool itself already reports these findings
    let mut unheard = Diagnostics::silent();
    let mut reader = SchemaReader::new(&mut unheard, Resources::new(&[], true));
    reader.formats = tool.formats;
    let ids = [0, 1].map(|index| reader.read(&sides[index], "export:?tool"));
    let (schemas, nodes) = reader.finish();
    let faults = Faults::of(&schemas);
    if ids.iter().any(|id| faults.at(*id).is_some()) {
        return None;
    }
    let mut shaper = Shaper::new(&mut unheard, schemas, nodes);
    let mut shape = |id: SchemaId| shaper.shape_arguments(id);
    let (own, meant) = (shape(ids[0])?, shape(ids[1])?);
    let shapes = shaper.shapes;
    let mut left = MAX_WORK.min(*work);
    let given = left;
    let loss = Loss {
        lost: prove_inclusion(&shapes, own, meant, &mut left),
        gained: prove_inclusion(&shapes, meant, own, &mut left),
    };
    *work -= given - left;
    Some(loss)
}

fn node_of(tree: &Tree, span: Span) -> Node {
    let value = match tree {
        Tree::Text(text) => Value::String(text.clone()),
        Tree::Scalar(text) => match text.as_str() {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            number => Value::Number(number.into()),
        },
        Tree::List(items) => Value::List(items.iter().map(|item| node_of(item, span)).collect()),
        Tree::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| Entry {
                key: key.clone(),
                key_span: span,
                value: node_of(value, span),
            });
            Value::Map(Map::new(entries.collect()))
        }
    };
    Node::new(value, span)
}
