//! Parses the text of `toolc.lock`.

#[cfg(feature = "drift")]
use super::migrate::{complete_lock, migrated_lock};
use super::text::{find_conflict, find_difference};
use super::{
    Lock, LockedArtifact, LockedBlock, LockedEngine, LockedGrant, LockedTool, LockedWorker,
    Settings, VERSION, write_lock,
};
use std::collections::BTreeMap;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Node, Value};
use toolc_base::order::collect_map;
use toolc_base::parse::parse_source;
use toolc_base::source::{SourceId, Sources, Span, Spanned};
use toolc_model::model::approval::Approval;

/// A byte order mark: invisible, and not part of what `toolc lock` writes.
const MARK: char = '\u{feff}';

/// The lock in a source; `None`, with a finding, if it is not exactly what `toolc lock` writes.
pub fn read_lock_file(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
) -> Option<Lock> {
    let text: &str = &sources.get(id).text;
    if let Some((start, mark)) = find_conflict(text) {
        diagnostics.push(conflict(line_span(id, start, mark)));
        return None;
    }
    if text.starts_with(MARK) {
        let marked = Fault {
            span: Span::new(id, 0..MARK.len_utf8()),
            message: "it begins with a byte order mark, which `toolc lock` does not write"
                .to_owned(),
            label: String::new(),
            help: REMEDY,
        };
        diagnostics.push(malformed_lock(marked));
        return None;
    }
    let node = parse_source(diagnostics, sources, id)?;
    match read_lock(&node).and_then(|lock| hold_to_text(text, id, lock)) {
        Ok(lock) => Some(lock),
        Err(fault) => {
            diagnostics.push(malformed_lock(fault));
            None
        }
    }
}

/// The lock in a source. A lock of an earlier version is completed with the current state, which is
/// reported.
#[cfg(feature = "drift")]
pub fn read_or_migrate(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    id: SourceId,
    now: &Lock,
) -> Option<Lock> {
    let text: &str = &sources.get(id).text;
    if find_conflict(text).is_none()
        && !text.starts_with(MARK)
        && let Some(node) = parse_source(&mut Diagnostics::silent(), sources, id)
        && let Some(version) = node.get("version")
        && let Some(number) = older(version)
    {
        return match read_entries(&node) {
            Ok(old) => {
                diagnostics.push(migrated_lock(number, version.span));
                Some(complete_lock(old, now))
            }
            Err(fault) => {
                diagnostics.push(malformed_lock(fault));
                None
            }
        };
    }
    read_lock_file(diagnostics, sources, id)
}

/// The version of a lock written by an older toolc.
#[cfg(feature = "drift")]
fn older(version: &Node) -> Option<u32> {
    let number = version.to_json().parse().ok()?;
    (1..VERSION).contains(&number).then_some(number)
}

/// The first place where the text differs from what `toolc lock` writes.
#[derive(Debug)]
struct Fault {
    span: Span,
    message: String,
    label: String,
    help: &'static str,
}

const REMEDY: &str = "restore the file from version control, or rewrite it with \
                      `toolc lock --accept-all` and review the changes";

fn malformed_lock(fault: Fault) -> Diagnostic {
    let message = format!("malformed lock: {}", fault.message);
    Diagnostic::new(Code::MALFORMED_LOCK, fault.span, message)
        .label(fault.label)
        .help(fault.help)
}

fn conflict(span: Span) -> Diagnostic {
    let message = "malformed lock: git could not merge two versions of it";
    Diagnostic::new(Code::MALFORMED_LOCK, span, message)
        .label("the conflict begins here")
        .help(
            "take one of the two as a whole (`git checkout --ours toolc.lock`); then `toolc lock` says \
             what else to accept",
        )
}

fn fault<T>(span: Span, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        span,
        message: message.into(),
        label: String::new(),
        help: REMEDY,
    })
}

fn line_span(source: SourceId, start: usize, line: &str) -> Span {
    Span::new(source, start..start + line.len())
}

/// Requires the canonical text: if one lock could have several texts, a diff would not be worth
/// reviewing.
fn hold_to_text(text: &str, source: SourceId, lock: Lock) -> Result<Lock, Fault> {
    const SHOWN: usize = 60;
    let written = write_lock(&lock);
    let Some(odd) = find_difference(text, &written) else {
        return Ok(lock);
    };
    let label = match odd.expected {
        Some(line) if line == odd.found.trim_end_matches('\r') => {
            "its line ending differs from that of the first line".to_owned()
        }
        Some(line) => format!(
            "it writes `{}` here",
            shorten_text(line.trim_start(), SHOWN)
        ),
        None => "it writes nothing more".to_owned(),
    };
    Err(Fault {
        span: line_span(source, odd.start, odd.found),
        message: "this line is not what `toolc lock` writes".to_owned(),
        label,
        help: REMEDY,
    })
}

fn read_lock(node: &Node) -> Result<Lock, Fault> {
    entries(node).map(drop)?;
    check_version(demand(node, "version")?)?;
    check_keys(
        node,
        &[
            "version",
            "tools",
            "definitions",
            "engines",
            "workers",
            "artifacts",
        ],
    )?;
    demand(node, "definitions")?;
    demand(node, "engines")?;
    read_entries(node)
}

