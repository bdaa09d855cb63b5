//! Restricts one worker to another, key by key.

use super::pair::Pair;
use super::settings::{narrow_config, narrow_settings};
use crate::resolve::workers::shown::list_names;
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::{DraftToolset, DraftWorker, Mounting, Whitelist};
use toolc_model::model::ToolName;
use toolc_model::model::policy::{OutputPolicy, Prompt};
use toolc_model::model::results::ResultEntry;

/// The worker, restricted to its parent.
pub(super) fn narrow_worker(
    diagnostics: &mut Diagnostics,
    own: DraftWorker,
    parent: &DraftWorker,
) -> DraftWorker {
    let pair = Pair { own: &own, parent };
    report_idle_flag(diagnostics, &pair, own.writes, parent.read_only);
    let toolsets = match own.has_toolsets {
        true => narrow_toolsets(diagnostics, &pair),
        false => parent.toolsets.clone(),
    };
    let output = narrow_output(diagnostics, &pair);
    DraftWorker {
        name: own.name,
        extends: own.extends,
        description: own.description,
        writes: own.writes,
        prompt: Prompt {
            instructions: own.prompt.instructions,
            model: own.prompt.model.or_else(|| parent.prompt.model.clone()),
        },
        denied: join_once(&parent.denied, &own.denied, |denial| denial.name.span),
        output,
        // no right: a model could write what a repair reads
        repair: own.repair.or_else(|| parent.repair.clone()),
        read_only: own.read_only.or(parent.read_only),
        limits: own.limits.and(&parent.limits),
        flow: own.flow.extend(&parent.flow),
        results: add_results(own.results, &parent.results),
        has_toolsets: true,
        toolsets,
    }
}

/// What a worker says about results, and what those say that it extends, each once. The first list is its own.
fn add_results(own: Vec<Vec<ResultEntry>>, theirs: &[Vec<ResultEntry>]) -> Vec<Vec<ResultEntry>> {
    let place = |entries: &[ResultEntry]| entries.first().map(|entry| entry.span);
    let known: Vec<Option<Span>> = own.iter().map(|entries| place(entries)).collect();
    let new = theirs.iter().filter(|entries| {
        let place = place(entries);
        place.is_some() && !known.contains(&place)
    });
    own.into_iter().chain(new.cloned()).collect()
}

fn narrow_output(diagnostics: &mut Diagnostics, pair: &Pair<'_>) -> Option<Spanned<OutputPolicy>> {
    let (own, parent) = (pair.own.output.clone(), pair.parent);
    let Some(theirs) = &parent.output else {
        return own;
    };
    let own = own.unwrap_or_else(|| theirs.clone());
    if own.value.strictness() >= theirs.value.strictness() {
        return Some(own);
    }
    if !pair.is_own(own.span) {
        return Some(theirs.clone());
    }
    let (word, wanted) = (own.value.name(), theirs.value.name());
    let message = format!(
        "`output_policy: {word}` is less strict than `{wanted}` of worker `{}`, which this one extends",
        parent.name.value
    );
    diagnostics.push(
        Diagnostic::new(Code::WIDER_THAN_PARENT, own.span, message)
            .label("less strict")
            .also(theirs.span, "the parent says this")
            .help(format!("write `{wanted}`, or remove the key")),
    );
    Some(theirs.clone())
}

fn find_toolset<'p>(parent: &'p DraftWorker, own: &DraftToolset) -> Option<&'p DraftToolset> {
    let mut toolsets = parent.toolsets.iter();
    toolsets.find(|toolset| toolset.name.value == own.name.value)
}

fn narrow_toolsets(diagnostics: &mut Diagnostics, pair: &Pair<'_>) -> Vec<DraftToolset> {
    let mut toolsets = Vec::new();
    for toolset in &pair.own.toolsets {
        match find_toolset(pair.parent, toolset) {
            Some(theirs) => toolsets.push(narrow_toolset(diagnostics, pair, toolset, theirs)),
            None if pair.is_own(toolset.name.span) => {
                diagnostics.push(foreign_toolset(&toolset.name, pair.parent));
            }
            None => {}
        }
    }
    toolsets
}

