//! Engines that came, went or call otherwise: where requests go, and with what credentials.

use super::{accept, finding, join_some};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::lock::{Lock, LockedEngine};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Reports every engine that came, went or changed.
pub(super) fn compare_engines(diagnostics: &mut Diagnostics, lock: &Lock, now: &Lock) {
    let today = now.engines.as_deref().unwrap_or_default();
    let Some(accepted) = &lock.engines else {
        if let Some(engine) = today.first() {
            diagnostics.push(unnoted(engine));
        }
        return;
    };
    let old = by_name(accepted);
    let new = by_name(today);
    for engine in today {
        match old.get(engine.name.as_str()) {
            Some(was) => compare_engine(diagnostics, was, engine),
            None => {
                let (name, addresses) = (&engine.name, quoted(&engine.addresses));
                let message = format!(
                    "engine `{name}` was added: it calls {addresses}, with credentials {}",
                    quoted(&engine.credentials)
                );
                diagnostics.push(changed(engine.span, message).label("not in the lock"));
            }
        }
    }
    for engine in accepted {
        if !new.contains_key(engine.name.as_str()) {
            let message = format!("engine `{}` was removed", engine.name);
            diagnostics.push(changed(engine.span, message).label("only in the lock"));
        }
    }
}

fn by_name(engines: &[LockedEngine]) -> BTreeMap<&str, &LockedEngine> {
    let named = engines.iter().map(|engine| (engine.name.as_str(), engine));
    named.collect()
}

fn compare_engine(diagnostics: &mut Diagnostics, old: &LockedEngine, new: &LockedEngine) {
    let rows = [
        ("addresses that it calls", &old.addresses, &new.addresses),
        ("hosts that it may be redirected to", &old.hosts, &new.hosts),
        (
            "credentials that it sends",
            &old.credentials,
            &new.credentials,
        ),
    ];
    for (what, old, new_values) in rows {
        let without = |all: &BTreeSet<String>, others: &BTreeSet<String>| {
            let rest = all.difference(others).cloned();
            rest.collect::<BTreeSet<String>>()
        };
        let (added, removed) = (without(new_values, old), without(old, new_values));
        let changes = [("added", added), ("removed", removed)];
        let changes: Vec<String> = changes
            .iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(verb, values)| format!("{verb} {}", quoted(values)))
            .collect();
        if !changes.is_empty() {
            let message = format!(
                "engine `{}`: the {what} changed: {}",
                new.name,
                changes.join(", ")
            );
            diagnostics.push(changed(new.span, message));
        }
    }
}

/// A lock that was written when toolc did not note engines says nothing of them.
fn unnoted(engine: &LockedEngine) -> Diagnostic {
    let message = "the lock does not say where requests go, nor with what credentials";
    Diagnostic {
        severity: Severity::Warning,
        ..changed(engine.span, message.to_owned())
    }
    .help("write it down with `toolc lock --accept-all`")
}

fn changed(span: Option<Span>, message: String) -> Diagnostic {
    finding(Code::ENGINE_CHANGED, span, message).help(accept("--accept-all"))
}

fn quoted(values: &BTreeSet<String>) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    join_some(&values, ", ")
}
