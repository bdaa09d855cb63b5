//! Whether the engine has the credentials that its operations need.

use super::{Call, unknown};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::engine::{Engine, HttpEngine};
use crate::model::http::{Operation, Requirement, Scheme};
use crate::model::{HttpCall, Tool};
use std::collections::BTreeSet;

/// Credentials are those of some scheme, and each operation finds the ones that it needs.
pub(super) fn check(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    let known: BTreeSet<&str> = calls
        .iter()
        .flat_map(|(_, call)| call.operation.security.iter().flatten())
        .map(|requirement| requirement.name.as_str())
        .collect();
    let named = settings.credentials.iter().map(|(name, _)| name);
    for name in named.filter(|name| !name.value.is_empty()) {
        if !known.contains(name.value.as_str()) {
            let what = format!("no operation needs the security scheme `{}`", name.value);
            diagnostics.push(unknown(name, what, known.iter().copied()));
        }
    }
    let has = |requirement: &Requirement| settings.can_meet(requirement);
    let mut reported = BTreeSet::new();
    for (tool, HttpCall { operation, .. }) in calls {
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
