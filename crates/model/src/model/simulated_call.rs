//! Noun: a call whose result an engine makes up, and what is said about it.

use super::engine::{Engine, LmEngine, MODEL_REQUEST, MockEngine, Recording};
use super::{Catalog, HttpCall, ToolId};
use std::collections::{BTreeMap, BTreeSet};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{data, list};
use toolc_schema::rust::Text;

/// The engine that simulates a tool.
#[derive(Debug, Clone, Copy)]
pub struct SimulatedCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// What all engines that simulate have.
    pub settings: &'c MockEngine,
    /// The settings of one that asks a model.
    pub asks: Option<&'c LmEngine>,
}

impl<'c> SimulatedCall<'c> {
    /// The word for its engine under `type`.
    pub fn type_name(&self) -> &'static str {
        self.engine.kind.type_name()
    }

    /// The request to the model, if it asks one.
    pub fn request(&self) -> Option<HttpCall<'c>> {
        let settings = &self.asks?.api;
        Some(HttpCall {
            engine: self.engine,
            settings,
            operation: &MODEL_REQUEST,
        })
    }

    /// The same unless nothing is ever sent, as answers are replayed.
    pub fn sent_request(&self) -> Option<HttpCall<'c>> {
        self.request()
            .filter(|_| !self.asks.is_some_and(LmEngine::is_replay))
    }

    /// How it makes results up, in words.
    fn describe(&self) -> String {
        let kind = self.type_name();
        let recording = self.asks.and_then(|asks| asks.recording.as_ref());
        match recording {
            Some(Recording::Record(path)) => format!("`{kind}`, recorded in `{}`", path.value),
            Some(Recording::Replay(path)) => format!("`{kind}`, replayed from `{}`", path.value),
            None => format!("`{kind}`"),
        }
    }

    /// What all tools of the engine share.
    pub fn simulator(&self) -> Simulator<'c> {
        Simulator {
            name: &self.engine.name,
            settings: self.settings,
        }
    }
}

impl Catalog {
    /// A sentence for each engine that makes up the results of some of these tools, which no build leaves unsaid.
    pub fn describe_simulations(&self, tools: impl IntoIterator<Item = ToolId>) -> Vec<String> {
        let tools: BTreeSet<ToolId> = tools.into_iter().collect();
        let mut engines: BTreeMap<&str, (String, usize)> = BTreeMap::new();
        for id in tools {
            if let Some(call) = self.simulating_engine(self.tool(id)) {
                let counted = engines.entry(&call.engine.name);
                counted.or_insert_with(|| (call.describe(), 0)).1 += 1;
            }
        }
        let sentences = engines.iter().map(|(name, (kind, count))| {
            let noun = if *count == 1 { "tool" } else { "tools" };
            format!("the engine `{name}` makes up the results of {count} {noun} ({kind})")
        });
        sentences.collect()
    }

    /// The same of all tools that workers grant.
    pub fn describe_all_simulations(&self) -> Vec<String> {
        let grants = self.workers.iter().flat_map(|worker| &worker.grants);
        self.describe_simulations(grants.map(|grant| grant.tool))
    }
}

/// What all tools share that an engine simulates.
pub struct Simulator<'e> {
    name: &'e str,
    settings: &'e MockEngine,
}

data! {
    Simulator<'_> as [rt::simulate::Simulator] =>
    Simulator { name, settings: MockEngine { seed, faults } } => {
        engine: Text(name),
        seed: u64::from(*seed),
        faults: list(faults, |fault| fault),
    },
}
