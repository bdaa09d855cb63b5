//! Verb: the text of an access file to its settings.

use super::fields::{Fields, Placed};
use super::settings::{Identity, IssuerSettings, ProxySettings, Settings};
use http::HeaderName;
use ipnet::IpNet;
use jsonwebtoken::Algorithm;
use std::net::IpAddr;
use std::str::FromStr;
use toolc_base::diagnostic::{Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{SourceId, Sources, Span, Spanned};

const KEYS: &[&str] = &[
    "resource",
    "issuers",
    "keys",
    "proxy",
    "certificates",
    "workers",
    "scopes",
    "metrics",
];

/// What tokens may be signed with if an issuer does not say so: all that ring verifies, each with a public key.
const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("RS256", Algorithm::RS256),
    ("RS384", Algorithm::RS384),
    ("RS512", Algorithm::RS512),
    ("PS256", Algorithm::PS256),
    ("PS384", Algorithm::PS384),
    ("PS512", Algorithm::PS512),
    ("ES256", Algorithm::ES256),
    ("ES384", Algorithm::ES384),
    ("EdDSA", Algorithm::EdDSA),
];

/// Reads an access file.
///
/// # Errors
/// Returns what is wrong with it, each finding with its place.
pub fn read_settings(sources: &Sources, id: SourceId) -> Result<Settings, Vec<Diagnostic>> {
    let mut found = Diagnostics::default();
    let settings = match parse_source(&mut found, sources, id) {
        Some(node) => read_file(&node, &mut found),
        None => None,
    };
    match settings {
        Some(settings) if !found.has_errors() => Ok(settings),
        _ => Err(found.into_sorted()),
    }
}

fn read_file(node: &Node, found: &mut Diagnostics) -> Option<Settings> {
    let mut fields = Fields::read(node, "an access file", KEYS, found)?;
    let mut settings = Settings::default();
    if let Some((resource, span)) = fields.text("resource") {
        check_address(&mut fields, "resource", resource, span);
        settings.resource = Some(resource.to_owned());
    }
    for (scope, tools) in fields.lists_by_name("scopes") {
        settings.scopes.push((scope.to_owned(), own(tools)));
    }
    for (worker, scopes) in fields.lists_by_name("workers") {
        settings.workers.push((worker.to_owned(), own(scopes)));
    }
    for (network, span) in fields.texts("metrics") {
        settings
            .metrics
            .extend(read_network(&mut fields, network, span));
    }
    for issuer in fields.items("issuers") {
        let resource = settings.resource.as_deref();
        settings
            .issuers
            .extend(read_issuer(issuer, resource, fields.found));
    }
    for key in fields.items("keys") {
        read_key(key, &mut settings, fields.found);
    }
    for certificate in fields.items("certificates") {
        read_certificate(certificate, &mut settings, fields.found);
    }
    if let Some(proxy) = fields.get("proxy") {
        settings.proxy = read_proxy(proxy, fields.found);
    }
    let nobody = settings.issuers.is_empty()
        && settings.keys.is_empty()
        && settings.certificates.is_empty()
        && settings.proxy.is_none();
    if nobody && !fields.found.has_errors() {
        let message =
            "nobody may call: there are no `issuers`, `keys`, `certificates` and no `proxy`";
        fields.refuse(node.span, message.to_owned(), "name at least one of them");
    }
    check_principals(&settings, node, &mut fields);
    Some(settings)
}

fn read_issuer(
    node: &Node,
    resource: Option<&str>,
    found: &mut Diagnostics,
) -> Option<IssuerSettings> {
    let known = &[
        "issuer",
        "audience",
        "jwks",
        "algorithms",
        "principal",
        "prefix",
    ];
    let mut fields = Fields::read(node, "an issuer", known, found)?;
    let (issuer, span) = fields.required_text("issuer")?;
    check_address(&mut fields, "issuer", issuer, span);
    let jwks = fields.text("jwks");
    if let Some((address, span)) = jwks {
        check_address(&mut fields, "jwks", address, span);
    }
    let mut audience = own(fields.texts("audience"));
    if audience.is_empty() {
        audience.extend(resource.map(str::to_owned));
    }
    if audience.is_empty() {
        let message = "nothing says for whom the tokens of this issuer must be: tokens for other services would be accepted";
        fields.refuse(
            node.span,
            message.to_owned(),
            "write `resource`, or `audience` of the issuer",
        );
    }
    let mut algorithms = Vec::new();
    for (name, span) in fields.texts("algorithms") {
        match ALGORITHMS.iter().find(|(known, _)| *known == name) {
            Some((_, algorithm)) => algorithms.push(*algorithm),
            None => {
                let names: Vec<&str> = ALGORITHMS.iter().map(|(name, _)| *name).collect();
                let message = format!("tokens cannot be signed with `{name}`");
                let help = format!("the algorithms are {}", names.join(", "));
                fields.refuse(span, message, &help);
            }
        }
    }
    if algorithms.is_empty() {
        algorithms.extend(ALGORITHMS.iter().map(|(_, algorithm)| *algorithm));
    }
    let principal = fields.text("principal").map_or("sub", |(claim, _)| claim);
    let prefix = fields.text("prefix").map_or("", |(prefix, _)| prefix);
    Some(IssuerSettings {
        issuer: issuer.to_owned(),
        audience,
        jwks: jwks.map(|(address, _)| address.to_owned()),
        algorithms,
        principal: principal.to_owned(),
        prefix: prefix.to_owned(),
    })
}

