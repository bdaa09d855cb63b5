//! The settings of engines and tools, as written in the lock.

use super::Settings;
use super::answers::list_answers;
use std::collections::BTreeSet;
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_model::model::engine::{
    Credential, Engine, LockedSetting, Recorded, Setting, SettingValue,
};
use toolc_model::model::http::{Requirement, Scheme};
use toolc_model::model::token::DEFER;
use toolc_model::model::{HttpCall, Tool};
use toolc_runtime::json::write_string;
use toolc_schema::schema::formats::Formats;

/// The settings of an engine that the lock records as they are. What its addresses and credentials lead to is recorded
/// elsewhere.
pub(super) fn record_settings<E: Default>(
    engine: &Engine,
    rows: &[Setting<E>],
    settings: &E,
) -> Settings {
    let usual = E::default();
    let mut recorded = Settings::new();
    for row in rows {
        let place = engine.place(row.key);
        let value = write_value(&row.value, settings, place);
        let setting = match row.recorded {
            Recorded::Always(setting) => setting,
            Recorded::IfSet(setting) if value != write_value(&row.value, &usual, place) => setting,
            Recorded::IfSet(_) | Recorded::Elsewhere => continue,
        };
        recorded.insert(setting.key.to_owned(), Node::new(value, place));
    }
    recorded
}

fn write_value<E>(value: &SettingValue<E>, settings: &E, place: Span) -> Value {
    let number = |number: u64| Value::Number(number.to_string().into());
    match value {
        SettingValue::Flag(get, _) => Value::Bool(get(settings)),
        SettingValue::Duration(get, _) | SettingValue::Size(get, _) => number(get(settings)),
        SettingValue::Count(_, get, _) => number(get(settings).into()),
        SettingValue::Word(_, get, _) => Value::String(get(settings).to_owned()),
        SettingValue::Parts(list) => list_texts(list(settings), place),
    }
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
    add_texts(
        settings,
        &LockedSetting::ADDRESSES,
        address,
        engine.place(decided_by),
    );
    let words = alternatives(call, |requirement| sent(call, requirement));
    add_texts(
        settings,
        &LockedSetting::CREDENTIALS,
        words,
        engine.place("auth"),
    );
}

/// The settings of a single tool.
pub(super) fn of_tool(tool: &Tool, call: Option<&HttpCall<'_>>) -> Settings {
    let Tool {
        timeout,
        engine,
        formats,
        effect,
        inject,
        constants,
        metadata,
        untrusted,
        trust_stated,
        refusals,
        shows_output,
        span,
        // `take_tool` writes these
        namespace: _,
        name: _,
        overload: _,
        description: _,
        described: _,
        title: _,
        approval: _,
        input_text: _,
        output_text,
        output_fingerprint: _,
        wire_name: _,
        raw_fingerprint: _,
        structural_fingerprint: _,
        // `rules::add_own` writes these
        rules: _,
        execution: _,
        // the metadata has them, and `defer` in `toolc.yaml` is asked for below
        errors: _,
        extras: _,
        // the schemas show these
        input: _,
        output: _,
        written: _,
        secrets: _,
        own_secrets: _,
        foreign: _,
        structured: _,
        // the engine, its call and the metadata show these
        http,
        remote,
        injected: _,
        // how a program is built is not locked
        native: _,
        shipped: _,
        rust: _,
        // places, and what is derived from the rest
        namespace_from: _,
        digest: _,
        entry: _,
    } = tool;
    let span = *span;
    let mut settings = Settings::new();
    let mut add_at = |key: &str, value: Value, span: Span| {
        settings.insert(key.to_owned(), Node::new(value, span));
    };
    if let Some(timeout) = timeout {
        let number = Value::Number(timeout.value.to_string().into());
        add_at("timeout_ms", number, timeout.span);
    }
    let mut add = |key: &str, value: Value| add_at(key, value, span);
    if let Some(engine) = engine {
        add("engine", Value::String(engine.clone()));
    }
    if *formats == Formats::Annotate {
        add("formats", Value::String("annotate".to_owned()));
    }
    if let Some(words) = effect.stated.words() {
        add("effect", Value::String(words));
    }
    if let Some(first) = inject.first() {
        let names = inject.iter().map(|name| name.value.clone());
        add_at("inject", list_texts(names, first.span), first.span);
    }
    if let Some(first) = constants.first() {
        let place = first.argument.span;
        let words = constants.iter().map(|constant| {
            let name = quote_word(&constant.argument.value);
            format!("{name} = {}", constant.within.value)
        });
        add_at("constants", list_texts(words, place), place);
    }
    let mut add = |key: &str, value: Value| add_at(key, value, span);
    // a key of the tool itself is among its metadata
    let is_own = metadata.iter().any(|(key, _)| key == DEFER);
    if tool.is_deferred() && !is_own {
        add(DEFER, Value::Bool(true));
    }
    if *trust_stated {
        add("untrusted", Value::Bool(*untrusted));
    }
    let is_of_others = http.is_some() || remote.is_some();
    if output_text.is_some() && *shows_output == is_of_others {
        let word = if *shows_output { "show" } else { "hide" };
        add("output", Value::String(word.to_owned()));
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
    if !refusals.is_empty() {
        let answers = list_texts(list_answers(tool), span);
        settings.insert("answers".to_owned(), Node::new(answers, span));
    }
    settings
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
    setting: &LockedSetting,
    more: impl IntoIterator<Item = String>,
    span: Span,
) {
    let key = setting.key;
    let known = settings
        .get(key)
        .and_then(Node::as_list)
        .unwrap_or_default();
    let known = known.iter().filter_map(Node::as_str).map(str::to_owned);
    let all: Vec<String> = known.chain(more).collect();
    settings.insert(key.to_owned(), Node::new(list_texts(all, span), span));
}
