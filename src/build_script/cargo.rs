//! What is said to cargo, and what cargo says: the one file that knows its lines and variables.
#![expect(
    clippy::print_stdout,
    reason = "cargo reads the stdout of a build script"
)]

use super::Errors;
use crate::compile::{OPEN, Summary};
use crate::diagnostic::render::render_brief;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder for what a build script makes.
pub(super) fn out_dir() -> Option<PathBuf> {
    std::env::var_os("OUT_DIR").map(PathBuf::from)
}

/// Names all that was read, each once. A path that does not exist is left out: cargo would run for ever.
pub(super) fn print_rerun(watched: &[PathBuf], variables: &[String]) {
    rerun_lines(watched, variables)
        .iter()
        .for_each(|line| println!("{line}"));
}

fn rerun_lines(watched: &[PathBuf], variables: &[String]) -> Vec<String> {
    let paths = watched.iter().filter(|path| path.exists());
    let paths = paths.filter_map(|path| line("rerun-if-changed", &path.to_string_lossy()));
    let names = variables
        .iter()
        .filter_map(|name| line("rerun-if-env-changed", name));
    let mut known = HashSet::new();
    let lines = paths.chain(names);
    lines.filter(|line| known.insert(line.clone())).collect()
}

/// Where `include_tools!` finds what was compiled. It has a variable of its own so that it can tell a
/// crate whose build script does not call toolc.
pub(super) fn include_from(folder: &Path) {
    let value = format!("TOOLC_OUT_DIR={}", folder.to_string_lossy());
    if let Some(line) = line("rustc-env", &value) {
        println!("{line}");
    }
}

/// Cargo shows so many warnings before they hide each other.
const SHOWN: usize = 10;

/// Shows warnings, one line each, and how many notes there are: cargo hides the stderr of a build
/// script that succeeds.
pub(super) fn print_warnings(sources: &Sources, diagnostics: &[Diagnostic]) {
    sentences(sources, diagnostics)
        .iter()
        .filter_map(|sentence| line("warning", sentence))
        .for_each(|line| println!("{line}"));
}

fn sentences(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<String> {
    let of = |severity| {
        let is = move |found: &&Diagnostic| found.severity == severity;
        diagnostics.iter().filter(is)
    };
    let mut sentences = render_brief(sources, of(Severity::Warning).take(SHOWN));
    let hidden = of(Severity::Warning).skip(SHOWN).count();
    if hidden > 0 {
        sentences.push(format!("… and {hidden} more: `toolc check` shows all"));
    }
    match of(Severity::Note).count() {
        0 => {}
        1 => sentences.push("1 note: `toolc check -v` shows it".to_owned()),
        notes => sentences.push(format!("{notes} notes: `toolc check -v` shows them")),
    }
    sentences
}

/// Says that no file is a worker, which a build that succeeds would hide.
pub(super) fn say_open(summary: &Summary) {
    if summary.is_open && summary.tools > 0 {
        println!("cargo::warning={OPEN}");
    }
}

/// A line for cargo; none where the value would begin another line.
fn line(key: &str, value: &str) -> Option<String> {
    (!value.contains(['\n', '\r'])).then(|| format!("cargo::{key}={value}"))
}

/// Shows the errors once and whole, and ends the build script.
pub(super) fn exit_with(errors: &Errors) -> ! {
    // Where stderr is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "\n{errors}");
    std::process::exit(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_only_what_exists() {
        let watched = ["src", "no/such/folder", "Cargo.toml", "src"].map(PathBuf::from);
        let lines = rerun_lines(&watched, &["DATA_DIR".to_owned(), "A\nB".to_owned()]);
        let expected = [
            "cargo::rerun-if-changed=src",
            "cargo::rerun-if-changed=Cargo.toml",
            "cargo::rerun-if-env-changed=DATA_DIR",
        ];
        assert_eq!(lines, expected);
    }
}
