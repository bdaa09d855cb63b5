//! Whether an engine has the credentials that its operations need.

use super::{Call, unknown};
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{Credential, Engine, HttpEngine};
use toolc_model::model::http::{Operation, Requirement, Scheme};
use toolc_model::model::{HttpCall, Tool};

/// Checks that each credential belongs to some scheme, and that each operation has the credentials
/// it needs.
pub(super) fn check_credentials(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    check_use(diagnostics, settings, calls);
    let has = |requirement: &Requirement| settings.can_meet(requirement);
    let mut reported = BTreeSet::new();
    for (tool, HttpCall { operation, .. }) in calls {
        let alternatives = operation.security.as_deref().unwrap_or_default();
        let is_met = |needed: &Vec<Requirement>| needed.iter().all(has);
        if alternatives.is_empty() || alternatives.iter().any(is_met) {
            continue;
        }
        let missing = alternatives.first().into_iter().flatten();
        let Some(requirement) = missing.into_iter().find(|needed| !has(needed)) else {
            continue;
        };
        if reported.insert(requirement.name.as_str()) {
            let can_be_sent =
                !matches!(requirement.scheme, Scheme::Incomplete(_) | Scheme::Other(_));
            let given = settings.credential(&requirement.name);
            let finding = match given.filter(|_| can_be_sent) {
                Some(given) => unfit_credential(given, tool, operation, requirement),
                None => missing_credential(engine, tool, operation, requirement),
            };
            diagnostics.push(finding);
        }
    }
}

/// Checks that every credential is sent with some call.
fn check_use(diagnostics: &mut Diagnostics, settings: &HttpEngine, calls: &[Call<'_>]) {
    let security = calls.iter().flat_map(|(_, call)| &call.operation.security);
    let known: BTreeSet<&str> = security
        .flatten()
        .flatten()
        .map(|requirement| requirement.name.as_str())
        .collect();
    let silent = calls
        .iter()
        .find(|(_, call)| call.operation.security.is_none());
    for (name, credential) in &settings.credentials {
        let is_for_all = name.value.is_empty();
        if !is_for_all && !known.contains(name.value.as_str()) {
            let what = format!("no operation needs the security scheme `{}`", name.value);
            let mut finding = unknown(name, what, known.iter().copied());
            if silent.is_some() && known.is_empty() {
                finding = finding.help(
                    "the description says nothing about credentials: write them without a name, \
                     such as `auth: { bearer_env: … }`",
                );
            }
            diagnostics.push(finding);
        }
        match silent {
            Some((tool, call)) if is_for_all && settings.scheme.is_none() => {
                diagnostics.push(unplaced(name.span, credential, tool, call.operation));
            }
            None if is_for_all => {
                if let Some(finding) = idle(name.span, settings, known.is_empty()) {
                    diagnostics.push(finding);
                }
            }
            _ => {}
        }
    }
}

/// A credential for all schemes without any statement of how to send it.
fn unplaced(span: Span, credential: &Credential, tool: &Tool, operation: &Operation) -> Diagnostic {
    let message = format!(
        "`auth` has no effect on `{}`: its description says nothing about credentials, and `auth` does \
         not say how they are sent",
        tool.qualified()
    );
    let help = match credential {
        Credential::Client { .. } => {
            "add the address of the token endpoint: `token_url: https://…`"
        }
        _ => "say where the key is sent, such as `in: header` and `name: X-Api-Key`",
    };
    Diagnostic::new(Code::UNPLACED_CREDENTIAL, span, message)
        .also(operation.span, "the operation")
        .help(help)
}

/// The part of a credential for all schemes that has no effect because the descriptions cover
/// credentials.
fn idle(span: Span, settings: &HttpEngine, is_needless: bool) -> Option<Diagnostic> {
    let is_placed = matches!(settings.scheme, Some(Scheme::ApiKey { .. }));
    let (message, help) = if is_needless {
        (
            "`auth` does nothing: no operation that the engine runs takes credentials",
            "remove it, or say in the description, or in an overlay, which operations take them",
        )
    } else if is_placed {
        (
            "`in` and `name` do nothing: the description says where keys are sent",
            "remove both, or change the description with an overlay",
        )
    } else {
        return None;
    };
    Some(Diagnostic::new(Code::IDLE_SETTING, span, message).help(help))
}

fn missing_credential(
    engine: &Engine,
    tool: &Tool,
    operation: &Operation,
    requirement: &Requirement,
) -> Diagnostic {
    let message = format!(
        "`{}` needs credentials for `{}`, and the engine names none",
        tool.qualified(),
        requirement.name
    );
    Diagnostic::new(Code::MISSING_CREDENTIAL, engine.span, message)
        .also(operation.span, "the operation")
        .help(advise(requirement))
}

/// Credentials of a kind that the scheme does not take, so they would never be sent.
fn unfit_credential(
    (place, credential): &(Spanned<String>, Credential),
    tool: &Tool,
    operation: &Operation,
    requirement: &Requirement,
) -> Diagnostic {
    let message = format!(
        "`{}` needs credentials for `{}`, and those that the engine names are of another kind",
        tool.qualified(),
        requirement.name
    );
    Diagnostic::new(Code::MISSING_CREDENTIAL, place.span, message)
        .label(format!("{}: not sent", credential.describe_kind()))
        .also(operation.span, "the operation")
        .help(advise(requirement))
}

/// Where to write credentials of the kind that a scheme takes.
fn advise(requirement: &Requirement) -> String {
    let name = &requirement.name;
    match &requirement.scheme {
        Scheme::Incomplete(_) => format!(
            "describe `{name}` under `components.securitySchemes`, with an overlay if need be"
        ),
        Scheme::Other(what) => format!("toolc cannot send {what}: write a handler for the tool"),
        Scheme::Basic => format!(
            "add `auth: {{ {name}: {{ username_env: …, password_env: … }} }}`, or give the client a credential provider"
        ),
        Scheme::ApiKey { .. } => {
            format!(
                "add `auth: {{ {name}: {{ api_key_env: … }} }}`, or give the client a credential provider"
            )
        }
        Scheme::ClientCredentials { .. } => format!(
            "add `auth: {{ {name}: {{ client_id_env: …, client_secret_env: … }} }}`, or give the client a credential provider"
        ),
        Scheme::Bearer => {
            format!(
                "add `auth: {{ {name}: {{ bearer_env: … }} }}`, or give the client a credential provider"
            )
        }
    }
}
