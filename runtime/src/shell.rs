//! Commands from a model: which of them may run, and how one runs. No shell is ever started.
//!
//! A command is a list of words. Rules are lists of words too, and the first rule whose words are a prefix of
//! the command decides. A rule that runs commands unasked lets run its own words. What follows them is refused
//! if it can run something else (`launchers`), runs if it is known to be harmless (`harmless`), and asks
//! otherwise (`beyond`).

#[cfg(all(feature = "shell", unix))]
mod admit;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod beyond;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod decide;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod harmless;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod launchers;
#[cfg(all(feature = "shell", unix))]
mod run;
#[cfg(any(feature = "compiler", feature = "shell"))]
mod words;

#[cfg(all(feature = "shell", unix))]
pub(crate) use admit::admit_command;
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use beyond::{Allowance, Beyond, find_beyond};
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use decide::{Verdict, decide};
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use harmless::{Doubt, Known};
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use launchers::{Escape, Launch, Launcher, find_launcher};
#[cfg(all(feature = "shell", unix))]
pub(crate) use run::{check_folder, run_command};
#[cfg(any(feature = "compiler", feature = "shell"))]
pub use words::{Unfit, check_words, split};

use crate::approval::Approval;

/// The default time limit of a command in milliseconds.
pub const TIMEOUT_MS: u64 = 30_000;

/// The default limit for each output in bytes.
pub const MAX_OUTPUT: u64 = 50_000;

/// Where programs are searched for, unless `PATH` is passed on from the environment.
pub const SAFE_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A rule: the decision about commands that start with its words.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'r> {
    /// The words that the commands start with.
    pub words: &'r [&'r str],
    /// The decision.
    pub approval: Approval,
    /// The reason for blocking commands.
    pub reason: Option<&'r str>,
    /// Whether words that no table knows to be harmless may follow, as long as they lead nowhere else.
    pub any_options: bool,
}

impl Rule<'_> {
    /// Whether the command starts with the words of the rule.
    pub fn covers<W: AsRef<str>>(&self, command: &[W]) -> bool {
        let mut words = self.words.iter().zip(command);
        self.words.len() <= command.len() && words.all(|(word, given)| *word == given.as_ref())
    }

    /// What commands may have that it lets run unasked.
    #[cfg(any(feature = "compiler", feature = "shell"))]
    pub fn allowance(&self) -> Allowance {
        Allowance {
            named: self.words.len(),
            any_options: self.any_options,
        }
    }
}

/// Which of the rules that match a command decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matching {
    /// The first.
    #[default]
    First,
    /// The strictest, and the first of several such.
    Strictest,
}

/// The shell settings of a worker file.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The rules, in order.
    pub rules: &'static [Rule<'static>],
    /// Which of them decides.
    pub matching: Matching,
    /// The decision if no rule matches a command; `None` if the worker file does not set one.
    pub default: Option<Approval>,
    /// The time limit of a command in milliseconds.
    pub timeout_ms: u64,
    /// The limit for each output in bytes.
    pub max_output: u64,
    /// The environment variables that are passed on to commands.
    pub env: &'static [&'static str],
    /// The folder that commands run in, relative to the workspace of the context; `None` for the workspace
    /// itself.
    pub root: Option<&'static str>,
}

impl Settings {
    /// No command may run.
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
