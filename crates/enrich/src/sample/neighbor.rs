//! Samples of tools that are alike.

use super::distribution::find_distribution;
use super::uniform::choose_weighted;
use super::{Pool, Request, Sample, SampleError, Uniform};

/// How likely each of some scores is.
pub fn soften_scores(scores: &[f64], temperature: f64) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = scores
        .iter()
        .map(|score| ((score - highest) / temperature).exp())
        .collect();
    let sum: f64 = raised.iter().sum();
    raised.iter().map(|raised| raised / sum).collect()
}

pub(super) fn sample_neighbors(
    pool: &Pool,
    request: &Request,
    k: usize,
    random: &mut Uniform,
) -> Result<Sample, SampleError> {
    let mut sample = Sample::default();
    let seed = find_seed(pool, request, random, &mut sample.warnings)?;
    if k == 1 {
        sample.tools.push(seed);
        return Ok(sample);
    }
    let mut open = list_near(pool, request, seed, &mut sample.warnings);
    let is_short = k > open.len();
    if is_short {
        sample.warnings.push(format!(
            "tc/neighbor: requested k={k} but seed '{}' has only {} tool(s) in its connected component; returning all available tools.",
            pool.tools[seed].qualified,
            open.len()
        ));
    }
    while sample.tools.len() < k && !open.is_empty() {
        let at = match is_short {
            true => 0,
            false => {
                let scores: Vec<f64> = open.iter().map(|(_, score)| *score).collect();
                let likely = soften_scores(&scores, request.temperature);
                choose_weighted(&likely, random.fraction()).unwrap_or_default()
            }
        };
        let (tool, _) = open.remove(at);
        sample.tools.push(tool);
        open.retain(|(other, _)| !are_duplicates(pool, tool, *other));
    }
    if sample.tools.len() < k && !is_short {
        let text = format!(
            "tc/neighbor: requested k={k} but only {} tool(s) around '{}' are not near duplicates of each other.",
            sample.tools.len(),
            pool.tools[seed].qualified
        );
        return Err(SampleError::fail(text, k, sample.tools));
    }
    Ok(sample)
}

fn are_duplicates(pool: &Pool, tool: usize, other: usize) -> bool {
    let near = pool.near.as_ref().and_then(|near| near.get(tool));
    near.is_some_and(|near| near.duplicates.contains(&other))
}

fn find_seed(
    pool: &Pool,
    request: &Request,
    random: &mut Uniform,
    warnings: &mut Vec<String>,
) -> Result<usize, SampleError> {
    if let Some(first) = request.first {
        return Ok(first);
    }
    let tools = match &request.namespace {
        Some(name) => {
            let tools = pool.select(Some(name));
            if tools.is_empty() {
                return Err(SampleError::refuse(format!(
                    "tc/neighbor: namespace '{name}' has no tools in the registry."
                )));
            }
            tools
        }
        None => {
            let mut namespaces = pool.namespaces();
            let sizes: Vec<(&str, usize)> = namespaces
                .iter()
                .map(|(name, tools)| (*name, tools.len()))
                .collect();
            let weights = request.namespace_weights.as_deref();
            let likely =
                find_distribution("tc/neighbor", &sizes, weights, request.strategy, warnings)?;
            let at = choose_weighted(&likely, random.fraction()).unwrap_or_default();
            namespaces.swap_remove(at).1
        }
    };
    Ok(tools[random.below(tools.len())])
}

/// The seed and what is like it, each name once.
fn list_near(
    pool: &Pool,
    request: &Request,
    seed: usize,
    warnings: &mut Vec<String>,
) -> Vec<(usize, f64)> {
    let mut found = vec![(seed, 1.0)];
    let near = pool.near.as_ref().and_then(|near| near.get(seed));
    for &(tool, score) in near.into_iter().flat_map(|near| &near.neighbors) {
        let Some(other) = pool.tools.get(tool) else {
            warnings.push(format!(
                "tc/neighbor: neighbor of '{}' not found in registry — skipping.",
                pool.tools[seed].qualified
            ));
            continue;
        };
        let is_near = !request.use_seed_namespace || other.namespace == pool.tools[seed].namespace;
        let is_new = || {
            let mut known = found.iter();
            !known.any(|(known, _)| pool.tools[*known].qualified == other.qualified)
        };
        if is_near && is_new() {
            found.push((tool, score));
        }
    }
    found
}
