//! What a model may add to the words of a `preApproved` rule without anybody being asked.
//!
//! A rule lets run its own words. Any other word has to be listed: an option as a harmless one of the program
//! or of its subcommand, an operand as of a kind that the program only reads, and only within the workspace.
//! The rows of `table` say so for common programs. Everything else is doubtful, and somebody is asked.

mod operand;
mod options;
mod row;
mod table;

pub(super) use operand::leads_out;

use operand::{Named, is_free_operand};
use options::{Found, find_option, is_free_value};
use row::Row;
use std::borrow::Cow;
use std::fmt;
use table::{find_program, find_subcommand};

/// Why somebody is asked about a command that a `preApproved` rule covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt<'c> {
    /// An option that is not listed as harmless.
    Option(&'c str, Known),
    /// An operand that may be written to or lead elsewhere.
    Operand(&'c str, Known),
    /// A word after a program that has no row.
    Word(&'c str),
}

/// A program of which something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The program, with its subcommand.
    pub name: &'static str,
    /// The manual that says what is harmless, or what is not.
    pub source: &'static str,
}

impl fmt::Display for Doubt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Operand(word, _) | Doubt::Word(word) if leads_out(word) => write!(
                f,
                "no rule names `{}`, which leads out of the workspace",
                shorten(word)
            ),
            Doubt::Option(word, Known { name, source }) => write!(
                f,
                "no rule names `{}`, which is not among the harmless options of `{name}`; see {source}",
                shorten(word)
            ),
            Doubt::Operand(word, Known { name, source }) => write!(
                f,
                "no rule names `{}`, with which `{name}` may do more than the rule says; see {source}",
                shorten(word)
            ),
            Doubt::Word(word) => write!(
                f,
                "no rule names `{}`, and what the program does with it is not known",
                shorten(word)
            ),
        }
    }
}

/// The beginning of a word that a model wrote.
fn shorten(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &word[..end])),
        None => Cow::Borrowed(word),
    }
}

/// Longer words are truncated in messages.
const SHOWN: usize = 100;

/// What is known about a word that no rule names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word<'c> {
    /// It is listed, as it is written.
    Listed,
    /// It is an operand or the value of an option, of a kind that does no harm.
    Data,
    /// Somebody is asked about it.
    Doubtful(Doubt<'c>),
}

/// Judges the words of a command after the first ones, which a rule names.
pub(super) fn judge_words<'c>(named: usize, command: &[&'c str]) -> Vec<Word<'c>> {
    let Some(row) = command.first().and_then(|program| find_program(program)) else {
        let free = command.iter().skip(named);
        return free.map(|word| Word::Doubtful(Doubt::Word(word))).collect();
    };
    let mut walk = Walk {
        row,
        named,
        command,
        judged: vec![Word::Listed; command.len()],
        seen: Vec::new(),
        operands: Vec::new(),
        path: Vec::new(),
        is_over: false,
    };
    let mut at = 1;
    while at < command.len() {
        at = walk.step(at);
    }
    walk.judge_operands();
    walk.judge_subcommands();
    walk.judged.drain(..named.min(command.len()));
    walk.judged
}

impl Row {
    fn known(&self) -> Known {
        Known {
            name: self.names[0],
            source: self.source,
        }
    }
}

/// The words of a command, from the first to the last.
struct Walk<'w, 'c> {
    /// The row of the program, or of the subcommand that was reached.
    row: &'static Row,
    /// How many words the rule names.
    named: usize,
    command: &'w [&'c str],
    judged: Vec<Word<'c>>,
    /// The options that were given, as the row spells them.
    seen: Vec<&'static str>,
    /// The places of the operands, each with whether it comes after `--`, and whether a mode that
    /// the row demands was chosen before it.
    operands: Vec<Place>,
    /// The places of the subcommands.
    path: Vec<usize>,
    /// Whether `--` ended the options.
    is_over: bool,
}

