//! Whether the engines can run what workers grant: addresses, variables and credentials.

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::engine::{Engine, EngineKind, HttpEngine};
use crate::model::http::{Operation, Requirement, Scheme, Variable};
use crate::model::{Catalog, HttpCall, Tool, ToolId};
use crate::source::Spanned;
use std::collections::{BTreeMap, BTreeSet};

/// Reports HTTP engines that cannot reach an operation, and settings that do nothing.
pub fn check_engines(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let granted: BTreeSet<ToolId> = catalog
        .workers
        .iter()
        .flat_map(|worker| worker.grants.iter().map(|grant| grant.tool))
        .collect();
    for engine in &catalog.engines {
        let EngineKind::Http(settings) = &engine.kind else {
            continue;
        };
        let operations: Vec<(&Tool, &Operation)> = granted
            .iter()
            .filter_map(|id| {
                let tool = catalog.tool(*id);
                let HttpCall { operation, .. } = catalog.http_engine(tool)?;
                (tool.engine.as_deref() == Some(&engine.name)).then_some((tool, operation))
            })
            .collect();
        if operations.is_empty() {
            // What is wrong elsewhere may be why.
            if !diagnostics.has_errors() {
                diagnostics.push(idle(engine));
            }
            continue;
        }
        check_addresses(diagnostics, engine, settings, &operations);
        check_variables(diagnostics, settings, &operations);
        check_credentials(diagnostics, engine, settings, &operations);
    }
}

fn idle(engine: &Engine) -> Diagnostic {
    let message = format!(
        "the engine `{}` runs nothing: no worker has an operation of an API for it",
        engine.name
    );
    Diagnostic::new(Code::IDLE_SETTING, engine.span, message).help(format!(
        "name it in a `rest` entry, `engine: {}`, or remove it",
        engine.name
    ))
}

/// Every operation needs an address that says scheme and host.
fn check_addresses(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    operations: &[(&Tool, &Operation)],
) {
    if settings.base_url.is_some() {
        return;
    }
    let is_absolute = |operation: &Operation| {
        let url = operation.servers.first().map(|server| server.url.as_str());
        url.is_some_and(|url| url.contains("://"))
    };
    let mut lost = operations
        .iter()
        .filter(|(_, operation)| !is_absolute(operation));
    let Some((tool, operation)) = lost.next() else {
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

/// Variables are those of some server, and have a value that the server allows.
fn check_variables(
    diagnostics: &mut Diagnostics,
    settings: &HttpEngine,
    operations: &[(&Tool, &Operation)],
) {
    let known: BTreeMap<&str, &Variable> = operations
        .iter()
        .flat_map(|(_, operation)| &operation.servers)
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
            "`{value}` is no value of the server variable `{}`",
            name.value
        );
        let choices: Vec<String> = variable
            .choices
            .iter()
            .map(|choice| format!("`{choice}`"))
            .collect();
        diagnostics.push(
            Diagnostic::new(Code::ILLEGAL_VARIABLE, name.span, message)
                .help(format!("write one of {}", choices.join(", "))),
        );
    }
}

/// Credentials are those of some scheme, and each operation finds the ones that it needs.
fn check_credentials(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    operations: &[(&Tool, &Operation)],
) {
    let known: BTreeSet<&str> = operations
        .iter()
        .flat_map(|(_, operation)| operation.security.iter().flatten())
        .map(|requirement| requirement.name.as_str())
        .collect();
    let named = settings.credentials.iter().map(|(name, _)| name);
    for name in named.filter(|name| !name.value.is_empty()) {
        if !known.contains(name.value.as_str()) {
            let what = format!("no operation needs the security scheme `{}`", name.value);
            diagnostics.push(unknown(name, what, known.iter().copied()));
        }
    }
    let has = |requirement: &Requirement| {
        let fits = |(name, _): &(Spanned<String>, _)| {
            name.value.is_empty() || name.value == requirement.name
        };
        !matches!(requirement.scheme, Scheme::Other(_)) && settings.credentials.iter().any(fits)
    };
    let mut reported = BTreeSet::new();
    for (tool, operation) in operations {
        let is_met = |needed: &Vec<Requirement>| needed.iter().all(has);
        if operation.security.is_empty() || operation.security.iter().any(is_met) {
            continue;
        }
        let missing = operation.security.first().into_iter().flatten();
        let Some(requirement) = missing.into_iter().find(|needed| !has(needed)) else {
            continue;
        };
        if reported.insert(requirement.name.as_str()) {
            diagnostics.push(missing_credential(engine, tool, operation, requirement));
        }
    }
}

fn missing_credential(
    engine: &Engine,
    tool: &Tool,
    operation: &Operation,
    requirement: &Requirement,
) -> Diagnostic {
    let name = &requirement.name;
    let message = format!(
        "`{}` needs credentials for `{name}`, and the engine names none",
        tool.qualified()
    );
    let help = match &requirement.scheme {
        Scheme::Other(what) => format!("toolc cannot send {what}: write a handler for the tool"),
        Scheme::Basic => format!(
            "add `auth: {{ {name}: {{ username_env: …, password_env: … }} }}`, or give the client a provider"
        ),
        Scheme::ApiKey { .. } => {
            format!("add `auth: {{ {name}: {{ api_key_env: … }} }}`, or give the client a provider")
        }
        Scheme::ClientCredentials { .. } => format!(
            "add `auth: {{ {name}: {{ client_id_env: …, client_secret_env: … }} }}`, or give the client a provider"
        ),
        Scheme::Bearer => {
            format!("add `auth: {{ {name}: {{ bearer_env: … }} }}`, or give the client a provider")
        }
    };
    Diagnostic::new(Code::MISSING_CREDENTIAL, engine.span, message)
        .also(operation.span, "the operation")
        .help(help)
}

fn unknown<'k>(
    name: &Spanned<String>,
    what: String,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let help = match nearest(&name.value, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.clone().next().is_none() => "remove it".to_owned(),
        None => {
            let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
            format!("known are {}", known.join(", "))
        }
    };
    Diagnostic::new(Code::IDLE_SETTING, name.span, what).help(help)
}
