//! Noun: what is known about a program, or about one of its subcommands.

/// What models may add to a command. Everything that a row does not list asks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The program, or the program and its subcommand: `git log`; several that behave alike.
    pub names: &'static [&'static str],
    /// Whether the subcommand only reads, so that a model may choose it where a rule names the program alone.
    pub reads: bool,
    /// What its operands are.
    pub operands: Operands,
    /// The harmless options, in lists that rows can share, separated by white space:
    ///
    /// | written | means |
    /// |---|---|
    /// | `--all`, `-l`, `-name` | an option without a value. Single letters may be combined: `-la` |
    /// | `-n=` | an option with a value, in the same word or the next. Any text that is not `@file` will do |
    /// | `--color[=]` | an option whose value, if it has one, is in the same word |
    /// | `-f=path` | the value is a path within the workspace |
    /// | `-o=json\|yaml` | the value is one of these |
    /// | `-C=ask` | not harmless: the option asks, and so does its value. It is listed to tell its value from operands |
    /// | `-#` | a dash and a number |
    /// | `!`, `(` | these words, which are operators among the options |
    pub options: &'static [&'static str],
    /// Options of which one must come before the operands; without it, they are written or run. Empty if
    /// operands never are.
    pub mode: &'static str,
    /// Options that are harmless after `--`, where the program takes others there; operands are data there.
    pub rest: &'static [&'static str],
    /// The manual that says so.
    pub source: &'static str,
}

/// What the operands of a program are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    /// None that is harmless.
    No,
    /// Data, which is not a name of anything: `echo`.
    Text,
    /// Data with this first character: `date +%F`.
    After(char),
    /// Files and folders that are read.
    Paths,
    /// One file that is read; a second one would be written: `uniq`.
    OnePath,
    /// A text to look for, unless one of these options has it, then files that are read: `grep`.
    TextAndPaths(&'static str),
    /// A program in a language of its own, which only a rule may name; then files that are read: `sed`.
    CodeAndPaths,
    /// Revisions; files come after `--`: `git diff`, which compares files outside of the repository otherwise.
    Revisions,
    /// Revisions, or files of the repository: `git log`.
    RevisionsAndPaths,
    /// URLs of a scheme and a host that the rule names.
    Urls,
}

/// A program, or a subcommand that only reads.
pub(super) const fn reads(
    names: &'static [&'static str],
    operands: Operands,
    options: &'static [&'static str],
    source: &'static str,
) -> Row {
    Row {
        names,
        reads: true,
        operands,
        options,
        mode: "",
        rest: &[],
        source,
    }
}

/// A subcommand that does something, so a rule has to name it.
pub(super) const fn acts(
    names: &'static [&'static str],
    operands: Operands,
    options: &'static [&'static str],
    source: &'static str,
) -> Row {
    Row {
        reads: false,
        ..reads(names, operands, options, source)
    }
}

impl Row {
    /// The same, where operands are harmless only after one of these options.
    pub const fn only_with(self, mode: &'static str) -> Self {
        Row { mode, ..self }
    }

    /// The same with the options that are harmless after `--`.
    pub const fn then(self, rest: &'static [&'static str]) -> Self {
        Row { rest, ..self }
    }
}
