//! `toolc build`: compiles specs to a folder of Rust code.

pub(super) mod manifest;
mod outputs;
mod write;

use super::Exit;
use super::artifacts::find_folder;
use super::depfile::write_depfile;
use super::input::Input;
use super::last_build::LastBuild;
use super::output::{Output, Report, exit_for};
use super::paths::{resolve_paths, say_resolved};
use clap::Args;
use manifest::{Asked, put_manifest, refuse_manifest, write_manifest};
use outputs::Outputs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::compare::Found;
use toolc_compile::compile::{Options, Outcome, compile, compile_again};
use toolc_compile::kept::Drafts;
use toolc_compile::write::owned::RECORD;
use toolc_read::load::{Disk, Loaded, Trees, load_again, load_artifacts};
use write::{Files, NOTHING, collect_files, written_words};

/// Compile specs to Rust
///
/// The output folder holds `tools.rs` and what that includes. `--plugin CMD --out DIR` makes files of another kind: docs/plugins.md.
/// Where there is an error, nothing is written.
#[derive(Args)]
pub(super) struct Build {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    outputs: Outputs,
    /// Write nothing; fail if the files on disk are out of date
    #[arg(long)]
    check: bool,
    /// Write the files that were read to FILE, as a rule for make, ninja and Bazel
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    depfile: Option<PathBuf>,
    /// Write the digests of all that was read and written to FILE, as an in-toto statement; with `--check`, compare it
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// Read only PATH: ignore environment variables and the previous build
    #[arg(long)]
    hermetic: bool,
    #[command(flatten)]
    output: Output,
}

