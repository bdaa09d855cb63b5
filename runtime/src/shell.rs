//! Commands of a model: which of them may run, and how one runs. No shell is ever started.
//!
//! A command is a list of words. Rules are patterns of words too, and the first rule whose words
//! are the first words of the command decides.

#[cfg(all(feature = "shell", unix))]
mod admit;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod decide;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod launchers;
#[cfg(all(feature = "shell", unix))]
mod run;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod words;

#[cfg(all(feature = "shell", unix))]
pub(crate) use admit::admit_command;
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use decide::{Verdict, decide};
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use launchers::{Escape, Launch, Launcher, find_escape, find_launcher};
#[cfg(all(feature = "shell", unix))]
pub(crate) use run::run_command;
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use words::{Unfit, check_words, split};

use crate::approve::Approval;

/// How long a command may take, in milliseconds, where nothing else is said.
pub const TIMEOUT_MS: u64 = 30_000;

/// The most bytes of each output, where nothing else is said.
pub const MAX_OUTPUT: u64 = 50_000;

/// Where programs are looked for, unless `PATH` is among the variables that pass.
pub const SAFE_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// One rule: what is decided about the commands that begin with its words.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'r> {
    /// The first words of the commands that it decides about.
    pub words: &'r [&'r str],
    /// What it decides.
    pub approval: Approval,
    /// Why commands are blocked.
    pub reason: Option<&'r str>,
}

impl Rule<'_> {
    /// Whether the command begins with the words of the rule.
    pub fn covers<W: AsRef<str>>(&self, command: &[W]) -> bool {
        let mut words = self.words.iter().zip(command);
        self.words.len() <= command.len() && words.all(|(word, given)| *word == given.as_ref())
    }
}

/// Which of the rules that cover a command decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matching {
    /// The first.
    #[default]
    First,
    /// The strictest, and the first of several.
    Strictest,
}

/// What a worker file says of its shell.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The rules, in their order.
    pub rules: &'static [Rule<'static>],
    /// Which of them decides.
    pub matching: Matching,
    /// What is decided where no rule covers a command; `None` where nothing is said.
    pub default: Option<Approval>,
    /// How long a command may take, in milliseconds.
    pub timeout_ms: u64,
    /// The most bytes of each output that are kept.
    pub max_output: u64,
    /// The environment variables that commands see.
    pub env: &'static [&'static str],
    /// The folder that commands run in, within the workspace of the context; `None` for that itself.
    pub root: Option<&'static str>,
}

impl Settings {
    /// Nothing runs.
    pub const NOTHING: Settings = Settings {
        rules: &[],
        matching: Matching::First,
        default: None,
        timeout_ms: TIMEOUT_MS,
        max_output: MAX_OUTPUT,
        env: &[],
        root: None,
    };
}
