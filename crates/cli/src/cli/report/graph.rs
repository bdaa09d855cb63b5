//! Collects what leads where.

use crate::report::{Call, Flow, Flows, Graph};
use std::collections::HashMap;
use toolc_base::node::escape_pointer;
use toolc_base::source::Span;
use toolc_enrich::dataflow::find_dataflow;
use toolc_enrich::reference::dataflow::make_by_words;
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::{DataflowOptions, EnrichmentKind, Multipliers};

/// How many flows a page has: those of the best sources of each argument first.
const MOST: usize = 10_000;

/// The connections of a catalog.
pub(super) fn collect_graph(catalog: &Catalog) -> Graph {
    let mut options = catalog
        .enrichments
        .iter()
        .filter_map(|entry| match &entry.kind {
            EnrichmentKind::Dataflow(options) => Some(options),
            _ => None,
        });
    Graph {
        calls: list_calls(catalog),
        flows: options
            .next()
            .map(|options| collect_flows(catalog, options)),
    }
}

/// The workers that call workers: a worker as a tool has the same place as the worker itself.
fn list_calls(catalog: &Catalog) -> Vec<Call> {
    let workers = catalog.workers.iter().enumerate();
    let by_place: HashMap<Span, usize> = workers
        .filter_map(|(at, worker)| Some((worker.span?, at)))
        .collect();
    let mut calls = Vec::new();
    for (from, worker) in catalog.workers.iter().enumerate() {
        for grant in &worker.grants {
            let place = catalog.tool(grant.tool).span;
            if let Some(to) = by_place.get(&place) {
                calls.push(Call {
                    from,
                    tool: grant.tool.0 as usize,
                    to: *to,
                });
            }
        }
    }
    calls
}

fn collect_flows(catalog: &Catalog, options: &DataflowOptions) -> Flows {
    let mut flows = match options.multipliers {
        Multipliers::Proofs => flows_by_proofs(catalog, options.max_neighbors),
        Multipliers::Reference => flows_by_types(catalog, options.max_neighbors),
    };
    // how many of an argument are better: so each argument keeps its best
    let mut ranks: HashMap<(usize, String), usize> = HashMap::new();
    flows.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut ranked: Vec<(usize, Flow)> = flows
        .into_iter()
        .map(|flow| {
            let rank = ranks.entry((flow.to, flow.argument.clone())).or_default();
            *rank += 1;
            (*rank, flow)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let left_out = ranked.len().saturating_sub(MOST);
    ranked.truncate(MOST);
    Flows {
        shown: ranked.into_iter().map(|(_, flow)| flow).collect(),
        left_out,
    }
}

fn flows_by_proofs(catalog: &Catalog, max_neighbors: usize) -> Vec<Flow> {
    let found = find_dataflow(catalog, max_neighbors);
    let flows = found.edges.iter().map(|edge| Flow {
        from: edge.from as usize,
        output: edge.pointer.clone(),
        to: edge.to as usize,
        argument: edge.argument.clone(),
        verdict: found.verdicts[edge.verdict as usize].name(),
        score: edge.score,
    });
    flows.collect()
}

fn flows_by_types(catalog: &Catalog, max_neighbors: usize) -> Vec<Flow> {
    let found = make_by_words(catalog, max_neighbors);
    let tools = catalog.tools.iter().enumerate();
    let places: HashMap<(String, &str), usize> = tools
        .map(|(at, tool)| ((tool.qualified(), tool.raw_fingerprint.as_str()), at))
        .collect();
    let place = |at: usize| {
        let tool = &found.tools[at];
        places
            .get(&(tool.qualified(), tool.fingerprint.as_str()))
            .copied()
    };
    let mut flows = Vec::new();
    for (at, buckets) in found.out.iter().enumerate() {
        for link in buckets.iter().flat_map(|bucket| &bucket.links) {
            let (Some(from), Some(to)) = (place(at), place(link.tool)) else {
                continue;
            };
            flows.extend(link.pairs.iter().map(|(output, argument, score)| Flow {
                from,
                output: format!("/{}", escape_pointer(output)),
                to,
                argument: argument.clone(),
                verdict: "by type",
                score: *score,
            }));
        }
    }
    flows
}
