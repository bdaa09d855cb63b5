//! Engines that were added, removed or changed: where requests go, with what credentials, within what limits.

use super::matches::Pair;
use super::report::{Report, drift_finding};
use super::settings::{list_changed, show_setting};
use super::tool_settings::is_told_of_tools;
use crate::diagnostic::{Class, Code, Diagnostic};
use crate::lock::{Lock, LockedEngine, Subject};
use crate::node::Node;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The setting with the addresses that the tools of an engine call.
const ADDRESSES: &str = "addresses";

/// For each key, its wording and the class of a change of it.
const WORDS: &[(&str, &str, Class)] = &[
    (ADDRESSES, "the addresses that it calls", Class::Host),
    (
        "hosts",
        "the hosts that it may be redirected to",
        Class::Host,
    ),
    (
        "credentials",
        "the credentials that it sends",
        Class::Credentials,
    ),
    (
        "private",
        "whether it may call private addresses (`private`)",
        Class::Host,
    ),
    (
        "plain_http",
        "whether credentials may go over plain http (`plain_http`)",
        Class::Credentials,
    ),
    (
        "timeout_ms",
        "the milliseconds that a call may take (`timeout`)",
        Class::Limits,
    ),
    (
        "retries",
        "how often a request is sent again (`retries`)",
        Class::Limits,
    ),
    (
        "changed",
        "what becomes of tools that their server changed (`changed`)",
        Class::Engine,
    ),
    (
        "max_response_bytes",
        "the bytes that a response may have (`max_response`)",
        Class::Limits,
    ),
    (
        "expose",
        "the statuses whose answers models are told (`errors`)",
        Class::OutputPolicy,
    ),
];

/// Reports every engine that was added, removed or changed.
pub(super) fn compare_engines(
    report: &mut Report<'_>,
    lock: &Lock,
    now: &Lock,
    pairs: &[Pair<'_>],
) {
    let old = by_name(lock);
    let new = by_name(now);
    for engine in &now.engines {
        match old.get(engine.name.as_str()) {
            Some(was) => compare_engine(report, was, engine, pairs),
            None => {
                let setting = |key: &str| show_setting(engine.settings.get(key));
                let message = format!(
                    "engine `{}` was added: it calls {}, with credentials {}",
                    engine.name,
                    setting("addresses"),
                    setting("credentials")
                );
                let found = report.label_addition(changed(Class::Engine, engine.span, message));
                report.push(found, &[Subject::Engine(&engine.name)]);
            }
        }
    }
    for engine in &lock.engines {
        if !new.contains_key(engine.name.as_str()) {
            let message = format!("engine `{}` was removed", engine.name);
            let found = report.label_removal(changed(Class::Engine, engine.span, message));
            report.push(found, &[Subject::Engine(&engine.name)]);
        }
    }
}

fn by_name(lock: &Lock) -> BTreeMap<&str, &LockedEngine> {
    let engines = lock.engines.iter();
    engines
        .map(|engine| (engine.name.as_str(), engine))
        .collect()
}

fn compare_engine(
    report: &mut Report<'_>,
    old: &LockedEngine,
    new: &LockedEngine,
    pairs: &[Pair<'_>],
) {
    for change in list_changed(&old.settings, &new.settings) {
        if change.key == ADDRESSES && moves_with_tools(old, new, pairs) {
            continue;
        }
        let known = WORDS.iter().find(|(key, _, _)| *key == change.key);
        let (what, class) = match known {
            Some((_, words, class)) => ((*words).to_owned(), *class),
            None => (format!("`{}`", change.key), Class::Setting),
        };
        let message = format!("engine `{}`: {what} {}", new.name, change.how);
        let found = changed(class, Some(change.span), message);
        report.push(found, &[Subject::Engine(&new.name)]);
    }
}

/// Whether the findings on its tools say where the requests of an engine went and go now.
fn moves_with_tools(old: &LockedEngine, new: &LockedEngine, pairs: &[Pair<'_>]) -> bool {
    let [was, is] = [old, new].map(|engine| {
        let listed = engine.settings.get(ADDRESSES).and_then(Node::as_list);
        let texts = listed.into_iter().flatten().filter_map(Node::as_str);
        texts.collect::<BTreeSet<_>>()
    });
    let lost: Vec<&str> = was.difference(&is).copied().collect();
    let gained: Vec<&str> = is.difference(&was).copied().collect();
    is_told_of_tools(pairs, &new.name, &lost, &gained)
}

fn changed(class: Class, span: Option<Span>, message: String) -> Diagnostic {
    drift_finding((Code::ENGINE_CHANGED, class), span, message)
}
