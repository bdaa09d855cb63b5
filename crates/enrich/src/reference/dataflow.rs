//! The artifact `dataflow` of fms-dgt: its multipliers of types, its rounding and its cuts.
//!
//! Decided otherwise: a list of types counts as its best type, instead of stopping everything. The reverse index is
//! made of all edges, not of those that the forward index kept. Of edges with the same score, the first in the
//! registry comes first in both indexes.

use super::{ReferenceTool, group_overloads, list_tools};
use crate::number::{append_score, ln, round_score};
use std::collections::{BTreeSet, HashMap};
use toolc_base::json_text::{append_list, append_map, append_string};
use toolc_base::node::Node;
use toolc_model::model::Catalog;
use toolc_runtime::search::split_words;

/// What a type can be: the score of a pair is multiplied by it.
pub fn multiply_types(output: Option<&Node>, input: Option<&Node>) -> f64 {
    let (outputs, inputs) = (list_types(output), list_types(input));
    let untyped = [""];
    let outputs = if outputs.is_empty() {
        &untyped[..]
    } else {
        &outputs
    };
    let inputs = if inputs.is_empty() {
        &untyped[..]
    } else {
        &inputs
    };
    let mut best: f64 = 0.0;
    for one in outputs {
        for other in inputs {
            best = best.max(multiply_pair(one, other, output, input));
        }
    }
    best
}

fn multiply_pair(one: &str, other: &str, output: Option<&Node>, input: Option<&Node>) -> f64 {
    match (one, other) {
        ("object", "object") => multiply_objects(output, input),
        _ if one == other => 1.0,
        ("integer", "number") | ("number", "integer") => 0.8,
        _ => 0.0,
    }
}

fn multiply_objects(output: Option<&Node>, input: Option<&Node>) -> f64 {
    let names = |schema: Option<&Node>| -> BTreeSet<String> {
        let schema = schema.into_iter();
        let entries = schema.flat_map(|schema| schema.entries("properties"));
        entries.map(|entry| entry.key.clone()).collect()
    };
    let (outputs, inputs) = (names(output), names(input));
    match (
        outputs.is_empty() || inputs.is_empty(),
        outputs.is_disjoint(&inputs),
    ) {
        (true, _) => 0.7,
        (false, false) => 0.9,
        (false, true) => 0.0,
    }
}

/// The types of a schema; of a list, those other than `null`, which no value is handed on for.
pub(super) fn list_types(schema: Option<&Node>) -> Vec<&str> {
    let Some(of_type) = schema.and_then(|schema| schema.get("type")) else {
        return Vec::new();
    };
    match (of_type.as_str(), of_type.as_list()) {
        (Some(""), _) => Vec::new(),
        (Some(word), _) => vec![word],
        (None, Some(list)) => {
            let words: Vec<&str> = list.iter().filter_map(Node::as_str).collect();
            let other: Vec<&str> = words
                .iter()
                .copied()
                .filter(|word| *word != "null")
                .collect();
            if other.is_empty() { words } else { other }
        }
        (None, None) => Vec::new(),
    }
}

/// The artifact: both indexes. Tools are positions in `tools`.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceDataflow {
    /// The tools, in the order of the registry.
    pub tools: Vec<ReferenceTool>,
    /// From each tool, by namespace.
    pub out: Vec<Vec<Bucket>>,
    /// To each tool, by namespace.
    pub into: Vec<Vec<Bucket>>,
}

/// The edges to or from the tools of one namespace, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Bucket {
    /// The namespace of the tools at the other end.
    pub namespace: String,
    /// The edges.
    pub links: Vec<Link>,
}

/// An edge, as one of its tools has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The tool at the other end.
    pub tool: usize,
    /// The best of its pairs.
    pub score: f64,
    /// Pairs of a name here and a name at the other end, best first.
    pub pairs: Vec<(String, String, f64)>,
}

/// Makes the artifact. `weigh` says how alike two parameters are, from -1 to 1: an output, then an input, each with its
/// name and schema.
pub fn make_dataflow(
    tools: Vec<ReferenceTool>,
    max_neighbors: usize,
    weigh: impl Fn((usize, usize), (usize, usize)) -> f64,
) -> ReferenceDataflow {
    let has_any = |get: fn(&ReferenceTool) -> bool| tools.iter().any(get);
    if !has_any(|tool| !tool.outputs.is_empty()) || !has_any(|tool| !tool.inputs.is_empty()) {
        return ReferenceDataflow {
            out: Vec::new(),
            into: Vec::new(),
            tools: Vec::new(),
        };
    }
    let mut out = vec![Vec::new(); tools.len()];
    let mut into = vec![Vec::new(); tools.len()];
    let takes: Vec<usize> = (0..tools.len())
        .filter(|at| !tools[*at].inputs.is_empty())
        .collect();
    for (from, source) in tools.iter().enumerate() {
        if source.outputs.is_empty() {
            continue;
        }
        for &to in &takes {
            let sink = &tools[to];
            if from == to {
                continue;
            }
            let Some((score, pairs)) = find_pairs((from, source), (to, sink), &weigh) else {
                continue;
            };
            let swapped = pairs
                .iter()
                .map(|(output, input, score)| (input.clone(), output.clone(), *score))
                .collect();
            add_link(&mut out[from], &sink.namespace, to, score, pairs);
            add_link(&mut into[to], &source.namespace, from, score, swapped);
        }
    }
    for bucket in out.iter_mut().chain(&mut into).flatten() {
        // of equals, the first in the registry: the sort is stable
        bucket
            .links
            .sort_by(|one, other| other.score.total_cmp(&one.score));
        bucket.links.truncate(max_neighbors);
    }
    ReferenceDataflow { tools, out, into }
}

