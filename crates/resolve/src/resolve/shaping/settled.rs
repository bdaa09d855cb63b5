//! The last step: equal shapes become one, and the tools are made.

use super::{Compiled, Shaped, ShapedTool};
use crate::resolve::declared;
use crate::resolve::made::{Maker, ShapedParts, Surroundings, make_given};
use crate::resolve::samples;
use crate::resolve::{injected, refusals};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_model::draft::Skipped;
use toolc_model::model::{Given, Sampled};
use toolc_schema::schema::conditional;
use toolc_schema::schema::prove::discriminate;
use toolc_schema::schema::shape::{ShapeId, Shapes};
use toolc_schema::schema::unify::{self, Structures};

/// All shapes, without duplicates.
pub(super) struct Unified {
    shapes: Shapes,
    /// The representative of each shape.
    kept: Vec<ShapeId>,
    structures: Structures,
}

impl Unified {
    /// The representative of this shape.
    fn at(&self, id: ShapeId) -> ShapeId {
        self.kept[id.0 as usize]
    }
}

pub(super) fn unify_shapes(
    diagnostics: &mut Diagnostics,
    mut shapes: Shapes,
    shaped: &Shaped<'_>,
) -> Unified {
    let kept = unify::unify_shapes(&mut shapes);
    let roots: Vec<ShapeId> = shaped.roots().map(|id| kept[id.0 as usize]).collect();
    let hashed = shaped.answers().chain(shaped.hidden_results());
    let hashed = hashed.map(|id| kept[id.0 as usize]);
    let named = roots.iter().copied().chain(hashed);
    let structures = unify::fingerprint_structures(&shapes, named);
    discriminate::tell_apart(&mut shapes);
    conditional::add_fields(diagnostics, &mut shapes, &roots.into_iter().collect());
    Unified {
        shapes,
        kept,
        structures,
    }
}

/// Replaces all shapes by their representatives, and makes the tools.
pub(super) fn settle_tools(
    shaped: Shaped<'_>,
    unified: Unified,
    unchecked: Vec<Skipped>,
    surroundings: &Surroundings<'_>,
) -> Compiled {
    let given = given_values(&shaped.tools, &unified);
    let samples = all_samples(&shaped, &unified);
    let fingerprint = |shape| unified.structures.fingerprint(shape);
    let declared = declared::settle_declared(shaped.declared, |id| unified.at(id), fingerprint);
    let mut maker = Maker::new(surroundings, &unified.shapes);
    let mut tools = Vec::with_capacity(shaped.tools.len());
    for tool in shaped.tools {
        let hidden_output = tool.output.filter(|_| !tool.shows_output);
        let parts = ShapedParts {
            input: unified.at(tool.input),
            output: tool.output.map(|id| unified.at(id)),
            structural_fingerprint: fingerprint(unified.at(tool.input)),
            output_fingerprint: hidden_output
                .map(|output| fingerprint(unified.at(output)))
                .unwrap_or_default(),
            secrets: tool.secrets,
            own_secrets: tool.own_secrets,
            refusals: refusals::settle_refusals(tool.refusals, |id| unified.at(id), fingerprint),
            injected: injected::settle_injected(tool.injected, |id| unified.at(id)),
        };
        tools.push(maker.make_tool(tool.entry, parts));
    }
    Compiled {
        tools,
        declared,
        given,
        samples,
        unsatisfiable: shaped.unsatisfiable,
        skipped: shaped.skipped,
        unchecked,
        shapes: unified.shapes,
    }
}

fn given_values(tools: &[ShapedTool<'_>], unified: &Unified) -> Vec<Given> {
    let mut found = Vec::new();
    for tool in tools {
        for (value, shape) in tool.entry.tool.draft.given.iter().zip(&tool.given) {
            let shape = shape.map(|shape| unified.at(shape));
            found.extend(shape.map(|shape| make_given(&tool.entry.tool, value, shape)));
        }
    }
    found
}

fn all_samples(shaped: &Shaped<'_>, unified: &Unified) -> Vec<Sampled> {
    let tools = shaped.tools.iter();
    let inputs = tools.map(|tool| (&tool.entry.tool.draft, tool.input));
    let samples = shaped.samples.iter().copied();
    let samples = samples.chain(samples::input_examples(inputs));
    let sampled = |(keyword, value, shape): (&'static str, &Node, ShapeId)| Sampled {
        keyword,
        value: value.clone(),
        shape: unified.at(shape),
    };
    samples.map(sampled).collect()
}
