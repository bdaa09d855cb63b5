//! Whether the addresses of an engine would be refused when a call is made.

use super::Call;
use std::collections::BTreeSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::model::engine::{ConnectionSettings, Engine, HttpEngine};

/// Reports literal addresses outside the public internet.
pub(super) fn check_private_hosts(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    settings: &HttpEngine,
    calls: &[Call<'_>],
) {
    let mut reported = BTreeSet::new();
    let addresses = calls.iter().filter_map(|(_, call)| call.address());
    for address in addresses.filter(|address| settings.connection.refuses(&address.value)) {
        if reported.insert(address.value.clone()) {
            diagnostics.push(private(engine, &address));
        }
    }
}

/// Reports a server address outside the public internet.
pub(super) fn check_private_address(
    diagnostics: &mut Diagnostics,
    engine: &Engine,
    connection: &ConnectionSettings,
    address: &Spanned<String>,
) {
    if connection.refuses(&address.value) {
        diagnostics.push(private(engine, address));
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
