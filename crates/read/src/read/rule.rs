//! Rules on arguments: in the `approval` of a toolset, and of a tool itself. Reading is strict: a
//! misread rule could allow what it should forbid.

mod condition;

use super::fields::{self, Keys};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::rule::{Rule, Rules};

/// The keys of a worker's rule.
pub(super) const KEYS: &[&str] = &[
    "tool", "tools", "when", "approval", "reason", "match", "no_match",
];

/// The keys of a tool's own rule.
const OWN_KEYS: &[&str] = &["when", "approval", "reason", "match", "no_match"];

/// The keys of a tool's own approval, if it is a mapping.
const OWN_APPROVAL_KEYS: &[&str] = &["default", "rules"];

/// Names of the parts of a rule in other systems.
const CALLED: &[(&str, &str)] = &[
    ("if", "when"),
    ("conditions", "when"),
    ("condition", "when"),
    ("arguments", "when"),
    ("effect", "approval"),
    ("action", "approval"),
    ("decision", "approval"),
    ("not_match", "no_match"),
    ("message", "reason"),
    ("blockReason", "reason"),
];

/// What has no name here, and what to write instead.
const NAMES: &[(&str, &str)] = &[
    (
        "pattern",
        "conditions belong under `when`: `when: { /argument: { pattern: … } }`",
    ),
    (
        "allow",
        "write `approval: preApproved` and the conditions under `when`",
    ),
    (
        "deny",
        "write `approval: blocked` and the conditions under `when`",
    ),
];

/// The rules for a toolset of a worker, which grants tools of a namespace.
pub(super) fn read_rules(diagnostics: &mut Diagnostics, node: &Node, namespace: &str) -> Rules {
    read_list(diagnostics, node, Some(namespace))
}

/// The rules in a tool's own approval. Its `default` is read separately.
pub(super) fn read_own(diagnostics: &mut Diagnostics, map: &Map) -> Rules {
    fields::refuse_unknown(
        diagnostics,
        map,
        OWN_APPROVAL_KEYS,
        "the `approval` of a tool",
    );
    let rules = map.get("rules");
    let rules = rules.map(|node| read_list(diagnostics, node, None));
    rules.unwrap_or_default()
}

/// The rules of a toolset or, without a namespace, those of a tool itself.
fn read_list(diagnostics: &mut Diagnostics, node: &Node, namespace: Option<&str>) -> Rules {
    let Some(items) = node.as_list() else {
        let wanted =
            "a list of rules, such as `[{ when: { /argument: { equals: 1 } }, approval: ask }]`";
        fields::wrong_kind(diagnostics, node, "`rules`", wanted);
        return Rules::new();
    };
    let rules = items
        .iter()
        .filter_map(|item| read_rule(diagnostics, item, namespace));
    rules.map(Arc::new).collect()
}

fn read_rule(diagnostics: &mut Diagnostics, node: &Node, namespace: Option<&str>) -> Option<Rule> {
    let known = match namespace {
        Some(_) => KEYS,
        None => OWN_KEYS,
    };
    let Some(map) = node.as_map() else {
        fields::wrong_kind(
            diagnostics,
            node,
            "a rule",
            "a mapping with `when` and `approval`",
        );
        return None;
    };
    let keys = Keys {
        owner: "a rule",
        known,
        restrictions: OF_CONFIG,
        idle: &[],
        called: CALLED,
        elsewhere: NAMES,
    };
    fields::check_keys(diagnostics, map, &keys);
    let is_known = |entry: &Entry| known.contains(&&*entry.key) || entry.key.starts_with("x-");
    if !map.iter().all(is_known) {
        // without its misspelt condition, it would be a different rule
        return None;
    }
    let tools = match namespace {
        Some(namespace) => {
            let names = read_tools(diagnostics, map, node)?.into_iter();
            names.map(|name| ToolName::read(namespace, name)).collect()
        }
        None => Vec::new(),
    };
    let approval = read_rule_approval(diagnostics, map, node.span)?;
    let (when, written) = match map.get("when") {
        Some(when) => (condition::read_when(diagnostics, when)?, when.clone()),
        None => (
            Vec::new(),
            Node::new(toolc_base::node::Value::Map(Map::default()), node.span),
        ),
    };
    if approval.value == Approval::PreApproved {
        condition::report_loose_patterns(diagnostics, &when);
    }
    Some(Rule {
        tools,
        when,
        written,
        reason: read_reason(diagnostics, map, approval.value),
        approval,
        matches: read_examples(diagnostics, map, "match"),
        no_matches: read_examples(diagnostics, map, "no_match"),
        span: node.span,
    })
}

fn read_rule_approval(
    diagnostics: &mut Diagnostics,
    map: &Map,
    rule: Span,
) -> Option<Spanned<Approval>> {
    let Some(word) = map.get("approval") else {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, rule, "a rule has no `approval`")
            .help("add `approval: preApproved`, `approval: ask` or `approval: blocked`");
        diagnostics.push(finding);
        return None;
    };
    fields::read_approval(diagnostics, word, "`approval`")
}

/// `tool: name`, or `tools: [name]`.
fn read_tools(
    diagnostics: &mut Diagnostics,
    map: &Map,
    rule: &Node,
) -> Option<Vec<Spanned<String>>> {
    let one = map.get("tool");
    let several = map.entry("tools");
    match (one, several) {
        (Some(one), None) => fields::read_string(diagnostics, one, "`tool`").map(|name| vec![name]),
        (None, Some(Entry { value, .. }))
            if value.as_list().is_none_or(|list| !list.is_empty()) =>
        {
            fields::read_strings(diagnostics, value, "`tools`")
        }
        (Some(_), Some(second)) => {
            let message = "a rule has both `tool` and `tools`";
            let finding = Diagnostic::new(Code::WRONG_SHAPE, second.key_span, message)
                .help("keep `tools` with all names");
            diagnostics.push(finding);
            None
        }
        _ => {
            let message = "a rule does not say which tool it is for";
            let finding = Diagnostic::new(Code::WRONG_SHAPE, rule.span, message)
                .help("add `tool: NAME`, or `tools: [NAME]`");
            diagnostics.push(finding);
            None
        }
    }
}

/// What a model is told if the rule blocks its call.
fn read_reason(
    diagnostics: &mut Diagnostics,
    map: &Map,
    approval: Approval,
) -> Option<Spanned<String>> {
    let entry = map.entry("reason")?;
    let reason = fields::read_string(diagnostics, &entry.value, "`reason`")?;
    if approval != Approval::Blocked {
        let message = format!(
            "the `reason` of a rule with `{}` is shown to nobody",
            approval.name()
        );
        let finding = Diagnostic::new(Code::IDLE_KEY, entry.key_span, message)
            .help("a model reads the reason when a call is blocked: remove it, or write a comment");
        diagnostics.push(finding);
    }
    Some(reason)
}

fn read_examples(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Vec<Node> {
    let Some(node) = map.get(key) else {
        return Vec::new();
    };
    let Some(items) = node.as_list() else {
        let wanted = "a list of arguments, such as `[{ name: value }]`";
        fields::wrong_kind(diagnostics, node, &format!("`{key}`"), wanted);
        return Vec::new();
    };
    let mut examples = Vec::new();
    for item in items {
        match item.as_map() {
            Some(_) => examples.push(item.clone()),
            None => {
                let what = format!("an element of `{key}`");
                fields::wrong_kind(diagnostics, item, &what, "a mapping of arguments");
            }
        }
    }
    examples
}