fn narrow_toolset(
    diagnostics: &mut Diagnostics,
    pair: &Pair<'_>,
    own: &DraftToolset,
    theirs: &DraftToolset,
) -> DraftToolset {
    let parent = pair.parent;
    let read_only = theirs.read_only.or(parent.read_only);
    report_idle_flag(diagnostics, pair, own.writes, read_only);
    let tools = narrow_list(diagnostics, pair, own, theirs);
    let kept = list_names_of(&tools);
    let is_kept = |name: &ToolName| {
        let bare = name.bare();
        kept.as_ref().is_none_or(|kept| kept.contains(bare))
    };
    let limits = theirs.single_limits.iter();
    let limits = limits.filter(|(name, _)| is_kept(name));
    let reasons = theirs.block_reasons.iter();
    let reasons = reasons.filter(|(name, _)| is_kept(name));
    let single_limits = join_once(&own.single_limits, limits, |(name, _)| name.span);
    let block_reasons = join_once(&own.block_reasons, reasons, |(name, _)| name.span);
    let denied = join_once(&theirs.denied, &own.denied, |denial| denial.name.span);
    DraftToolset {
        name: own.name.clone(),
        // those of the parent are found through `parents`
        default: own.default.clone(),
        approvals: own.approvals.clone(),
        rules: own.rules.clone(),
        writes: own.writes,
        options: own.options.clone(),
        allow_empty: own.allow_empty || theirs.allow_empty,
        read_only: own.read_only.or(theirs.read_only),
        limits: own.limits.and(&theirs.limits),
        block_reason: own
            .block_reason
            .clone()
            .or_else(|| theirs.block_reason.clone()),
        mounting: Mounting {
            config: narrow_config(diagnostics, pair, own, theirs),
            mount: own.mounting.mount.or(theirs.mounting.mount),
            optional: own.mounting.optional.or(theirs.mounting.optional),
        },
        settings: narrow_settings(diagnostics, pair, own, theirs),
        module: own.module.clone().or_else(|| theirs.module.clone()),
        tools,
        single_limits,
        block_reasons,
        denied,
        parents: list_parents(own, theirs, parent),
    }
}

/// The parent and all that it extends, without duplicates, after those that are already known.
fn list_parents(
    own: &DraftToolset,
    theirs: &DraftToolset,
    parent: &DraftWorker,
) -> Vec<(String, DraftToolset)> {
    let inherited = theirs.parents.iter();
    let inherited = inherited.filter_map(|(_, toolset)| toolset.default.clone());
    let inherited = inherited.max_by_key(|default| default.value);
    let alone = DraftToolset {
        // otherwise the default from its parents would be lost
        default: theirs.default.clone().or(inherited),
        parents: Vec::new(),
        ..theirs.clone()
    };
    let mut parents = own.parents.clone();
    for (name, toolset) in [(parent.name.value.clone(), alone)]
        .into_iter()
        .chain(theirs.parents.iter().cloned())
    {
        if parents.iter().all(|(known, _)| *known != name) {
            parents.push((name, toolset));
        }
    }
    parents
}

/// Concatenates two lists without duplicates: workers that extend the same one share its entries.
fn join_once<'l, T: Clone + 'l>(
    first: &[T],
    second: impl IntoIterator<Item = &'l T>,
    place: fn(&T) -> Span,
) -> Vec<T> {
    let mut joined = first.to_vec();
    let mut known: HashSet<Span> = first.iter().map(place).collect();
    let new = second
        .into_iter()
        .filter(|entry| known.insert(place(entry)));
    joined.extend(new.cloned());
    joined
}

/// The whitelist, restricted to that of the parent. It must not contain tools that the parent
/// denies.
fn narrow_list(
    diagnostics: &mut Diagnostics,
    pair: &Pair<'_>,
    own: &DraftToolset,
    theirs: &DraftToolset,
) -> Whitelist {
    let parent = pair.parent;
    let Whitelist::Names(list) = &own.tools else {
        return match own.tools {
            Whitelist::Unreadable => Whitelist::Unreadable,
            Whitelist::Null => Whitelist::Null,
            _ => theirs.tools.clone(),
        };
    };
    let namespace = own.name.value.as_str();
    let denied = list_denied(theirs, parent);
    let known = list_names_of(&theirs.tools);
    let mut kept = Vec::new();
    for name in &list.value {
        let wanted = name.bare();
        let is_own = pair.is_own(name.span);
        if let Some(denied) = denied.get(wanted) {
            if is_own {
                let place = (*denied, "denied here");
                diagnostics.push(foreign_tool(name, (namespace, wanted), parent, place, None));
            }
            continue;
        }
        let is_known = known.as_ref().is_none_or(|known| known.contains(wanted));
        match &theirs.tools {
            Whitelist::Names(_) if !is_known && !is_own => {}
            Whitelist::Names(known) if !is_known => {
                let place = (known.span, "its whitelist");
                let finding =
                    foreign_tool(name, (namespace, wanted), parent, place, Some(&known.value));
                diagnostics.push(finding);
            }
            _ => kept.push(name.clone()),
        }
    }
    // a non-empty list of which nothing remains is not empty on purpose
    if kept.is_empty() && !list.value.is_empty() {
        if !pair.is_own(list.span) {
            diagnostics.push(nothing_in_common(pair, own, theirs));
        }
        return Whitelist::Unreadable;
    }
    Whitelist::Names(Spanned::new(kept, list.span))
}

