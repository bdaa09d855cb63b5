//! Rules on arguments as written in the lock: one line each, in the order they decide.

use super::tool_key;
use toolc_base::node::Node;
use toolc_base::source::Spanned;
use toolc_model::model::policy::{Grant, Worker};
use toolc_model::model::rule::{Rule, Ruled, SideRules};
use toolc_model::model::{Catalog, Tool};

/// The key for the rules of a tool or of a worker.
pub const RULES: &str = "rules";
/// The key for the rules of workers that a worker extends.
pub const INHERITED_RULES: &str = "inherited_rules";
/// The key for the reasons of calls that rules block.
pub const REASONS: &str = "reasons";

/// The rules of a tool itself.
pub(super) fn write_own_rules(_: &Catalog, tool: &Tool) -> Option<Node> {
    let rules = tool.rules.iter().map(|rule| words(rule, ""));
    write_lines(rules.collect())
}

/// Rules of a worker about the tools that it may call, each with its tool.
pub(super) fn write_rules(
    catalog: &Catalog,
    worker: &Worker,
    said: fn(&Ruled) -> Vec<&SideRules>,
) -> Option<Node> {
    let mut lines = Vec::new();
    for grant in &worker.grants {
        let subject = format!("{}: ", tool_key(catalog.tool(grant.tool)));
        let said = grant.rules.iter().flat_map(|ruled| said(ruled));
        let rules = said.flat_map(|said| &said.rules);
        lines.extend(rules.map(|rule| words(rule, &subject)));
    }
    write_lines(lines)
}

/// What models are told about calls that rules block without a reason of their own.
pub(super) fn write_reasons(catalog: &Catalog, worker: &Worker) -> Option<Node> {
    let reasons = worker.grants.iter().filter_map(|grant| {
        let reason = find_general_reason(grant)?;
        let key = tool_key(catalog.tool(grant.tool));
        Some(Node::string(
            format!("{key}: {}", reason.value),
            reason.span,
        ))
    });
    write_lines(reasons.collect())
}

/// The reason of the toolset, if rules block calls of the tool and do not say why.
fn find_general_reason(grant: &Grant) -> Option<&Spanned<String>> {
    let reason = grant.rules.as_ref()?.reason.as_ref()?;
    let ruling = grant.ruling()?;
    let mut rows = ruling.lists.iter().flatten().chain([&ruling.otherwise]);
    rows.any(|row| row.reason == reason.value).then_some(reason)
}

/// Lines in the order they decide, at the place of the first.
fn write_lines(lines: Vec<Node>) -> Option<Node> {
    let first = lines.first()?.span;
    Some(Node::list(lines, first))
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
    Node::string(format!("{subject}{approval} when {when}{reason}"), *span)
}
