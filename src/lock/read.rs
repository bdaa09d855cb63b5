//! Reads the tree of `toolc.lock` back.

use super::{Lock, LockedEngine, LockedTool, LockedWorker, VERSION};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::policy::Approval;
use crate::node::{Entry, Node, Value};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The lock of a parsed `toolc.lock`; `None`, with a finding, where it is none.
pub fn read(diagnostics: &mut Diagnostics, node: &Node) -> Option<Lock> {
    match read_lock(node) {
        Ok(lock) => Some(lock),
        Err(fault) => {
            diagnostics.push(malformed_lock(&fault));
            None
        }
    }
}

/// The first place where the text is not what `toolc lock` writes.
#[derive(Debug)]
struct Fault {
    span: Span,
    message: String,
}

fn malformed_lock(fault: &Fault) -> Diagnostic {
    Diagnostic::new(
        Code::MALFORMED_LOCK,
        fault.span,
        format!("malformed lock: {}", fault.message),
    )
    .help("restore the file from version control, or replace it by what is there now with `toolc lock --accept-all`")
}

fn fault<T>(span: Span, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        span,
        message: message.into(),
    })
}

fn read_lock(node: &Node) -> Result<Lock, Fault> {
    check_keys(
        node,
        &["version", "tools", "definitions", "engines", "workers"],
    )?;
    let version = demand(node, "version")?;
    if version.to_json() != VERSION.to_string() {
        let message = format!(
            "version `{}`, and this toolc reads version {VERSION}",
            version.to_json()
        );
        return fault(version.span, message);
    }
    let definitions = entries(demand(node, "definitions")?)?;
    Ok(Lock {
        tools: entries(demand(node, "tools")?)?
            .map(read_tool)
            .collect::<Result<_, _>>()?,
        definitions: definitions
            .map(|entry| (entry.key.clone(), entry.value.clone()))
            .collect(),
        engines: node.get("engines").map(read_engines).transpose()?,
        workers: entries(demand(node, "workers")?)?
            .map(read_worker)
            .collect::<Result<_, _>>()?,
    })
}

const TOOL_KEYS: &[&str] = &[
    "name",
    "overload",
    "wire_name",
    "raw_fingerprint",
    "structural_fingerprint",
    "title",
    "description",
    "approval",
    "metadata",
    "input",
    "output",
];

fn read_tool(entry: &Entry) -> Result<LockedTool, Fault> {
    let node = &entry.value;
    check_keys(node, TOOL_KEYS)?;
    let metadata = node
        .get("metadata")
        .map(entries)
        .transpose()?
        .into_iter()
        .flatten();
    let tool = LockedTool {
        name: demand_text(node, "name")?,
        overload: node.get("overload").map_or(Ok(0), read_number)?,
        wire_name: demand_text(node, "wire_name")?,
        raw_fingerprint: demand_text(node, "raw_fingerprint")?,
        structural_fingerprint: demand_text(node, "structural_fingerprint")?,
        description: demand_text(node, "description")?,
        title: node.get("title").map(read_text).transpose()?,
        approval: node.get("approval").map(read_approval).transpose()?,
        metadata: metadata
            .map(|entry| (entry.key.clone(), entry.value.clone()))
            .collect(),
        input: demand(node, "input")?.clone(),
        output: node.get("output").cloned(),
        span: Some(entry.key_span),
    };
    if tool.key() == entry.key {
        return Ok(tool);
    }
    fault(
        entry.key_span,
        format!(
            "the tool under `{}` should stand under `{}`",
            entry.key,
            tool.key()
        ),
    )
}

fn read_engines(node: &Node) -> Result<Vec<LockedEngine>, Fault> {
    entries(node)?.map(read_engine).collect()
}

fn read_engine(entry: &Entry) -> Result<LockedEngine, Fault> {
    let node = &entry.value;
    check_keys(node, &["addresses", "hosts", "credentials"])?;
    Ok(LockedEngine {
        name: entry.key.clone(),
        addresses: demand_texts(node, "addresses")?,
        hosts: demand_texts(node, "hosts")?,
        credentials: demand_texts(node, "credentials")?,
        span: Some(entry.key_span),
    })
}

fn read_worker(entry: &Entry) -> Result<LockedWorker, Fault> {
    let node = &entry.value;
    check_keys(node, &["grants", "blocked"])?;
    let mut grants = BTreeMap::new();
    for grant in entries(demand(node, "grants")?)? {
        grants.insert(grant.key.clone(), read_approval(&grant.value)?);
    }
    let mut blocked = BTreeMap::new();
    for reason in entries(demand(node, "blocked")?)? {
        blocked.insert(reason.key.clone(), read_text(&reason.value)?);
    }
    Ok(LockedWorker {
        name: entry.key.clone(),
        grants,
        blocked,
        span: Some(entry.key_span),
    })
}

fn entries(node: &Node) -> Result<std::slice::Iter<'_, Entry>, Fault> {
    match &node.value {
        Value::Map(map) => Ok(map.iter()),
        _ => fault(
            node.span,
            format!("expected a mapping, found {}", node.kind()),
        ),
    }
}

fn check_keys(node: &Node, known: &[&str]) -> Result<(), Fault> {
    match entries(node)?.find(|entry| !known.contains(&entry.key.as_str())) {
        Some(entry) => fault(entry.key_span, format!("unknown key `{}`", entry.key)),
        None => Ok(()),
    }
}

fn demand<'n>(node: &'n Node, key: &str) -> Result<&'n Node, Fault> {
    match node.get(key) {
        Some(value) => Ok(value),
        None => fault(node.span, format!("the key `{key}` is missing")),
    }
}

fn demand_text(node: &Node, key: &str) -> Result<String, Fault> {
    read_text(demand(node, key)?)
}

fn demand_texts(node: &Node, key: &str) -> Result<BTreeSet<String>, Fault> {
    let node = demand(node, key)?;
    match node.as_list() {
        Some(list) => list.iter().map(read_text).collect(),
        None => fault(node.span, format!("expected a list, found {}", node.kind())),
    }
}

fn read_text(node: &Node) -> Result<String, Fault> {
    match node.as_str() {
        Some(text) => Ok(text.to_owned()),
        None => fault(
            node.span,
            format!("expected a string, found {}", node.kind()),
        ),
    }
}

fn read_number(node: &Node) -> Result<u32, Fault> {
    match node.to_json().parse() {
        Ok(number) => Ok(number),
        Err(_) => fault(node.span, "expected a whole number"),
    }
}

fn read_approval(node: &Node) -> Result<Approval, Fault> {
    match node.as_str().and_then(Approval::from_name) {
        Some(approval) => Ok(approval),
        None => fault(node.span, "expected `preApproved`, `ask` or `blocked`"),
    }
}
