//! Decides what a change of a schema does, with a value that demonstrates it or a proof that there
//! is none: the schemas of both sides become shapes, and the compiler's search looks for values
//! that one accepts and the other refuses.

use super::effects::{Effects, Known};
use crate::lock::{Lock, LockedTool};
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::formats::Formats;
use toolc_schema::schema::keywords::SchemaId;
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::discriminate::tell_apart;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::prove::inclusion::{Inclusion, prove_inclusion};
use toolc_schema::schema::read::SchemaReader;
use toolc_schema::schema::shape::{ShapeId, Shapes};
use toolc_schema::schema::unify::unify_shapes;

/// How much work all searches of one comparison may do, which takes less than a second. Any
/// remaining question is left undecided.
const LEAST_WORK: usize = 60_000_000;

/// Two sides of 64 KB each must do with that. Larger ones have more to decide: for each byte more there is more work.
const SMALL: usize = 2 * 64 * 1024;
const WORK_PER_BYTE: usize = 1_500;

/// What the largest descriptions need if all their results are compared, too; at worst it takes half a minute.
const MOST_WORK: usize = 2_000_000_000;

/// Longer values are abbreviated.
const SHOWN: usize = 200;

/// A schema of a lock, with the targets of its references.
pub(super) struct Side {
    pub schema: DraftSchema,
    pub formats: Formats,
    /// Whether `x-path` counts.
    pub confines_paths: bool,
}

/// How `format` is treated for a tool.
pub(super) fn formats_of(tool: &LockedTool) -> Formats {
    let is_annotation = tool
        .settings
        .get("formats")
        .is_some_and(|word| word.as_str() == Some("annotate"));
    match is_annotation {
        true => Formats::Annotate,
        false => Formats::Assert,
    }
}

/// The effect of a change on the set of valid values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Witness {
    /// Whether all values that were valid still are.
    pub lost: Inclusion,
    /// Whether all values that are valid were valid before.
    pub gained: Inclusion,
}

/// The budget for the searches of one comparison.
pub(super) struct Search {
    work: u32,
}

impl Search {
    /// The budget for comparing these locks.
    pub(super) fn between(locks: [&Lock; 2]) -> Self {
        let bytes: usize = locks.iter().map(|lock| count_bytes_of(lock)).sum();
        let more = bytes.saturating_sub(SMALL).saturating_mul(WORK_PER_BYTE);
        Search {
            work: LEAST_WORK.saturating_add(more).min(MOST_WORK) as u32,
        }
    }

    /// Looks for values whose validity changed. `None` if a schema cannot be compiled.
    pub(super) fn find_witness(
        &mut self,
        old: &Side,
        new: &Side,
        as_arguments: bool,
    ) -> Option<Witness> {
        // the finding is about a change; problems of a schema are reported where it is compiled
        let mut unheard = Diagnostics::silent();
        let mut reader = SchemaReader::new(&mut unheard, Resources::new(&[], true));
        let ids = [old, new].map(|side| {
            reader.formats = side.formats;
            reader.names_types = side.confines_paths;
            reader.read(&side.schema, "lock:?tool")
        });
        let (schemas, nodes) = reader.finish();
        let faults = Faults::of(&schemas);
        let mut shaper = Shaper::new(&mut unheard, schemas, nodes);
        let mut shape = |id: SchemaId| match (as_arguments, faults.at(id)) {
            (true, None) => shaper.shape_arguments(id),
            (false, None) => shaper.shape_schema(id),
            // a result with a malformed schema is not checked
            (false, Some(fault)) if fault.code == Code::MALFORMED_SCHEMA => {
                let span = shaper.schemas.get(id).span;
                Some(shaper.any(span))
            }
            (_, Some(_)) => None,
        };
        let (old, new) = (shape(ids[0])?, shape(ids[1])?);
        let (shapes, [old, new]) = join_sides(shaper.shapes, [old, new]);
        let mut prove =
            |inner: ShapeId, outer| prove_inclusion(&shapes, inner, outer, &mut self.work);
        Some(Witness {
            lost: prove(old, new),
            gained: prove(new, old),
        })
    }
}

/// About how long the schemas of a lock are as JSON.
fn count_bytes_of(lock: &Lock) -> usize {
    let tools = lock.tools.iter();
    let schemas = tools.flat_map(|tool| [Some(&tool.input), tool.output.as_ref()]);
    let schemas = schemas.flatten().chain(lock.definitions.values());
    schemas.map(count_bytes).sum()
}

fn count_bytes(node: &Node) -> usize {
    match &node.value {
        Value::Map(map) => map
            .iter()
            .map(|entry| entry.key.len() + 4 + count_bytes(&entry.value))
            .sum(),
        Value::List(list) => list.iter().map(|item| 1 + count_bytes(item)).sum(),
        Value::String(text) => text.len() + 2,
        Value::Number(text) => text.len(),
        Value::Bool(_) | Value::Null => 4,
    }
}

/// Unifies what is equal on both sides, regardless of names, and discriminates alternatives.
fn join_sides(mut shapes: Shapes, sides: [ShapeId; 2]) -> (Shapes, [ShapeId; 2]) {
    for form in &mut shapes.arena {
        form.definition = None;
        form.rust_type = None;
    }
    let kept = unify_shapes(&mut shapes);
    tell_apart(&mut shapes);
    (shapes, sides.map(|id| kept[id.0 as usize]))
}

impl Witness {
    /// The effect of the change.
    pub(super) fn effects(&self) -> Effects {
        Effects {
            lost: Known::from(&self.lost),
            gained: Known::from(&self.gained),
        }
    }

    /// Text for a label about the arguments of a tool.
    pub(super) fn describe_calls(&self) -> Option<String> {
        let lost = |value: String| format!("no longer valid: `{value}`");
        let gained = |value: String| format!("valid now: `{value}`");
        self.describe(lost, gained, "every call that was valid still is")
    }

    /// Text for a label about a final answer.
    pub(super) fn describe_answers(&self) -> Option<String> {
        let lost = |value: String| format!("refused now: `{value}`");
        let gained = |value: String| format!("read now: `{value}`");
        self.describe(lost, gained, "every answer that was read still is")
    }

    /// Text for a label about the results of a tool.
    pub(super) fn describe_results(&self) -> Option<String> {
        let lost = |value: String| format!("no longer possible: `{value}`");
        let gained = |value: String| format!("possible now: `{value}`");
        self.describe(lost, gained, "every result that was possible still is")
    }

    fn describe(
        &self,
        lost: impl Fn(String) -> String,
        gained: impl Fn(String) -> String,
        kept: &str,
    ) -> Option<String> {
        let said = [
            match &self.lost {
                Inclusion::Refuted(value) => Some(lost(shorten_text(value, SHOWN))),
                Inclusion::Proved => Some(kept.to_owned()),
                Inclusion::Undecided => None,
            },
            match &self.gained {
                Inclusion::Refuted(value) => Some(gained(shorten_text(value, SHOWN))),
                Inclusion::Proved | Inclusion::Undecided => None,
            },
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}