fn read_key(node: &Node, settings: &mut Settings, found: &mut Diagnostics) {
    let known = &["principal", "sha256", "scopes"];
    let Some(mut fields) = Fields::read(node, "a key", known, found) else {
        return;
    };
    let identity = read_identity(&mut fields);
    let Some((digest, span)) = fields.required_text("sha256") else {
        return;
    };
    let Some(digest) = read_digest(digest) else {
        // It may be the key itself.
        fields
            .found
            .hide_secret(Spanned::new(digest.to_owned(), span));
        let message = "`sha256` must be the SHA-256 of the key, 64 hexadecimal digits".to_owned();
        fields.refuse(span, message, "`printf %s \"$KEY\" | sha256sum` prints it");
        return;
    };
    let Some(identity) = identity else { return };
    if settings.keys.insert(digest, identity).is_some() {
        let message = "another entry has the same key, so that nobody knows whose it is".to_owned();
        fields.refuse(span, message, "give each its own");
    }
}

fn read_certificate(node: &Node, settings: &mut Settings, found: &mut Diagnostics) {
    let known = &["name", "principal", "scopes"];
    let Some(mut fields) = Fields::read(node, "a certificate", known, found) else {
        return;
    };
    let Some((name, span)) = fields.required_text("name") else {
        return;
    };
    let Some(identity) = read_identity(&mut fields) else {
        return;
    };
    if settings
        .certificates
        .insert(name.to_owned(), identity)
        .is_some()
    {
        fields.refuse(
            span,
            format!("another entry is for `{name}` too"),
            "keep one of them",
        );
    }
}

fn read_identity(fields: &mut Fields<'_, '_>) -> Option<Identity> {
    let (principal, _) = fields.required_text("principal")?;
    Some(Identity {
        principal: principal.to_owned(),
        scopes: own(fields.texts("scopes")),
    })
}

fn read_proxy(node: &Node, found: &mut Diagnostics) -> Option<ProxySettings> {
    let known = &["from", "principal", "scopes", "prefix"];
    let mut fields = Fields::read(node, "a proxy", known, found)?;
    let mut from = Vec::new();
    for (network, span) in fields.texts("from") {
        from.extend(read_network(&mut fields, network, span));
    }
    if from.is_empty() && !fields.found.has_errors() {
        let message = "nothing says from which addresses the proxy comes, so that anybody could send its header";
        fields.refuse(node.span, message.to_owned(), "write `from: [10.0.0.7]`");
    }
    let (principal, span) = fields.required_text("principal")?;
    let principal = read_header(&mut fields, principal, span)?;
    let scopes = fields.text("scopes");
    let scopes = scopes.and_then(|(name, span)| read_header(&mut fields, name, span));
    let prefix = fields.text("prefix").map_or("", |(prefix, _)| prefix);
    Some(ProxySettings {
        from,
        principal,
        scopes,
        prefix: prefix.to_owned(),
    })
}

fn read_header(fields: &mut Fields<'_, '_>, name: &str, span: Span) -> Option<HeaderName> {
    let header = HeaderName::from_str(name).ok();
    if header.is_none() {
        fields.refuse(span, format!("`{name}` is not the name of a header"), "");
    }
    header
}

/// A network, or an address alone.
fn read_network(fields: &mut Fields<'_, '_>, text: &str, span: Span) -> Option<IpNet> {
    let alone = || IpAddr::from_str(text).map(IpNet::from);
    let network = IpNet::from_str(text).or_else(|_| alone()).ok();
    if network.is_none() {
        let message = format!("`{text}` is neither an address nor a network");
        fields.refuse(span, message, "write `10.0.0.7` or `10.0.0.0/8`");
    }
    network
}

/// Only this machine may be reached without TLS: keys from elsewhere could be anybody's.
fn check_address(fields: &mut Fields<'_, '_>, key: &str, address: &str, span: Span) {
    let url = reqwest::Url::parse(address).ok();
    let is_safe = url.is_some_and(|url| match url.scheme() {
        "https" => true,
        "http" => match url.host_str().unwrap_or_default() {
            "localhost" => true,
            host => {
                let host = host.trim_start_matches('[').trim_end_matches(']');
                host.parse::<IpAddr>()
                    .is_ok_and(|address| address.is_loopback())
            }
        },
        _ => false,
    });
    if !is_safe {
        let message =
            format!("`{key}` must be an `https` address, but for addresses of this machine");
        fields.refuse(span, message, "write `https://…`");
    }
}

/// Two ways in must not lead to the same principal: whoever an issuer calls `billing` would be the agent of that name.
fn check_principals(settings: &Settings, node: &Node, fields: &mut Fields<'_, '_>) {
    let mut prefixes: Vec<&str> = settings
        .issuers
        .iter()
        .map(|issuer| issuer.prefix.as_str())
        .collect();
    prefixes.extend(settings.proxy.iter().map(|proxy| proxy.prefix.as_str()));
    let named = settings.keys.values().chain(settings.certificates.values());
    let mut clash = None;
    for (index, prefix) in prefixes.iter().enumerate() {
        for other in &prefixes[index + 1..] {
            if prefix.starts_with(other) || other.starts_with(prefix) {
                clash = Some("another issuer, or the proxy,".to_owned());
            }
        }
        for identity in named.clone() {
            if identity.principal.starts_with(prefix) {
                clash = Some(format!("the entry of `{}`", identity.principal));
            }
        }
    }
    if let Some(other) = clash {
        let message = format!(
            "a user of an issuer or of the proxy could have the same principal as one of {other}"
        );
        let help = "give each issuer, and the proxy, a `prefix` of its own, such as `sso:`, with which no other principal begins";
        let place = node.get("issuers").or(node.get("proxy")).unwrap_or(node);
        fields.refuse(place.span, message, help);
    }
}

fn read_digest(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(digest)
}

fn own(texts: Vec<Placed<'_>>) -> Vec<String> {
    texts.into_iter().map(|(text, _)| text.to_owned()).collect()
}
