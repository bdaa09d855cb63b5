//! Noun: the tools to sample from, with what is known about them.

use super::Pattern;
use crate::dataflow::{Dataflow, Verdict};
use crate::neighbors::Neighbors;
use crate::reference::dataflow::ReferenceDataflow;
use std::collections::HashMap;
use toolc_model::model::Catalog;

/// Tools, and the artifacts about them. Tools are known by their positions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pool {
    /// The tools.
    pub tools: Vec<PoolTool>,
    /// For each tool, which ones can take something that it returns, best first; if that is known.
    pub out: Option<Vec<Vec<Link>>>,
    /// For each tool, which ones return something that it can take.
    pub into: Option<Vec<Vec<Link>>>,
    /// For each tool, which ones are alike.
    pub near: Option<Vec<Near>>,
}

/// A tool in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolTool {
    /// The namespace.
    pub namespace: String,
    /// `namespace::name`
    pub qualified: String,
}

/// The tool at the other end of a data flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its position. One that is not in the pool is passed over.
    pub tool: usize,
    /// The best score of its threads.
    pub score: f64,
    /// What can be handed on, best first.
    pub threads: Vec<Thread>,
}

/// A part of an output that can be an argument.
#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    /// Where in the output, as a JSON pointer.
    pub pointer: String,
    /// The name of the argument.
    pub argument: String,
    /// How well both go together.
    pub score: f64,
    /// A value of the output that the argument takes, as JSON, if only some are.
    pub example: Option<String>,
}

/// What is like a tool: positions and scores, best first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Near {
    /// Tools that are alike.
    pub neighbors: Vec<(usize, f64)>,
    /// Tools that do the same.
    pub duplicates: Vec<usize>,
}

impl Pool {
    /// The tools of a catalog.
    pub fn of(catalog: &Catalog) -> Self {
        let tools = catalog.tools.iter().map(|tool| PoolTool {
            namespace: tool.namespace.clone(),
            qualified: tool.qualified(),
        });
        Pool {
            tools: tools.collect(),
            ..Pool::default()
        }
    }

    /// Whether what a pattern reads is known.
    pub fn has_artifact(&self, pattern: Pattern) -> bool {
        match pattern {
            Pattern::Random => true,
            Pattern::Chain | Pattern::FanOut => self.out.is_some(),
            Pattern::FanIn => self.into.is_some(),
            Pattern::Neighbor => self.near.is_some(),
        }
    }

    /// Adds the data flows of the same catalog.
    pub fn add_dataflow(&mut self, flow: &Dataflow) {
        let side = |lists: &[Vec<u32>], is_out: bool| -> Vec<Vec<Link>> {
            let lists = lists.iter().map(|edges| {
                let mut links: Vec<Link> = Vec::new();
                let mut places: HashMap<usize, usize> = HashMap::new();
                for edge in edges.iter().map(|at| &flow.edges[*at as usize]) {
                    let tool = if is_out { edge.to } else { edge.from } as usize;
                    let place = *places.entry(tool).or_insert_with(|| {
                        links.push(Link {
                            tool,
                            score: edge.score,
                            threads: Vec::new(),
                        });
                        links.len() - 1
                    });
                    links[place].threads.push(Thread {
                        pointer: edge.pointer.clone(),
                        argument: edge.argument.clone(),
                        score: edge.score,
                        example: match &flow.verdicts[edge.verdict as usize] {
                            Verdict::FitsSometimes { fits, .. } => Some(fits.clone()),
                            Verdict::Undecided { fits, .. } => fits.clone(),
                            Verdict::Fits | Verdict::Never => None,
                        },
                    });
                }
                links
            });
            lists.collect()
        };
        self.out = Some(side(&flow.out, true));
        self.into = Some(side(&flow.into, false));
    }

    /// Adds data flows in the form of fms-dgt, of the same catalog.
    pub fn add_reference_dataflow(&mut self, catalog: &Catalog, flow: &ReferenceDataflow) {
        let places = find_places(catalog);
        let place = |at: usize| {
            let tool = &flow.tools[at];
            places
                .get(&(tool.qualified(), tool.fingerprint.as_str()))
                .copied()
        };
        let mut out = vec![Vec::new(); self.tools.len()];
        let mut into = vec![Vec::new(); self.tools.len()];
        for (side, links, is_out) in [(&flow.out, &mut out, true), (&flow.into, &mut into, false)] {
            for (at, buckets) in side.iter().enumerate() {
                let Some(own) = place(at) else {
                    continue;
                };
                for link in buckets.iter().flat_map(|bucket| &bucket.links) {
                    let Some(tool) = place(link.tool) else {
                        continue;
                    };
                    let threads = link.pairs.iter().map(|(here, there, score)| {
                        let (output, argument) = if is_out { (here, there) } else { (there, here) };
                        Thread {
                            pointer: format!("/{}", toolc_base::node::escape_pointer(output)),
                            argument: argument.clone(),
                            score: *score,
                            example: None,
                        }
                    });
                    links[own].push(Link {
                        tool,
                        score: link.score,
                        threads: threads.collect(),
                    });
                }
            }
        }
        self.out = Some(out);
        self.into = Some(into);
    }

    /// Adds which tools of the same catalog are alike.
    pub fn add_neighbors(&mut self, catalog: &Catalog, found: &Neighbors) {
        let places = find_places(catalog);
        let place = |at: usize| {
            let tool = &found.tools[at];
            let key = (tool.qualified(), tool.fingerprint.as_str());
            places.get(&key).copied()
        };
        let mut near = vec![Near::default(); self.tools.len()];
        for (at, buckets) in found.near.iter().enumerate() {
            let Some(own) = place(at) else {
                continue;
            };
            for bucket in buckets {
                let neighbors = bucket.neighbors.iter();
                near[own]
                    .neighbors
                    .extend(neighbors.filter_map(|(tool, score)| Some((place(*tool)?, *score))));
                let duplicates = bucket.duplicates.iter();
                near[own]
                    .duplicates
                    .extend(duplicates.filter_map(|(tool, _)| place(*tool)));
            }
        }
        self.near = Some(near);
    }

    /// The positions of the tools of a namespace, or of all.
    pub(super) fn select(&self, namespace: Option<&str>) -> Vec<usize> {
        let tools = self.tools.iter().enumerate();
        let selected =
            tools.filter(|(_, tool)| namespace.is_none_or(|name| tool.namespace == name));
        selected.map(|(at, _)| at).collect()
    }

    /// Each namespace with the positions of its tools, in alphabetical order.
    pub(super) fn namespaces(&self) -> Vec<(&str, Vec<usize>)> {
        let mut names: Vec<&str> = self
            .tools
            .iter()
            .map(|tool| tool.namespace.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        let all = names.into_iter();
        all.map(|name| (name, self.select(Some(name)))).collect()
    }
}

/// The positions of tools by qualified name and fingerprint.
fn find_places(catalog: &Catalog) -> HashMap<(String, &str), usize> {
    let tools = catalog.tools.iter().enumerate();
    let places = tools.map(|(at, tool)| ((tool.qualified(), tool.raw_fingerprint.as_str()), at));
    places.collect()
}
