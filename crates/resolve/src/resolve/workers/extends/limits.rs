//! Limits of a worker that have no effect because a worker that it extends sets smaller ones.

use std::collections::HashMap;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::draft::{DraftToolset, DraftWorker};
use toolc_model::model::limit::{LIMITS, Limits};

/// Reports the limits of a worker that are larger than those of its parents. Joined with theirs, they are gone.
pub(super) fn check_inherited_limits(
    diagnostics: &mut Diagnostics,
    own: &DraftWorker,
    parents: &[DraftWorker],
) {
    let theirs = join_limits(parents.iter().map(|parent| &parent.limits));
    let mut found = list_idle(
        &format!("worker `{}`", own.name.value),
        &own.limits,
        &theirs,
    );
    for toolset in &own.toolsets {
        let namespace = &toolset.name.value;
        let toolsets = parents.iter().flat_map(|parent| &parent.toolsets);
        let toolsets = toolsets.filter(|theirs| theirs.name.value == *namespace);
        let theirs = join_limits(toolsets.clone().map(|theirs| &theirs.limits));
        found.extend(list_idle(
            &format!("`{namespace}`"),
            &toolset.limits,
            &theirs,
        ));
        let single = join_single_limits(toolsets);
        for (key, limits) in &toolset.single_limits {
            let name = key.bare();
            if let Some(theirs) = single.get(name) {
                found.extend(list_idle(&format!("`{namespace}::{name}`"), limits, theirs));
            }
        }
    }
    for finding in found {
        diagnostics.push(finding.about(About::worker(&own.name.value)));
    }
}

fn join_limits<'l>(all: impl Iterator<Item = &'l Limits>) -> Limits {
    all.fold(Limits::default(), |joined, limits| joined.and(limits))
}

/// The limits for single tools, by name.
fn join_single_limits<'d>(
    toolsets: impl Iterator<Item = &'d DraftToolset>,
) -> HashMap<&'d str, Limits> {
    let mut joined: HashMap<&str, Limits> = HashMap::new();
    for toolset in toolsets {
        for (key, limits) in &toolset.single_limits {
            let name = key.bare();
            let known = joined.entry(name).or_default();
            *known = known.and(limits);
        }
    }
    joined
}

fn list_idle(subject: &str, own: &Limits, theirs: &Limits) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for limit in LIMITS {
        let (key, unit) = (limit.key, limit.unit);
        if let Some([own, theirs]) = limit.find_smaller(own, theirs) {
            let message = format!(
                "`{key}` of {subject} has no effect: a worker that this one extends sets a smaller one"
            );
            let finding = Diagnostic::new(Code::IDLE_KEY, own.span, message)
                .label(format!("{}{unit}", own.value))
                .also(theirs.span, format!("{}{unit} here", theirs.value))
                .help("remove it, or raise the smaller one");
            found.push(finding);
        }
    }
    found
}
