//! Noun: what is known of a host, from the files in `rules/`, each statement with its source and date.

use std::sync::LazyLock;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Node, Value};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_model::model::approval::Approval;

/// A statement about a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What the host does.
    pub says: String,
    /// `documented`, `sdk`, `observed` or `unconfirmed`.
    pub status: String,
    /// Who says so.
    pub source: String,
    /// When that was read.
    pub checked: String,
}

/// What is known of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The name of the host.
    pub host: String,
    /// The file in which the host reads what is written, as its users call it.
    pub file: String,
    /// The loosest that may happen to a tool that no entry names, beside what is written.
    pub unknown: Approval,
    /// Whether an entry can let a single tool run without a question.
    pub can_allow: bool,
    /// Whether an entry can deny a single tool.
    pub can_deny: bool,
    /// What precedes the name of the server in the name of a tool, and what follows it; empty if names are without a server.
    pub prefix: String,
    /// What stands between the name of the server and that of the tool.
    pub between: String,
    /// The characters that stay as they are in names; any other becomes `_`.
    pub letters: String,
    /// The longest name of a tool, with the server's.
    pub longest: usize,
    /// Statements, each with source and date.
    pub rules: Vec<Rule>,
}

const FILES: &[(&str, &str)] = &[
    ("claude-code", include_str!("../rules/claude-code.yaml")),
    ("codex", include_str!("../rules/codex.yaml")),
    (
        "managed-agents",
        include_str!("../rules/managed-agents.yaml"),
    ),
    ("openai-agents", include_str!("../rules/openai-agents.yaml")),
    ("vscode", include_str!("../rules/vscode.yaml")),
];

/// The facts of all hosts, in the order of the files.
pub(crate) static FACTS: LazyLock<Vec<Facts>> = LazyLock::new(|| {
    let files = FILES.iter();
    files
        .filter_map(|(host, text)| read_facts(host, text))
        .collect()
});

/// `None` for a file without one of the keys; a test checks that there is none.
fn read_facts(host: &str, text: &str) -> Option<Facts> {
    let mut unread = Diagnostics::silent();
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: format!("rules/{host}.yaml"),
        text: text.into(),
        role: Role::Found,
    });
    let file = parse_source(&mut unread, &sources, id)?;
    let text = |key: &str| file.get_str(key).map(str::to_owned);
    let rules = file.get_list("rules")?.iter();
    Some(Facts {
        host: host.to_owned(),
        file: text("file")?,
        unknown: Approval::from_name(file.get_str("unknown")?)?,
        can_allow: file.get("can_allow")?.as_bool()?,
        can_deny: file.get("can_deny")?.as_bool()?,
        prefix: text("prefix")?,
        between: text("between")?,
        letters: text("letters")?,
        longest: read_number(file.get("longest")?)?,
        rules: rules.map(read_rule).collect::<Option<_>>()?,
    })
}

fn read_number(node: &Node) -> Option<usize> {
    match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

fn read_rule(node: &Node) -> Option<Rule> {
    let text = |key: &str| node.get_str(key).map(str::to_owned);
    Some(Rule {
        says: text("says")?,
        status: text("status")?,
        source: text("source")?,
        checked: text("checked")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_its_source_and_date() {
        assert_eq!(FACTS.len(), FILES.len(), "a file lacks a key");
        for rule in FACTS.iter().flat_map(|facts| &facts.rules) {
            let known = ["documented", "sdk", "observed", "unconfirmed"];
            assert!(known.contains(&rule.status.as_str()), "{rule:?}");
            let date: Vec<usize> = rule.checked.split('-').map(str::len).collect();
            assert_eq!(date, [4, 2, 2], "{rule:?}");
            assert!(!rule.says.is_empty() && !rule.source.is_empty(), "{rule:?}");
        }
    }
    #[test]
    fn the_page_has_every_statement_and_no_other() {
        let page = include_str!("../../../docs/hosts.md");
        let lines = page.lines();
        let table = lines.skip_while(|line| !line.starts_with("| host | statement |"));
        let shown = table.skip(2).take_while(|line| line.starts_with('|'));
        let all = FACTS.iter().map(|facts| facts.rules.len()).sum::<usize>();
        assert_eq!(shown.count(), all);
        for facts in FACTS.iter() {
            for rule in &facts.rules {
                let row = format!(
                    "| {} | {} | {} | {} | {} |",
                    facts.host, rule.says, rule.status, rule.source, rule.checked
                );
                assert!(page.contains(&row), "docs/hosts.md lacks\n{row}");
            }
        }
    }
}
