//! Tools that are alike, by the vectors that an encoder gives their texts. The formulas are those of fms-dgt.

use crate::number::{append_score, round_score};
use crate::reference::texts::{write_tool, write_untyped_parameter};
use crate::reference::{ReferenceTool, group_overloads};
use std::collections::BTreeMap;
use toolc_base::json_text::{append_list, append_map, append_string};
use toolc_model::model::enrichment::NeighborOptions;

/// What an encoder gave each text.
pub type Vectors = BTreeMap<String, Vec<f64>>;

/// Added to each length, so that a vector of zeros is like nothing.
const LEAST_LENGTH: f64 = 1e-8;

/// The tools that are alike. Tools are positions in `tools`.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbors {
    /// The tools, in the order of the registry.
    pub tools: Vec<ReferenceTool>,
    /// For each tool, what is like it, by namespace.
    pub near: Vec<Vec<Near>>,
}

/// What is like a tool in one namespace, best first: positions and scores.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Near {
    /// The namespace.
    pub namespace: String,
    /// Tools whose inputs are like its outputs.
    pub neighbors: Vec<(usize, f64)>,
    /// Tools that do the same.
    pub duplicates: Vec<(usize, f64)>,
}

/// Finds the tools that are alike.
///
/// # Errors
///
/// A text that has no vector, or one whose vector is longer or shorter than the others.
pub fn find_neighbors(
    tools: Vec<ReferenceTool>,
    vectors: &Vectors,
    options: &NeighborOptions,
) -> Result<Neighbors, String> {
    let mut own = Vec::new();
    let (mut sources, mut targets) = (Vec::new(), Vec::new());
    for tool in &tools {
        let vector = find_vector(vectors, &write_tool(tool))?;
        let mut source = vector.clone();
        let mut target = vector.clone();
        for (sum, parameters) in [(&mut source, &tool.outputs), (&mut target, &tool.inputs)] {
            for (name, schema) in parameters {
                add_to(
                    sum,
                    find_vector(vectors, &write_untyped_parameter(name, schema))?,
                )?;
            }
        }
        own.push(vector.clone());
        sources.push(source);
        targets.push(target);
    }
    let mut near = Vec::new();
    for (from, tool) in tools.iter().enumerate() {
        let mut buckets: Vec<Near> = Vec::new();
        for (to, other) in tools.iter().enumerate() {
            let is_self =
                tool.qualified() == other.qualified() && tool.fingerprint == other.fingerprint;
            if is_self {
                continue;
            }
            let place = buckets
                .iter()
                .position(|bucket| bucket.namespace == other.namespace);
            let place = place.unwrap_or_else(|| {
                buckets.push(Near {
                    namespace: other.namespace.clone(),
                    ..Near::default()
                });
                buckets.len() - 1
            });
            let lengths =
                (length(&sources[from]) + LEAST_LENGTH) * (length(&targets[to]) + LEAST_LENGTH);
            let score = dot(&sources[from], &targets[to])? / lengths;
            buckets[place].neighbors.push((to, score));
            let same = dot(&own[from], &own[to])?;
            if same >= options.duplicate_sim_thresh {
                buckets[place].duplicates.push((to, same));
            }
        }
        for bucket in &mut buckets {
            sort_scores(&mut bucket.neighbors);
            bucket.neighbors.truncate(options.max_neighbors);
            sort_scores(&mut bucket.duplicates);
        }
        near.push(buckets);
    }
    Ok(Neighbors { tools, near })
}

/// Best first, of equals the first in the registry; then rounds.
fn sort_scores(scores: &mut [(usize, f64)]) {
    scores.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (_, score) in scores {
        *score = round_score(*score);
    }
}

fn find_vector<'v>(vectors: &'v Vectors, text: &str) -> Result<&'v Vec<f64>, String> {
    let found = vectors.get(text);
    found.ok_or_else(|| format!("the embeddings have no vector for the text {text:?}"))
}

fn add_to(sum: &mut [f64], vector: &[f64]) -> Result<(), String> {
    check_length(sum, vector)?;
    for (sum, value) in sum.iter_mut().zip(vector) {
        *sum += value;
    }
    Ok(())
}

fn dot(one: &[f64], other: &[f64]) -> Result<f64, String> {
    check_length(one, other)?;
    Ok(one.iter().zip(other).map(|(one, other)| one * other).sum())
}

fn check_length(one: &[f64], other: &[f64]) -> Result<(), String> {
    match one.len() == other.len() {
        true => Ok(()),
        false => Err(format!(
            "the embeddings have vectors of {} and of {} numbers",
            one.len(),
            other.len()
        )),
    }
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}

impl Neighbors {
    /// The JSON of fms-dgt: for each tool and namespace, the neighbors and the near duplicates.
    pub fn write(&self, out: &mut String) {
        let names = group_overloads(&self.tools);
        let entries = names
            .iter()
            .map(|(name, overloads)| (name.as_str(), overloads));
        append_map(entries, true, out, |overloads, out| {
            let entries = overloads
                .iter()
                .map(|at| (self.tools[*at].fingerprint.as_str(), &self.near[*at]));
            append_map(entries, false, out, |buckets, out| {
                let entries = buckets
                    .iter()
                    .map(|bucket| (bucket.namespace.as_str(), bucket));
                append_map(entries, false, out, |near, out| {
                    let lists = [&near.neighbors, &near.duplicates];
                    append_list(lists, false, out, |list, out| {
                        append_list(list, false, out, |(tool, score), out| {
                            self.write_near(*tool, *score, out)
                        });
                    });
                });
            });
        });
    }

    fn write_near(&self, tool: usize, score: f64, out: &mut String) {
        out.push('[');
        append_string(&self.tools[tool].name, out);
        out.push(',');
        append_string(&self.tools[tool].fingerprint, out);
        out.push(',');
        append_score(score, out);
        out.push(']');
    }
}
