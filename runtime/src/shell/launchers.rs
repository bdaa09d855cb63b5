//! Programs that run other programs, or that options can make read and write files that no rule names. A rule
//! that lets such a program run without approval must not let a model choose these arguments.

mod table;

use table::{BUILDS, LAUNCHERS};

/// What arguments can make a program do. Options are words separated by white space: `--word` also matches
/// its abbreviations and a single dash, `-x` matches every group of letters that contains it, `-word` matches
/// itself, also with two dashes, and a word without a dash matches the arguments that start with it.
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
    /// What they run.
    pub launch: Launch,
    /// The manual that documents it.
    pub source: &'static str,
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

/// The entry of a program, by its name or path, whatever its version or build.
pub fn find_launcher(program: &str) -> Option<&'static Launcher> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let known = |name: &str| {
        let mut all = LAUNCHERS.iter();
        all.find(|launcher| launcher.is(name))
    };
    let of_version = |letter: char| letter.is_ascii_digit() || ['.', '-'].contains(&letter);
    let plain = name.trim_end_matches(of_version);
    let other_build = || {
        let (stem, build) = plain.split_once(['.', '-'])?;
        let program = stem.trim_end_matches(of_version);
        let is_build = program != stem || BUILDS.contains(&build);
        known(program).filter(|_| is_build)
    };
    known(name).or_else(|| known(plain)).or_else(other_build)
}

/// The first argument after the words that a rule names that must not be freely chosen.
pub fn find_escape<W: AsRef<str>>(named: usize, command: &[W]) -> Option<Escape<'_>> {
    let launcher = find_launcher(command.first()?.as_ref())?;
    let mut free = command.get(named..)?.iter().map(AsRef::as_ref);
    match launcher.launch {
        Launch::Anything => free.next().map(Escape::Argument),
        Launch::Options {
            first,
            any,
            dashless,
        } => {
            let has_subcommand = named > 1 && !command[1].as_ref().starts_with('-');
            let before = if has_subcommand { "" } else { first };
            let is_escape = |argument: &&str| {
                let mut options = before.split_whitespace().chain(any.split_whitespace());
                options.any(|option| is_option(argument, option))
            };
            let letters = command.get(1).filter(|_| dashless && named == 1);
            if let Some(letters) = letters.map(AsRef::as_ref)
                && is_escape(&format!("-{letters}").as_str())
            {
                return Some(Escape::Option(letters));
            }
            free.find(is_escape).map(Escape::Option)
        }
    }
}

/// Whether an argument is the option, in any spelling.
fn is_option(argument: &str, option: &str) -> bool {
    let given = argument.split('=').next().unwrap_or(argument);
    if option.starts_with("--") {
        // A single dash may replace two, and a prefix may replace the whole name.
        return given == &option[1..]
            || given.len() > 2 && given.starts_with("--") && option.starts_with(given);
    }
    let Some(letters) = option.strip_prefix('-') else {
        return argument.starts_with(option);
    };
    let mut letters = letters.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => {
            argument.starts_with('-') && !argument.starts_with("--") && argument.contains(letter)
        }
        _ => given == option || given.strip_prefix('-') == Some(option),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn escapes(named: usize, line: &str) -> bool {
        let words = crate::shell::split(line).expect(line);
        find_escape(named, &words).is_some()
    }

    #[test]
    fn a_program_stands_in_one_row() {
        let mut known = HashSet::new();
        for name in LAUNCHERS
            .iter()
            .flat_map(|launcher| launcher.names.split(' '))
        {
            assert!(known.insert(name), "{name}");
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
        ] {
            assert!(find_launcher(name).is_some(), "{name}");
        }
        for name in [
            "ls",
            "gitfoo",
            "pythonic",
            "make-report",
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
