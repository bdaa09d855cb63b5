//! `toolc build`: compiles specs to a folder of Rust code.

use super::Exit;
use super::depfile::write_depfile;
use super::input::Input;
use super::last_build::LastBuild;
use super::output::{Output, Report, count_are, exit_for};
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::compile::{Options, Outcome, compile};
use toolc_compile::write::{Difference, DifferenceKind, compare_artifacts, write_artifacts};
use toolc_emit::artifact::Artifact;
use toolc_read::load::Loaded;

/// Compile specs to Rust
///
/// The output folder holds `tools.rs` and what that includes. Where there is an error, nothing is
/// written.
#[derive(Args)]
pub(super) struct Build {
    #[command(flatten)]
    input: Input,
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "generated")]
    out: PathBuf,
    /// Write nothing; fail if the files on disk are out of date
    #[arg(long)]
    check: bool,
    /// Write the files that were read to FILE, as a rule for make, ninja and Bazel
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    depfile: Option<PathBuf>,
    /// Read only PATH: ignore environment variables and the previous build
    #[arg(long)]
    hermetic: bool,
    #[command(flatten)]
    output: Output,
}

impl Build {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let (found, mut loaded) = if self.hermetic {
            self.input.load_hermetic()
        } else {
            self.input.load()
        };
        let strict = self.input.strict;
        let last = LastBuild::of(&self.out, &loaded, &found, strict)
            .filter(|_| !self.check && !self.hermetic);
        let (mut outcome, remark) = match last.as_ref().and_then(LastBuild::recall) {
            Some((outcome, count)) => (outcome, written_words(0, count, 0)),
            None => {
                let outcome = compile(
                    found,
                    &loaded,
                    &Options {
                        strict,
                        ..Options::default()
                    },
                );
                self.finish(outcome, last.as_ref())
            }
        };
        self.input
            .explain_by_lock(&mut outcome, &mut loaded.sources);
        if exit_for(&outcome.diagnostics) == Exit::Clean {
            outcome.diagnostics.extend(self.write_read_files(&loaded));
        }
        outcome.diagnostics.extend(self.find_output_among_specs());
        let shown = self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark,
            checks: None,
            known: None,
            started,
        });
        self.input.exit(exit_for(&outcome.diagnostics).or(shown))
    }

    /// Whether the output is written to a folder of specs, as by `build specs --out specs`.
    fn find_output_among_specs(&self) -> Option<Diagnostic> {
        let out = self.out.canonicalize().ok()?;
        let is_out = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path == out);
        let specs = self.input.paths.iter().find(is_out)?;
        let message = format!(
            "the output is written among the specs, to `{}`",
            specs.display()
        );
        let help = "give `--out` a folder of its own, such as `--out generated`";
        Some(Diagnostic::placeless(Code::OUTPUT_AMONG_SPECS, message).help(help))
    }

    /// Writes the list of files read, if asked for; returns the finding if it cannot be written.
    fn write_read_files(&self, loaded: &Loaded) -> Option<Diagnostic> {
        let file = self.depfile.as_ref()?;
        let error = write_depfile(file, &self.out.join("tools.rs"), &loaded.watched).err()?;
        let message = format!("cannot write `{}`: {error}", file.display());
        Some(
            Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message)
                .help("name another file with `--depfile`, or rename what make cannot read"),
        )
    }

    /// Writes or compares the output if there is no error, and returns words for the summary.
    fn finish(&self, mut outcome: Outcome, last: Option<&LastBuild<'_>>) -> (Outcome, String) {
        if exit_for(&outcome.diagnostics) != Exit::Clean {
            return (outcome, "nothing written".to_owned());
        }
        let (found, words) = self.put(&outcome.artifacts);
        if let Some(last) = last.filter(|_| found.is_empty()) {
            last.keep(&outcome);
        }
        outcome.diagnostics.extend(found);
        (outcome, words)
    }

    fn put(&self, artifacts: &[Artifact]) -> (Vec<Diagnostic>, String) {
        if self.check {
            let found = compare_artifacts(&self.out, artifacts);
            let words = differ_words(&found, artifacts.len());
            return (
                found
                    .iter()
                    .map(|difference| difference.to_diagnostic(&self.out))
                    .collect(),
                words,
            );
        }
        let mut diagnostics = Diagnostics::default();
        let written = write_artifacts(&mut diagnostics, &self.out, artifacts);
        let (new, same, gone) = (
            written.written.len(),
            written.unchanged,
            written.removed.len(),
        );
        (diagnostics.into_sorted(), written_words(new, same, gone))
    }
}

fn written_words(new: usize, same: usize, gone: usize) -> String {
    format!("{new} written, {same} unchanged, {gone} removed")
}

/// Files that no spec asks for are none of those that were generated.
fn differ_words(found: &[Difference], generated: usize) -> String {
    let is_stale = |difference: &&Difference| difference.kind == DifferenceKind::Stale;
    let stale = found.iter().filter(is_stale).count();
    let differing = found.len() - stale;
    let verb = if differing == 1 { "differs" } else { "differ" };
    let words = format!("{differing} of {generated} generated files {verb}");
    match stale {
        0 => words,
        _ => format!("{words}, {} left over", count_are(stale, "file")),
    }
}