/// Reads the contents of a lock of any version; the earliest has no engines.
fn read_entries(node: &Node) -> Result<Lock, Fault> {
    let engines = match node.get("engines") {
        Some(engines) => entries(engines)?,
        None => Default::default(),
    };
    let definitions = entries(demand(node, "definitions")?)?;
    Ok(Lock {
        tools: entries(demand(node, "tools")?)?
            .map(read_tool)
            .collect::<Result<_, _>>()?,
        definitions: copy_entries(&mut { definitions }),
        engines: engines.map(read_engine).collect::<Result<_, _>>()?,
        workers: entries(demand(node, "workers")?)?
            .map(read_worker)
            .collect::<Result<_, _>>()?,
        artifacts: read_artifacts(node)?,
    })
}

fn read_artifacts(node: &Node) -> Result<BTreeMap<String, LockedArtifact>, Fault> {
    let mut artifacts = BTreeMap::new();
    let Some(node) = node.get("artifacts") else {
        return Ok(artifacts);
    };
    for entry in entries(node)? {
        check_keys(&entry.value, &["model", "sha256"])?;
        let artifact = LockedArtifact {
            model: demand_text(&entry.value, "model")?,
            sha256: demand_text(&entry.value, "sha256")?,
        };
        artifacts.insert(entry.key.clone(), artifact);
    }
    Ok(artifacts)
}

/// Parts that a lock of another version lacks cannot be compared, and must not pass as unchanged.
fn check_version(version: &Node) -> Result<(), Fault> {
    let text = version.to_json();
    if text == VERSION.to_string() {
        return Ok(());
    }
    let (writer, help) = match text.parse::<u32>() {
        Ok(number) if number < VERSION => (
            "an older toolc wrote it, and it lacks some of what is compared",
            "run `toolc lock`: it rewrites the lock in the current version, and says what the old one did not hold",
        ),
        Ok(_) => (
            "a newer toolc wrote it",
            "use the toolc that wrote it, or a later one: this one does not know all that it holds",
        ),
        Err(_) => ("no toolc writes that", REMEDY),
    };
    let message =
        format!("it has version `{text}`, but this toolc reads version {VERSION}: {writer}");
    Err(Fault {
        span: version.span,
        message,
        label: String::new(),
        help,
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
    "settings",
    "metadata",
    "input",
    "output",
    "output_fingerprint",
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
        described: node.get("description").map(|node| node.span),
        approval: node.get("approval").map(read_own_approval).transpose()?,
        settings: node
            .get("settings")
            .map_or(Ok(Settings::new()), read_settings)?,
        metadata: copy_entries(&mut { metadata }),
        input: demand(node, "input")?.clone(),
        output: node.get("output").cloned(),
        output_fingerprint: node.get("output_fingerprint").map(read_text).transpose()?,
        span: Some(entry.key_span),
    };
    if tool.key() == entry.key {
        return Ok(tool);
    }
    fault(
        entry.key_span,
        format!(
            "the tool under `{}` should be under `{}`",
            entry.key,
            tool.key()
        ),
    )
}

fn read_engine(entry: &Entry) -> Result<LockedEngine, Fault> {
    Ok(LockedEngine {
        name: entry.key.clone(),
        settings: read_settings(&entry.value)?,
        span: Some(entry.key_span),
    })
}

fn read_settings(node: &Node) -> Result<Settings, Fault> {
    Ok(copy_entries(&mut entries(node)?))
}

fn copy_entries(entries: &mut dyn Iterator<Item = &Entry>) -> BTreeMap<String, Node> {
    collect_map(&mut entries.map(|entry| (entry.key.clone(), entry.value.clone())))
}

fn read_worker(entry: &Entry) -> Result<LockedWorker, Fault> {
    let node = &entry.value;
    check_keys(node, &["settings", "grants", "blocked"])?;
    let mut grants = BTreeMap::new();
    for grant in entries(demand(node, "grants")?)? {
        let locked = LockedGrant {
            approval: read_approval(&grant.value)?,
            span: Some(grant.key_span),
            listed: Some(grant.key_span),
        };
        grants.insert(grant.key.clone(), locked);
    }
    let mut blocked = BTreeMap::new();
    for block in entries(demand(node, "blocked")?)? {
        let locked = LockedBlock {
            reason: read_text(&block.value)?,
            span: Some(block.key_span),
            reason_span: Some(block.value.span),
        };
        blocked.insert(block.key.clone(), locked);
    }
    Ok(LockedWorker {
        name: entry.key.clone(),
        settings: node
            .get("settings")
            .map_or(Ok(Settings::new()), read_settings)?,
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

fn read_own_approval(node: &Node) -> Result<Spanned<Approval>, Fault> {
    Ok(Spanned::new(read_approval(node)?, node.span))
}

fn read_approval(node: &Node) -> Result<Approval, Fault> {
    match node.as_str().and_then(Approval::from_name) {
        Some(approval) => Ok(approval),
        None => fault(node.span, "expected `preApproved`, `ask` or `blocked`"),
    }
}
