//! What targets with strict schemas are shown: which tools of a worker are strict there, and a
//! digest of each tool's schema there.

#[cfg(feature = "drift")]
use super::{Lock, LockedTool};
use super::{NOWHERE, Settings, tool_key};
#[cfg(feature = "drift")]
use std::collections::BTreeSet;
use toolc_base::node::Node;
use toolc_base::order::sort_by_key;
use toolc_base::sha256::sha256_hex;
use toolc_model::model::locked::list_texts;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Target, Tool, ToolId};
use toolc_runtime::strict::Rewritten;

/// The prefix of a target's name, for the tools of a worker that are strict there.
pub const STRICT: &str = "strict.";
/// The prefix of a target's name, for a digest of the schema that is shown there for a tool.
pub const SHOWN: &str = "shown.";

/// The targets with strict tools that are mentioned anywhere.
fn strict_targets(catalog: &Catalog) -> Vec<&'static Target> {
    let named = catalog.targets.iter().copied();
    let chosen = catalog.exports.iter().map(|export| export.target);
    let mut targets: Vec<&'static Target> = named.chain(chosen).collect();
    targets.retain(|target| target.dialect.is_some_and(|dialect| dialect.is_strict()));
    sort_by_key(&mut targets, &mut |target| target.name);
    targets.dedup();
    targets
}

/// Adds which tools of a worker are strict.
pub(super) fn add_strict(settings: &mut Settings, catalog: &Catalog, worker: &Worker) {
    let targets = strict_targets(catalog);
    if targets.is_empty() {
        return;
    }
    let ids = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
    let is_shown = |id: &ToolId| catalog.tool(*id).is_shown();
    let ids: Vec<ToolId> = ids.into_iter().filter(is_shown).collect();
    for target in targets {
        let Some(list) = catalog.list(&ids, target) else {
            continue;
        };
        let listed = ids.iter().zip(list.tools());
        let strict = listed.filter(|(_, listed)| listed.rewritten().is_some());
        let names = strict.map(|(id, _)| tool_key(catalog.tool(*id)));
        let place = worker.span.unwrap_or(NOWHERE);
        settings.insert(format!("{STRICT}{}", target.name), list_texts(names, place));
    }
}

/// Adds what is shown of a tool, if it can be strict.
pub(super) fn add_shown(settings: &mut Settings, catalog: &Catalog, tool: &Tool) {
    let targets = strict_targets(catalog);
    if targets.is_empty() || !tool.is_shown() {
        return;
    }
    let written = catalog.shown_input(tool);
    for target in targets {
        let Some(dialect) = target.dialect else {
            continue;
        };
        if let Ok(rewritten) = Rewritten::new(&written, dialect) {
            let digest = sha256_hex(rewritten.schema().to_text());
            let node = Node::string(digest, tool.span);
            settings.insert(format!("{SHOWN}{}", target.name), node);
        }
    }
}

/// Adds or removes digests when accepting a worker added or removed a target: those of the tools
/// that it may call, provided that these are unchanged.
#[cfg(feature = "drift")]
pub(super) fn accept_shown(tools: &mut [LockedTool], now: &Lock, workers: &BTreeSet<&str>) {
    let accepted = now.workers.iter();
    let accepted = accepted.filter(|worker| workers.contains(worker.name.as_str()));
    let granted: BTreeSet<&str> = accepted
        .flat_map(|worker| worker.grants.keys().map(String::as_str))
        .collect();
    for tool in tools
        .iter_mut()
        .filter(|tool| granted.contains(tool.key().as_str()))
    {
        let key = tool.key();
        let Some(today) = now.tools.iter().find(|today| today.key() == key) else {
            continue;
        };
        let is_same = today.raw_fingerprint == tool.raw_fingerprint;
        tool.settings
            .retain(|name, _| !name.starts_with(SHOWN) || today.settings.contains_key(name));
        let missing = today
            .settings
            .iter()
            .filter(|(name, _)| name.starts_with(SHOWN));
        for (name, node) in missing.filter(|_| is_same) {
            let place = tool.settings.entry(name.clone());
            place.or_insert_with(|| node.clone());
        }
    }
}
