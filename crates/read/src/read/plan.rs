//! Mount plans of other systems: modules with where they come from and how they are set.

use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::Node;

/// The keys beside `module` that only a mount plan has.
const KEYS: &[&str] = &["source", "config"];

/// The finding that a document is a mount plan, whole or under `tools`.
pub(super) fn find_mount_plan(node: &Node) -> Option<Diagnostic> {
    let is_mount = |entry: &Node| {
        let has = |key: &&str| entry.get(key).is_some();
        entry.get_str("module").is_some() && KEYS.iter().any(has)
    };
    let list = node
        .as_list()
        .or_else(|| node.get("tools").and_then(Node::as_list))?;
    let first = list.iter().find(|entry| is_mount(entry))?;
    let message = "the file is a mount plan, which toolc does not read: its modules have no tools that toolc could see";
    let finding =
        Diagnostic::new(Code::UNKNOWN_FORMAT, first.span, message).severity(Severity::Error);
    Some(finding.help(
        "list where the tools are described under `tools.registry` of `toolc.yaml`, such as `{ type: mcp, path: \
         server.mcp.json }` or `{ type: file, path: tools.yaml }`; functions in Rust are the toolset of a worker: `NAME: \
         { module: ./tools.rs }`",
    ))
}
