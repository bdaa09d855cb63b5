//! What of a lock a person accepts by itself, and how it is named: `NS::TOOL`, `worker:NAME`,
//! `engine:NAME`.

use super::Lock;
use std::fmt;

/// A part of a lock that is accepted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject<'n> {
    /// The definition of a tool, all its overloads, and its grants.
    Tool(&'n str),
    /// The grants, approvals and settings of a worker.
    Worker(&'n str),
    /// The entry of an engine.
    Engine(&'n str),
}

const WORKER: &str = "worker:";
const ENGINE: &str = "engine:";

impl<'n> Subject<'n> {
    /// What a name means. A namespace may be called `worker` too, so `worker::name` is a tool.
    pub fn parse(name: &'n str) -> Self {
        let after = |prefix: &str| {
            name.strip_prefix(prefix)
                .filter(|rest| !rest.starts_with(':'))
        };
        match (after(WORKER), after(ENGINE)) {
            (Some(worker), _) => Subject::Worker(worker),
            (_, Some(engine)) => Subject::Engine(engine),
            _ => Subject::Tool(name),
        }
    }

    /// Everything that a lock has to accept, tools first.
    pub fn all(lock: &'n Lock) -> impl Iterator<Item = Subject<'n>> {
        let tools = lock.tools.iter().map(|tool| Subject::Tool(&tool.name));
        let workers = lock.workers.iter();
        let engines = lock.engines.iter();
        tools
            .chain(workers.map(|worker| Subject::Worker(&worker.name)))
            .chain(engines.map(|engine| Subject::Engine(&engine.name)))
    }

    /// The name without what says of which kind it is.
    pub fn name(self) -> &'n str {
        match self {
            Subject::Tool(name) | Subject::Worker(name) | Subject::Engine(name) => name,
        }
    }

    /// The argument for a shell: in quotes unless every character is harmless.
    pub fn shell_word(self) -> String {
        let word = self.to_string();
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || "_-.:/@+,=".contains(letter);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Tool(name) => f.write_str(name),
            Subject::Worker(name) => write!(f, "{WORKER}{name}"),
            Subject::Engine(name) => write!(f, "{ENGINE}{name}"),
        }
    }
}
