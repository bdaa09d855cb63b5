//! Workers that call workers: no cycles, no long chains, and no worker gets through another what it
//! may not do itself.

use std::collections::{BTreeSet, HashMap};
use toolc_base::diagnostic::quote::list_some;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::policy::{Grant, Worker};
use toolc_model::model::{Catalog, ToolId};
use toolc_model::prove::looser::may_be_looser;
use toolc_runtime::MAX_DELEGATION;

/// An edge: one worker may call another.
struct Edge<'c> {
    to: usize,
    /// The entry that grants it.
    listed: Option<Span>,
    child: &'c Worker,
}

/// The call graph of the workers, by worker index.
struct Graph<'c> {
    catalog: &'c Catalog,
    edges: Vec<Vec<Edge<'c>>>,
    /// The workers by the place of their name. The tool that calls a worker has the same place.
    by_place: HashMap<Span, usize>,
}

/// Reports what is wrong with workers that call each other.
pub(super) fn check_delegation(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let graph = Graph::new(catalog);
    if !graph.report_circles(diagnostics) {
        graph.report_depth(diagnostics);
    }
    for (from, edges) in graph.edges.iter().enumerate() {
        for edge in edges {
            if edge.to != from {
                graph.report_escalation(diagnostics, &catalog.workers[from], edge);
                report_settings(diagnostics, &catalog.workers[from], edge);
                report_configs(diagnostics, &catalog.workers[from], edge);
            }
        }
    }
}

impl<'c> Graph<'c> {
    fn new(catalog: &'c Catalog) -> Self {
        // A worker as a tool has the same place as the worker itself.
        let workers = catalog.workers.iter().enumerate();
        let by_place: HashMap<Span, usize> = workers
            .filter_map(|(index, worker)| Some((worker.span?, index)))
            .collect();
        let edges_of = |worker: &'c Worker| {
            let delegating = worker.grants.iter();
            let edges = delegating.filter_map(|grant| {
                let to = by_place.get(&catalog.tool(grant.tool).span)?;
                Some(Edge {
                    to: *to,
                    listed: grant.listed,
                    child: &catalog.workers[*to],
                })
            });
            edges.collect()
        };
        Graph {
            edges: catalog.workers.iter().map(edges_of).collect(),
            catalog,
            by_place,
        }
    }

    fn names(&self, path: &[usize]) -> String {
        let names = path
            .iter()
            .map(|at| self.catalog.workers[*at].name.as_str());
        names.collect::<Vec<_>>().join(" -> ")
    }

    /// Reports each cycle once, at the entry that closes it. Returns whether there is any.
    fn report_circles(&self, diagnostics: &mut Diagnostics) -> bool {
        let mut found = false;
        let mut done: BTreeSet<usize> = BTreeSet::new();
        for start in 0..self.edges.len() {
            // The current path, and for each worker on it how many of its edges have been followed.
            let mut path = vec![(start, 0)];
            while let Some((at, next)) = path.last_mut() {
                let at = *at;
                let edge = self.edges[at].get(*next);
                *next += 1;
                let Some(edge) = edge.filter(|_| !done.contains(&at)) else {
                    done.insert(at);
                    path.pop();
                    continue;
                };
                match path.iter().position(|(before, _)| *before == edge.to) {
                    Some(first) => {
                        let mut circle: Vec<usize> =
                            path[first..].iter().map(|(worker, _)| *worker).collect();
                        circle.push(edge.to);
                        found = true;
                        diagnostics.push(self.circle(&circle, edge));
                    }
                    None => path.push((edge.to, 0)),
                }
            }
        }
        found
    }

    fn circle(&self, circle: &[usize], edge: &Edge<'_>) -> Diagnostic {
        // the wording is part of the contract, as it is in the runtime
        let message = format!("Circular delegation detected: {}", self.names(circle));
        at(Code::CIRCULAR_DELEGATION, edge.listed, message)
            .label("this closes the cycle")
            .help("take the worker off this list: a worker that can call itself may never finish")
    }

    /// Reports the longest chain if it is too long. Requires an acyclic graph.
    fn report_depth(&self, diagnostics: &mut Diagnostics) {
        let mut longest: Vec<Option<Vec<usize>>> = vec![None; self.edges.len()];
        for start in 0..self.edges.len() {
            self.find_longest(start, &mut longest);
        }
        let chains = longest.iter().flatten();
        let Some(chain) = chains.max_by_key(|chain| chain.len()) else {
            return;
        };
        if chain.len() <= MAX_DELEGATION + 1 {
            return;
        }
        let (from, to) = (chain[MAX_DELEGATION], chain[MAX_DELEGATION + 1]);
        let edge = self.edges[from].iter().find(|edge| edge.to == to);
        // the wording is part of the contract, as it is in the runtime
        let message = format!(
            "Maximum delegation depth ({MAX_DELEGATION}) exceeded. Current path: {}",
            self.names(chain)
        );
        let listed = edge.and_then(|edge| edge.listed);
        diagnostics.push(
            at(Code::DEEP_DELEGATION, listed, message)
                .label("this step is too deep")
                .help("let a worker further up call this one itself"),
        );
    }

    /// Finds the longest chain that starts at a worker.
    fn find_longest(&self, start: usize, longest: &mut [Option<Vec<usize>>]) {
        // A worker stays on the stack until the chains of all workers it calls are known.
        let mut waiting = vec![start];
        while let Some(at) = waiting.last().copied() {
            let open = self.edges[at]
                .iter()
                .find(|edge| longest[edge.to].is_none());
            if let (Some(edge), None) = (open, &longest[at]) {
                waiting.push(edge.to);
                continue;
            }
            let chains = self.edges[at].iter();
            let chains = chains.filter_map(|edge| longest[edge.to].clone());
            let mut chain = vec![at];
            chain.extend(chains.max_by_key(Vec::len).unwrap_or_default());
            longest[at] = Some(chain);
            waiting.pop();
        }
    }

    /// Reports what a worker could get done by another that it may not do itself.
    fn report_escalation(&self, diagnostics: &mut Diagnostics, parent: &Worker, edge: &Edge<'_>) {
        const SHOWN: usize = 3;
        let own: HashMap<ToolId, &Grant> = parent
            .grants
            .iter()
            .map(|grant| (grant.tool, grant))
            .collect();
        let gained: Vec<&Grant> = edge
            .child
            .grants
            .iter()
            .filter(|grant| {
                !self
                    .by_place
                    .contains_key(&self.catalog.tool(grant.tool).span)
            })
            .filter(|grant| {
                let own = own.get(&grant.tool);
                own.is_none_or(|own| may_be_looser(grant, own))
            })
            .collect();
        let Some(first) = gained.first() else {
            return;
        };
        let words = gained
            .iter()
            .map(|grant| self.describe_gain(grant, own.get(&grant.tool).copied()));
        let child = &edge.child.name;
        let message = format!(
            "through `{child}`, worker `{}` can do what it may not do itself: {}",
            parent.name,
            list_some(words, SHOWN)
        );
        let mut finding = at(Code::ESCALATED_GRANT, edge.listed.or(parent.span), message)
            .label(format!("`{}` may call `{child}`", parent.name))
            .help(format!(
                "grant `{}` the same tools with the same approval, remove them from `{child}`, or do not let \
                 `{}` call `{child}`",
                parent.name, parent.name
            ));
        if let Some(span) = first.span.or(first.listed) {
            finding = finding.also(span, format!("`{child}` has it from here"));
        }
        diagnostics.push(finding);
    }

    /// Describes what a worker gains by a grant of the worker it calls, compared with its own
    /// grant, if any.
    fn describe_gain(&self, gained: &Grant, own: Option<&Grant>) -> String {
        let name = self.catalog.tool(gained.tool).qualified();
        match own {
            Some(own) if gained.approval < own.approval => format!(
                "`{name}` with `{}` instead of `{}`",
                gained.approval.name(),
                own.approval.name()
            ),
            Some(_) => format!("`{name}` by other rules"),
            None => format!("`{name}`"),
        }
    }
}

