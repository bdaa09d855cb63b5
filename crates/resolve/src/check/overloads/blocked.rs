//! Overloads of which a worker grants one and blocks the other: the granted one receives the calls that both accept.

use super::common::{Common, Pair};
use super::{SHOWN, worst};
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Tool};

/// How workers treat names of which they grant some overloads and block others.
pub(super) struct Divisions<'c> {
    /// These names, as (namespace, name).
    divided: HashSet<(&'c str, &'c str)>,
    /// For each worker, the wire names it knows and whether it grants each.
    workers: Vec<(&'c str, HashMap<&'c str, bool>)>,
}

impl<'c> Divisions<'c> {
    pub fn new(catalog: &'c Catalog) -> Self {
        let mut divided = HashSet::new();
        let mut workers = Vec::new();
        for worker in catalog
            .workers
            .iter()
            .filter(|worker| !worker.blocked.is_empty())
        {
            let blocked: HashSet<&str> = worker.blocked.iter().map(|each| &*each.name).collect();
            let shared =
                granted(catalog, worker).filter(|tool| blocked.contains(&*tool.qualified()));
            divided.extend(shared.map(|tool| (tool.namespace.as_str(), tool.name.as_str())));
        }
        for worker in catalog.workers.iter().filter(|_| !divided.is_empty()) {
            let blocked = worker
                .blocked
                .iter()
                .map(|each| (each.wire_name.as_str(), false));
            let granted = granted(catalog, worker).map(|tool| (tool.wire_name.as_str(), true));
            workers.push((worker.name.as_str(), blocked.chain(granted).collect()));
        }
        Divisions { divided, workers }
    }

    /// Whether some worker lets a call choose between the two, or no worker separates them.
    pub fn can_choose(&self, pair: &Pair<'_>) -> bool {
        let both = || self.of(pair).any(|(_, granted)| granted == [true, true]);
        self.by(pair).next().is_none() || both()
    }

    /// One finding, about the worst pair, for all pairs of a name that workers separate.
    pub fn report_worst(&self, pairs: &[(Common, Pair<'_>)]) -> Option<Diagnostic> {
        let divided = pairs.iter().filter(|(common, pair)| {
            common.example_call().is_some() && self.by(pair).next().is_some()
        });
        let (common, pair) = worst(divided)?;
        let code = match common {
            Common::Mixed(_) => Code::OVERLAPPING_OVERLOAD,
            _ => Code::AMBIGUOUS_OVERLOAD,
        };
        let call = common.example_call()?;
        let (worker, [is_first, _]) = self.by(pair).next()?;
        let [granted, blocked] = if is_first {
            [pair.first, pair.second]
        } else {
            [pair.second, pair.first]
        };
        let others = match self.by(pair).count() {
            1 => String::new(),
            count => format!("; the same applies to {count} workers"),
        };
        let message = format!(
            "for the worker `{worker}`, the call `{}` of `{}` reaches the overload that is not blocked",
            shorten_text(call, SHOWN),
            granted.qualified()
        );
        let finding = Diagnostic::new(code, granted.span, message)
            .label("this gets the call")
            .also(blocked.span, "this accepts it as well, and is blocked")
            .help(format!(
                "block both, give one of them another name, or let both require a property whose type or \
                 constant differs{others}"
            ));
        Some(finding)
    }

    /// The workers that grant one of the two and block the other.
    fn by(&self, pair: &Pair<'_>) -> impl Iterator<Item = (&'c str, [bool; 2])> {
        self.of(pair).filter(|(_, [first, second])| first != second)
    }

    /// The workers that know both, and which of them they grant.
    fn of(&self, pair: &Pair<'_>) -> impl Iterator<Item = (&'c str, [bool; 2])> {
        let name = (pair.first.namespace.as_str(), pair.first.name.as_str());
        let workers = if self.divided.contains(&name) {
            &self.workers[..]
        } else {
            &[]
        };
        let [first, second] = [pair.first, pair.second].map(|tool| tool.wire_name.as_str());
        workers.iter().filter_map(move |(worker, known)| {
            Some((*worker, [*known.get(first)?, *known.get(second)?]))
        })
    }
}

fn granted<'c>(catalog: &'c Catalog, worker: &'c Worker) -> impl Iterator<Item = &'c Tool> {
    worker.grants.iter().map(|grant| catalog.tool(grant.tool))
}
