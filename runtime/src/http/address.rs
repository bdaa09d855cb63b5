//! Where requests go: the address of an API and the hosts that it may use.

use super::failure::Failure;
use super::operation::{Api, Operation, Server};
use crate::connection::ConnectionSettings;
use crate::private::{is_near_host, is_public};
use crate::variables::{Part, find_written_host, read_variable, split_variables};
use reqwest::Url;
use std::borrow::Cow;
use std::net::IpAddr;

/// The base URL of an operation: the configured one, or else that of the first usable server.
///
/// A relative server (`/v2`) completes a configured address that has no path.
///
/// It has no user name and password: they would be credentials without the checks for credentials.
pub(super) fn base_url(operation: &Operation, configured: Option<&str>) -> Result<Url, Failure> {
    let url = find_base(operation, configured)?;
    if url.username().is_empty() && url.password().is_none() {
        return Ok(url);
    }
    let engine = operation.api.engine;
    Err(Failure::internal(format!(
        "the address of the engine `{engine}` has a user name or a password: credentials belong in `auth`"
    )))
}

fn find_base(operation: &Operation, configured: Option<&str>) -> Result<Url, Failure> {
    let api = operation.api;
    let servers: Vec<_> = fitting(operation)
        .map(|server| expand(server, api))
        .collect();
    let configured =
        match (configured, api.base_url) {
            (Some(address), _) => Some(Cow::Borrowed(address)),
            (None, Some(text)) => Some(fill_address(text, api.hosts).map_err(|fault| {
                Failure::internal(format!("the engine `{}`: {fault}", api.engine))
            })?),
            (None, None) => None,
        };
    let Some(configured) = configured else {
        let mut absolute = servers.iter().filter_map(|url| Url::parse(url).ok());
        return absolute.find(is_web).ok_or_else(|| {
            let engine = api.engine;
            Failure::internal(format!(
                "the engine `{engine}` has no `base_url`, and the description no absolute server"
            ))
        });
    };
    let url = Url::parse(&configured).ok().filter(is_web).ok_or_else(|| {
        let engine = api.engine;
        Failure::internal(format!(
            "the `base_url` of the engine `{engine}` is not an http or https URL"
        ))
    })?;
    if has_path(&configured) {
        return Ok(url);
    }
    let mut relative = servers.iter().filter(|server| Url::parse(server).is_err());
    let joined = relative.next().and_then(|server| url.join(server).ok());
    Ok(joined
        .filter(|joined| same_origin(joined, &url))
        .unwrap_or(url))
}

/// The configured address of an engine, with the values of environment variables in the places of `${NAME}`. The host is one
/// that the text writes out, or one of the given hosts: whoever sets a variable does not choose where credentials go. The error is for logs, and does not repeat a value
/// beyond its host.
#[doc(hidden)]
pub fn fill_address<'t>(text: &'t str, hosts: &[&str]) -> Result<Cow<'t, str>, String> {
    let parts = split_variables(text);
    if !parts.iter().any(|part| matches!(part, Part::Variable(_))) {
        return Ok(Cow::Borrowed(text));
    }
    let mut address = String::new();
    for part in parts {
        match part {
            Part::Text(text) => address.push_str(text),
            Part::Variable(name) => address.push_str(&read_variable(name)?),
        }
    }
    let url = Url::parse(&address).ok().filter(is_web);
    let is_plain = |url: &Url| {
        let has_query = url.query().is_some() && !text.contains('?');
        let has_user = !url.username().is_empty() || url.password().is_some();
        !has_query && !has_user && url.fragment().is_none()
    };
    let Some(url) = url.filter(is_plain) else {
        return Err(format!(
            "the environment does not make an address of http or https of `{text}`, without a user and a query of its own"
        ));
    };
    let host = url.host_str().unwrap_or_default();
    let is_written = find_written_host(text).is_some_and(|own| own.eq_ignore_ascii_case(host));
    if is_written || hosts.iter().any(|host| is_on_host(&url, host)) {
        return Ok(Cow::Owned(address));
    }
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    Err(format!(
        "the environment makes `{host}{port}` the host of `{text}`, and `hosts` does not list it"
    ))
}

/// The servers, starting with those that have a variable the configuration sets.
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