/// Reports toolset settings of the called worker that allow more than those of its caller.
fn report_settings(diagnostics: &mut Diagnostics, parent: &Worker, edge: &Edge<'_>) {
    let child = edge.child;
    for own in &child.toolsets {
        let mut others = parent.toolsets.iter();
        // If the caller lacks the toolset, the comparison of grants covers it.
        let Some(of_parent) = others.find(|other| other.name() == own.name()) else {
            continue;
        };
        let Some((key, span)) = own.find_wider(of_parent) else {
            continue;
        };
        let message = format!(
            "through `{}`, worker `{}` can do what it may not do itself: `{key}` of `{}` allows more there",
            child.name,
            parent.name,
            own.name()
        );
        diagnostics.push(
            at(Code::ESCALATED_GRANT, edge.listed.or(parent.span), message)
                .label(format!("`{}` may call `{}`", parent.name, child.name))
                .also(span, "this allows more")
                .help(format!(
                    "allow no more there than `{}` has, or do not let `{}` call `{}`",
                    parent.name, parent.name, child.name
                )),
        );
    }
}

/// Reports toolsets that are configured differently from the calling worker's: with another folder
/// or another account they do something else, and nothing proves that it is less.
fn report_configs(diagnostics: &mut Diagnostics, parent: &Worker, edge: &Edge<'_>) {
    let child = edge.child;
    for own in &child.mounts {
        let mut others = parent.mounts.iter();
        let other = others.find(|other| other.namespace == own.namespace);
        let other = other.and_then(|other| other.config.as_ref());
        let Some((config, theirs)) = own.config.as_ref().zip(other) else {
            continue;
        };
        if config.says_same(theirs) {
            continue;
        }
        let message = format!(
            "through `{}`, worker `{}` can do what it may not do itself: `{}` is configured differently there",
            child.name, parent.name, own.namespace
        );
        diagnostics.push(
            at(Code::ESCALATED_GRANT, edge.listed.or(parent.span), message)
                .label(format!("`{}` may call `{}`", parent.name, child.name))
                .also(config.place, "these values differ from those of the caller")
                .also(theirs.place, "the values of the caller")
                .help(format!(
                    "write the same values for both, or do not let `{}` call `{}`",
                    parent.name, child.name
                )),
        );
    }
}

fn at(code: Code, span: Option<Span>, message: String) -> Diagnostic {
    match span {
        Some(span) => Diagnostic::new(code, span, message),
        None => Diagnostic::placeless(code, message),
    }
}
