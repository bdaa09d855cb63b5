//! The configuration of a toolset, within the limits set by the parent of its worker.

use super::pair::Pair;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::draft::DraftToolset;
use toolc_model::model::toolset::Settings;

/// The settings of a built-in toolset: those that are not set are inherited, and those that are
/// must not allow more.
pub(super) fn narrow_settings(
    diagnostics: &mut Diagnostics,
    pair: &Pair<'_>,
    own: &DraftToolset,
    theirs: &DraftToolset,
) -> Option<Settings> {
    let is_written = |key: &str| own.options.iter().any(|option| option.value == key);
    let mut joined = own.settings.clone()?;
    let limit = theirs.settings.as_ref()?;
    joined.inherit(limit, is_written);
    let Some((key, span)) = joined.find_wider(limit) else {
        return Some(joined);
    };
    // of the settings of two parents, the narrower ones hold, whichever is named first
    if !pair.is_own(own.name.span) && limit.find_wider(&joined).is_none() {
        return Some(limit.clone());
    }
    let what = format!("`{key}` of `{}` allows more than in", own.name.value);
    diagnostics.push(wider(&what, (span, theirs.name.span), pair));
    Some(limit.clone())
}

/// The values of both: those of the parent apply, and only what it leaves open can be set here.
pub(super) fn narrow_config(
    diagnostics: &mut Diagnostics,
    pair: &Pair<'_>,
    own: &DraftToolset,
    theirs: &DraftToolset,
) -> Option<Spanned<Node>> {
    let Some(limit) = &theirs.mounting.config else {
        return own.mounting.config.clone();
    };
    let Some(config) = &own.mounting.config else {
        return Some(limit.clone());
    };
    let node = join_values(diagnostics, pair, &config.value, &limit.value);
    Some(Spanned::new(node, config.span))
}

fn join_values(diagnostics: &mut Diagnostics, pair: &Pair<'_>, own: &Node, theirs: &Node) -> Node {
    let (Some(values), Some(limits)) = (own.as_map(), theirs.as_map()) else {
        if own.to_json() != theirs.to_json() {
            diagnostics.push(wider(
                "a value of `config` differs from that of",
                (own.span, theirs.span),
                pair,
            ));
        }
        return theirs.clone();
    };
    let mut entries = Vec::new();
    for entry in values.iter() {
        let mut entry = entry.clone();
        if let Some(limit) = limits.get(&entry.key) {
            entry.value = join_values(diagnostics, pair, &entry.value, limit);
        }
        entries.push(entry);
    }
    let rest = limits.iter().filter(|entry| !values.contains(&entry.key));
    entries.extend(rest.cloned());
    Node::new(Value::Map(Map::new(entries)), own.span)
}

/// What is inherited from another parent is reported where the worker names the one that differs.
fn wider(what: &str, (own, theirs): (Span, Span), pair: &Pair<'_>) -> Diagnostic {
    let parent = &pair.parent.name.value;
    let message = format!("{what} worker `{parent}`, which this one extends");
    if !pair.is_own(own) {
        return Diagnostic::new(Code::WIDER_THAN_PARENT, pair.place(), message)
            .label("this parent differs from one that is named before it")
            .also(own, "what that one says")
            .also(theirs, "what this one says")
            .help("write in this worker what holds for it, which must be within both, or extend only one of them");
    }
    Diagnostic::new(Code::WIDER_THAN_PARENT, own, message)
        .label("here")
        .also(theirs, "the parent")
        .help("write the same as the parent or less, or remove the key to keep the value of the parent")
}
