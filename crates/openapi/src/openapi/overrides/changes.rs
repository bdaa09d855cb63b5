//! How overrides change the arguments of one tool.

use super::arguments::{self, Refusal};
use super::within;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use toolc_base::node::Node;
use toolc_base::source::Spanned;
use toolc_model::config::Override;
use toolc_model::draft::DraftTool;

/// A change to an argument, or to a place within one.
enum Change<'c> {
    Fix(&'c Node),
    Hide,
    Inject,
    Default(&'c Node),
    /// Approvers and logs do not see it.
    Hush,
}

/// Changes the arguments of a tool. If two overrides change the same argument, the first one wins;
/// within one override, constants come first. Returns the arguments, and the places within them
/// that overrides name.
pub(super) fn make_changes(
    overs: &[&Override],
    tool: &mut DraftTool,
    refuse: &mut dyn FnMut(&Spanned<String>, Refusal),
) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = arguments::argument_names(tool).map(str::to_owned).collect();
    let mut done = HashSet::new();
    let mut changes = all(overs);
    refuse_more_of_injected(&changes, refuse);
    changes.retain(|(name, change)| {
        let is_known = within::is_place(&name.value) || known.contains(&name.value);
        let is_first = matches!(change, Change::Hush) || done.insert(&name.value);
        is_known && is_first
    });
    let doubled = refuse_doubled(&mut changes, refuse);
    known.extend(doubled);
    // places within an argument come first, the deepest before all, because what is around them may be removed; so do
    // marks of secrets, which the schema of a removed argument keeps
    changes.sort_by_key(|(name, change)| {
        let is_mark = matches!(change, Change::Hush);
        let depth = within::split_place(&name.value).len();
        (!is_mark, Reverse(depth))
    });
    for (name, change) in changes {
        match make_one(tool, name, &change) {
            Ok(false) => continue,
            Ok(true) => {}
            Err(refusal) => refuse(name, refusal),
        }
        known.insert(name.value.clone());
    }
    known
}

/// Refuses other changes to injected arguments: they are neither hidden nor fixed, and no model
/// sees a default for them.
fn refuse_more_of_injected(
    changes: &[(&Spanned<String>, Change<'_>)],
    refuse: &mut dyn FnMut(&Spanned<String>, Refusal),
) {
    for (name, change) in changes {
        let is_injected = |(other, change): &&(&Spanned<String>, Change<'_>)| {
            matches!(change, Change::Inject) && other.value == name.value
        };
        if !matches!(change, Change::Inject) && changes.iter().any(|other| is_injected(&other)) {
            refuse(name, Refusal::Reported);
        }
    }
}

/// Refuses, and takes out, each constant for a place that the constant around it sets, too. Returns these places.
fn refuse_doubled(
    changes: &mut Vec<(&Spanned<String>, Change<'_>)>,
    refuse: &mut dyn FnMut(&Spanned<String>, Refusal),
) -> Vec<String> {
    let mut constants = Vec::new();
    for (name, change) in &*changes {
        if let Change::Fix(value) = change {
            constants.push((within::split_place(&name.value), *value));
        }
    }
    let mut doubled = Vec::new();
    changes.retain(|(name, change)| {
        let place = within::split_place(&name.value);
        let is_set = |(outer, value): &(Vec<String>, &Node)| {
            let rest = place.strip_prefix(&outer[..]);
            rest.is_some_and(|rest| !rest.is_empty() && within::has_value_at(value, rest))
        };
        let is_doubled = matches!(change, Change::Fix(_)) && constants.iter().any(is_set);
        if is_doubled {
            refuse(name, Refusal::Doubled);
            doubled.push(name.value.clone());
        }
        !is_doubled
    });
    doubled
}

fn all<'c>(overs: &[&'c Override]) -> Vec<(&'c Spanned<String>, Change<'c>)> {
    let overs = || overs.iter().copied();
    let constants = overs().flat_map(|over| &over.constants);
    let constants = constants.map(|(name, value)| (name, Change::Fix(value)));
    let hidden = overs().flat_map(|over| &over.hidden);
    let hidden = hidden.map(|name| (name, Change::Hide));
    let defaults = overs().flat_map(|over| &over.defaults);
    let defaults = defaults.map(|(name, value)| (name, Change::Default(value)));
    let injected = overs().flat_map(|over| &over.injected);
    let injected = injected.map(|name| (name, Change::Inject));
    let secret = overs().flat_map(|over| &over.secret);
    let secret = secret.map(|name| (name, Change::Hush));
    let changes = injected.chain(constants).chain(hidden);
    changes.chain(defaults).chain(secret).collect()
}

/// Returns `false` if there is no such place.
fn make_one(
    tool: &mut DraftTool,
    name: &Spanned<String>,
    change: &Change<'_>,
) -> Result<bool, Refusal> {
    match (within::is_place(&name.value), change) {
        (true, Change::Fix(value)) => return within::fix_property(tool, name, value),
        (true, Change::Hide) => return within::hide_property(tool, &name.value),
        (true, Change::Default(value)) => return within::show_default(tool, name, value),
        (true, Change::Hush) => return within::mark_secret(tool, name),
        (true, Change::Inject) => return Err(Refusal::Place),
        (false, Change::Inject) => arguments::inject_argument(tool, name),
        (false, Change::Fix(value)) => arguments::fix_argument(tool, name, value)?,
        (false, Change::Hide) => arguments::hide_argument(tool, &name.value)?,
        (false, Change::Default(value)) => arguments::show_default(tool, name, value),
        (false, Change::Hush) => arguments::mark_secret(tool, name),
    }
    Ok(true)
}
