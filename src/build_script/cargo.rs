//! The interface to cargo: the only file that knows its directives and environment variables.
#![expect(
    clippy::print_stdout,
    reason = "cargo reads the stdout of a build script"
)]

use super::Errors;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::render::render_brief;
use toolc_base::diagnostic::{Diagnostic, Severity};
use toolc_base::source::Sources;
use toolc_compile::compile::{OPEN, Summary};

/// The folder for build script output.
pub(super) fn out_dir() -> Option<PathBuf> {
    std::env::var_os("OUT_DIR").map(PathBuf::from)
}

/// Tells cargo to rerun if one of the inputs changes, naming each once. Paths that do not exist are
/// left out: cargo would rerun the script on every build.
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

/// Tells `include_tools!` where the output is. The variable is separate from `OUT_DIR` so that the
/// macro can detect a crate whose build script does not call toolc.
pub(super) fn include_from(folder: &Path) {
    let value = format!("TOOLC_OUT_DIR={}", folder.to_string_lossy());
    if let Some(line) = line("rustc-env", &value) {
        println!("{line}");
    }
}

/// How many warnings are shown: more of them would bury each other in the output of cargo.
const SHOWN: usize = 10;

/// Prints the warnings, one line each, and beside them the number of notes. Goes through cargo because cargo
/// hides the stderr of a build script that succeeds.
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
        // Nobody can act on notes alone at every build, such as those about what a server writes.
        _ if sentences.is_empty() => {}
        1 => sentences.push("1 note: `toolc check -v` shows it".to_owned()),
        notes => sentences.push(format!("{notes} notes: `toolc check -v` shows them")),
    }
    sentences
}

/// Reports that there is no worker file; on stderr, cargo would hide this when the build succeeds.
pub(super) fn say_open(summary: &Summary) {
    if summary.is_open && summary.tools > 0 {
        println!("cargo::warning={OPEN}");
    }
}

/// Shows a line as a warning, because cargo hides the stderr of a build script that succeeds.
#[cfg(feature = "plugins")]
pub(super) fn say(text: &str) {
    if let Some(line) = line("warning", text) {
        println!("{line}");
    }
}

/// Reports which engines make results up: nobody should ship them without knowing.
pub(super) fn say_simulated(summary: &Summary) {
    for sentence in &summary.simulated {
        // the name of an engine is a key of `toolc.yaml`, which may be anything
        if let Some(directive) = line("warning", sentence) {
            println!("{directive}");
        }
    }
}

/// A directive for cargo; `None` if the value contains a line break and would start another
/// directive.
fn line(key: &str, value: &str) -> Option<String> {
    (!value.contains(['\n', '\r'])).then(|| format!("cargo::{key}={value}"))
}

/// Prints the errors once and in full, then exits the build script.
pub(super) fn exit_with(errors: &Errors) -> ! {
    // If stderr is closed, there is nobody to report to.
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

    #[cfg(feature = "plugins")]
    #[test]
    fn names_the_files_of_plug_ins() {
        let mut outputs = super::super::outputs::Outputs::default();
        // what a command finds on the path is not named, and neither are its options
        outputs.add_plugin(
            "python3 README.md no/such.py=title=Cargo.toml",
            Path::new("made"),
        );
        outputs.add_plugin("./Cargo.toml", Path::new("made"));
        let lines = rerun_lines(&outputs.list_programs(), &[]);
        let expected = [
            "cargo::rerun-if-changed=README.md",
            "cargo::rerun-if-changed=./Cargo.toml",
        ];
        assert_eq!(lines, expected);
    }
}