type Pairs = Vec<(String, String, f64)>;

fn find_pairs(
    (from, source): (usize, &ReferenceTool),
    (to, sink): (usize, &ReferenceTool),
    weigh: &impl Fn((usize, usize), (usize, usize)) -> f64,
) -> Option<(f64, Pairs)> {
    let mut pairs = Vec::new();
    for (at, (output, output_schema)) in source.outputs.iter().enumerate() {
        for (place, (input, input_schema)) in sink.inputs.iter().enumerate() {
            let times = multiply_types(Some(output_schema), Some(input_schema));
            if times == 0.0 {
                continue;
            }
            let score = weigh((from, at), (to, place)) * times;
            if score > 0.0 {
                pairs.push((output.clone(), input.clone(), score));
            }
        }
    }
    pairs.sort_by(|one, other| other.2.total_cmp(&one.2));
    let best = round_score(pairs.first()?.2);
    for pair in &mut pairs {
        pair.2 = round_score(pair.2);
    }
    Some((best, pairs))
}

fn add_link(buckets: &mut Vec<Bucket>, namespace: &str, tool: usize, score: f64, pairs: Pairs) {
    let link = Link { tool, score, pairs };
    match buckets
        .iter_mut()
        .find(|bucket| bucket.namespace == namespace)
    {
        Some(bucket) => bucket.links.push(link),
        None => buckets.push(Bucket {
            namespace: namespace.to_owned(),
            links: vec![link],
        }),
    }
}

/// Makes the artifact of a catalog. How alike parameters are is said by the words of their names and descriptions, with
/// rare words counting more; fms-dgt asks a model.
pub fn make_by_words(catalog: &Catalog, max_neighbors: usize) -> ReferenceDataflow {
    let tools = list_tools(catalog);
    let texts = |parameters: &[(String, Node)]| -> Vec<Vec<String>> {
        let texts = parameters.iter().map(|(name, schema)| {
            let description = schema.get_str("description").unwrap_or_default();
            let mut words = split_words(&format!("{name} {description}"));
            words.sort_unstable();
            words.dedup();
            words
        });
        texts.collect()
    };
    let outputs: Vec<_> = tools.iter().map(|tool| texts(&tool.outputs)).collect();
    let inputs: Vec<_> = tools.iter().map(|tool| texts(&tool.inputs)).collect();
    let mut having: HashMap<&str, f64> = HashMap::new();
    let all = || outputs.iter().chain(&inputs).flatten();
    for word in all().flatten() {
        *having.entry(word).or_default() += 1.0;
    }
    let count = all().count() as f64;
    let rarity: HashMap<&str, f64> = having
        .iter()
        .map(|(word, having)| (*word, ln(1.0 + count / having)))
        .collect();
    let square = |word: &String| {
        rarity
            .get(word.as_str())
            .map_or(0.0, |rarity| rarity * rarity)
    };
    let length = |words: &Vec<String>| words.iter().map(square).sum::<f64>().sqrt();
    let weigh = |output: (usize, usize), input: (usize, usize)| {
        let (one, other) = (&outputs[output.0][output.1], &inputs[input.0][input.1]);
        let shared = one.iter().filter(|word| other.binary_search(word).is_ok());
        let lengths = length(one) * length(other);
        let sum: f64 = shared.map(square).sum();
        if lengths == 0.0 { 0.0 } else { sum / lengths }
    };
    make_dataflow(tools.clone(), max_neighbors, weigh)
}

impl ReferenceDataflow {
    /// The JSON of fms-dgt. Every tool has an entry in `out`; in `in`, those that an edge reaches.
    pub fn write(&self, out: &mut String) {
        out.push_str("{\"out\":");
        self.write_side(&self.out, true, out);
        out.push_str(",\n\"in\":");
        self.write_side(&self.into, false, out);
        out.push('}');
    }

    fn write_side(&self, side: &[Vec<Bucket>], even_empty: bool, out: &mut String) {
        let mut names = group_overloads(&self.tools);
        for (_, overloads) in &mut names {
            overloads.retain(|at| even_empty || !side[*at].is_empty());
        }
        names.retain(|(_, overloads)| !overloads.is_empty());
        let entries = names
            .iter()
            .map(|(name, overloads)| (name.as_str(), overloads));
        append_map(entries, true, out, |overloads, out| {
            let entries = overloads
                .iter()
                .map(|at| (self.tools[*at].fingerprint.as_str(), &side[*at]));
            append_map(entries, false, out, |buckets, out| {
                let entries = buckets
                    .iter()
                    .map(|bucket| (bucket.namespace.as_str(), &bucket.links));
                append_map(entries, false, out, |links, out| {
                    append_list(links, false, out, |link, out| self.write_link(link, out));
                });
            });
        });
    }

    fn write_link(&self, link: &Link, out: &mut String) {
        let tool = &self.tools[link.tool];
        out.push('[');
        append_string(&tool.name, out);
        out.push(',');
        append_string(&tool.fingerprint, out);
        out.push(',');
        append_score(link.score, out);
        out.push(',');
        append_list(&link.pairs, false, out, |(here, there, score), out| {
            out.push('[');
            append_string(here, out);
            out.push(',');
            append_string(there, out);
            out.push(',');
            append_score(*score, out);
            out.push(']');
        });
        out.push(']');
    }
}
