//! Noun: who may call, as an access file says it.

use http::HeaderName;
use ipnet::IpNet;
use jsonwebtoken::Algorithm;
use std::collections::HashMap;

/// Who may call, as an access file says it.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The URL under which clients reach the server, its identifier in tokens (RFC 8707) and metadata (RFC 9728).
    pub(crate) resource: Option<String>,
    /// Who signs tokens.
    pub(crate) issuers: Vec<IssuerSettings>,
    /// Keys of agents, by the SHA-256 of each.
    pub(crate) keys: HashMap<[u8; 32], Identity>,
    /// The proxy whose word on its users counts.
    pub(crate) proxy: Option<ProxySettings>,
    /// Names in certificates of clients, and who they are.
    pub(crate) certificates: HashMap<String, Identity>,
    /// The scopes that every request to a worker needs.
    pub(crate) workers: Vec<(String, Vec<String>)>,
    /// Scopes, each with the tools that need it: `ns::tool` or `ns::*`.
    pub(crate) scopes: Vec<(String, Vec<String>)>,
    /// The networks whose addresses may read the metrics, beside this machine.
    pub(crate) metrics: Vec<IpNet>,
}

impl Settings {
    /// The scopes that calls of a tool need, `ns::tool`.
    pub(super) fn list_scopes(&self, tool: &str) -> Vec<String> {
        let mut scopes = Vec::new();
        for (scope, patterns) in &self.scopes {
            if patterns.iter().any(|pattern| matches_tool(pattern, tool)) {
                scopes.push(scope.clone());
            }
        }
        scopes
    }

    /// All scopes that something needs.
    pub(super) fn list_all_scopes(&self) -> Vec<String> {
        let mut scopes: Vec<String> = Vec::new();
        scopes.extend(self.scopes.iter().map(|(scope, _)| scope.clone()));
        scopes.extend(self.workers.iter().flat_map(|(_, needed)| needed.clone()));
        scopes.sort_unstable();
        scopes.dedup();
        scopes
    }

    /// What they name that is not there: workers, and patterns that none of the tools matches.
    pub fn list_unknown(&self, workers: &[&str], tools: &[&str]) -> Vec<String> {
        let mut unknown = Vec::new();
        for (worker, _) in &self.workers {
            if !workers.contains(&worker.as_str()) {
                unknown.push(worker.clone());
            }
        }
        for pattern in self.scopes.iter().flat_map(|(_, patterns)| patterns) {
            if !tools.iter().any(|tool| matches_tool(pattern, tool)) {
                unknown.push(pattern.clone());
            }
        }
        unknown
    }
}

fn matches_tool(pattern: &str, tool: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => tool.starts_with(beginning),
        None => pattern == tool,
    }
}

/// An authorization server whose tokens are accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IssuerSettings {
    /// The `iss` of its tokens.
    pub issuer: String,
    /// What `aud` of its tokens must have one of.
    pub audience: Vec<String>,
    /// Where its keys are; if nothing says so, its metadata does.
    pub jwks: Option<String>,
    /// What its tokens may be signed with.
    pub algorithms: Vec<Algorithm>,
    /// The claim that names the principal.
    pub principal: String,
    /// What precedes that in the principal of a call.
    pub prefix: String,
}

/// Somebody who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    pub principal: String,
    pub scopes: Vec<String>,
}

/// A proxy that knows its users.
#[derive(Debug, Clone)]
pub(crate) struct ProxySettings {
    /// The networks of its addresses.
    pub from: Vec<IpNet>,
    /// The header with the name of the user.
    pub principal: HeaderName,
    /// The header with the user's scopes, parted by spaces or commas.
    pub scopes: Option<HeaderName>,
    /// What precedes the user's name in the principal of a call.
    pub prefix: String,
}
