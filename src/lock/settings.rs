//! The settings for requests, results and schemas, as written in the lock.

use super::Settings;
use super::answers::{list_answers, statuses};
use super::commands::add_commands;
use crate::model::configured::Mount as Mounted;
use crate::model::engine::{Credential, HttpEngine};
use crate::model::http::{Requirement, Scheme};
use crate::model::limit::Limited;
use crate::model::policy::Worker;
use crate::model::token::DEFER;
use crate::model::toolset::{Files, Mount, Settings as ToolsetSettings};
use crate::model::{Catalog, HttpCall, Tool, ToolId};
use crate::node::{Node, Value, escape_pointer};
use crate::schema::formats::Formats;
use crate::source::Span;
use std::collections::BTreeSet;
use toolc_runtime::json::write_string;

/// The key of a worker's flow policy.
pub const FLOW: &str = "flow";
/// The key of the scopes that a worker's tools need.
pub const SCOPES: &str = "scopes";

/// The settings of an engine, beyond the descriptions of its APIs.
pub(super) fn of_engine(call: &HttpCall<'_>) -> Settings {
    let HttpEngine {
        hosts,
        private,
        plain_http,
        timeout,
        retries,
        max_response,
        expose,
        // the effect of these is under `addresses` and `credentials`
        base_url: _,
        variables: _,
        credentials: _,
        scheme: _,
    } = call.settings;
    let engine = call.engine;
    let number = |text: String| Value::Number(text.into());
    let rows = [
        (
            "hosts",
            "hosts",
            list_texts(hosts.iter().cloned(), engine.place("hosts")),
        ),
        ("private", "private", Value::Bool(*private)),
        ("plain_http", "plain_http", Value::Bool(*plain_http)),
        ("timeout_ms", "timeout", number(timeout.to_string())),
        ("retries", "retries", number(retries.to_string())),
        (
            "max_response_bytes",
            "max_response",
            number(max_response.to_string()),
        ),
    ];
    let statuses = expose.iter().map(|exposed| statuses(exposed.value));
    // written only if set, so that locks from before this key stay unchanged
    let exposed = (!expose.is_empty()).then(|| {
        (
            "expose",
            "errors",
            list_texts(statuses, engine.place("errors")),
        )
    });
    let place = |key: &str| engine.place(key);
    rows.into_iter()
        .chain(exposed)
        .map(|(name, key, value)| (name.to_owned(), Node::new(value, place(key))))
        .collect()
}

/// Adds the contribution of one tool's requests to the settings of its engine: where they go, and
/// with what credentials, each alternative in words.
pub(super) fn add_call(settings: &mut Settings, call: &HttpCall<'_>) {
    let engine = call.engine;
    let decided_by = match call.settings.base_url {
        Some(_) => "base_url",
        None => "variables",
    };
    let address = call.address().map(|address| address.value);
    add_texts(settings, "addresses", address, engine.place(decided_by));
    let words = alternatives(call, |requirement| sent(call, requirement));
    add_texts(settings, "credentials", words, engine.place("auth"));
}

/// The settings of a single tool.
pub(super) fn of_tool(tool: &Tool, call: Option<&HttpCall<'_>>) -> Settings {
    let span = tool.span;
    let mut settings = Settings::new();
    let mut add_at = |key: &str, value: Value, span: Span| {
        settings.insert(key.to_owned(), Node::new(value, span));
    };
    if let Some(timeout) = &tool.timeout {
        let number = Value::Number(timeout.value.to_string().into());
        add_at("timeout_ms", number, timeout.span);
    }
    let mut add = |key: &str, value: Value| add_at(key, value, span);
    if let Some(engine) = &tool.engine {
        add("engine", Value::String(engine.clone()));
    }
    if tool.formats == Formats::Annotate {
        add("formats", Value::String("annotate".to_owned()));
    }
    if let Some(words) = tool.effect.stated.words() {
        add("effect", Value::String(words));
    }
    if let Some(first) = tool.inject.first() {
        let names = tool.inject.iter().map(|name| name.value.clone());
        add_at("inject", list_texts(names, first.span), first.span);
    }
    let mut add = |key: &str, value: Value| add_at(key, value, span);
    // a key of the tool itself is among its metadata
    let is_own = tool.metadata.iter().any(|(key, _)| key == DEFER);
    if tool.is_deferred() && !is_own {
        add(DEFER, Value::Bool(true));
    }
    if tool.trust_stated {
        add("untrusted", Value::Bool(tool.untrusted));
    }
    if let Some(call) = call {
        // an address set for the engine applies to all its tools, and is written there
        let address = match call.settings.base_url {
            Some(_) => None,
            None => call.address(),
        };
        if let Some(address) = address {
            add_at("address", Value::String(address.value), address.span);
        }
        // of several alternatives, the first with available credentials is used
        let words = alternatives(call, needed).into_iter();
        let words = words.map(|words| Node::new(Value::String(words), span));
        add_at("credentials", Value::List(words.collect()), span);
    }
    if !tool.refusals.is_empty() {
        let answers = list_texts(list_answers(tool), span);
        settings.insert("answers".to_owned(), Node::new(answers, span));
    }
    settings
}

