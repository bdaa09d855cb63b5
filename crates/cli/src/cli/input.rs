//! The input of the commands: paths, compiled.

use super::Exit;
use super::output::{Output, Report, count_are, exit_for, print_line};
use super::paths;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::date::Date;
use toolc_base::diagnostic::level::{Levels, Lint};
use toolc_base::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc_base::source::Sources;
use toolc_compile::compare::{Found, explain_by_lock, find_lock, lock_command};
use toolc_compile::compile::{Options, Outcome, Summary, compile, compile_again};
use toolc_compile::kept::{Drafts, Kept};
use toolc_model::model::Skipped;
use toolc_read::load::{Disk, Files, Loaded, Trees, load_again};
use toolc_resolve::check::Checked;

/// The specs to compile.
#[derive(Args)]
pub(super) struct Input {
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Treat a tool that cannot be compiled as an error even if it comes from a server, a provider or an API
    #[arg(long)]
    pub strict: bool,
}

impl Input {
    /// Loads and compiles.
    pub fn compile(&self) -> (Loaded, Outcome) {
        compile_paths(&self.paths, &self.options())
    }

    /// How they are compiled, for commands that write no code.
    pub fn options(&self) -> Options {
        Options {
            strict: self.strict,
            without_artifacts: true,
            ..Options::default()
        }
    }

    /// The command that updates the lock which is named, or else that of these paths.
    pub fn lock_command(&self, named: Option<&PathBuf>) -> String {
        lock_command(&self.paths, named.map(PathBuf::as_path))
    }

    /// The lock that is named, else the one of these paths; several are a finding.
    pub fn find_lock(&self, diagnostics: &mut Diagnostics, named: Option<&PathBuf>) -> Found {
        let here = Some(Path::new("."));
        match named {
            Some(path) => Found::Lock(path.clone()),
            None => find_lock(diagnostics, &paths::resolve_paths(&self.paths), here),
        }
    }

    /// Adds to findings on missing tools what the lock of these paths knows about them.
    pub fn explain_by_lock(&self, outcome: &mut Outcome, sources: &mut Sources) {
        let paths = paths::resolve_paths(&self.paths);
        explain_by_lock(outcome, sources, &paths, Some(Path::new(".")));
    }

    /// How a command ends: a path that leads nowhere is a wrong call, whatever else was found.
    pub fn exit(&self, exit: Exit) -> Exit {
        exit_at(&Disk, &self.paths, exit)
    }
}

fn exit_at(files: &dyn Files, paths: &[PathBuf], exit: Exit) -> Exit {
    if paths::any_missing(files, paths) {
        Exit::Usage
    } else {
        exit
    }
}

/// A collector of findings, with the levels that `toolc.yaml` gives their codes.
pub(super) fn weighed_as(loaded: &Loaded, today: Option<Date>) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    diagnostics.set_levels(Levels::new(&loaded.config.lints, today));
    diagnostics
}

/// Reads the files.
pub(super) fn load_paths(paths: &[PathBuf]) -> (Diagnostics, Loaded) {
    load_paths_from(&Disk, paths, &Trees::default())
}

fn load_paths_from(files: &dyn Files, paths: &[PathBuf], earlier: &Trees) -> (Diagnostics, Loaded) {
    paths::say_resolved(files, paths);
    load_again_from(files, paths, earlier)
}

/// Reads the files like [`load_paths`], without a word about which folders these are.
pub(super) fn load_again_from(
    files: &dyn Files,
    paths: &[PathBuf],
    earlier: &Trees,
) -> (Diagnostics, Loaded) {
    let mut diagnostics = Diagnostics::default();
    let paths = paths::resolve_paths_from(files, paths);
    let environment = |name: &str| std::env::var(name).ok();
    let loaded = load_again(&mut diagnostics, files, &paths, &environment, earlier);
    (diagnostics, loaded)
}

/// Loads and compiles.
pub(super) fn compile_paths(paths: &[PathBuf], options: &Options) -> (Loaded, Outcome) {
    compile_paths_from(&Disk, paths, options, None)
}

/// The same of files that may be elsewhere than on the disk, where something may be kept of an earlier time.
pub(super) fn compile_paths_from(
    files: &dyn Files,
    paths: &[PathBuf],
    options: &Options,
    kept: Option<&mut Kept>,
) -> (Loaded, Outcome) {
    let Some(kept) = kept else {
        let (diagnostics, loaded) = load_paths_from(files, paths, &Trees::default());
        let outcome = compile(diagnostics, &loaded, options);
        return (loaded, outcome);
    };
    let (diagnostics, loaded) = load_paths_from(files, paths, &kept.trees);
    kept.trees = loaded.trees.clone();
    let outcome = compile_again(diagnostics, &loaded, options, &mut kept.drafts);
    (loaded, outcome)
}

