//! `auth` of an engine of type `mcp`: where the tokens for its server come from.

use super::credentials::read_variable;
use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Map;
use toolc_base::source::Spanned;
use toolc_model::model::engine::TokenSource;

const KEYS: &[&str] = &["client_id_env", "client_secret_env", "token_url", "scopes"];

/// The other keys that an engine of type `http` supports.
const OTHER_KEYS: &[&str] = &["bearer_env", "api_key_env", "username_env", "password_env"];

/// `auth: {client_id_env: HR_ID, client_secret_env: HR_SECRET, token_url: "https://…", scopes: [read]}`
pub(super) fn read_token_source(
    diagnostics: &mut Diagnostics,
    engine: &Map,
) -> Option<Spanned<TokenSource>> {
    let node = engine.get("auth")?;
    let Some(map) = node.as_map() else {
        let wanted = "a mapping of `client_id_env`, `client_secret_env` and `token_url`";
        fields::wrong_kind(diagnostics, node, "`auth`", wanted);
        return None;
    };
    if let Some(other) = OTHER_KEYS.iter().find_map(|key| map.entry(key)) {
        let message = format!("`auth` of an MCP server has no key `{}`", other.key);
        diagnostics.push(
            Diagnostic::new(Code::UNKNOWN_KEY, other.key_span, message).help(
                "send a token that you already have as a header: `headers: { Authorization: \"Bearer ${HR_TOKEN}\" }`",
            ),
        );
        return None;
    }
    fields::refuse_unknown(diagnostics, map, KEYS, "`auth` of an MCP server");
    let missing = KEYS[..3].iter().find(|key| !map.contains(key));
    if let Some(missing) = missing {
        let message = format!("`auth` has no `{missing}`");
        let help = match *missing {
            "token_url" => {
                "add `token_url: https://…`: the secret is sent there, so the address must come from you"
                    .to_owned()
            }
            key => format!("add `{key}`"),
        };
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
        return None;
    }
    let id_env = read_variable(diagnostics, map, "client_id_env");
    let secret_env = read_variable(diagnostics, map, "client_secret_env");
    let token_url = read_token_url(diagnostics, map);
    let scopes = read_scopes(diagnostics, map);
    let source = TokenSource {
        id_env: id_env?,
        secret_env: secret_env?,
        token_url: token_url?,
        scopes,
    };
    Some(Spanned::new(source, node.span))
}

fn read_token_url(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<String>> {
    let url = fields::string_at(diagnostics, map, "token_url")?;
    let schemes = ["https://", "http://"];
    let host = schemes
        .iter()
        .find_map(|scheme| url.value.strip_prefix(scheme));
    if host.is_some_and(|host| !host.is_empty() && !host.starts_with('/')) {
        return Some(url);
    }
    let message = format!("`{}` is not a valid token endpoint", url.value);
    let finding = Diagnostic::new(Code::WRONG_SHAPE, url.span, message);
    diagnostics.push(finding.help("write an address such as `https://login.example.com/token`"));
    None
}

/// Scopes (RFC 6749, section 3.3).
fn read_scopes(diagnostics: &mut Diagnostics, map: &Map) -> Vec<String> {
    let node = map.get("scopes");
    let scopes = node.and_then(|node| fields::read_strings(diagnostics, node, "`scopes`"));
    let mut read = Vec::new();
    for scope in scopes.unwrap_or_default() {
        let is_letter = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\');
        if !scope.value.is_empty() && scope.value.bytes().all(is_letter) {
            read.push(scope.value);
            continue;
        }
        let message = format!("`{}` is not a scope", scope.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, scope.span, message);
        diagnostics
            .push(finding.help("write each scope as a separate element, without spaces or quotes"));
    }
    read
}
