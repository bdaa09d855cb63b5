//! Rules on arguments as written in the lock: one line each, in the order they decide.

use super::Settings;
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::Tool;
use toolc_model::model::execution::Execution;
use toolc_model::model::rule::Rule;

/// The key for the rules of a tool or of a worker.
pub const RULES: &str = "rules";
/// The key for the rules of workers that a worker extends.
pub const INHERITED_RULES: &str = "inherited_rules";
/// The key for the reasons of calls that rules block.
pub const REASONS: &str = "reasons";

/// Adds the tool's own rules, and who may call it.
pub(super) fn add_own(settings: &mut Settings, tool: &Tool) {
    let rules = tool.rules.iter().map(|rule| words(rule, ""));
    add(settings, RULES, rules.collect());
    if tool.execution != Execution::Both {
        let word = Value::String(tool.execution.name().to_owned());
        settings.insert("execution".to_owned(), Node::new(word, tool.span));
    }
}

/// Adds rules, each with the tool it applies to.
pub(super) fn add_all<'r>(
    settings: &mut Settings,
    key: &str,
    rules: impl Iterator<Item = (String, &'r Rule)>,
) {
    let rules = rules.map(|(tool, rule)| words(rule, &format!("{tool}: ")));
    add(settings, key, rules.collect());
}

/// Adds what models are told about calls that rules block without a reason of their own.
pub(super) fn add_reasons<'r>(
    settings: &mut Settings,
    reasons: impl Iterator<Item = (String, &'r Spanned<String>)>,
) {
    let line = |(tool, reason): (String, &Spanned<String>)| {
        let text = format!("{tool}: {}", reason.value);
        Node::new(Value::String(text), reason.span)
    };
    add(settings, REASONS, reasons.map(line).collect());
}

fn add(settings: &mut Settings, key: &str, rules: Vec<Node>) {
    if let Some(first) = rules.first() {
        let span = first.span;
        settings.insert(key.to_owned(), Node::new(Value::List(rules), span));
    }
}

fn words(rule: &Rule, subject: &str) -> Node {
    let Rule {
        approval,
        written,
        reason,
        // the subject
        tools: _,
        // as written
        when: _,
        // the examples have been checked
        matches: _,
        no_matches: _,
        span,
    } = rule;
    let reason = reason.as_ref();
    let reason = reason.map_or(String::new(), |reason| format!(": {}", reason.value));
    let (approval, when) = (approval.value.name(), written.to_json());
    Node::new(
        Value::String(format!("{subject}{approval} when {when}{reason}")),
        *span,
    )
}
