//! The parts of a lock that can be accepted separately, and their names: `NS::TOOL`,
//! `approval:NS::TOOL`, `worker:NAME/NS::TOOL`, `worker:NAME`, `engine:NAME`, `artifact:NAME`.

use super::{Lock, LockedWorker, name_of};
use std::collections::BTreeSet;
use std::fmt;

/// A part of a lock that can be accepted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject<'n> {
    /// The definition of a tool, with all its overloads. Its own approval is included if the tool
    /// is new, and otherwise stays unchanged.
    Tool(&'n str),
    /// A tool's own approval, for all its overloads.
    Approval(&'n str),
    /// What a worker may do with a tool, with all its overloads.
    Grant {
        /// The worker.
        worker: &'n str,
        /// `namespace::name`
        tool: &'n str,
    },
    /// The grants, approvals and settings of a worker.
    Worker(&'n str),
    /// The entry of an engine.
    Engine(&'n str),
    /// What a model said.
    Artifact(&'n str),
}

const APPROVAL: &str = "approval:";
const WORKER: &str = "worker:";
const ENGINE: &str = "engine:";
const ARTIFACT: &str = "artifact:";

impl<'n> Subject<'n> {
    /// Everything that can be accepted into a lock, tools first.
    pub fn list(lock: &'n Lock, now: &'n Lock) -> BTreeSet<Subject<'n>> {
        let mut subjects = BTreeSet::new();
        for tool in lock.tools.iter().chain(&now.tools) {
            subjects.insert(Subject::Tool(&tool.name));
            subjects.insert(Subject::Approval(&tool.name));
        }
        for engine in lock.engines.iter().chain(&now.engines) {
            subjects.insert(Subject::Engine(&engine.name));
        }
        for name in lock.artifacts.keys().chain(now.artifacts.keys()) {
            subjects.insert(Subject::Artifact(name));
        }
        for worker in lock.workers.iter().chain(&now.workers) {
            subjects.insert(Subject::Worker(&worker.name));
        }
        // A worker that was added or removed can only be accepted as a whole.
        for worker in &lock.workers {
            if let Some(today) = now.workers.iter().find(|other| other.name == worker.name) {
                let tools = list_named(worker).chain(list_named(today));
                subjects.extend(tools.map(|tool| Subject::Grant {
                    worker: &worker.name,
                    tool,
                }));
            }
        }
        subjects
    }

    /// The name of the tool, the worker, the engine or the artifact.
    pub fn name(self) -> &'n str {
        match self {
            Subject::Tool(name)
            | Subject::Approval(name)
            | Subject::Worker(name)
            | Subject::Engine(name)
            | Subject::Artifact(name) => name,
            Subject::Grant { tool, .. } => tool,
        }
    }

    /// The argument as written in a shell: quoted unless every character is harmless.
    pub fn shell_word(self) -> String {
        quote_word(self.to_string())
    }
}

/// Quotes a word for a POSIX shell if that is needed.
pub fn quote_word(word: String) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.:/@+,=".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Tool(name) => f.write_str(name),
            Subject::Approval(name) => write!(f, "{APPROVAL}{name}"),
            Subject::Grant { worker, tool } => write!(f, "{WORKER}{worker}/{tool}"),
            Subject::Worker(name) => write!(f, "{WORKER}{name}"),
            Subject::Engine(name) => write!(f, "{ENGINE}{name}"),
            Subject::Artifact(name) => write!(f, "{ARTIFACT}{name}"),
        }
    }
}

/// The tools that a worker may call or that it blocks.
fn list_named(worker: &LockedWorker) -> impl Iterator<Item = &str> {
    let keys = worker.grants.keys().chain(worker.blocked.keys());
    keys.map(|key| name_of(key))
}
