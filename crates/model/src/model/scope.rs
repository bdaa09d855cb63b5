//! Noun: what a worker needs permission for: the least scopes and credentials for its tools.

use super::http::Requirement;
use super::{Catalog, HttpCall, Tool, ToolId};
use std::collections::{BTreeMap, BTreeSet};

/// What a set of tools needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// By engine (or by namespace, if handlers send the requests) and security scheme.
    pub credentials: BTreeMap<(String, String), Need>,
    /// The tools whose descriptions offer several alternatives, with the one that was chosen.
    pub choices: BTreeMap<String, String>,
}

/// What one security scheme requires.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Need {
    /// The environment variables that hold the credential.
    pub variables: BTreeSet<String>,
    /// The scopes, each with the tools that need it.
    pub scopes: BTreeMap<String, BTreeSet<String>>,
}

impl Needs {
    /// One line for each scheme, such as `github oauth (GITHUB_TOKEN): read:org repo`.
    pub fn lines(&self) -> Vec<String> {
        let line = |((owner, scheme), need): (&(String, String), &Need)| {
            let variables: Vec<&str> = need.variables.iter().map(String::as_str).collect();
            let scopes: Vec<&str> = need.scopes.keys().map(String::as_str).collect();
            let mut line = owner.clone();
            if !scheme.is_empty() {
                line += &format!(" {scheme}");
            }
            if !variables.is_empty() {
                line += &format!(" ({})", variables.join(", "));
            }
            match scopes.is_empty() {
                true => line,
                false => format!("{line}: {}", scopes.join(" ")),
            }
        };
        self.credentials.iter().map(line).collect()
    }

    /// One line for each scope and namespace, such as `github oauth: repo`. Renaming an engine does
    /// not change them.
    pub fn scopes(&self) -> BTreeSet<String> {
        let mut lines = BTreeSet::new();
        for ((_, scheme), need) in &self.credentials {
            for (scope, tools) in &need.scopes {
                let namespaces = tools.iter().filter_map(|tool| tool.split("::").next());
                lines.extend(namespaces.map(|it| format!("{it} {scheme}: {scope}")));
            }
        }
        lines
    }

    /// How many credentials and scopes an alternative would add.
    fn count_added(&self, owner: &str, alternative: &[Requirement]) -> usize {
        let added = alternative.iter().map(|requirement| {
            let key = (owner.to_owned(), requirement.name.clone());
            let known = self.credentials.get(&key);
            let is_new =
                |scope: &&String| known.is_none_or(|need| !need.scopes.contains_key(*scope));
            let scopes: BTreeSet<&String> = requirement.scopes.iter().filter(is_new).collect();
            scopes.len() + usize::from(known.is_none())
        });
        added.sum()
    }

    fn add(&mut self, site: &Site<'_>, alternative: &[Requirement]) {
        for requirement in alternative {
            let key = (site.owner.to_owned(), requirement.name.clone());
            let need = self.credentials.entry(key).or_default();
            need.variables.extend(site.variables(requirement));
            for scope in &requirement.scopes {
                let tools = need.scopes.entry(scope.clone()).or_default();
                tools.insert(site.tool.qualified());
            }
        }
    }
}

/// A tool that makes requests, and the alternatives that its calls may use.
struct Site<'c> {
    tool: &'c Tool,
    /// Its engine, or else its namespace.
    owner: &'c str,
    call: Option<HttpCall<'c>>,
    alternatives: Vec<Vec<Requirement>>,
}

impl<'c> Site<'c> {
    fn of(catalog: &'c Catalog, tool: &'c Tool) -> Option<Self> {
        if let Some(simulated) = catalog.simulating_engine(tool)
            && simulated.asks.is_some()
        {
            let call = simulated.sent_request()?;
            return Some(Site {
                tool,
                owner: &simulated.engine.name,
                alternatives: list_sent(&call),
                call: Some(call),
            });
        }
        let operation = tool.http.as_deref()?;
        let call = catalog.http_engine(tool);
        let alternatives = match &call {
            Some(call) => list_sent(call),
            None => operation.security.clone().unwrap_or_default(),
        };
        Some(Site {
            tool,
            owner: tool.engine.as_deref().unwrap_or(&tool.namespace),
            call,
            alternatives,
        })
    }

    fn variables(&self, requirement: &Requirement) -> Vec<String> {
        let call = self.call.as_ref();
        let found = call.and_then(|call| call.settings.credential(&requirement.name));
        let variables = found.map(|(_, credential)| credential.list_variables());
        let variables = variables.unwrap_or_default().into_iter();
        variables.map(str::to_owned).collect()
    }
}

/// The alternatives that an engine may send: the first one that it has credentials for, and those
/// that differ from it only in scopes, which the same credentials meet.
fn list_sent(call: &HttpCall<'_>) -> Vec<Vec<Requirement>> {
    let all = call.security();
    let can_send = |needed: &&Vec<Requirement>| {
        needed
            .iter()
            .all(|requirement| call.settings.can_meet(requirement))
    };
    let sent = all
        .iter()
        .filter(|needed| !needed.is_empty())
        .find(can_send);
    let Some(sent) = sent else {
        return Vec::new();
    };
    let schemes = |needed: &[Requirement]| -> BTreeSet<String> {
        needed
            .iter()
            .map(|requirement| requirement.name.clone())
            .collect()
    };
    let same = all.iter().filter(|needed| schemes(needed) == schemes(sent));
    same.cloned().collect()
}

/// One alternative in words: `oauth read:org repo`.
fn show_alternative(alternative: &[Requirement]) -> String {
    if alternative.is_empty() {
        return "none".to_owned();
    }
    let words = alternative.iter().map(|requirement| {
        let mut words = vec![requirement.name.as_str()];
        words.extend(requirement.scopes.iter().map(String::as_str));
        words.join(" ")
    });
    words.collect::<Vec<_>>().join(", ")
}

impl Catalog {
    /// The least that these tools need. Tools without a choice are counted first; each of the
    /// others then takes, in tool order, the alternative that adds the least, or the first of
    /// several such. No scope is assumed to include another, because descriptions do not say so.
    pub fn needs_of(&self, ids: &[ToolId]) -> Needs {
        let mut needs = Needs::default();
        let sites = ids.iter().filter_map(|id| Site::of(self, self.tool(*id)));
        let (free, bound): (Vec<_>, Vec<_>) = sites.partition(|site| site.alternatives.len() > 1);
        for site in &bound {
            needs.add(site, site.alternatives.first().map_or(&[], Vec::as_slice));
        }
        for site in &free {
            let mut alternatives = site.alternatives.iter();
            let least = alternatives
                .by_ref()
                .min_by_key(|it| needs.count_added(site.owner, it));
            let Some(least) = least else { continue };
            needs.add(site, least);
            needs
                .choices
                .insert(site.tool.qualified(), show_alternative(least));
        }
        needs
    }
}
