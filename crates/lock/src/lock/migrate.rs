//! Converts a lock of an earlier version to the current one: its contents stay accepted, and what
//! it could not contain is taken from the current state.

use super::same::is_same;
use super::{Lock, LockedTool, LockedWorker, VERSION};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;
use toolc_base::source::Span;

/// What each earlier version lacks, in words.
const LACKS: &[(u32, &str)] = &[(
    1,
    "engines and where requests go, the settings of tools and workers, rules on arguments, and the order of \
     properties",
)];

/// Completes a lock of an earlier version with the current state.
pub(super) fn complete_lock(old: Lock, now: &Lock) -> Lock {
    let definitions = old.definitions.into_iter().map(|(key, node)| {
        let today = now.definitions.get(&key);
        let node = prefer(node, today);
        (key, node)
    });
    let tools = old.tools.into_iter().map(|tool| {
        let same = |today: &&LockedTool| today.key() == tool.key();
        match now.tools.iter().find(same) {
            Some(today) => complete_tool(tool, today),
            None => tool,
        }
    });
    let workers = old.workers.into_iter().map(|worker| {
        let same = |today: &&LockedWorker| today.name == worker.name;
        let today = now.workers.iter().find(same);
        LockedWorker {
            settings: today
                .map(|today| today.settings.clone())
                .unwrap_or_default(),
            ..worker
        }
    });
    Lock {
        definitions: definitions.collect(),
        tools: tools.collect(),
        engines: now.engines.clone(),
        workers: workers.collect(),
        artifacts: now.artifacts.clone(),
    }
}

fn complete_tool(tool: LockedTool, today: &LockedTool) -> LockedTool {
    // how a structure is hashed depends on the version, but the same schema has the same hash
    let is_as_written = tool.raw_fingerprint == today.raw_fingerprint;
    let structural_fingerprint = match is_as_written {
        true => today.structural_fingerprint.clone(),
        false => tool.structural_fingerprint,
    };
    let output = tool
        .output
        .map(|output| prefer(output, today.output.as_ref()));
    // the earlier versions held every output schema in full
    let output = match (output, &today.output_fingerprint) {
        (Some(_), Some(_)) => None,
        (output, _) => output,
    };
    LockedTool {
        output_fingerprint: today.output_fingerprint.clone(),
        settings: today.settings.clone(),
        structural_fingerprint,
        input: prefer(tool.input, Some(&today.input)),
        output,
        ..tool
    }
}

/// The current schema, if it differs only in the order of its keys.
fn prefer(old: Node, today: Option<&Node>) -> Node {
    match today {
        Some(today) if is_same(&old, today) => today.clone(),
        _ => old,
    }
}

/// The finding that a lock was converted.
pub(super) fn migrated_lock(version: u32, span: Span) -> Diagnostic {
    let lacks = LACKS.iter().find(|(lacking, _)| *lacking == version);
    let lacks = lacks.map_or("some of what is compared", |(_, lacks)| lacks);
    let message = format!("the lock was version {version}, and is now version {VERSION}");
    Diagnostic::new(Code::MIGRATED_LOCK, span, message)
        .label("an older toolc wrote it")
        .help(format!(
            "review the difference before you commit it: {lacks} are as they are now, everything else as it was \
             accepted"
        ))
}
