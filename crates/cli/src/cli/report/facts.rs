//! Where a tool comes from, what runs it, and what its calls reach.

use toolc_model::model::engine::Reach;
use toolc_model::model::runner::Runner;
use toolc_model::model::scope::Needs;
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::rules::quote_code;

/// The kind of source that a tool was read from.
pub(super) fn name_source(tool: &Tool) -> &'static str {
    match tool {
        Tool {
            shipped: Some(_), ..
        } => "toolset of toolc",
        Tool {
            native: Some(_), ..
        } => "Rust",
        Tool {
            remote: Some(_), ..
        } => "MCP snapshot",
        Tool { http: Some(_), .. } => "API description",
        _ => "definition",
    }
}

/// What runs a tool, in words.
pub(super) fn describe_runner(catalog: &Catalog, tool: &Tool) -> String {
    match catalog.runner(tool) {
        Runner::Handler => "a handler of the program".to_owned(),
        Runner::Native => "Rust of the program".to_owned(),
        Runner::Http(call) => format!("engine {}", quote_code(&call.engine.name)),
        Runner::Mcp(call) => {
            let engine = format!("engine {}", quote_code(&call.engine.name));
            let reach = call.settings.reach.as_ref().map(|reach| &reach.value);
            // further words may be anything, including a secret
            match reach {
                Some(Reach::Command(words)) => {
                    let program = words.first().map(String::as_str).unwrap_or_default();
                    format!("{engine}, which starts {}", quote_code(program))
                }
                Some(Reach::Url(_)) | None => engine,
            }
        }
        Runner::Simulated(call) => {
            let engine = quote_code(&call.engine.name);
            let kind = quote_code(call.type_name());
            format!("engine {engine}, which makes results up ({kind})")
        }
        Runner::Toolset(toolset) => format!("toolset {}", quote_code(toolset.name)),
    }
}

/// The hosts to which the requests of a tool go.
pub(super) fn list_hosts(catalog: &Catalog, tool: &Tool) -> Vec<String> {
    let mut hosts: Vec<String> = Vec::new();
    match catalog.runner(tool) {
        Runner::Http(call) => {
            // of an address that the environment completes, its `hosts` are all that is known
            if !call.settings.has_variable_address() {
                hosts.extend(call.address().map(|address| host_of(&address.value)));
            }
            hosts.extend(call.settings.hosts.iter().cloned());
        }
        Runner::Mcp(call) => {
            let reach = call.settings.reach.as_ref().map(|reach| &reach.value);
            // of an address that the environment completes, its `hosts` are all that is known
            if let (Some(Reach::Url(url)), []) = (reach, call.settings.hosts.as_slice()) {
                hosts.push(host_of(url));
            }
            hosts.extend(call.settings.hosts.iter().cloned());
        }
        Runner::Simulated(call) => {
            let address = call.sent_request().and_then(|request| request.address());
            hosts.extend(address.map(|address| host_of(&address.value)));
        }
        Runner::Handler | Runner::Native | Runner::Toolset(_) => {}
    }
    let mut kept: Vec<String> = Vec::new();
    for host in hosts {
        if !kept.contains(&host) {
            kept.push(host);
        }
    }
    kept
}

/// The environment variables that hold the credentials of a tool.
pub(super) fn list_credentials(catalog: &Catalog, tool: &Tool, needs: &Needs) -> Vec<String> {
    let needed = needs.credentials.values();
    let mut names: Vec<String> = needed
        .flat_map(|need| need.variables.iter().cloned())
        .collect();
    if let Runner::Mcp(call) = catalog.runner(tool) {
        names.extend(call.settings.list_variables());
    }
    names.sort();
    names.dedup();
    names
}

/// The host and port of an address, without user name and password.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    host.to_owned()
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn a_host_has_its_port_and_no_secret() {
        for (url, host) in [
            ("https://api.example.com/v1?key=a", "api.example.com"),
            ("http://user:secret@localhost:8080", "localhost:8080"),
            ("https://[::1]:8443/mcp", "[::1]:8443"),
            ("https://a.example#b@c", "a.example"),
        ] {
            assert_eq!(host_of(url), host);
        }
    }
}
