//! Whether credentials could be read in transit.

use super::Call;
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{Engine, HttpEngine, McpEngine};
use toolc_model::model::http::Requirement;
use toolc_runtime::v1::ConnectionSettings;

/// Reports addresses to which credentials would be sent in clear text.
pub(super) fn check_secrecy(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    let mut reported = BTreeSet::new();
    for (_, call) in calls {
        let is_met =
            |needed: &&Vec<Requirement>| needed.iter().all(|needed| settings.can_meet(needed));
        let security = call.security();
        let alternatives = security.iter();
        // the first alternative that the engine can meet is the one sent
        let Some(sent) = alternatives
            .filter(|needed| !needed.is_empty())
            .find(is_met)
        else {
            continue;
        };
        let tokens = sent.iter().filter_map(|needed| settings.token_url(needed));
        let tokens = tokens.filter(|url| settings.connection.protects_from(url));
        for url in tokens.map(str::to_owned) {
            if reported.insert(url.clone()) {
                let finding = exposed(&url, engine.span, "`token_url`");
                diagnostics
                    .push(finding.also(call.operation.span, "its description gives the address"));
            }
        }
        if let Some(Spanned { value, span }) = call.address()
            && settings.connection.protects_from(&value)
            && reported.insert(value.clone())
        {
            diagnostics.push(exposed(&value, span, "`base_url`"));
        }
    }
}

/// Reports an MCP server address, or its token endpoint, to which credentials would be sent in
/// clear text.
pub(super) fn check_server_secrecy(
    diagnostics: &mut Diagnostics,
    settings: &McpEngine,
    address: &Spanned<String>,
) {
    if settings.has_credentials() && settings.connection.protects_from(&address.value) {
        let key = match &settings.auth {
            Some(auth) if auth.value.token_url == *address => "`token_url`",
            _ => "`url`",
        };
        diagnostics.push(exposed(&address.value, address.span, key));
    }
}

/// Reports the address of a model to which its key would be sent in clear text.
pub(super) fn check_model_secrecy(
    diagnostics: &mut Diagnostics,
    settings: &HttpEngine,
    address: &Spanned<String>,
) {
    if !settings.credentials.is_empty() && settings.connection.protects_from(&address.value) {
        diagnostics.push(exposed(&address.value, address.span, "`base_url`"));
    }
}

fn exposed(address: &str, place: Span, key: &str) -> Diagnostic {
    let message = format!("credentials would go to `{address}` in clear text");
    Diagnostic::new(Code::EXPOSED_CREDENTIALS, place, message)
        .label("anyone on the network path can read them")
        .help(format!(
            "give the engine an address with https as {key}, or confirm that the connection is safe: {}",
            ConnectionSettings::CONFIRMATION
        ))
}
