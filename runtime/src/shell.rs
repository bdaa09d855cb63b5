//! Commands of a model: which of them may run, and how one runs. No shell is ever started.
//!
//! A command is a list of words. Rules are patterns of words too, and the first rule whose words
//! are the first words of the command decides.

mod launchers;
#[cfg(all(feature = "shell", unix))]
mod run;
mod words;

pub use launchers::{Escape, Launch, Launcher, find_escape, find_launcher};
#[cfg(all(feature = "shell", unix))]
pub(crate) use run::run;
pub use words::{Unfit, check_words, split};

use crate::approve::Approval;
use std::cmp::Reverse;

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

/// What decides about a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<'c> {
    /// The rule with this number.
    Rule(usize, Approval),
    /// No rule, so what holds for the rest.
    Default(Approval),
    /// No rule, and nothing is said of the rest.
    Unlisted,
    /// It would run unseen, but goes on with what no rule names and what can run anything.
    Escape(Escape<'c>),
}

/// What decides about a command.
pub fn decide<'c, W: AsRef<str>>(
    rules: &[Rule<'_>],
    matching: Matching,
    default: Option<Approval>,
    command: &'c [W],
) -> Verdict<'c> {
    let numbered = rules.iter().enumerate();
    let mut covering = numbered.filter(|(_, rule)| rule.covers(command));
    let found = match matching {
        Matching::First => covering.next(),
        // of equals `min_by_key` takes the first
        Matching::Strictest => covering.min_by_key(|(_, rule)| Reverse(rule.approval)),
    };
    let (verdict, approval, named) = match (found, default) {
        (Some((number, rule)), _) => {
            let verdict = Verdict::Rule(number, rule.approval);
            (verdict, rule.approval, rule.words.len())
        }
        // nothing but the program counts as named
        (None, Some(default)) => (Verdict::Default(default), default, 1),
        (None, None) => return Verdict::Unlisted,
    };
    match find_escape(named, command) {
        Some(escape) if approval == Approval::PreApproved => Verdict::Escape(escape),
        _ => verdict,
    }
}

/// A command that may be asked about or run.
#[cfg(all(feature = "shell", unix))]
#[derive(Debug)]
pub(crate) struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What has to happen before it runs.
    pub approval: Approval,
}

#[cfg(all(feature = "shell", unix))]
mod admit {
    use super::{Command, Escape, Settings, Unfit, Verdict, check_words, decide, split};
    use crate::approve::Approval;
    use crate::error::{ErrorKind, Fault};
    use crate::toolset::ToolsetSettings;
    use serde_json::Value;

    /// Commands longer than this are cut off in messages.
    const SHOWN: usize = 200;

    /// What a worker says of its commands; without a word none runs.
    pub(crate) fn settings_of(toolsets: &'static [ToolsetSettings]) -> &'static Settings {
        let mut commands = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Commands(commands) => Some(*commands),
            ToolsetSettings::Files(_) => None,
        });
        commands.next_back().unwrap_or(&Settings::NOTHING)
    }

    /// The command in checked arguments, where the rules let it run or be asked about.
    pub(crate) fn admit(settings: &Settings, arguments: &str) -> Result<Command, Box<Fault>> {
        let words = read_words(arguments).map_err(refuse_syntax)?;
        let shown = || show(&words.join(" "));
        let approval = match decide(settings.rules, settings.matching, settings.default, &words) {
            Verdict::Rule(number, Approval::Blocked) => {
                let reason = settings.rules[number].reason;
                let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
                return Err(refuse(format!(
                    "Command blocked by rule: {}{reason}",
                    shown()
                )));
            }
            Verdict::Default(Approval::Blocked) => {
                let message = "Command not in whitelist (no matching rule, default is blocked)";
                return Err(refuse(format!("{message}: {}", shown())));
            }
            Verdict::Unlisted => {
                let message = "Command not in whitelist (no matching rule and no default)";
                return Err(refuse(format!("{message}: {}", shown())));
            }
            Verdict::Escape(escape) => return Err(refuse(refuse_escape(&words[0], &escape))),
            Verdict::Rule(_, approval) | Verdict::Default(approval) => approval,
        };
        Ok(Command { words, approval })
    }

    fn read_words(arguments: &str) -> Result<Vec<String>, Unfit> {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        match &arguments["command"] {
            Value::String(line) => split(line),
            Value::Array(words) => {
                let words = words.iter().map(|word| word.as_str().map(str::to_owned));
                let words: Vec<String> = words.collect::<Option<_>>().ok_or(Unfit::Empty)?;
                check_words(&words)?;
                Ok(words)
            }
            _ => Err(Unfit::Empty),
        }
    }

    fn refuse_syntax(unfit: Unfit) -> Box<Fault> {
        let mut fault = Fault::new(ErrorKind::InvalidArguments, unfit.to_string());
        fault.error.code = Some("INVALID_COMMAND".into());
        fault
    }

    fn refuse(message: String) -> Box<Fault> {
        let mut fault = Fault::new(ErrorKind::Blocked, message);
        fault.error.code = Some("COMMAND_BLOCKED".into());
        fault
    }

    fn refuse_escape(program: &str, escape: &Escape<'_>) -> String {
        let program = show(program);
        match escape {
            Escape::Option(option) => format!(
                "Command blocked: `{}` can make `{program}` run or change other things, and no rule \
                 names it",
                show(option)
            ),
            Escape::Argument(argument) => format!(
                "Command blocked: `{program}` runs what its arguments name, and no rule names `{}`",
                show(argument)
            ),
        }
    }

    /// The start of a command that a model wrote.
    fn show(command: &str) -> String {
        match command.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &command[..end]),
            None => command.to_owned(),
        }
    }
}

#[cfg(all(feature = "shell", unix))]
pub(crate) use admit::{admit, settings_of};
