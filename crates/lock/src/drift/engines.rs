//! Engines that were added, removed or changed: where requests go, with what credentials, within what limits.

use super::matches::Pair;
use super::report::{Report, drift_finding};
use super::settings::{list_changed, show_setting};
use super::tool_settings::is_told_of_tools;
use crate::lock::{EngineSetting, Lock, LockedEngine, Subject};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code, Diagnostic};
use toolc_base::node::Node;
use toolc_base::source::Span;

/// The wording of a setting, and the class of a change of it.
fn describe_setting(setting: EngineSetting) -> (&'static str, Class) {
    match setting {
        EngineSetting::Addresses => ("the addresses that it calls", Class::Host),
        EngineSetting::Hosts => ("the hosts that it may be redirected to", Class::Host),
        EngineSetting::Credentials => ("the credentials that it sends", Class::Credentials),
        EngineSetting::Private => (
            "whether it may call private addresses (`private`)",
            Class::Host,
        ),
        EngineSetting::PlainHttp => (
            "whether credentials may go over plain http (`plain_http`)",
            Class::Credentials,
        ),
        EngineSetting::Timeout => (
            "the milliseconds that a call may take (`timeout`)",
            Class::Limits,
        ),
        EngineSetting::Retries => (
            "how often a request is sent again (`retries`)",
            Class::Limits,
        ),
        EngineSetting::Changed => (
            "what happens to tools that the server has changed (`changed`)",
            Class::Engine,
        ),
        EngineSetting::MaxResponse => (
            "the bytes that a response may have (`max_response`)",
            Class::Limits,
        ),
        EngineSetting::Expose => (
            "the statuses whose answers models are told (`errors`)",
            Class::OutputPolicy,
        ),
    }
}

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
                let setting = |one: EngineSetting| show_setting(engine.settings.get(one.key()));
                let message = format!(
                    "engine `{}` was added: it calls {}, with credentials {}",
                    engine.name,
                    setting(EngineSetting::Addresses),
                    setting(EngineSetting::Credentials)
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
        if change.key == EngineSetting::Addresses.key() && moves_with_tools(old, new, pairs) {
            continue;
        }
        let (what, class) = match EngineSetting::of_key(&change.key) {
            Some(setting) => {
                let (words, class) = describe_setting(setting);
                (words.to_owned(), class)
            }
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
            .get(EngineSetting::Addresses.key())
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
