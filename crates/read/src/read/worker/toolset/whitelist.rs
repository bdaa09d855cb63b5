//! The whitelist of a toolset: the names of its tools.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::draft::Whitelist;
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;

/// Reads what is under `tools`. If it cannot be read, it grants nothing rather than everything.
pub(super) fn read_names(diagnostics: &mut Diagnostics, node: &Node, namespace: &str) -> Whitelist {
    match &node.value {
        Value::Null => Whitelist::Null,
        Value::String(word) if word == "all" => Whitelist::All(node.span),
        Value::List(items) => {
            let names = items.iter().filter_map(|item| read_name(diagnostics, item));
            let names: Vec<ToolName> = names.map(|name| ToolName::read(namespace, name)).collect();
            match names.is_empty() && !items.is_empty() {
                true => Whitelist::Unreadable,
                false => Whitelist::Names(Spanned::new(names, node.span)),
            }
        }
        _ => {
            diagnostics.push(wrong_whitelist(node));
            Whitelist::Unreadable
        }
    }
}

/// Reads one name. What else is said of a tool belongs beside the list.
fn read_name(diagnostics: &mut Diagnostics, item: &Node) -> Option<Spanned<String>> {
    const WHAT: &str = "an element of `tools`";
    let Some(map) = item.as_map() else {
        return fields::read_string(diagnostics, item, WHAT);
    };
    let mut entries = map.iter();
    let (name, said) = match (map.get("name"), entries.next(), entries.next()) {
        (Some(name), ..) => (name.as_str(), map.get("approval")),
        (None, Some(only), None) => (Some(only.key.as_str()), Some(&only.value)),
        _ => (None, None),
    };
    let is_approval = |word: &&str| Approval::ALL.iter().any(|(known, _)| known == word);
    let help = match (name, said.and_then(Node::as_str).filter(is_approval)) {
        (Some(name), Some(word)) => {
            format!(
                "write `{name}` here, and `approval: {{ tools: {{ {name}: {word} }} }}` beside `tools`"
            )
        }
        (Some(name), None) => format!("write `{name}` here, and what is said of it beside `tools`"),
        (None, _) => "write the name of a tool".to_owned(),
    };
    fields::refuse_kind(diagnostics, item, WHAT, "a string", help);
    None
}

fn wrong_whitelist(node: &Node) -> Diagnostic {
    let message = format!(
        "`tools` must be a list of names, or `all`, found {}",
        node.kind()
    );
    let help = match node.as_str() {
        None if node.as_map().is_some() => write_approvals(node),
        Some(_) if is_everything(node) => {
            "write `tools: all` to grant every tool of the namespace".to_owned()
        }
        Some(names) if names.starts_with('-') => {
            "write a space after the `-` of each list entry".to_owned()
        }
        Some(name) if !name.is_empty() && !name.contains(['*', '?', ',', ' ']) => {
            format!("write `tools: [{name}]`")
        }
        _ => "list the tools by name: `tools: [name]`".to_owned(),
    };
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label(format!("this is {}", node.kind()))
        .help(help)
}

/// The help for a whitelist that has settings of tools: `tools: { lend: ask }`.
fn write_approvals(node: &Node) -> String {
    let entries = node.as_map().into_iter().flat_map(|map| map.iter());
    let names: Vec<&str> = entries.map(|entry| entry.key.as_str()).collect();
    match names.first() {
        Some(first) => format!(
            "write `tools: [{}]`, and what is said of one beside it, such as `approval: {{ tools: {{ {first}: ask }} }}`",
            names.join(", ")
        ),
        None => "list the tools by name: `tools: [name]`".to_owned(),
    }
}

/// Whether a value means every tool, here or in another system.
pub(super) fn is_everything(node: &Node) -> bool {
    let is_meant =
        |word: &str| ["*", "**", ".*"].contains(&word) || word.eq_ignore_ascii_case("all");
    node.as_str().is_some_and(is_meant)
}
