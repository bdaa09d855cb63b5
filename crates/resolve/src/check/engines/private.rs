//! Whether the addresses of an engine would be refused when a call is made.

use super::Call;
use super::secrecy::host_of;
use core::net::IpAddr;
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::model::engine::{Engine, HttpEngine};
use toolc_runtime::private::is_public;

/// Reports literal addresses outside the public internet.
pub(super) fn check_private_hosts(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    if settings.private {
        return;
    }
    let mut reported = BTreeSet::new();
    let addresses = calls.iter().filter_map(|(_, call)| call.address());
    for address in addresses.filter(|address| is_private(&address.value)) {
        if reported.insert(address.value.clone()) {
            diagnostics.push(private(engine, &address));
        }
    }
}

/// Reports a server address outside the public internet.
pub(super) fn check_private_address(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    may_be_private: bool,
    address: &Spanned<String>,
) {
    if !may_be_private && is_private(&address.value) {
        diagnostics.push(private(engine, address));
    }
}

/// Whether an address is evidently private. The address behind a name is known only at connection
/// time, except for `localhost`.
fn is_private(address: &str) -> bool {
    let host = host_of(address);
    match host.parse::<IpAddr>() {
        Ok(address) => !is_public(address),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

fn private(engine: &Engine, address: &Spanned<String>) -> Diagnostic {
    let name = &engine.name;
    let message = format!(
        "the engine `{name}` is not allowed to call `{}`: the address is not on the public internet",
        address.value
    );
    Diagnostic::new(Code::PRIVATE_ADDRESS, address.span, message)
        .label("every call would fail")
        .also(engine.span, "the engine does not say `private: true`")
        .help(format!(
            "write `private: true` under `{name}`, or give the engine a public address"
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_says_so_itself() {
        let private = [
            "http://127.0.0.1:8765/v1",
            "https://LOCALHOST/",
            "http://api.localhost:1",
            "http://10.0.0.7",
            "http://169.254.169.254/latest",
            "http://[::1]:9/",
            "http://[::ffff:127.0.0.1]/",
            "http://user@192.168.1.1?a",
        ];
        let public = [
            "https://api.example.com",
            "http://8.8.8.8:80/v1",
            "http://[2606:4700::1111]/",
            "/v1",
            "https://localhost.example.com/",
            "https://127.0.0.1.example.com/",
        ];
        assert_eq!(private.iter().find(|address| !is_private(address)), None);
        assert_eq!(public.iter().find(|address| is_private(address)), None);
    }
}