/// Whether an address has a path, even if it is only `/`.
fn has_path(address: &str) -> bool {
    let behind = address.split_once("://").map_or("", |(_, behind)| behind);
    behind.contains('/')
}

/// The URL of a server, with the values of its variables filled in.
fn expand(server: &Server, api: &Api) -> String {
    let mut url = server.url.to_owned();
    for (name, default) in server.variables {
        let configured = api.variables.iter().find(|(variable, _)| variable == name);
        let value = configured.map_or(*default, |(_, value)| *value);
        url = url.replace(&format!("{{{name}}}"), value);
    }
    url
}

/// Appends a path and a query to a URL.
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

/// Rejects everything except http and https, and IP addresses that are not on the public internet. Host names
/// are checked when they are resolved.
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

/// Refuses to send credentials in clear text, except within the machine or its local network.
pub(super) fn check_secrecy(url: &Url, api: &Api) -> Result<(), Failure> {
    if api.connection.may_expose_credentials() || !is_exposed(url) {
        return Ok(());
    }
    Err(Failure::refused_address(format!(
        "credentials would be readable on their way to `{}`: an address with https is needed, or {} \
         for the engine `{}`",
        url.origin().ascii_serialization(),
        ConnectionSettings::CONFIRMATION,
        api.engine
    )))
}

/// Whether data sent to this address could be read on its way, outside the machine and its local network.
pub(crate) fn is_exposed(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    url.scheme() != "https" && !is_near_host(host.trim_matches(['[', ']']))
}

/// A URL without its query, which may contain a key, and without user name and password.
pub(super) fn show_url(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// Whether two URLs have the same scheme, host and port.
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

    /// Whether a URL is on one of these hosts. A host without a port means the default port.
    pub fn contain(&self, url: &Url) -> bool {
        let is_address =
            url.host_str() == self.address.host_str() && url.port() == self.address.port();
        is_address || self.further.iter().any(|host| is_on_host(url, host))
    }
}

/// Whether a URL is on a host that is written as `example.com` or `example.com:8080`.
fn is_on_host(url: &Url, host: &str) -> bool {
    let (name, port) = split_port(host);
    let same_host = url
        .host_str()
        .is_some_and(|own| own.eq_ignore_ascii_case(name));
    same_host && url.port() == port
}

/// Splits a host and its port: `example.com:8080`, `[::1]:8080`.
fn split_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => match port.parse() {
            Ok(port) => (name, Some(port)),
            Err(_) => (host, None),
        },
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::fill_address;

    /// Cargo sets `CARGO_PKG_NAME` for tests: `toolc-runtime`.
    const TEXT: &str = "https://${CARGO_PKG_NAME}.example:8443/v1";

    #[test]
    fn an_address_of_the_environment_is_on_a_listed_host() {
        for hosts in [
            &["toolc-runtime.example:8443"][..],
            &["a", "TOOLC-runtime.example:8443"],
        ] {
            let filled = fill_address(TEXT, hosts);
            assert_eq!(
                filled.as_deref(),
                Ok("https://toolc-runtime.example:8443/v1")
            );
        }
        for hosts in [
            &[][..],
            &["toolc-runtime.example"],
            &["toolc-runtime.example:443"],
            &["example:8443"],
        ] {
            let fault = fill_address(TEXT, hosts).expect_err("not listed");
            assert!(fault.contains("`toolc-runtime.example:8443`"), "{fault}");
        }
    }

    #[test]
    fn what_the_environment_does_not_make_an_address_of_is_refused() {
        let hosts = &["example", "toolc-runtime"];
        for text in [
            "${TOOLC_NOT_SET}",
            "${CARGO_PKG_NAME}",
            "ftp://${CARGO_PKG_NAME}",
            "https://example/#${CARGO_PKG_NAME}",
            "https://me@${CARGO_PKG_NAME}",
        ] {
            assert!(fill_address(text, hosts).is_err(), "{text}");
        }
        assert_eq!(
            fill_address("https://other/", hosts).as_deref(),
            Ok("https://other/")
        );
        // a query that was reviewed stays
        let with_query = fill_address("https://${CARGO_PKG_NAME}/?a=1", hosts);
        assert_eq!(with_query.as_deref(), Ok("https://toolc-runtime/?a=1"));
    }
}
