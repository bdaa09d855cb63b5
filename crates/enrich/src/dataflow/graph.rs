//! The edges from outputs to arguments.

use super::parts::{Part, list_parts};
use super::rank::{Candidates, Ranked, Ranking};
use super::verdict::{Decided, Verdict, Verdicts, intern_shapes};
use super::words::{Vocabulary, Weighed};
use crate::number::round_score;
use crate::texts::{describe, find_object, find_property, parse_schema};
use std::collections::{HashMap, HashSet};
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::shape::ShapeId;

/// How much of its weight an edge keeps that fits only sometimes, or of which not everything is known.
const SOMETIMES: f64 = 0.7;
const UNDECIDED: f64 = 0.4;

/// Which outputs can be which arguments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dataflow {
    /// All tools, in the order of the catalog.
    pub tools: Vec<ToolKey>,
    /// The verdicts of the edges, each once.
    pub verdicts: Vec<Verdict>,
    /// By the tool that has the argument, by the argument, then by score.
    pub edges: Vec<Edge>,
    /// For each tool, the edges that leave it, by score.
    pub out: Vec<Vec<u32>>,
    /// For each tool, the edges that reach it, by score.
    pub into: Vec<Vec<u32>>,
    /// The tools whose outputs have more parts than are looked at.
    pub cut: Vec<u32>,
    /// How many pairs of shapes were decided.
    pub pairs: usize,
}

/// What tells a tool from all others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolKey {
    /// `namespace::name`
    pub qualified: String,
    /// SHA-256 of the input schema, which tells overloads apart.
    pub fingerprint: String,
}

/// A part of an output that can be an argument. Tools are positions in [`Dataflow::tools`].
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The tool that has the output.
    pub from: u32,
    /// Where in the output, as a JSON pointer; the whole is ``.
    pub pointer: String,
    /// The tool that has the argument.
    pub to: u32,
    /// The name of the argument.
    pub argument: String,
    /// From 0 to 1: how alike names and descriptions are, less what the verdict costs.
    pub score: f64,
    /// The position of its verdict in [`Dataflow::verdicts`].
    pub verdict: u32,
    /// Whether every output has this part.
    pub always: bool,
}

/// A part of an output of a tool.
struct Source {
    tool: u32,
    part: Part,
    shape: ShapeId,
}

/// An argument of a tool.
struct Sink {
    tool: u32,
    name: String,
    shape: ShapeId,
    words: Weighed,
}

/// Finds the data flows in a catalog: for each argument at most `max_neighbors` sources, from tools other than its own.
pub fn find_dataflow(catalog: &Catalog, max_neighbors: usize) -> Dataflow {
    let (shapes, kept) = intern_shapes(&catalog.shapes);
    let mut vocabulary = Vocabulary::default();
    let mut flow = Dataflow::default();
    let (mut sources, mut texts, mut sinks) = (Vec::new(), Vec::new(), Vec::new());
    for (at, tool) in (0u32..).zip(&catalog.tools) {
        flow.tools.push(ToolKey {
            qualified: tool.qualified(),
            fingerprint: tool.raw_fingerprint.clone(),
        });
        let (parts, is_cut) = parts_of(catalog, tool);
        if is_cut {
            flow.cut.push(at);
        }
        for part in parts {
            texts.push(vocabulary.weigh_part(&tool.name, &part));
            let shape = kept[part.shape.0 as usize];
            sources.push(Source {
                tool: at,
                part,
                shape,
            });
        }
        for (name, description, shape) in arguments_of(catalog, tool) {
            sinks.push(Sink {
                tool: at,
                shape: kept[shape.0 as usize],
                words: vocabulary.weigh_argument(&tool.name, &name, &description),
                name,
            });
        }
    }
    let rarity = vocabulary.find_rarity(sources.len() + sinks.len());
    texts
        .iter_mut()
        .chain(sinks.iter_mut().map(|sink| &mut sink.words))
        .for_each(|words| words.apply_rarity(&rarity));
    let mut search = Search {
        ranking: Ranking::new(&texts, rarity),
        by_shape: group_by_shape(&sources),
        fitting: HashMap::new(),
        verdicts: Verdicts::new(&shapes),
        sources: &sources,
        max_neighbors,
    };
    let mut numbers: HashMap<Decided, u32> = HashMap::new();
    for sink in &sinks {
        for kept in search.find_edges(sink) {
            let source = &sources[kept.part as usize];
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            let verdict = *numbers.entry(kept.decided).or_insert(next);
            if verdict == next {
                flow.verdicts
                    .push(search.verdicts.get(kept.decided).clone());
            }
            flow.edges.push(Edge {
                from: source.tool,
                pointer: source.part.pointer.clone(),
                to: sink.tool,
                argument: sink.name.clone(),
                score: kept.score,
                verdict,
                always: source.part.always,
            });
        }
    }
    flow.pairs = search.verdicts.count_pairs();
    flow.index_edges();
    flow
}

