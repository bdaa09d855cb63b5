//! The environment variables with the credentials and the addresses of the tools that are served.

use super::super::Exit;
use super::super::output::{print_line, refuse_with};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::quote::quote_names;
use toolc_model::model::engine::{McpCall, Reach};
use toolc_model::model::runner::Runner;
use toolc_model::model::{Catalog, HttpCall, ToolId};
use toolc_runtime::http::fill_address;

/// Prints a line for each variable that is not set and without which calls fail, with the toolsets that need it.
pub(super) fn print_unset_variables(catalog: &Catalog, tools: &[ToolId]) {
    let mut unset: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for tool in tools.iter().map(|id| catalog.tool(*id)) {
        let missing = match catalog.runner(tool) {
            Runner::Http(call) => list_unset_of_api(&call),
            Runner::Mcp(call) => list_unset_of_server(&call),
            Runner::Simulated(call) => {
                let request = call.sent_request();
                request.map_or_else(Vec::new, |request| list_unset_of_api(&request))
            }
            Runner::Toolset(_) | Runner::Native | Runner::Handler => Vec::new(),
        };
        for variable in missing {
            unset.entry(variable).or_default().insert(&tool.namespace);
        }
    }
    for (variable, namespaces) in unset {
        let toolsets = quote_names(namespaces);
        print_line(&format!(
            "warning: the environment variable `{variable}` is not set, and tools of {toolsets} need it"
        ));
    }
}

/// Refuses addresses that the environment does not make, or makes of a host that the engine does not list.
pub(super) fn check_addresses(catalog: &Catalog, tools: &[ToolId]) -> Result<(), Exit> {
    let mut faults = BTreeMap::new();
    for tool in tools.iter().map(|id| catalog.tool(*id)) {
        let (engine, address, hosts) = match catalog.runner(tool) {
            Runner::Http(call) => {
                let address = call.settings.base_url.as_ref();
                let address = address.map(|address| address.value.as_str());
                (&call.engine.name, address, &call.settings.hosts)
            }
            Runner::Mcp(call) => match call.settings.reach.as_ref().map(|reach| &reach.value) {
                Some(Reach::Url(url)) => {
                    (&call.engine.name, Some(url.as_str()), &call.settings.hosts)
                }
                _ => continue,
            },
            _ => continue,
        };
        let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
        if let Some(Err(fault)) = address.map(|address| fill_address(address, &hosts)) {
            faults.insert(engine, fault);
        }
    }
    for (engine, fault) in &faults {
        let message = format!("the engine `{engine}`: {fault}");
        refuse_with(
            &message,
            "set the variables of its address, or list the host under its `hosts`",
        );
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Exit::Usage),
    }
}

/// What the first alternative that the engine has credentials for lacks; nothing if one of them is complete.
fn list_unset_of_api(call: &HttpCall<'_>) -> Vec<String> {
    let security = call.security();
    let mut first = None;
    for alternative in security.iter() {
        let mut requirements = alternative.iter();
        if !requirements.all(|requirement| call.settings.can_meet(requirement)) {
            continue;
        }
        let found = alternative
            .iter()
            .filter_map(|requirement| call.settings.credential(&requirement.name));
        let variables: Vec<Vec<&str>> = found
            .map(|(_, credential)| credential.list_variables())
            .collect();
        let variables = variables.concat().into_iter();
        let missing: Vec<String> = variables.filter(is_unset).map(str::to_owned).collect();
        if missing.is_empty() {
            return Vec::new();
        }
        first = first.or(Some(missing));
    }
    first.unwrap_or_default()
}

fn list_unset_of_server(call: &McpCall<'_>) -> Vec<String> {
    let mut variables = call.settings.list_variables();
    variables.retain(|name| is_unset(&name.as_str()));
    variables
}

/// Blank ones count as unset, as they do when a call is made.
fn is_unset(name: &&str) -> bool {
    std::env::var(name).unwrap_or_default().trim().is_empty()
}