/// A catalog without errors, and the texts that it came from.
pub(super) struct Answer {
    pub sources: Sources,
    pub checked: Checked,
    /// The tools that were left out.
    #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "calls read it"))]
    pub skipped: Vec<Skipped>,
    /// What was found, none of it an error.
    pub diagnostics: Vec<Diagnostic>,
    /// What `toolc.yaml` says of findings.
    pub lints: Vec<Lint>,
}

/// Compiles for a command that only looks at the result. Where there are errors, shows them.
pub(super) fn compile_input(paths: &[PathBuf], options: &Options) -> Result<Answer, Exit> {
    let started = Instant::now();
    let loaded = load_paths(paths);
    compile_loaded((&Disk, paths), loaded, options, None, started)
}

/// The same of what was read already, where drafts may be kept of an earlier time.
#[cfg(all(feature = "serve", feature = "watch"))]
pub(super) fn compile_read(
    paths: &[PathBuf],
    read: (Diagnostics, Loaded),
    options: &Options,
    drafts: &mut Drafts,
    started: Instant,
) -> Result<Answer, Exit> {
    compile_loaded((&Disk, paths), read, options, Some(drafts), started)
}

/// Compiles like [`compile_input`], but files that may be elsewhere than on the disk, and with a default namespace
/// for the tools of a file, instead of its name.
pub(super) fn compile_input_from(
    files: &dyn Files,
    paths: &[PathBuf],
    options: &Options,
    namespace: Option<(&str, &str)>,
    find_fault: impl Fn() -> Option<Diagnostic>,
) -> Result<Answer, Exit> {
    let started = Instant::now();
    let (diagnostics, mut loaded) = load_paths_from(files, paths, &Trees::default());
    if let Some(fault) = find_fault() {
        let found = vec![fault];
        let summary = Summary::default();
        return Err(show_errors(
            files,
            paths,
            &loaded.sources,
            found,
            &summary,
            started,
        ));
    }
    if let Some((file, namespace)) = namespace {
        loaded.sources.set_namespace(file, namespace);
    }
    compile_loaded(
        (files, paths),
        (diagnostics, loaded),
        options,
        None,
        started,
    )
}

fn compile_loaded(
    (files, paths): (&dyn Files, &[PathBuf]),
    (diagnostics, loaded): (Diagnostics, Loaded),
    options: &Options,
    drafts: Option<&mut Drafts>,
    started: Instant,
) -> Result<Answer, Exit> {
    let outcome = match drafts {
        Some(drafts) => compile_again(diagnostics, &loaded, options, drafts),
        None => compile(diagnostics, &loaded, options),
    };
    let Outcome {
        diagnostics,
        checked,
        summary,
        ..
    } = outcome;
    let Loaded {
        sources, config, ..
    } = loaded;
    print_left_out(&summary);
    match checked {
        Some(checked) if exit_for(&diagnostics) == Exit::Clean => Ok(Answer {
            sources,
            checked,
            skipped: summary.skipped,
            diagnostics,
            lints: config.lints,
        }),
        _ => Err(show_errors(
            files,
            paths,
            &sources,
            diagnostics,
            &summary,
            started,
        )),
    }
}

/// Says how many tools were left out.
pub(super) fn print_left_out(summary: &Summary) {
    if !summary.skipped.is_empty() {
        print_line(&format!(
            "{} left out: `toolc check` says why",
            count_are(summary.skipped.len(), "tool")
        ));
    }
}

/// Shows the errors among the findings. Returns how a command ends because of them.
pub(super) fn show_errors(
    files: &dyn Files,
    paths: &[PathBuf],
    sources: &Sources,
    mut diagnostics: Vec<Diagnostic>,
    summary: &Summary,
    started: Instant,
) -> Exit {
    diagnostics.retain(|found| found.severity == Severity::Error);
    let shown = Output::default().show(&Report {
        sources,
        diagnostics: &diagnostics,
        summary: Some(summary),
        remark: String::new(),
        checks: None,
        known: None,
        started,
    });
    exit_at(files, paths, Exit::Findings.or(shown))
}
