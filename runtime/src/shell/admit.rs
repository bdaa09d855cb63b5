//! Decides which commands from a model may run or be asked about.

use super::{Escape, Settings, Unfit, Verdict, check_words, decide, split};
use crate::approval::Approval;
use crate::error::{ErrorKind, Fault};
use serde_json::Value;

/// A command that may run or be asked about.
#[derive(Debug)]
pub(crate) struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What has to happen before it runs.
    pub approval: Approval,
    /// Why somebody is asked about a command that a rule would let run.
    pub reason: Option<String>,
}

/// Longer commands are truncated in messages.
const SHOWN: usize = 200;

/// The command in validated arguments, if the rules let it run or be asked about.
pub(crate) fn admit_command(settings: &Settings, arguments: &str) -> Result<Command, Box<Fault>> {
    let words = read_words(arguments).map_err(refuse_syntax)?;
    let shown = || show(&words.join(" "));
    let verdict = decide(settings.rules, settings.matching, settings.default, &words);
    let approval = verdict.approval();
    let reason = match verdict {
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
        Verdict::Doubtful(_, doubt) => Some(doubt.to_string()),
        Verdict::Rule(..) | Verdict::Default(_) => None,
    };
    Ok(Command {
        words,
        approval,
        reason,
    })
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

/// The beginning of a command that a model wrote.
fn show(command: &str) -> String {
    match command.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &command[..end]),
        None => command.to_owned(),
    }
}
