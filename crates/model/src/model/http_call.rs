//! Noun: a request as made by an engine, according to the API description and the engine's configuration.

use super::engine::{Api, Engine, HttpEngine};
use super::http::{Operation, Requirement, Server};
use std::borrow::Cow;
use toolc_base::source::Spanned;

/// An operation, and the engine that makes its requests.
#[derive(Debug, Clone, Copy)]
pub struct HttpCall<'c> {
    /// The engine.
    pub engine: &'c Engine,
    /// Its settings.
    pub settings: &'c HttpEngine,
    /// The operation.
    pub operation: &'c Operation,
}

impl<'c> HttpCall<'c> {
    /// What it shares with all operations of its engine.
    pub fn api(&self) -> Api<'c> {
        Api {
            name: &self.engine.name,
            settings: self.settings,
        }
    }
}

impl HttpCall<'_> {
    /// The alternatives of credentials, one of which is sent: those of the description or, if it
    /// does not mention credentials, that of the engine.
    pub fn security(&self) -> Cow<'_, [Vec<Requirement>]> {
        match (&self.operation.security, &self.settings.scheme) {
            (Some(alternatives), _) => Cow::Borrowed(alternatives),
            (None, Some(scheme)) => Cow::Owned(vec![vec![Requirement {
                name: String::new(),
                scheme: scheme.clone(),
                scopes: Vec::new(),
            }]]),
            (None, None) => Cow::Borrowed(&[]),
        }
    }

    /// Where its requests go: to the engine's address, else to the first server with an absolute
    /// one, preferring servers with a variable that the engine sets. `None` if there is no such
    /// address.
    pub fn address(&self) -> Option<Spanned<String>> {
        if let Some(url) = &self.settings.base_url {
            return Some(url.clone());
        }
        let variables = &self.settings.variables;
        let set = |name: &str| {
            let mut variables = variables.iter();
            variables.find(|(set, _)| set.value == name)
        };
        let is_set = |server: &&Server| {
            let mut variables = server.variables.iter();
            variables.any(|variable| set(&variable.name).is_some())
        };
        let servers = || self.operation.servers.iter();
        let servers = servers()
            .filter(is_set)
            .chain(servers().filter(|server| !is_set(server)));
        let mut addresses = servers.map(|server| {
            let variables = server.variables.iter();
            let url = variables.fold(server.url.clone(), |url, variable| {
                let value = set(&variable.name).map_or(&variable.default, |(_, value)| value);
                url.replace(&format!("{{{}}}", variable.name), value)
            });
            Spanned::new(url, server.span)
        });
        addresses.find(|url| {
            let scheme = url
                .value
                .split_once("://")
                .map(|(scheme, _)| scheme.to_ascii_lowercase());
            matches!(scheme.as_deref(), Some("http" | "https"))
        })
    }
}