#[derive(Clone, Copy)]
struct Place {
    at: usize,
    is_after_dashes: bool,
    has_mode: bool,
}

impl<'c> Walk<'_, 'c> {
    /// Judges the word at this place; the place of the next one is returned.
    fn step(&mut self, at: usize) -> usize {
        let word = self.command[at];
        if self.is_over && !self.row.rest.is_empty() {
            return self.read_option(at, self.row.rest);
        }
        if !self.is_over && word == "--" {
            self.is_over = true;
            return at + 1;
        }
        let is_listed = || find_option(self.row.options, word).is_some();
        if !self.is_over && (is_option(word) || is_listed()) {
            return self.read_option(at, self.row.options);
        }
        if self.operands.is_empty()
            && !self.is_over
            && let Some(below) = find_subcommand(self.row, word)
        {
            self.row = below;
            self.path.push(at);
            return at + 1;
        }
        let has_mode = self.row.mode.is_empty() || {
            let mut modes = self.row.mode.split_whitespace();
            modes.any(|mode| self.seen.contains(&mode))
        };
        self.operands.push(Place {
            at,
            is_after_dashes: self.is_over,
            has_mode,
        });
        at + 1
    }

    /// Reads an option, and its value if that is the next word.
    fn read_option(&mut self, at: usize, options: &'static [&'static str]) -> usize {
        let word = self.command[at];
        match find_option(options, word) {
            None if self.is_over && !is_option(word) => {
                self.judged[at] = Word::Data;
                at + 1
            }
            None if at >= self.named => {
                self.doubt(at, Doubt::Option);
                at + 1
            }
            // What belongs to an option that the rule names is not known.
            None if at + 1 == self.named && at + 1 < self.command.len() => {
                self.doubt(at + 1, Doubt::Operand);
                at + 2
            }
            None => at + 1,
            Some(Found::Here { names, is_free }) => {
                self.seen.extend(names);
                if at >= self.named && !is_free {
                    self.doubt(at, Doubt::Option);
                }
                at + 1
            }
            Some(Found::Next { names, kind }) => {
                self.seen.extend(names);
                if at >= self.named && kind == "ask" {
                    self.doubt(at, Doubt::Option);
                }
                if let Some(value) = self.command.get(at + 1)
                    && at + 1 >= self.named
                {
                    self.judged[at + 1] = Word::Data;
                    // If the program took this word for an operand after all, it would still do no harm.
                    let is_value = value.len() == 1
                        || is_number(value)
                        || !is_option(value) && !leads_out(value);
                    if !is_value || !is_free_value(kind, value) {
                        self.doubt(at + 1, Doubt::Operand);
                    }
                }
                at + 2
            }
        }
    }

    fn judge_operands(&mut self) {
        let named = Named {
            words: &self.command[..self.named.min(self.command.len())],
            seen: &self.seen,
        };
        for (number, place) in self.operands.iter().enumerate() {
            if place.at < self.named {
                continue;
            }
            let word = self.command[place.at];
            let is_free = place.has_mode
                && is_free_operand(self.row, &named, number, place.is_after_dashes, word);
            self.judged[place.at] = match is_free {
                true => Word::Data,
                false => Word::Doubtful(Doubt::Operand(word, self.row.known())),
            };
        }
    }

    /// A subcommand that does something is not for a model to choose.
    fn judge_subcommands(&mut self) {
        let chosen = self.path.iter().copied().find(|at| *at >= self.named);
        if let Some(at) = chosen.filter(|_| !self.row.reads) {
            self.doubt(at, Doubt::Operand);
        }
    }

    fn doubt(&mut self, at: usize, of: fn(&'c str, Known) -> Doubt<'c>) {
        self.judged[at] = Word::Doubtful(of(self.command[at], self.row.known()));
    }
}

/// Whether a word is written as an option. `-` alone stands for standard input.
fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
