//! What a difference between two locks is called.

use super::compare;
use crate::diagnostic::Diagnostics;
use crate::lock::{Lock, LockedTool, LockedWorker};
use crate::model::policy::Approval;
use crate::model::sample::span;
use crate::node::Node;
use std::collections::BTreeMap;

mod policies;
mod schemas;

fn json(text: &str) -> Node {
    crate::lock::parse_text(text, span(1))
}

fn tool(name: &str, input: &str) -> LockedTool {
    LockedTool {
        name: name.to_owned(),
        overload: 0,
        wire_name: name.replace("::", "__"),
        raw_fingerprint: input.to_owned(),
        structural_fingerprint: input.to_owned(),
        description: String::new(),
        title: None,
        approval: None,
        metadata: BTreeMap::new(),
        input: json(input),
        output: None,
        span: Some(span(5)),
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
        grants: grants
            .iter()
            .map(|(tool, approval)| ((*tool).to_owned(), *approval))
            .collect(),
        blocked: blocked
            .iter()
            .map(|tool| ((*tool).to_owned(), String::new()))
            .collect(),
        span: Some(span(6)),
    }
}

fn drift(old: &Lock, new: &Lock) -> Vec<String> {
    let mut diagnostics = Diagnostics::default();
    compare(&mut diagnostics, old, new);
    diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.message))
        .collect()
}