fn parts_of(catalog: &Catalog, tool: &Tool) -> (Vec<Part>, bool) {
    let (Some(output), Some(text)) = (tool.output, &tool.output_text) else {
        return (Vec::new(), false);
    };
    list_parts(&catalog.shapes, output, &parse_schema(text, tool.span))
}

/// The arguments of a tool: name, description and shape.
fn arguments_of(catalog: &Catalog, tool: &Tool) -> Vec<(String, String, ShapeId)> {
    let written = parse_schema(&tool.input_text, tool.span);
    let fields = find_object(&catalog.shapes, tool.input).map(|object| &object.fields);
    let arguments = fields.into_iter().flatten().map(|field| {
        let own = find_property(Some(&written), &field.name);
        let description = describe(own, field.doc.description.as_deref());
        (field.name.clone(), description, field.shape)
    });
    arguments.collect()
}

fn group_by_shape(sources: &[Source]) -> Vec<(ShapeId, Vec<u32>)> {
    let mut places: HashMap<ShapeId, usize> = HashMap::new();
    let mut groups: Vec<(ShapeId, Vec<u32>)> = Vec::new();
    for (at, source) in (0u32..).zip(sources) {
        let place = *places.entry(source.shape).or_insert_with(|| {
            groups.push((source.shape, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(at);
    }
    groups
}

/// Whether a score is at least what a weight would be as one. To round is slow, and where they are far apart it decides
/// nothing.
fn reaches(score: f64, weight: f64) -> bool {
    match (score - weight).abs() < 0.001 {
        true => score >= round_score(weight),
        false => score > weight,
    }
}

/// A source that is kept for an argument.
struct Kept {
    part: u32,
    decided: Decided,
    score: f64,
}

/// The sources whose values an argument of a shape always takes.
enum Fitting {
    /// In their order.
    Few(Vec<u32>),
    /// By their shapes: so many that some are near wherever a search starts.
    Many(HashSet<ShapeId>),
}

/// How many sources are listed for a shape.
const MOST_LISTED: usize = 4_096;

struct Search<'s> {
    ranking: Ranking,
    sources: &'s [Source],
    /// The sources of each shape.
    by_shape: Vec<(ShapeId, Vec<u32>)>,
    /// By the shape of the argument.
    fitting: HashMap<ShapeId, Fitting>,
    verdicts: Verdicts<'s>,
    max_neighbors: usize,
}

impl Search<'_> {
    /// The best sources for an argument: highest scores first.
    fn find_edges(&mut self, sink: &Sink) -> Vec<Kept> {
        // of equals, those of the tools that follow its own: so not all lead back to the first tools
        let after = self
            .sources
            .partition_point(|source| source.tool <= sink.tool);
        let start = u32::try_from(after).unwrap_or(u32::MAX);
        let mut candidates = self.ranking.rank(&sink.words, start);
        let mut kept: Vec<Kept> = Vec::new();
        for Ranked { part, weight, .. } in candidates.by_ref() {
            // whatever follows has a lower score than all that are kept
            let worst = kept.get(self.max_neighbors - 1);
            if worst.is_some_and(|kept| reaches(kept.score, weight)) {
                break;
            }
            let source = &self.sources[part as usize];
            if source.tool == sink.tool {
                continue;
            }
            let decided = self.verdicts.decide(source.shape, sink.shape);
            let factor = match self.verdicts.get(decided) {
                Verdict::Fits => 1.0,
                Verdict::FitsSometimes { .. } => SOMETIMES,
                Verdict::Undecided { .. } => UNDECIDED,
                Verdict::Never => continue,
            };
            let score = round_score(weight * factor);
            let place = kept.partition_point(|known| known.score >= score);
            kept.insert(
                place,
                Kept {
                    part,
                    decided,
                    score,
                },
            );
        }
        kept.truncate(self.max_neighbors);
        if kept.len() < self.max_neighbors && !candidates.is_whole {
            self.fill(sink, start, &candidates, &mut kept);
        }
        kept
    }

    /// Adds sources that share no rare word with the argument but fit it: those that follow `start`, going round.
    fn fill(&mut self, sink: &Sink, start: u32, tried: &Candidates, kept: &mut Vec<Kept>) {
        let room = self.max_neighbors - kept.len();
        let sources = self.sources;
        let is_new =
            |part: &u32| sources[*part as usize].tool != sink.tool && !tried.contains(*part);
        let found: Vec<u32> = match self.find_fitting(sink.shape) {
            Fitting::Few(parts) => {
                let after = parts.partition_point(|part| *part < start);
                let round = parts[after..].iter().chain(&parts[..after]).copied();
                round.filter(is_new).take(room).collect()
            }
            Fitting::Many(shapes) => {
                let count = u32::try_from(sources.len()).unwrap_or(u32::MAX);
                let fits = |part: &u32| shapes.contains(&sources[*part as usize].shape);
                let round = (start..count).chain(0..start);
                round.filter(fits).filter(is_new).take(room).collect()
            }
        };
        kept.extend(found.into_iter().map(|part| Kept {
            part,
            decided: Decided::FITS,
            score: round_score(super::rank::LEAST),
        }));
    }

    fn find_fitting(&mut self, argument: ShapeId) -> &Fitting {
        let Search {
            by_shape,
            verdicts,
            fitting,
            ..
        } = self;
        fitting.entry(argument).or_insert_with(|| {
            let fits =
                |group: &&(ShapeId, Vec<u32>)| verdicts.decide(group.0, argument) == Decided::FITS;
            let groups: Vec<_> = by_shape.iter().filter(fits).collect();
            if groups.iter().map(|(_, parts)| parts.len()).sum::<usize>() > MOST_LISTED {
                return Fitting::Many(groups.iter().map(|(shape, _)| *shape).collect());
            }
            let parts = groups.iter().flat_map(|(_, parts)| parts);
            let mut parts: Vec<u32> = parts.copied().collect();
            parts.sort_unstable();
            Fitting::Few(parts)
        })
    }
}

impl Dataflow {
    /// Fills the forward and the reverse index: both have all edges.
    fn index_edges(&mut self) {
        let mut out = vec![Vec::new(); self.tools.len()];
        let mut into = vec![Vec::new(); self.tools.len()];
        for (at, edge) in (0u32..).zip(&self.edges) {
            out[edge.from as usize].push(at);
            into[edge.to as usize].push(at);
        }
        for list in out.iter_mut().chain(&mut into) {
            let score = |at: &u32| self.edges[*at as usize].score;
            // of equals, the first: the sort is stable
            list.sort_by(|one, other| score(other).total_cmp(&score(one)));
        }
        (self.out, self.into) = (out, into);
    }
}
