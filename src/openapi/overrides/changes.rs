//! What overrides do to the arguments of one tool.

use super::arguments::{self, Refusal};
use super::within;
use crate::config::Override;
use crate::draft::DraftTool;
use crate::node::Node;
use crate::source::Spanned;
use std::collections::{BTreeSet, HashSet};

/// What is said of an argument, or of a place within one.
enum Change<'c> {
    Fix(&'c Node),
    Hide,
    Default(&'c Node),
}

/// Changes the arguments of a tool; of two overrides that say something of the same, the first
/// counts, and of one that says several things, the constant before all. Gives the arguments, and the
/// places within them that overrides name.
pub(super) fn make_changes(
    overs: &[&Override],
    tool: &mut DraftTool,
    refuse: &mut dyn FnMut(&Spanned<String>, Refusal),
) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = arguments::argument_names(tool).map(str::to_owned).collect();
    let mut done = HashSet::new();
    let mut changes = all(overs);
    changes.retain(|(name, _)| {
        let is_known = within::is_place(&name.value) || known.contains(&name.value);
        is_known && done.insert(&name.value)
    });
    // what is within an argument goes first, for the argument may go
    changes.sort_by_key(|(name, _)| !within::is_place(&name.value));
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

fn all<'c>(overs: &[&'c Override]) -> Vec<(&'c Spanned<String>, Change<'c>)> {
    let overs = || overs.iter().copied();
    let constants = overs().flat_map(|over| &over.constants);
    let constants = constants.map(|(name, value)| (name, Change::Fix(value)));
    let hidden = overs().flat_map(|over| &over.hidden);
    let hidden = hidden.map(|name| (name, Change::Hide));
    let defaults = overs().flat_map(|over| &over.defaults);
    let defaults = defaults.map(|(name, value)| (name, Change::Default(value)));
    constants.chain(hidden).chain(defaults).collect()
}

/// `false` where there is no such place.
fn make_one(
    tool: &mut DraftTool,
    name: &Spanned<String>,
    change: &Change<'_>,
) -> Result<bool, Refusal> {
    match (within::is_place(&name.value), change) {
        (true, Change::Fix(value)) => return within::fix_property(tool, name, value),
        (true, Change::Hide) => return within::hide_property(tool, &name.value),
        (true, Change::Default(value)) => return within::show_default(tool, name, value),
        (false, Change::Fix(value)) => arguments::fix_argument(tool, name, value)?,
        (false, Change::Hide) => arguments::hide_argument(tool, &name.value)?,
        (false, Change::Default(value)) => arguments::show_default(tool, name, value),
    }
    Ok(true)
}
