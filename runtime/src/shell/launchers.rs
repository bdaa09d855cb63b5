//! Programs that run other programs, or that options can make read and write files that no rule names. A rule
//! that lets such a program run without approval must not let a model choose these arguments.

mod anything;
mod names;
mod table;

use anything::ANYTHING;
use names::{BUILDS, TOOLCHAIN};
use table::OPTIONS;

/// What arguments can make a program do. Options are words separated by white space:
///
/// | written | means |
/// |---|---|
/// | `--word` | the option, its abbreviations, and the longer ones that begin with it: `--data-binary` |
/// | `-x` | every group of letters that contains it |
/// | `-word` | itself, also with two dashes |
/// | `-word*` | every argument that begins with it |
/// | `word` | the argument itself |
/// | `word:`, `@` | every argument that begins with it, in capitals too, and in the braces of curl |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launch {
    /// It runs whatever its arguments say.
    Anything,
    /// Some options make it run other programs.
    Options {
        /// The options that matter before a subcommand, and subcommands that have the same effect.
        first: &'static str,
        /// The options that matter anywhere.
        any: &'static str,
        /// Whether the first argument can be a group of letters even without a dash.
        dashless: bool,
    },
}

/// Programs that behave alike, and what they run.
#[derive(Debug)]
pub struct Launcher {
    /// The names of the programs without version numbers, separated by spaces.
    pub names: &'static str,
    /// The subcommand that the row is about; empty for the program as a whole.
    pub subcommand: &'static str,
    /// What they run.
    pub launch: Launch,
    /// The manual that documents it.
    pub source: &'static str,
}

fn launchers() -> impl Iterator<Item = &'static Launcher> {
    ANYTHING.iter().chain(OPTIONS)
}

impl Launcher {
    fn is(&self, name: &str) -> bool {
        self.names.split(' ').any(|known| known == name)
    }
}

/// A freely chosen argument with which a command can do more than a rule names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape<'c> {
    /// An option that runs something, or reads and writes files that no rule names.
    Option(&'c str),
    /// An argument of a program that runs whatever its arguments say.
    Argument(&'c str),
}

impl<'c> Escape<'c> {
    /// The argument itself.
    pub fn argument(self) -> &'c str {
        match self {
            Escape::Option(argument) | Escape::Argument(argument) => argument,
        }
    }
}

/// The entry of a program as a whole, by its name or path, whatever its version, build or target.
pub fn find_launcher(program: &str) -> Option<&'static Launcher> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let known = |name: &str| {
        launchers().find(|launcher| launcher.subcommand.is_empty() && launcher.is(name))
    };
    let of_version = |letter: char| letter.is_ascii_digit() || ['.', '-'].contains(&letter);
    let plain = name.trim_end_matches(of_version);
    let other_build = || {
        let (stem, build) = plain.split_once(['.', '-'])?;
        let program = stem.trim_end_matches(of_version);
        let is_build = program != stem || BUILDS.contains(&build);
        known(program).filter(|_| is_build)
    };
    let other_target = || {
        let build = plain.rsplit_once('.');
        let plain = build
            .filter(|(_, build)| BUILDS.contains(build))
            .map_or(plain, |(stem, _)| stem);
        let is_it = |tool: &&&str| {
            let target = plain.strip_suffix(**tool);
            target.is_some_and(|target| target.ends_with('-') && target.len() > 1)
        };
        TOOLCHAIN.iter().find(is_it).and_then(|tool| known(tool))
    };
    let exact = known(name).or_else(|| known(plain));
    exact.or_else(other_build).or_else(other_target)
}

/// The arguments that must not be freely chosen, given those that are.
pub(super) struct Escapes<'w, 'c> {
    launcher: Option<&'static Launcher>,
    /// The rows of the subcommands that the command names.
    below: Vec<&'static Launcher>,
    named: usize,
    command: &'w [&'c str],
}

impl<'w, 'c> Escapes<'w, 'c> {
    pub fn of(named: usize, command: &'w [&'c str]) -> Self {
        let launcher = command.first().and_then(|program| find_launcher(program));
        let rows = launchers().filter(|row| {
            let is_program = launcher.is_some_and(|launcher| launcher.names == row.names);
            let mut words = command.iter().skip(1);
            is_program && words.any(|word| *word == row.subcommand)
        });
        Escapes {
            launcher,
            below: rows.collect(),
            named,
            command,
        }
    }

    /// Whether nothing but the words of a rule may follow the program.
    pub fn runs_anything(&self) -> bool {
        let launch = self.launcher.map(|launcher| launcher.launch);
        launch == Some(Launch::Anything)
    }

    /// The argument at this place, if an option or a word of the table covers it.
    pub fn find(&self, at: usize) -> Option<Escape<'c>> {
        let argument = self.command[at];
        let matches = |options: &str| {
            let mut options = options.split_whitespace();
            options.any(|option| is_option(argument, option))
        };
        let is_it = self.launcher.into_iter().chain(self.below.iter().copied());
        let mut is_it = is_it.filter_map(|launcher| match launcher.launch {
            Launch::Anything => None,
            Launch::Options {
                first,
                any,
                dashless,
            } => {
                let has_subcommand = self.named > 1 && !self.command[1].starts_with('-');
                let letters = format!("-{argument}");
                let is_group = dashless && at == 1 && !argument.starts_with('-');
                let found = matches(any)
                    || !has_subcommand && matches(first)
                    || is_group
                        && any
                            .split_whitespace()
                            .any(|option| is_option(&letters, option));
                found.then_some(())
            }
        });
        is_it.next().map(|()| Escape::Option(argument))
    }
}

