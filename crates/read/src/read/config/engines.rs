//! `tools.engines`: the engines, which run tools without handlers.

mod address;
mod credentials;
mod expose;
mod lm;
mod mcp;
mod mock;
mod results;
mod settings;
mod tokens;

use crate::read::fields::{self, Keys};
pub(super) use address::read_address;
use address::{read_hosts, read_variable_address};
use credentials::read_auth;
pub(super) use credentials::read_bearer;
use expose::read_expose;
use lm::read_lm;
use mcp::read_mcp;
use mock::read_mock;
use results::read_results;
pub(super) use settings::read_settings;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{Engine, EngineKind, HTTP_SETTINGS, HttpEngine, list_keys};

/// The kinds of engines, by the value of `type`.
const KINDS: &[(&str, ReadKind)] = &[
    ("http", read_http),
    ("lm", read_lm),
    ("mcp", read_mcp),
    ("mock", read_mock),
];

type ReadKind = fn(&mut Diagnostics, &Map, Subject<'_>) -> EngineKind;

/// The engine being read: its name, and the place of its type.
type Subject<'e> = (&'e str, Span);

/// `engines: {petstore: {type: http, auth: {bearer_env: PETSTORE_TOKEN}}}`
pub(super) fn read_engines(diagnostics: &mut Diagnostics, tools: &Map) -> Vec<Engine> {
    let Some(node) = tools.get("engines") else {
        return Vec::new();
    };
    let Some(engines) = node.as_map() else {
        fields::wrong_kind(diagnostics, node, "`engines`", "a mapping of names");
        return Vec::new();
    };
    let engines = engines.iter().filter_map(|entry| {
        let kind = read_engine(diagnostics, &entry.value, &entry.key)?;
        Some(Engine {
            name: entry.key.clone(),
            span: entry.key_span,
            keys: keys(&entry.value),
            kind,
        })
    });
    engines.collect()
}

fn keys(node: &Node) -> Vec<Spanned<String>> {
    let entries = node.as_map().into_iter().flat_map(Map::iter);
    let keys = entries.map(|entry| Spanned::new(entry.key.clone(), entry.key_span));
    keys.collect()
}

fn read_engine(diagnostics: &mut Diagnostics, node: &Node, name: &str) -> Option<EngineKind> {
    let what = format!("the engine `{name}`");
    let Some(map) = node.as_map() else {
        fields::wrong_kind(
            diagnostics,
            node,
            &what,
            "a mapping, such as `{type: http}`",
        );
        return None;
    };
    let Some(word) = map.get("type") else {
        let names = fields::quote_names(KINDS.iter().map(|(name, _)| *name));
        let message = format!("{what} has no `type`");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        let help = match map.get_str("kind") {
            Some(kind) => format!("write `type: {kind}` in place of `kind`; the types are {names}"),
            None => format!("add `type:` with one of {names}"),
        };
        diagnostics.push(finding.help(help));
        return None;
    };
    let read = fields::one_of(diagnostics, word, "`type`", "type of engine", KINDS)?;
    Some((read.value)(diagnostics, map, (name, read.span)))
}

/// Keys of other HTTP clients, with what says the same here.
const OF_OTHER_CLIENTS: &[(&str, &str)] = &[
    ("token", BEARER),
    ("bearer", BEARER),
    (
        "api_key",
        "write `auth: { api_key_env: NAME }`, with the name of the environment variable that holds the key",
    ),
    (
        "headers",
        "a header is a credential, `auth: { bearer_env: NAME }`, or an argument of the operations that have it, which `constants` of \
         `overrides` set",
    ),
];

const BEARER: &str = "write `auth: { bearer_env: NAME }`, with the name of the environment variable that holds the token";

fn read_http(diagnostics: &mut Diagnostics, map: &Map, (name, _): Subject<'_>) -> EngineKind {
    let known: Vec<&str> = list_keys(HTTP_SETTINGS).collect();
    let keys = Keys {
        owner: "an engine of type `http`",
        known: &known,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[("url", "base_url"), ("retry", "retries")],
        elsewhere: OF_OTHER_CLIENTS,
    };
    fields::check_keys(diagnostics, map, &keys);
    let auth = map.get("auth").map(|node| read_auth(diagnostics, node));
    let auth = auth.unwrap_or_default();
    let hosts = read_hosts(diagnostics, map);
    let mut engine = HttpEngine {
        base_url: read_variable_address(diagnostics, map, &hosts),
        variables: read_variables(diagnostics, map),
        credentials: auth.credentials,
        scheme: auth.scheme,
        hosts,
        expose: read_expose(diagnostics, map),
        results: read_results(diagnostics, map, name),
        ..HttpEngine::default()
    };
    read_settings(diagnostics, map, HTTP_SETTINGS, &mut engine);
    EngineKind::Http(Box::new(engine))
}

/// `variables: {region: eu}`
fn read_variables(diagnostics: &mut Diagnostics, map: &Map) -> Vec<(Spanned<String>, String)> {
    let Some(node) = map.get("variables") else {
        return Vec::new();
    };
    let Some(variables) = node.as_map() else {
        fields::wrong_kind(
            diagnostics,
            node,
            "`variables`",
            "a mapping of names to values",
        );
        return Vec::new();
    };
    let variables = variables.iter().filter_map(|entry| {
        let what = format!("the variable `{}`", entry.key);
        let value = fields::read_string(diagnostics, &entry.value, &what)?;
        Some((Spanned::new(entry.key.clone(), entry.key_span), value.value))
    });
    variables.collect()
}
