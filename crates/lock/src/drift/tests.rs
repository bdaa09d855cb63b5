//! How differences between two locks are classified.

use super::compare_with_lock;
use crate::lock::{Lock, LockedBlock, LockedGrant, LockedTool, LockedWorker, Settings};
use std::collections::BTreeMap;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_model::model::approval::Approval;
use toolc_model::model::sample::sample_span;

mod decided;
mod policies;
mod results;
mod rules;
mod schemas;

fn json(text: &str) -> Node {
    toolc_base::parse::parse_text(text, sample_span(1))
}

fn tool(name: &str, input: &str) -> LockedTool {
    LockedTool {
        output_fingerprint: None,
        name: name.to_owned(),
        overload: 0,
        wire_name: name.replace("::", "__"),
        raw_fingerprint: input.to_owned(),
        structural_fingerprint: input.to_owned(),
        description: String::new(),
        described: None,
        title: None,
        approval: None,
        settings: Settings::new(),
        metadata: BTreeMap::new(),
        input: json(input),
        output: None,
        span: Some(sample_span(5)),
    }
}

fn lock(tools: Vec<LockedTool>) -> Lock {
    Lock {
        tools,
        ..Lock::default()
    }
}

fn worker(name: &str, grants: &[(&str, Approval)], blocked: &[&str]) -> LockedWorker {
    LockedWorker {
        name: name.to_owned(),
        settings: Settings::new(),
        grants: grants
            .iter()
            .map(|(tool, approval)| ((*tool).to_owned(), grant(*approval)))
            .collect(),
        blocked: blocked
            .iter()
            .map(|tool| ((*tool).to_owned(), block()))
            .collect(),
        span: Some(sample_span(6)),
    }
}

fn grant(approval: Approval) -> LockedGrant {
    LockedGrant {
        approval,
        span: Some(sample_span(7)),
        listed: Some(sample_span(8)),
    }
}

fn block() -> LockedBlock {
    LockedBlock {
        reason: String::new(),
        span: None,
        reason_span: None,
    }
}

fn settings(text: &str) -> Settings {
    let node = json(text);
    let entries = node.as_map().expect("a mapping").iter();
    entries
        .map(|entry| (entry.key.clone(), entry.value.clone()))
        .collect()
}

fn drift(old: &Lock, new: &Lock) -> Vec<String> {
    let mut diagnostics = Diagnostics::default();
    compare_with_lock(&mut diagnostics, "toolc lock", old, new);
    diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.message))
        .collect()
}
