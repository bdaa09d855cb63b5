//! Where requests go: the address of an API, and the hosts that it has.

use super::failure::Failure;
use super::operation::{Api, Operation, Server};
use crate::private::is_public;
use reqwest::Url;
use std::net::IpAddr;

/// The address of an operation: the configured one, else that of the first server that fits.
///
/// A relative server (`/v2`) completes a configured address without a path.
pub(super) fn base_url(operation: &Operation, configured: Option<&str>) -> Result<Url, Failure> {
    let api = operation.api;
    let servers: Vec<_> = fitting(operation)
        .map(|server| expand(server, api))
        .collect();
    let Some(configured) = configured.or(api.base_url) else {
        let mut absolute = servers.iter().filter_map(|url| Url::parse(url).ok());
        return absolute.find(is_web).ok_or_else(|| {
            let engine = api.engine;
            Failure::internal(format!(
                "the engine `{engine}` has no `base_url`, and the description no absolute server"
            ))
        });
    };
    let url = Url::parse(configured).ok().filter(is_web).ok_or_else(|| {
        let engine = api.engine;
        Failure::internal(format!(
            "the `base_url` of the engine `{engine}` is not an http or https URL"
        ))
    })?;
    if has_path(configured) {
        return Ok(url);
    }
    let mut relative = servers.iter().filter(|server| Url::parse(server).is_err());
    let joined = relative.next().and_then(|server| url.join(server).ok());
    Ok(joined
        .filter(|joined| same_origin(joined, &url))
        .unwrap_or(url))
}

/// The servers, those first that have a variable which the configuration sets.
fn fitting(operation: &Operation) -> impl Iterator<Item = &'static Server> {
    let variables = operation.api.variables;
    let is_set = move |server: &&Server| {
        let mut names = server.variables.iter().map(|(name, _)| name);
        names.any(|name| variables.iter().any(|(set, _)| set == name))
    };
    let servers = operation.servers.iter();
    let others = servers.clone().filter(move |server| !is_set(server));
    servers.filter(is_set).chain(others)
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// Whether an address has a path, if only `/`.
fn has_path(address: &str) -> bool {
    let behind = address.split_once("://").map_or("", |(_, behind)| behind);
    behind.contains('/')
}

/// The address of a server with the values of its variables.
fn expand(server: &Server, api: &Api) -> String {
    let mut url = server.url.to_owned();
    for (name, default) in server.variables {
        let configured = api.variables.iter().find(|(variable, _)| variable == name);
        let value = configured.map_or(*default, |(_, value)| *value);
        url = url.replace(&format!("{{{name}}}"), value);
    }
    url
}

/// An address with a path behind its own, and a query.
pub(super) fn join_url(base: &Url, path: &str, query: &[String]) -> Url {
    let mut url = base.clone();
    url.set_fragment(None);
    url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
    let own = base.query().filter(|query| !query.is_empty());
    let query: Vec<_> = own
        .into_iter()
        .chain(query.iter().map(String::as_str))
        .collect();
    url.set_query((!query.is_empty()).then(|| query.join("&")).as_deref());
    url
}

/// Refuses what is not of the web, and literal addresses that are not on the public internet.
/// Names are looked at where they are resolved.
pub(crate) fn check_url(url: &Url, private: bool) -> Result<(), Failure> {
    if !is_web(url) {
        return Err(Failure::refused_address("it is neither http nor https"));
    }
    let host = url.host_str().unwrap_or_default();
    let literal = host.trim_matches(['[', ']']).parse::<IpAddr>();
    if literal.is_ok_and(|address| !private && !is_public(address)) {
        Err(Failure::refused_address(format!(
            "`{host}` is not on the public internet; an engine with `private: true` may call it"
        )))
    } else {
        Ok(())
    }
}

/// Refuses to send credentials in clear text, but for what stays within the machine or its network.
pub(super) fn check_secrecy(url: &Url, api: &Api) -> Result<(), Failure> {
    if api.plain_http || !is_exposed(url) {
        return Ok(());
    }
    Err(Failure::refused_address(format!(
        "credentials would be readable on their way to `{}`: an address with https is needed, or \
         `plain_http: true` for the engine `{}`",
        url.origin().ascii_serialization(),
        api.engine
    )))
}

/// Whether what is sent to an address can be read on its way, out of the machine and its network.
pub(crate) fn is_exposed(url: &Url) -> bool {
    url.scheme() != "https" && !is_near(url)
}

/// Whether an address is of this machine or of its network, by what it says itself: who answers to
/// a name is known only when the connection is made.
fn is_near(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let Ok(address) = host.trim_matches(['[', ']']).parse::<IpAddr>() else {
        return host == "localhost" || host.ends_with(".localhost");
    };
    match address.to_canonical() {
        IpAddr::V4(host) => host.is_loopback() || host.is_private() || host.is_link_local(),
        IpAddr::V6(host) => {
            host.is_loopback() || host.is_unique_local() || host.is_unicast_link_local()
        }
    }
}

/// An address without its query, which may hold a key, and without a name and a password.
pub(super) fn show_url(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Whether two addresses have the same scheme, host and port.
pub(super) fn same_origin(one: &Url, other: &Url) -> bool {
    one.scheme() == other.scheme()
        && one.host_str() == other.host_str()
        && one.port_or_known_default() == other.port_or_known_default()
}

/// The hosts that requests of an API may go to.
pub(super) struct Hosts<'a> {
    address: &'a Url,
    further: &'static [&'static str],
}

impl<'a> Hosts<'a> {
    pub fn new(address: &'a Url, further: &'static [&'static str]) -> Self {
        Hosts { address, further }
    }

    /// Whether an address is at one of them. A host without a port stands for the usual ports.
    pub fn contain(&self, url: &Url) -> bool {
        let is_it = |host: &str, port: Option<u16>| {
            let same_host = url
                .host_str()
                .is_some_and(|own| own.eq_ignore_ascii_case(host));
            same_host && url.port() == port
        };
        is_it(
            self.address.host_str().unwrap_or_default(),
            self.address.port(),
        ) || self.further.iter().any(|host| {
            let (host, port) = split_port(host);
            is_it(host, port)
        })
    }
}

/// A host and its port: `example.com:8080`, `[::1]:8080`.
fn split_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => match port.parse() {
            Ok(port) => (name, Some(port)),
            Err(_) => (host, None),
        },
        _ => (host, None),
    }
}
