//! `flow`: label combinations that are forbidden in a worker, exceptions from that, and the labels
//! of tools. In `toolc.yaml`, it applies to every worker.

use crate::read::fields;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Spanned;
use toolc_model::model::flow::{Combination, FlowException, FlowPolicy, Label, show_combination};

const KEYS: &[&str] = &["forbid", "allow", "labels"];

/// `flow: { forbid: [[private, outbound]], allow: [{ labels: […], reason: … }], labels: { ns::tool: [private] } }`
pub(in crate::read) fn read_flow(diagnostics: &mut Diagnostics, map: &Map) -> FlowPolicy {
    let mut policy = FlowPolicy::default();
    let Some(node) = map.get("flow") else {
        return policy;
    };
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{forbid: [[private, untrusted, outbound]]}`";
        fields::wrong_kind(diagnostics, node, "`flow`", wanted);
        return policy;
    };
    fields::refuse_unknown(diagnostics, map, KEYS, "`flow`");
    if let Some(node) = map.get("forbid") {
        let read = list_of(
            diagnostics,
            node,
            "`forbid`",
            "a list of combinations of labels",
        );
        if node.as_list().is_some_and(<[Node]>::is_empty) {
            diagnostics.push(nothing_forbidden(node));
        }
        let is_flat = !read.is_empty() && read.iter().all(|item| item.as_str().is_some());
        if is_flat {
            diagnostics.push(flat_combination(node, read));
        } else {
            let read = read.iter();
            let read = read.filter_map(|node| read_combination(diagnostics, node));
            policy.forbid = Some(read.collect()).filter(|read: &Vec<_>| !read.is_empty());
        }
    }
    if let Some(node) = map.get("allow") {
        let read = list_of(diagnostics, node, "`allow`", "a list of exceptions");
        let read = read.iter();
        policy.allow = read
            .filter_map(|node| read_exception(diagnostics, node))
            .collect();
    }
    match map.get("labels").map(|node| (node, &node.value)) {
        None => {}
        Some((_, Value::Map(labels))) => {
            for entry in labels.iter() {
                let what = format!("the labels of `{}`", entry.key);
                if let Some(labels) = read_labels(diagnostics, &entry.value, &what) {
                    let name = Spanned::new(entry.key.clone(), entry.key_span);
                    policy.labels.push((name, labels));
                }
            }
        }
        Some((node, _)) => {
            let wanted =
                "a mapping of tools to lists of labels, such as `{crm::search: [private]}`";
            fields::wrong_kind(diagnostics, node, "`labels`", wanted);
        }
    }
    policy
}

/// `flow` in `toolc.yaml`, which has no exceptions: these hold for the worker that writes them.
pub(in crate::read) fn read_general_flow(diagnostics: &mut Diagnostics, map: &Map) -> FlowPolicy {
    let policy = read_flow(diagnostics, map);
    let flow = map.get("flow").and_then(Node::as_map);
    if let Some(allow) = flow.and_then(|flow| flow.entry("allow")) {
        let message = "exceptions in `toolc.yaml` cover nothing: an exception applies only to the worker whose file contains it";
        let finding = Diagnostic::new(Code::IDLE_FLOW_RULE, allow.key_span, message);
        let help = "write `flow: { allow: … }` in the worker's file, or change `forbid` here";
        diagnostics.push(finding.label("no effect").help(help));
    }
    FlowPolicy {
        allow: Vec::new(),
        ..policy
    }
}

fn list_of<'n>(
    diagnostics: &mut Diagnostics,
    node: &'n Node,
    what: &str,
    wanted: &str,
) -> &'n [Node] {
    node.as_list().unwrap_or_else(|| {
        fields::wrong_kind(diagnostics, node, what, wanted);
        &[]
    })
}

/// An empty `forbid` would silence the usual warning without giving a reason.
fn nothing_forbidden(node: &Node) -> Diagnostic {
    let message = "`forbid` must name combinations of labels, found an empty list";
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label("this forbids nothing")
        .help(
            "name combinations, such as `[[private, untrusted, outbound]]`, or remove the key; an \
             exception with its reason belongs under `allow` in the worker's file",
        )
}

/// One combination in place of a list of them.
fn flat_combination(node: &Node, labels: &[Node]) -> Diagnostic {
    let labels: Vec<&str> = labels.iter().filter_map(Node::as_str).collect();
    let message = "`forbid` must be a list of combinations of labels, found a list of labels";
    Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
        .label("this forbids nothing")
        .help(format!(
            "write `[[{}]]` to forbid these labels together",
            labels.join(", ")
        ))
}

/// A list of labels; reports unknown ones.
fn read_labels(diagnostics: &mut Diagnostics, node: &Node, what: &str) -> Option<Combination> {
    let Some(list) = node.as_list() else {
        fields::wrong_kind(
            diagnostics,
            node,
            what,
            "a list of labels, such as `[private]`",
        );
        return None;
    };
    let labels: Vec<Option<Label>> = list
        .iter()
        .map(|word| {
            let label = fields::one_of(diagnostics, word, what, "label", Label::ALL)?;
            Some(label.value)
        })
        .collect();
    labels.into_iter().collect()
}

fn read_combination(diagnostics: &mut Diagnostics, node: &Node) -> Option<Spanned<Combination>> {
    let labels = read_labels(diagnostics, node, "a combination of labels")?;
    if labels.is_empty() {
        let message = "a combination of labels is empty";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        diagnostics.push(finding.help("write labels, such as `[private, untrusted, outbound]`"));
        return None;
    }
    Some(Spanned::new(labels, node.span))
}

/// Reads an exception, which is invalid without a reason.
fn read_exception(diagnostics: &mut Diagnostics, node: &Node) -> Option<FlowException> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{labels: [private, outbound], reason: …}`";
        fields::wrong_kind(diagnostics, node, "an exception", wanted);
        return None;
    };
    fields::refuse_unknown(diagnostics, map, &["labels", "reason"], "an exception");
    let labels = map
        .get("labels")
        .and_then(|node| read_combination(diagnostics, node));
    let reason = fields::string_at(diagnostics, map, "reason");
    let reason = reason.filter(|reason| !reason.value.trim().is_empty());
    if reason.is_none() || !map.contains("labels") {
        let message = "an exception of `flow` needs `labels` and a `reason`";
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        let shown = labels
            .as_ref()
            .map(|labels| show_combination(&labels.value));
        let shown = shown.as_deref().unwrap_or("private, untrusted, outbound");
        let help = format!("write `{{ labels: [{shown}], reason: … }}`");
        diagnostics.push(finding.label("not an exception").help(help));
    }
    // without a reason it counts too: what it allows is not reported beside that
    let reason = reason.unwrap_or(Spanned::new(String::new(), node.span));
    Some(FlowException {
        labels: labels?,
        reason,
    })
}