/// Whether an argument is the option, in any spelling.
fn is_option(argument: &str, option: &str) -> bool {
    if let Some(start) = option.strip_suffix('*') {
        return argument.starts_with(start);
    }
    let given = argument.split('=').next().unwrap_or(argument);
    if option.starts_with("--") {
        // A single dash may replace two, and a prefix may replace the whole name.
        let is_longer = |given: &str| {
            given
                .strip_prefix(option)
                .is_some_and(|rest| rest.starts_with('-'))
        };
        return given == &option[1..]
            || given.len() > 2 && given.starts_with("--") && option.starts_with(given)
            || is_longer(given)
            || is_longer(&format!("-{given}"));
    }
    let Some(letters) = option.strip_prefix('-') else {
        return match option.ends_with([':', '@']) {
            true => starts_with_scheme(argument, option),
            false => argument == option,
        };
    };
    let mut letters = letters.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => {
            argument.starts_with('-') && !argument.starts_with("--") && argument.contains(letter)
        }
        _ => given == option || given.strip_prefix('-') == Some(option),
    }
}

/// Whether an argument begins with a scheme, in capitals or not: `{file}:` is what curl reads as `file:`.
fn starts_with_scheme(argument: &str, scheme: &str) -> bool {
    let bare = argument
        .chars()
        .filter(|letter| !['{', '}', '[', ']'].contains(letter));
    let start: String = bare.take(scheme.chars().count()).collect();
    start.eq_ignore_ascii_case(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Whether the table covers an argument after the words of a rule.
    fn escapes(named: usize, line: &str) -> bool {
        let words = crate::shell::split(line).expect(line);
        let command: Vec<&str> = words.iter().map(String::as_str).collect();
        let escapes = Escapes::of(named, &command);
        let mut free = named..command.len();
        free.any(|at| escapes.runs_anything() || escapes.find(at).is_some())
    }

    #[test]
    fn a_program_stands_in_one_row() {
        let mut known = HashSet::new();
        for row in launchers() {
            for name in row.names.split(' ') {
                assert!(known.insert((name, row.subcommand)), "{name}");
            }
        }
    }

    #[test]
    fn versions_builds_and_paths_are_no_other_program() {
        for name in [
            "python3",
            "python3.12",
            "/usr/bin/python",
            "gcc-13",
            "./bash",
            "7z",
            "python3-dbg",
            "perl5.36-x86_64-linux-gnu",
            "vim.tiny",
            "vim.gtk3",
            "/bin/busybox.static",
            "bash-static",
            "linux32",
            "run0",
            "x86_64-linux-gnu-gcc",
            "aarch64-linux-gnu-g++-13",
            "arm-none-eabi-ld.bfd",
            "c99",
        ] {
            assert!(find_launcher(name).is_some(), "{name}");
        }
        for name in [
            "ls",
            "gitfoo",
            "pythonic",
            "make-report",
            "my-make",
            "-gcc",
            "script.sh",
            "-static",
            "",
            "/",
            "3",
        ] {
            assert!(find_launcher(name).is_none(), "{name}");
        }
    }

    #[test]
    fn options_are_known_however_they_are_written() {
        for (named, line) in [
            (1, "git -c core.pager=x log"),
            (1, "git -ccore.pager=x log"),
            (1, "git --exec-path=x log"),
            (1, "git -C dir -c a=b status"),
            (1, "git config alias.x y"),
            (3, "git -C dir -c a=b status"),
            (2, "git fetch --upload-pack=x"),
            (2, "git fetch --upload-p x"),
            (2, "git grep -Ox y"),
            (2, "git diff --output=x"),
            (2, "git clone ext::x"),
            (2, "git diff --no-index /etc/passwd /dev/null"),
            (2, "git blame --contents x y"),
            (1, "sdiff --diff-program=x a b"),
            (1, "nm --plugin x.so a.o"),
            (1, "fzf --preview x"),
            (1, "rustup run stable x"),
            (1, "m4 x.m4"),
            (1, "run-parts x"),
            (2, "find . -name x -exec y"),
            (2, "tar -xf a.tar --to-command=x"),
            (2, "tar x -vI x"),
            (1, "tar xIf x a.tar"),
            (1, "sort --compress-prog=x"),
            (1, "go -exec=x"),
            (1, "go --exec x"),
            (1, "gcc @file"),
            (1, "env x"),
            (2, "python -m x"),
            (3, "env FOO=1 git status"),
            (2, "sudo git status"),
            (5, "sudo nice -n 5 git status"),
            (2, "xargs git log"),
            (1, "nice -n 5 git"),
            (1, "x86_64 git"),
            (1, "sudo-rs git"),
            (1, "gxargs git"),
        ] {
            assert!(escapes(named, line), "{line}");
        }
        for (named, line) in [
            (2, "git status -s --branch"),
            (2, "git log --oneline -C"),
            (2, "git log --author=--exec"),
            (2, "git diff --no-color HEAD -- file"),
            (1, "sdiff a b"),
            (1, "rustup show"),
            (2, "find . -name -type"),
            (2, "tar t Ifile"),
            (3, "git -c a=b"),
            (2, "python -m"),
            (3, "env FOO=1 git"),
            (4, "env FOO=1 git status"),
            (6, "sudo nice -n 5 git status"),
            (1, "ls -exec"),
            (1, "git"),
        ] {
            assert!(!escapes(named, line), "{line}");
        }
    }
}
