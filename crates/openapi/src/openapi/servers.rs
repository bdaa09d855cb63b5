//! Where requests are sent: the servers of an operation, else of its path, else of the document.

use super::document::Document;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node};
use toolc_model::model::http::{Server, Variable};

/// The servers that a node itself names; `None` if it leaves that to its parent.
pub(super) fn own_servers(
    diagnostics: &mut Diagnostics,
    document: &Document,
    owner: &Map,
) -> Option<Vec<Server>> {
    let list = owner.get_list("servers")?;
    let servers = list.iter().filter_map(|node| {
        let node = document.resolve(node).ok()?;
        let url = node.get("url").filter(|url| url.as_str().is_some());
        if url.is_none() {
            let finding = Diagnostic::new(
                Code::NORMALIZED_OPERATION,
                node.span,
                "a server has no `url` and is ignored",
            );
            diagnostics.push(finding.help("write its address under `url`"));
        }
        Some(server(diagnostics, url?, node))
    });
    Some(servers.collect()).filter(|servers: &Vec<Server>| !servers.is_empty())
}

fn server(diagnostics: &mut Diagnostics, address: &Node, node: &Node) -> Server {
    let url = address.as_str().unwrap_or("");
    let named = node.get_map("variables");
    let mut variables: Vec<Variable> = named.map_or(Vec::new(), |map| {
        map.iter()
            .map(|entry| variable(diagnostics, entry))
            .collect()
    });
    for name in super::template::names_in(url) {
        if variables.iter().any(|variable| variable.name == name) {
            continue;
        }
        let message = format!("the server's address has `{{{name}}}` and no variable describes it");
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, node.span, message);
        diagnostics.push(finding.help("describe it under `variables` with a `default`"));
        variables.push(Variable {
            name: name.to_owned(),
            default: String::new(),
            choices: Vec::new(),
        });
    }
    Server {
        url: with_scheme(diagnostics, address, url),
        span: address.span,
        variables,
    }
}

/// An address without a scheme is relative to where the description comes from. That is not known here, so it is read with
/// `https`, which never sends a credential in the clear.
fn with_scheme(diagnostics: &mut Diagnostics, address: &Node, url: &str) -> String {
    if !url.starts_with("//") {
        return url.to_owned();
    }
    let message = format!("the server `{url}` has no scheme and is read as `https:{url}`");
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, address.span, message);
    diagnostics.push(finding.help("write the scheme, or set `base_url` in the engine"));
    format!("https:{url}")
}

fn variable(diagnostics: &mut Diagnostics, entry: &Entry) -> Variable {
    let list = entry.value.get_list("enum");
    let choices: Vec<String> = list.unwrap_or(&[]).iter().filter_map(text).collect();
    let given = entry.value.get("default").and_then(text);
    if given.is_none() {
        let message = format!("the server variable `{}` has no `default`", entry.key);
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
        diagnostics.push(finding.help("write the value that it has unless another one is given"));
    }
    let default = given.or_else(|| choices.first().cloned());
    Variable {
        name: entry.key.clone(),
        default: default.unwrap_or_default(),
        choices,
    }
}

/// A string; a number counts as one too, since YAML parses `8443` as a number.
fn text(node: &Node) -> Option<String> {
    match &node.value {
        toolc_base::node::Value::String(text) => Some(text.clone()),
        toolc_base::node::Value::Number(text) => Some(text.to_string()),
        _ => None,
    }
}
