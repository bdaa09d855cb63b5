//! Whether the engines can run what workers grant: addresses, variables and credentials.

mod credentials;
mod private;
mod refusals;
mod secrecy;

use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::model::engine::{Engine, EngineKind, HttpEngine, LmEngine, McpEngine, Reach};
use toolc_model::model::http::Variable;
use toolc_model::model::{Catalog, HttpCall, Tool, ToolId};

/// A granted tool, and the HTTP call that runs it.
type Call<'c> = (&'c Tool, HttpCall<'c>);

/// Reports HTTP engines that cannot reach an operation, and settings without effect.
pub fn check_engines(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let granted: BTreeSet<ToolId> = catalog
        .workers
        .iter()
        .flat_map(|worker| worker.grants.iter().map(|grant| grant.tool))
        .collect();
    for engine in &catalog.engines {
        let settings = match &engine.kind {
            EngineKind::Http(settings) => settings,
            EngineKind::Mcp(settings) => {
                check_server(diagnostics, catalog, &granted, engine, settings);
                continue;
            }
            EngineKind::Mock(_) => {
                check_simulation(diagnostics, catalog, &granted, engine);
                continue;
            }
            EngineKind::Lm(settings) => {
                check_simulation(diagnostics, catalog, &granted, engine);
                check_model(diagnostics, engine, settings);
                continue;
            }
        };
        let calls: Vec<Call<'_>> = granted
            .iter()
            .filter_map(|id| {
                let tool = catalog.tool(*id);
                let call = catalog.http_engine(tool)?;
                (call.engine.name == engine.name).then_some((tool, call))
            })
            .collect();
        if calls.is_empty() {
            // Another error may be the reason.
            if !diagnostics.has_errors() {
                diagnostics.push(idle(engine));
            }
            continue;
        }
        check_addresses(diagnostics, engine, &calls);
        check_variables(diagnostics, settings, &calls);
        credentials::check_credentials(diagnostics, engine, settings, &calls);
        secrecy::check_secrecy(diagnostics, engine, settings, &calls);
        private::check_private_hosts(diagnostics, engine, settings, &calls);
        refusals::check_refusals(diagnostics, engine, settings, &calls);
    }
}

/// Reports an engine of an MCP server that runs nothing, or that could not call its address.
fn check_server(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    granted: &BTreeSet<ToolId>,
    engine: &Engine,
    settings: &McpEngine,
) {
    let mut calls = granted
        .iter()
        .filter_map(|id| catalog.mcp_engine(catalog.tool(*id)));
    if !calls.any(|call| call.engine.name == engine.name) {
        if !diagnostics.has_errors() {
            diagnostics.push(idle(engine));
        }
        return;
    }
    if let Some(Spanned {
        value: Reach::Url(url),
        span,
    }) = &settings.reach
    {
        let mut addresses = vec![Spanned::new(url.clone(), *span)];
        addresses.extend(
            settings
                .auth
                .iter()
                .map(|auth| auth.value.token_url.clone()),
        );
        for address in &addresses {
            private::check_private_address(diagnostics, engine, &settings.connection, address);
            secrecy::check_server_secrecy(diagnostics, settings, address);
        }
    }
}

/// Reports an engine that simulates nothing.
fn check_simulation(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    granted: &BTreeSet<ToolId>,
    engine: &Engine,
) {
    let mut calls = granted
        .iter()
        .filter_map(|id| catalog.simulating_engine(catalog.tool(*id)));
    if !calls.any(|call| call.engine.name == engine.name) && !diagnostics.has_errors() {
        diagnostics.push(idle(engine));
    }
}

/// Reports a model that could not be called at its address, or not without telling others the key.
fn check_model(diagnostics: &mut Diagnostics, engine: &Engine, settings: &LmEngine) {
    if settings.is_replay() {
        return;
    }
    if let Some(address) = &settings.api.base_url {
        private::check_private_address(diagnostics, engine, &settings.api.connection, address);
        secrecy::check_model_secrecy(diagnostics, &settings.api, address);
    }
}

fn idle(engine: &Engine) -> Diagnostic {
    let (what, entry) = match engine.kind {
        EngineKind::Http(_) => ("an operation", "a `rest` entry"),
        EngineKind::Mcp(_) => ("a tool of a snapshot", "a `mcp` entry"),
        EngineKind::Mock(_) | EngineKind::Lm(_) => ("a tool", "an entry"),
    };
    let message = format!(
        "the engine `{}` runs nothing: no worker grants {what} that it could run",
        engine.name
    );
    Diagnostic::new(Code::IDLE_SETTING, engine.span, message).help(format!(
        "name it in {entry}, `engine: {}`, or remove it",
        engine.name
    ))
}

/// Checks that every operation has an address with scheme and host.
fn check_addresses(diagnostics: &mut Diagnostics, engine: &Engine, calls: &[Call<'_>]) {
    let mut lost = calls.iter().filter(|(_, call)| call.address().is_none());
    let Some((tool, HttpCall { operation, .. })) = lost.next() else {
        return;
    };
    let message = format!(
        "`{}`{} cannot be called: nothing says where its API is",
        tool.qualified(),
        match lost.count() {
            0 => String::new(),
            others => format!(" and {others} more"),
        }
    );
    diagnostics.push(
        Diagnostic::new(Code::MISSING_ADDRESS, engine.span, message)
            .label("no `base_url`")
            .also(operation.span, "no server with a host")
            .help("add `base_url: https://…` to the engine"),
    );
}

/// Checks that each variable belongs to some server and has a value that the server allows.
fn check_variables(diagnostics: &mut Diagnostics, settings: &HttpEngine, calls: &[Call<'_>]) {
    let known: BTreeMap<&str, &Variable> = calls
        .iter()
        .flat_map(|(_, call)| &call.operation.servers)
        .flat_map(|server| &server.variables)
        .map(|variable| (variable.name.as_str(), variable))
        .collect();
    for (name, value) in &settings.variables {
        let Some(variable) = known.get(name.value.as_str()) else {
            let what = format!("no server has the variable `{}`", name.value);
            diagnostics.push(unknown(name, what, known.keys().copied()));
            continue;
        };
        if variable.choices.is_empty() || variable.choices.contains(value) {
            continue;
        }
        let message = format!(
            "`{value}` is not a value of the server variable `{}`",
            name.value
        );
        diagnostics.push(
            Diagnostic::new(Code::ILLEGAL_VARIABLE, name.span, message)
                .help(format!("write one of {}", quote_names(&variable.choices))),
        );
    }
}

fn unknown<'k>(
    name: &Spanned<String>,
    what: String,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let help = match did_you_mean(&name.value, known.clone()) {
        Some(help) => help,
        None if known.clone().next().is_none() => "remove it".into(),
        None => format!("known are {}", quote_names(known)).into(),
    };
    Diagnostic::new(Code::IDLE_SETTING, name.span, what).help(help)
}
