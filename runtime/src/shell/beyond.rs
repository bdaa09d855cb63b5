//! What a command that a `preApproved` rule covers does beyond the words of that rule.

use super::harmless::{Word, judge_words, leads_out};
use super::launchers::Escapes;
use super::{Doubt, Escape};

/// A word that keeps a command from running unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond<'c> {
    /// It can run or change anything, so the command is refused.
    Refused(Escape<'c>),
    /// Nothing says that it is harmless, so somebody is asked.
    Asks(Doubt<'c>),
}

/// The words of a rule, and what may follow them.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// How many words of the command the rule names.
    pub named: usize,
    /// Whether words that no table knows may follow: `options: any`.
    pub any_options: bool,
}

/// Finds what a command does beyond the words that a rule names: what is refused, or else what asks.
///
/// What is listed as harmless for the very program and subcommand is never refused, however it looks to the
/// table of launchers: `-o` of `git ls-files` is not the `-o` of `git format-patch`.
pub fn find_beyond<'c, W: AsRef<str>>(
    allowance: Allowance,
    command: &'c [W],
) -> Option<Beyond<'c>> {
    let Allowance { named, any_options } = allowance;
    let command: Vec<&'c str> = command.iter().map(AsRef::as_ref).collect();
    let escapes = Escapes::of(named, &command);
    let mut doubt = None;
    for (at, word) in (named..).zip(judge_words(named, &command)) {
        if word == Word::Listed {
            continue;
        }
        if let Some(escape) = escapes.find(at) {
            return Some(Beyond::Refused(escape));
        }
        let Word::Doubtful(found) = word else {
            continue;
        };
        if escapes.runs_anything() {
            return Some(Beyond::Refused(Escape::Argument(command[at])));
        }
        if !any_options || leads_out(command[at]) {
            doubt = doubt.or(Some(found));
        }
    }
    doubt.map(Beyond::Asks)
}