impl Build {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        self.say_what_is_read();
        self.build_loaded(self.load(&Trees::default()), None, started)
    }

    /// Prints which folders are read in place of those that were named.
    pub fn say_what_is_read(&self) {
        say_resolved(&Disk, &self.input.paths);
    }

    /// Reads everything.
    pub fn load(&self, earlier: &Trees) -> (Diagnostics, Loaded) {
        let mut diagnostics = Diagnostics::default();
        let paths = resolve_paths(&self.input.paths);
        let environment = |name: &str| match self.hermetic {
            true => None,
            false => std::env::var(name).ok(),
        };
        let mut loaded = load_again(&mut diagnostics, &Disk, &paths, &environment, earlier);
        let folder = find_folder(&self.input, None).unwrap_or_default();
        load_artifacts(&mut loaded, &folder);
        (diagnostics, loaded)
    }

    /// The paths that were named.
    #[cfg(feature = "watch")]
    pub fn paths(&self) -> &[PathBuf] {
        &self.input.paths
    }

    /// The files that plug-ins consist of.
    #[cfg(feature = "watch")]
    pub fn plugin_files(&self) -> impl Iterator<Item = PathBuf> {
        let plugins = self.outputs.plugins.iter();
        plugins.flat_map(|output| output.plugin.files().map(Path::to_owned))
    }

    /// Builds what was read, with the drafts of an earlier build if there are any, and shows what was found.
    pub fn build_loaded(
        &self,
        (found, mut loaded): (Diagnostics, Loaded),
        earlier: Option<&mut Drafts>,
        started: Instant,
    ) -> Exit {
        let strict = self.input.strict;
        let last = self.last_folder();
        let last = last.and_then(|folder| LastBuild::of(folder, &loaded, &found, strict));
        let (mut outcome, remark) = match last.as_ref().and_then(LastBuild::recall) {
            Some((outcome, count)) => (outcome, written_words(0, count, 0)),
            None => {
                let options = Options {
                    strict,
                    ..Options::default()
                };
                let outcome = match earlier {
                    Some(earlier) => compile_again(found, &loaded, &options, earlier),
                    None => compile(found, &loaded, &options),
                };
                self.finish(&loaded, outcome, last.as_ref())
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

    /// The folder whose last build may be this one, where nothing else is asked for than its files.
    fn last_folder(&self) -> Option<&Path> {
        let has_more = self.manifest.is_some() || !self.outputs.plugins.is_empty();
        let is_plain = !self.check && !self.hermetic && !has_more;
        self.outputs.rust.as_deref().filter(|_| is_plain)
    }

    /// Every folder that is written to.
    fn folders(&self) -> impl Iterator<Item = &Path> {
        let plugins = self.outputs.plugins.iter();
        let plugins = plugins.map(|output| output.folder.as_path());
        self.outputs.rust.as_deref().into_iter().chain(plugins)
    }

    /// Whether an output is written to a folder of specs, as by `build specs --out specs`.
    fn find_output_among_specs(&self) -> Option<Diagnostic> {
        let outs = self.folders().filter_map(|out| out.canonicalize().ok());
        let outs: Vec<PathBuf> = outs.collect();
        let is_out = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| outs.contains(&path));
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
        let target = match &self.outputs.rust {
            Some(folder) => folder.join("tools.rs"),
            None => self.outputs.plugins.first()?.folder.join(RECORD),
        };
        let mut read = loaded.watched.clone();
        let plugins = self.outputs.plugins.iter();
        read.extend(
            plugins
                .flat_map(|output| output.plugin.files())
                .map(Path::to_owned),
        );
        let error = write_depfile(file, &target, &read).err()?;
        let message = format!("cannot write `{}`: {error}", file.display());
        Some(
            Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message)
                .help("name another file with `--depfile`, or rename what make cannot read"),
        )
    }

    /// The manifest of these files.
    fn describe(&self, loaded: &Loaded, files: &Files<'_>) -> Result<String, Diagnostic> {
        let lock = self.input.find_lock(&mut Diagnostics::silent(), None);
        let lock = match &lock {
            Found::Lock(path) => Some(path.as_path()),
            Found::Nothing | Found::Several => None,
        };
        let asked = Asked {
            strict: self.input.strict,
            hermetic: self.hermetic,
            outputs: &self.outputs,
            lock,
        };
        write_manifest(&asked, loaded, files)
    }

    /// Runs the plug-ins and, unless there is an error, writes the output or compares it. Returns what the summary says of it.
    fn finish(
        &self,
        loaded: &Loaded,
        mut outcome: Outcome,
        last: Option<&LastBuild<'_>>,
    ) -> (Outcome, String) {
        if exit_for(&outcome.diagnostics) != Exit::Clean {
            return (outcome, NOTHING.to_owned());
        }
        let beside = find_folder(&self.input, None).unwrap_or_default();
        let (files, mut found) = collect_files(&self.outputs, loaded, &outcome, &beside);
        let words = match files {
            Some(files) => match self.put_files(loaded, &files) {
                Ok((more, words)) => {
                    found.extend(more);
                    words
                }
                Err(finding) => {
                    found.push(finding);
                    NOTHING.to_owned()
                }
            },
            None => NOTHING.to_owned(),
        };
        if let Some(last) = last.filter(|_| found.is_empty()) {
            last.keep(&outcome);
        }
        outcome.diagnostics.extend(found);
        (outcome, words)
    }

    /// Writes or compares the files and then their manifest. A manifest that cannot be made or must not be written is an
    /// error before anything is written.
    fn put_files(
        &self,
        loaded: &Loaded,
        files: &Files<'_>,
    ) -> Result<(Vec<Diagnostic>, String), Diagnostic> {
        let manifest = match &self.manifest {
            Some(path) => Some((path, self.describe(loaded, files)?)),
            None => None,
        };
        if self.check {
            let (mut found, words) = files.compare_files();
            found.extend(manifest.and_then(|(path, text)| put_manifest(path, &text, true)));
            return Ok((found, words));
        }
        if let Some((path, text)) = &manifest
            && let Some(finding) = refuse_manifest(path, text)
        {
            return Err(finding);
        }
        let (mut found, words) = files.write_files();
        if exit_for(&found) == Exit::Clean {
            found.extend(manifest.and_then(|(path, text)| put_manifest(path, &text, false)));
        }
        Ok((found, words))
    }
}
