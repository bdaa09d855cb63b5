//! Noun: what a request says of who sends it.

use super::refusal::Refusal;
use super::settings::{Identity, ProxySettings};
use http::request::Parts;
use http::{HeaderMap, HeaderName, header};
use toolc_runtime::mcp_server::Peer;

/// The names in the certificate that a client showed when its connection was opened. It is among the extensions of a
/// request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClientNames(pub Vec<String>);

/// What a request says of who sends it.
pub(super) enum Presented {
    /// A token or a key.
    Bearer(String),
    /// The names in its certificate.
    Certificate(ClientNames),
    /// The word of the proxy.
    Proxied(Identity),
}

impl Presented {
    /// What counts of it: `Authorization`, then the word of the proxy, then the certificate of the connection, which may be
    /// the proxy's own.
    pub fn read(parts: &Parts, proxy: Option<&ProxySettings>) -> Result<Self, Refusal> {
        if let Some(token) = read_bearer(&parts.headers)? {
            return Ok(Presented::Bearer(token));
        }
        let peer = parts.extensions.get::<Peer>();
        if let (Some(proxy), Some(peer)) = (proxy, peer) {
            let address = peer.0.to_canonical();
            let is_proxy = proxy.from.iter().any(|network| network.contains(&address));
            if is_proxy && let Some(identity) = read_proxied(&parts.headers, proxy)? {
                return Ok(Presented::Proxied(identity));
            }
        }
        match parts.extensions.get::<ClientNames>() {
            Some(names) if !names.0.is_empty() => Ok(Presented::Certificate(names.clone())),
            _ => Err(Refusal::Nothing),
        }
    }
}

/// The token of RFC 6750 section 2.1.
fn read_bearer(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let Some(text) = read_single(headers, &header::AUTHORIZATION)? else {
        return Ok(None);
    };
    let Some((scheme, token)) = text.split_once(' ') else {
        return Err(Refusal::Unreadable);
    };
    let token = token.trim();
    if !scheme.eq_ignore_ascii_case("bearer") || token.is_empty() {
        return Err(Refusal::Unreadable);
    }
    Ok(Some(token.to_owned()))
}

fn read_proxied(headers: &HeaderMap, proxy: &ProxySettings) -> Result<Option<Identity>, Refusal> {
    let Some(user) = read_single(headers, &proxy.principal)? else {
        return Ok(None);
    };
    let user = user.trim();
    if user.is_empty() {
        return Ok(None);
    }
    let mut scopes = Vec::new();
    if let Some(name) = &proxy.scopes
        && let Some(text) = read_single(headers, name)?
    {
        let parts = text.split([' ', ',']).filter(|scope| !scope.is_empty());
        scopes.extend(parts.map(str::to_owned));
    }
    Ok(Some(Identity {
        principal: format!("{}{user}", proxy.prefix),
        scopes,
    }))
}

/// The value of a header; where there are several, somebody has added one, and nobody knows which counts.
fn read_single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| Refusal::Unreadable),
        (Some(_), Some(_)) => Err(Refusal::Unreadable),
    }
}
