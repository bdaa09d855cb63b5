//! Defaults and examples in schemas, with the shapes that should accept them.

use toolc_base::node::Node;
use toolc_model::draft::DraftTool;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::read::Sample;
use toolc_schema::schema::shape::ShapeId;

/// Keys of a tool with examples of whole calls.
const INPUT_EXAMPLES: &[&str] = &["input_examples", "inputExamples"];

/// The keyword, the value, and the shape that should accept it.
pub type ShapedSample<'n> = (&'static str, &'n Node, ShapeId);

/// Samples with the shapes of their schemas. Most of these exist already: only a schema that is
/// always combined with others has no separate shape yet.
pub fn shape_samples<'n>(
    shaper: &mut Shaper<'_>,
    faults: &Faults,
    samples: &[Sample<'n>],
) -> Vec<ShapedSample<'n>> {
    let sound = samples.iter();
    let sound = sound.filter(|sample| faults.at(sample.schema).is_none());
    let shaped = sound.filter_map(|sample| {
        let shape = shaper.shape_schema(sample.schema)?;
        Some((sample.keyword, sample.value, shape))
    });
    shaped.collect()
}

/// The examples of whole calls, with the shapes of the arguments.
pub fn input_examples<'e>(
    tools: impl Iterator<Item = (&'e DraftTool, ShapeId)>,
) -> impl Iterator<Item = ShapedSample<'e>> {
    tools.flat_map(|(draft, input)| {
        let metadata = draft.metadata.iter();
        let metadata = metadata.filter(|(key, _)| INPUT_EXAMPLES.contains(&key.as_str()));
        let examples = metadata.filter_map(|(_, node)| node.as_list()).flatten();
        examples.map(move |node| (INPUT_EXAMPLES[0], node, input))
    })
}