/// The settings of a worker, other than those of its tools.
pub(super) fn of_worker(catalog: &Catalog, worker: &Worker) -> Settings {
    let span = worker.output_span.or(worker.span);
    let policy = Value::String(worker.output.name().to_owned());
    let node = Node::new(policy, span.unwrap_or(super::NOWHERE));
    let mut settings = Settings::from([("output_policy".to_owned(), node)]);
    if let Some(timeout) = &worker.limits.timeout {
        let number = Value::Number(timeout.value.to_string().into());
        settings.insert("timeout_ms".to_owned(), Node::new(number, timeout.span));
    }
    let texts_of = [
        ("instructions", &worker.prompt.instructions),
        ("model", &worker.prompt.model),
    ];
    for (key, text) in texts_of {
        if let Some(text) = text {
            let node = Node::new(Value::String(text.value.clone()), text.span);
            settings.insert(key.to_owned(), node);
        }
    }
    let limits = |one: &Limited| format!("{}: {}", one.subject, one.limits.words());
    let words: Vec<String> = worker.limited.iter().map(limits).collect();
    if let Some(span) = worker.limited.first().and_then(|one| one.limits.span()) {
        settings.insert(
            "limits".to_owned(),
            Node::new(list_texts(words, span), span),
        );
    }
    for toolset in &worker.toolsets {
        match toolset {
            ToolsetSettings::Files(files) => add_files(&mut settings, files),
            ToolsetSettings::Commands(commands) => add_commands(&mut settings, commands),
        }
    }
    add_flows(&mut settings, catalog, worker);
    for mount in &worker.mounts {
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
    let mut add = |key: &str, value: Value, span: Span| {
        let key = format!("{}.{key}", mount.namespace);
        settings.insert(key, Node::new(value, span));
    };
    if let Some(place) = mount.optional {
        add("optional", Value::Bool(true), place);
    }
    let declared = catalog.config(&mount.namespace);
    let Some((declared, config)) = declared.zip(mount.config.as_ref()) else {
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
    let mut add = |key: &str, value: Value, span: Span| {
        settings.insert(format!("filesystem.{key}"), Node::new(value, span));
    };
    let number = |number: u64| Value::Number(number.to_string().into());
    if let Some(root) = &files.root {
        add("root", Value::String(root.value.clone()), root.span);
    }
    if let Some(place) = files.read_only {
        add("read_only", Value::Bool(true), place);
    }
    if let Some(first) = files.mounts.first() {
        let mounts = list_texts(files.mounts.iter().map(mount), first.target.span);
        add("mounts", mounts, first.target.span);
    }
    if let Some(suffixes) = &files.suffixes {
        let listed = list_texts(suffixes.value.iter().cloned(), suffixes.span);
        add("allowed_suffixes", listed, suffixes.span);
    }
    if let Some(size) = &files.max_file_size {
        add("max_file_size_bytes", number(size.value), size.span);
    }
    if let Some(count) = &files.max_entries {
        add("max_entries", number(count.value), count.span);
    }
}

/// `/docs is ./docs, read-only`
fn mount(mount: &Mount) -> String {
    let access = if mount.read_only { ", read-only" } else { "" };
    let (target, path) = (
        quote_word(&mount.target.value),
        quote_word(&mount.path.value),
    );
    format!("{target} is {path}{access}")
}

/// Each alternative of credentials, in words.
fn alternatives(call: &HttpCall<'_>, words: impl Fn(&Requirement) -> String) -> Vec<String> {
    let security = call.security();
    let alternative = |needed: &Vec<Requirement>| {
        let all: Vec<String> = needed.iter().map(&words).collect();
        match all.is_empty() {
            true => "none".to_owned(),
            false => all.join(", "),
        }
    };
    match security.is_empty() {
        true => vec!["none".to_owned()],
        false => security.iter().map(alternative).collect(),
    }
}

/// What a description requires: `token (bearer) with scopes read write`.
fn needed(requirement: &Requirement) -> String {
    let how = match &requirement.scheme {
        Scheme::Bearer => "bearer".to_owned(),
        Scheme::Basic => "basic".to_owned(),
        Scheme::ApiKey { place, name } => format!("in {} {}", place.name(), quote_word(name)),
        Scheme::ClientCredentials { .. } => "client credentials".to_owned(),
        Scheme::Incomplete(gap) => format!("cannot be sent: {}", quote_word(gap.word())),
        Scheme::Other(what) => format!("cannot be sent: {}", quote_word(what)),
    };
    with_scopes(requirement, &how)
}

/// What is sent, and from which variables: `key (in header X-Key) from API_KEY`.
fn sent(call: &HttpCall<'_>, requirement: &Requirement) -> String {
    let words = match call.settings.token_url(requirement) {
        Some(url) => with_scopes(requirement, &format!("tokens of {}", quote_word(url))),
        None => needed(requirement),
    };
    let credential = call.settings.credential(&requirement.name);
    let variables = match credential.map(|(_, credential)| credential) {
        None => return format!("{words} from nowhere"),
        Some(Credential::Token { env } | Credential::Bearer { env }) => quote_word(env),
        Some(Credential::Basic {
            username_env,
            password_env,
        }) => format!("{} {}", quote_word(username_env), quote_word(password_env)),
        Some(Credential::Client {
            id_env, secret_env, ..
        }) => format!("{} {}", quote_word(id_env), quote_word(secret_env)),
    };
    format!("{words} from {variables}")
}

fn with_scopes(requirement: &Requirement, how: &str) -> String {
    let mut words = match requirement.name.as_str() {
        "" => format!("({how})"),
        name => format!("{} ({how})", quote_word(name)),
    };
    let mut scopes: Vec<&String> = requirement.scopes.iter().collect();
    scopes.sort();
    add_scopes(&mut words, &scopes);
    words
}

/// ` with scopes read write`
pub(super) fn add_scopes(words: &mut String, scopes: &[&String]) {
    for (index, scope) in scopes.iter().enumerate() {
        *words += if index == 0 { " with scopes " } else { " " };
        *words += &quote_word(scope);
    }
}

/// A name from a description among toolc's own words, in quotes if it could be mistaken for them.
pub(super) fn quote_word(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.:/".contains(letter);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let mut quoted = String::new();
    write_string(name, &mut quoted);
    quoted
}

/// A list of strings, sorted and without duplicates.
pub(super) fn list_texts(texts: impl IntoIterator<Item = String>, span: Span) -> Value {
    let sorted: BTreeSet<String> = texts.into_iter().collect();
    let nodes = sorted.into_iter();
    Value::List(
        nodes
            .map(|text| Node::new(Value::String(text), span))
            .collect(),
    )
}

fn add_texts(
    settings: &mut Settings,
    key: &str,
    more: impl IntoIterator<Item = String>,
    span: Span,
) {
    let known = settings
        .get(key)
        .and_then(Node::as_list)
        .unwrap_or_default();
    let known = known.iter().filter_map(Node::as_str).map(str::to_owned);
    let all: Vec<String> = known.chain(more).collect();
    settings.insert(key.to_owned(), Node::new(list_texts(all, span), span));
}
