//! Whether credentials could be read in transit.

use super::Call;
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::engine::{Engine, HttpEngine, McpEngine};
use toolc_model::model::http::Requirement;
use toolc_runtime::private::is_near_host;

/// Reports addresses to which credentials would be sent in clear text.
pub(super) fn check_secrecy(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    if settings.plain_http {
        return;
    }
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
        let tokens = tokens.filter(|url| is_exposed(url));
        for url in tokens.map(str::to_owned) {
            if reported.insert(url.clone()) {
                let finding = exposed(&url, engine.span, "`token_url`");
                diagnostics
                    .push(finding.also(call.operation.span, "its description gives the address"));
            }
        }
        if let Some(Spanned { value, span }) = call.address()
            && is_exposed(&value)
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
    if !settings.plain_http && settings.has_credentials() && is_exposed(&address.value) {
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
    if !settings.plain_http && !settings.credentials.is_empty() && is_exposed(&address.value) {
        diagnostics.push(exposed(&address.value, address.span, "`base_url`"));
    }
}

/// Whether traffic to an address leaves the machine and its network unencrypted.
fn is_exposed(address: &str) -> bool {
    let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("http") && !is_near_host(&host_of(address))
}

/// The host of an address, in lower case and without brackets; empty if it has none.
pub(super) fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(host) => host.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    host.to_ascii_lowercase()
}

fn exposed(address: &str, place: Span, key: &str) -> Diagnostic {
    let message = format!("credentials would go to `{address}` in clear text");
    Diagnostic::new(Code::EXPOSED_CREDENTIALS, place, message)
        .label("anyone on the network path can read them")
        .help(format!(
            "give the engine an address with https as {key}, or confirm that the connection is safe: \
             `plain_http: true`"
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stays_near_is_not_exposed() {
        let exposed = [
            "http://api.example.com/v1",
            "HTTP://api.example.com:8080",
            "http://8.8.8.8/",
            "http://100.64.0.1/",
            "http://[2606:4700::1111]/",
            "http://localhost.example.com/",
            "http://localhost@example.com/",
            "http://0x7f.1/",
            "http://petstore:8080/",
        ];
        let safe = [
            "https://api.example.com",
            "/v1",
            "http://localhost:8080/v1",
            "http://API.localhost",
            "http://127.0.0.1:9",
            "http://[::1]:9/",
            "http://[::ffff:10.0.0.1]/",
            "http://192.168.1.1?a",
            "http://[fd00::1]",
        ];
        assert_eq!(exposed.iter().find(|address| !is_exposed(address)), None);
        assert_eq!(safe.iter().find(|address| is_exposed(address)), None);
    }
}
