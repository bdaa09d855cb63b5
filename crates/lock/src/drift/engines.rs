//! Engines that were added, removed or changed: where requests go, with what credentials, within what limits.

use super::matches::Pair;
use super::report::{Report, drift_finding};
use super::results::compare_results;
use super::settings::{list_changed, show_setting};
use super::tool_settings::is_told_of_tools;
use crate::lock::{Lock, LockedEngine, RESULTS, Subject};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code, Diagnostic};
use toolc_base::node::Node;
use toolc_base::source::Span;
use toolc_model::model::engine::{LockedSetting, find_locked_setting};

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
                let setting = |one: &LockedSetting| show_setting(engine.settings.get(one.key));
                let calls = format!(
                    "it calls {}, with credentials {}",
                    setting(&LockedSetting::ADDRESSES),
                    setting(&LockedSetting::CREDENTIALS)
                );
                let sends = engine.settings.contains_key(LockedSetting::ADDRESSES.key);
                let (class, does) = match simulates(engine) {
                    Some(kind) if sends => (
                        Class::Request,
                        format!("it makes results up (`{kind}`); {calls}"),
                    ),
                    Some(kind) => (Class::Request, format!("it makes results up (`{kind}`)")),
                    None => (Class::Engine, calls),
                };
                let message = format!("engine `{}` was added: {does}", engine.name);
                let found = report.label_addition(changed(class, engine.span, message));
                report.push(found, &[Subject::Engine(&engine.name)]);
            }
        }
    }
    for engine in &lock.engines {
        if !new.contains_key(engine.name.as_str()) {
            let message = format!("engine `{}` was removed", engine.name);
            let class = simulates(engine).map_or(Class::Engine, |_| Class::Request);
            let found = report.label_removal(changed(class, engine.span, message));
            report.push(found, &[Subject::Engine(&engine.name)]);
        }
    }
}

/// The type of an engine that makes results up.
fn simulates(engine: &LockedEngine) -> Option<&str> {
    let kind = engine.settings.get(LockedSetting::SIMULATES.key);
    kind.and_then(Node::as_str)
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
        if change.key == LockedSetting::ADDRESSES.key && moves_with_tools(old, new, pairs) {
            continue;
        }
        if change.key == RESULTS {
            let (class, what) = compare_results(&old.settings, &new.settings);
            let message = format!("engine `{}` {what}: {}", new.name, change.how);
            let found = changed(class, Some(change.span), message);
            report.push(found, &[Subject::Engine(&new.name)]);
            continue;
        }
        let (what, class) = match find_locked_setting(&change.key) {
            Some(setting) => (setting.words.to_owned(), setting.class),
            // a lock that another version wrote
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
        let listed = engine
            .settings
            .get(LockedSetting::ADDRESSES.key)
            .and_then(Node::as_list);
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
