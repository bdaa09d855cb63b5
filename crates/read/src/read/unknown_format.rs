//! A file that is in no format that toolc reads, and what it was meant to be.

use super::FORMATS;
use super::flow_text::write_flow;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Node, Value};
use toolc_base::source::{SourceId, Span};

/// The finding on a file that nothing lists and that no format recognises.
pub(super) fn explain_unknown(node: &Node, path: &str, id: SourceId) -> Diagnostic {
    let about_file = |message: &str| Diagnostic::new(Code::UNKNOWN_FORMAT, Span::file(id), message);
    if has_config_name(path) {
        let help = "move its settings into the `toolc.yaml` of the top folder, or pass the subfolder to toolc";
        return about_file("a `toolc.yaml` in a subfolder is not read").help(help);
    }
    if let Some(name) = near_config_name(path) {
        let message =
            format!("`{name}` is not read: the configuration file is called `toolc.yaml`");
        return about_file(&message).help("rename it to `toolc.yaml`");
    }
    if let Some(entry) = find_dashed_key(node) {
        return dashed_key(entry);
    }
    if node.value == Value::Null {
        return about_file("the file is empty").help("write tools into it, or remove it");
    }
    if node.get_map("mcpServers").is_some() {
        return about_file("the file lists MCP servers for a client, and has no tools").help(
            "`toolc init --mcp CMD` stores the tools of a server and writes a worker for them",
        );
    }
    if let Some(tools) = find_worker_tools(node) {
        return worker_without_toolsets(tools);
    }
    let mut signs = Vec::new();
    for format in FORMATS {
        signs.push(format!("{} ({})", format.name, format.sign));
    }
    let last = signs.pop().unwrap_or_default();
    about_file("the file is not in a format that toolc reads")
        .label(format!("it is {}", node.kind()))
        .help(format!(
            "toolc looked for {} and {last}; list the file in `toolc.yaml` to say what it is",
            signs.join(", ")
        ))
}

fn dashed_key(entry: &Entry) -> Diagnostic {
    let message = format!(
        "the file has a key `{}`, and is not in a format that toolc reads",
        entry.key
    );
    Diagnostic::new(Code::UNKNOWN_FORMAT, entry.key_span, message)
        .label("this is a key, not a list entry")
        .help("write a space after the `-` of a list entry")
}

/// An error: without the worker, more tools might be granted than it lists.
fn worker_without_toolsets(tools: &Entry) -> Diagnostic {
    let message = "the file looks like that of a worker, which names its tools by toolset";
    Diagnostic::new(Code::UNKNOWN_FORMAT, tools.key_span, message)
        .severity(Severity::Error)
        .help(format!(
            "write `toolsets: {{ NAMESPACE: {{ tools: {} }} }}`",
            write_flow(&tools.value)
        ))
}

/// The list of names under `tools` of a file that has a name, as a worker has, and no toolsets.
fn find_worker_tools(node: &Node) -> Option<&Entry> {
    let map = node.as_map().filter(|map| map.contains("name"))?;
    let tools = map.entry("tools")?;
    let names = tools.value.as_list()?;
    let is_list = !names.is_empty() && names.iter().all(|name| name.as_str().is_some());
    is_list.then_some(tools)
}

/// A key that begins like a list entry without a space, at the top of a file or one level below.
fn find_dashed_key(node: &Node) -> Option<&Entry> {
    let is_dashed = |entry: &&Entry| {
        let name = entry.key.strip_prefix('-');
        name.is_some_and(|name| name.starts_with(char::is_alphabetic))
    };
    let Value::Map(map) = &node.value else {
        return None;
    };
    let mut below = map.iter().filter_map(|entry| match &entry.value.value {
        Value::Map(map) => map.iter().find(is_dashed),
        _ => None,
    });
    map.iter().find(is_dashed).or_else(|| below.next())
}

/// Whether a file is called like the configuration, of which there is one, in the top folder.
fn has_config_name(path: &str) -> bool {
    let name = path.rsplit('/').next();
    matches!(name, Some("toolc.yaml" | "toolc.yml"))
}

/// The name of a file, if it differs from that of the configuration in case or extension.
fn near_config_name(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next()?;
    let known = ["toolc.yaml", "toolc.yml", "toolc.json"];
    let is_near = known.iter().any(|known| name.eq_ignore_ascii_case(known));
    is_near.then_some(name)
}