/// For a toolset that a worker inherits from several parents, and of which nothing is left.
fn nothing_in_common(pair: &Pair<'_>, own: &DraftToolset, theirs: &DraftToolset) -> Diagnostic {
    let (worker, parent) = (&pair.own.name.value, &pair.parent.name.value);
    let namespace = &own.name.value;
    let message = format!(
        "the toolset `{namespace}` of worker `{worker}` grants nothing: `{parent}` and what it extends before \
         have none of its tools in common"
    );
    Diagnostic::new(Code::LOST_TOOLSET, pair.place(), message)
        .label("a worker may call only what all of these may")
        .also(own.name.span, "one of them")
        .also(theirs.name.span, "the other")
        .help(format!(
            "take one of them out of `extends`, or write `toolsets` without `{namespace}`"
        ))
}

/// The names in a whitelist, without their namespace; `None` if it names no tools.
fn list_names_of(tools: &Whitelist) -> Option<HashSet<&str>> {
    let Whitelist::Names(list) = tools else {
        return None;
    };
    let names = list.value.iter();
    Some(names.map(|name| name.bare()).collect())
}

/// The places where a toolset or its worker deny tools of it.
fn list_denied<'d>(toolset: &'d DraftToolset, worker: &'d DraftWorker) -> HashMap<&'d str, Span> {
    let namespace = toolset.name.value.as_str();
    let of_worker = worker.denied.iter().filter_map(|denial| {
        let (of, bare) = denial.name.value.split_once("::")?;
        (of == namespace).then_some((bare, denial.name.span))
    });
    let of_toolset = toolset.denied.iter().map(|denial| {
        let bare = denial.name.bare();
        (bare, denial.name.span)
    });
    let mut places = HashMap::new();
    for (name, place) in of_toolset.chain(of_worker) {
        places.entry(name).or_insert(place);
    }
    places
}

fn foreign_tool(
    name: &ToolName,
    (namespace, wanted): (&str, &str),
    parent: &DraftWorker,
    (place, label): (Span, &str),
    known: Option<&[ToolName]>,
) -> Diagnostic {
    let message = format!(
        "worker `{}`, which this one extends, may not call `{namespace}::{wanted}`",
        parent.name.value
    );
    let help = match known {
        Some(known) if !known.is_empty() => {
            let names = known.iter();
            let known = list_names(names.map(|name| name.bare()));
            format!(
                "remove it from the list, or grant it to the parent too; the parent has {known}"
            )
        }
        _ => "remove it from the list".to_owned(),
    };
    Diagnostic::new(Code::WIDER_THAN_PARENT, name.span, message)
        .label("not among the tools of its parent")
        .also(place, label)
        .help(help)
}

fn foreign_toolset(name: &Spanned<String>, parent: &DraftWorker) -> Diagnostic {
    let message = format!(
        "worker `{}`, which this one extends, has no toolset `{}`",
        parent.name.value, name.value
    );
    let known = parent
        .toolsets
        .iter()
        .map(|toolset| toolset.name.value.as_str());
    Diagnostic::new(Code::WIDER_THAN_PARENT, name.span, message)
        .label("not among the toolsets of its parent")
        .also(parent.name.span, "the parent")
        .help(format!(
            "remove it, or grant it to the parent too; the parent has {}",
            list_names(known)
        ))
}

/// Reports a `read_only: false` that has no effect.
fn report_idle_flag(
    diagnostics: &mut Diagnostics,
    pair: &Pair<'_>,
    writes: Option<Span>,
    read_only: Option<Span>,
) {
    let writes = writes.filter(|span| pair.is_own(*span));
    let (Some(own), Some(theirs)) = (writes, read_only) else {
        return;
    };
    let message = format!(
        "`read_only: false` has no effect: worker `{}`, which this one extends, says `true`",
        pair.parent.name.value
    );
    diagnostics.push(
        Diagnostic::new(Code::WIDER_THAN_PARENT, own, message)
            .label("this has no effect")
            .also(theirs, "the parent says this")
            .help("remove the key"),
    );
}
