//! The settings of workers, as written in the lock.

use super::Settings;
use super::commands::add_commands;
use super::settings::{list_texts, quote_word};
use toolc_base::node::{Node, Value, escape_pointer};
use toolc_base::source::Span;
use toolc_model::model::configured::Mount as Mounted;
use toolc_model::model::limit::{Limited, Limits};
use toolc_model::model::policy::{Prompt, Worker};
use toolc_model::model::toolset::{Files, Mount, Settings as ToolsetSettings};
use toolc_model::model::{Catalog, ToolId};

/// The key of a worker's flow policy.
pub const FLOW: &str = "flow";
/// The key of the scopes that a worker's tools need.
pub const SCOPES: &str = "scopes";

/// The settings of a worker, other than those of its tools.
pub(super) fn of_worker(catalog: &Catalog, worker: &Worker) -> Settings {
    let Worker {
        span,
        prompt: Prompt {
            instructions,
            model,
        },
        output,
        output_span,
        toolsets,
        mounts,
        limits,
        limited,
        // `add_flows` writes it, with that of `toolc.yaml`
        flow: _,
        // `take_worker` writes these
        name: _,
        grants: _,
        blocked: _,
    } = worker;
    let Limits {
        timeout,
        // a worker as a whole has none; each tool's is among `limited`
        at_most: _,
    } = limits;
    let span = output_span.or(*span);
    let policy = Value::String(output.name().to_owned());
    let node = Node::new(policy, span.unwrap_or(super::NOWHERE));
    let mut settings = Settings::from([("output_policy".to_owned(), node)]);
    if let Some(timeout) = timeout {
        let number = Value::Number(timeout.value.to_string().into());
        settings.insert("timeout_ms".to_owned(), Node::new(number, timeout.span));
    }
    let texts_of = [("instructions", instructions), ("model", model)];
    for (key, text) in texts_of {
        if let Some(text) = text {
            let node = Node::new(Value::String(text.value.clone()), text.span);
            settings.insert(key.to_owned(), node);
        }
    }
    let words = |one: &Limited| format!("{}: {}", one.subject, one.limits.words());
    let words: Vec<String> = limited.iter().map(words).collect();
    if let Some(span) = limited.first().and_then(|one| one.limits.span()) {
        settings.insert(
            "limits".to_owned(),
            Node::new(list_texts(words, span), span),
        );
    }
    for toolset in toolsets {
        match toolset {
            ToolsetSettings::Files(files) => add_files(&mut settings, files),
            ToolsetSettings::Commands(commands) => add_commands(&mut settings, commands),
        }
    }
    add_flows(&mut settings, catalog, worker);
    for mount in mounts {
        add_mount(&mut settings, catalog, mount);
    }
    settings
}

/// The flow policy of a worker, and the scopes that it needs. Empty lists are not written.
fn add_flows(settings: &mut Settings, catalog: &Catalog, worker: &Worker) {
    let Some(span) = worker.span else { return };
    let policies = [&catalog.flow, &worker.flow];
    let lines: Vec<String> = policies.iter().flat_map(|policy| policy.lines()).collect();
    if !lines.is_empty() {
        let place = worker.flow.place().unwrap_or(span);
        settings.insert(FLOW.to_owned(), Node::new(list_texts(lines, place), place));
    }
    let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
    let lines = catalog.needs_of(&ids).scopes();
    if !lines.is_empty() {
        settings.insert(SCOPES.to_owned(), Node::new(list_texts(lines, span), span));
    }
}

/// The configuration of a mounted toolset, as written: variables by name, and no secrets, because
/// these are never written down.
fn add_mount(settings: &mut Settings, catalog: &Catalog, mount: &Mounted) {
    let Mounted {
        namespace,
        optional,
        config,
        span: _,
    } = mount;
    let mut add = |key: &str, value: Value, span: Span| {
        let key = format!("{namespace}.{key}");
        settings.insert(key, Node::new(value, span));
    };
    if let Some(place) = optional {
        add("optional", Value::Bool(true), *place);
    }
    let declared = catalog.config(namespace);
    let Some((declared, config)) = declared.zip(config.as_ref()) else {
        return;
    };
    let digest = Value::String(declared.fingerprint.clone());
    add("config_schema", digest, declared.span);
    let mut values = Vec::new();
    list_values(&config.written, "", &mut values);
    let span = config.place;
    if !values.is_empty() {
        add("config", list_texts(values, span), span);
    }
}

/// `/max_size = 10`
fn list_values(node: &Node, pointer: &str, values: &mut Vec<String>) {
    match node.as_map() {
        Some(map) => {
            for entry in map.iter() {
                list_values(
                    &entry.value,
                    &format!("{pointer}/{}", escape_pointer(&entry.key)),
                    values,
                );
            }
        }
        None => values.push(format!("{pointer} = {}", node.to_json())),
    }
}

/// The files that a worker may use. Unset options are not written.
fn add_files(settings: &mut Settings, files: &Files) {
    let Files {
        root,
        read_only,
        mounts,
        suffixes,
        max_file_size,
        max_entries,
        span: _,
    } = files;
    let mut add = |key: &str, value: Value, span: Span| {
        settings.insert(format!("filesystem.{key}"), Node::new(value, span));
    };
    let number = |number: u64| Value::Number(number.to_string().into());
    if let Some(root) = root {
        add("root", Value::String(root.value.clone()), root.span);
    }
    if let Some(place) = read_only {
        add("read_only", Value::Bool(true), *place);
    }
    if let Some(first) = mounts.first() {
        let mounts = list_texts(mounts.iter().map(mount), first.target.span);
        add("mounts", mounts, first.target.span);
    }
    if let Some(suffixes) = suffixes {
        let listed = list_texts(suffixes.value.iter().cloned(), suffixes.span);
        add("allowed_suffixes", listed, suffixes.span);
    }
    if let Some(size) = max_file_size {
        add("max_file_size_bytes", number(size.value), size.span);
    }
    if let Some(count) = max_entries {
        add("max_entries", number(count.value), count.span);
    }
}

/// `/docs is ./docs, read-only`
fn mount(mount: &Mount) -> String {
    let Mount {
        target,
        path,
        read_only,
    } = mount;
    let access = if *read_only { ", read-only" } else { "" };
    let (target, path) = (quote_word(&target.value), quote_word(&path.value));
    format!("{target} is {path}{access}")
}
