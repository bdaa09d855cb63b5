//! `toolc diff`: what changed between two locks, or between anything that a lock can be made from.

use super::Exit;
use super::fail_on::FailOn;
use super::input::compile_input_from;
use super::output::{Format, Output, Report, print_data, print_line, refuse_with};
use super::report::changes::collect_changes;
use super::revision::{PREFIX, Revision, open_revision};
use crate::report::write_changes_page;
use clap::{ArgAction, Args, ValueEnum};
use std::path::PathBuf;
use std::slice::from_ref;
use std::time::Instant;
use toolc_base::diagnostic::level::{Levels, Lint};
use toolc_base::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc_base::source::{Role, Source, Sources};
use toolc_compile::compare::{lock_command, read_accepted_from};
use toolc_compile::compile::Options;
use toolc_lock::drift;
use toolc_lock::lock::{self, Lock};
use toolc_read::load::{Disk, Files, lock_exists};
use toolc_resolve::check::Checked;
use toolc_resolve::resolve::file_stem;

/// Show what changed between two locks, folders, files or revisions
///
/// OLD and NEW are each a lock, a file or folder with specs, or `git:REV:PATH`: a path as it was at a
/// revision, counted from the root of the repository (from the current folder after `./`). Ends with 0 if
/// nothing changed, 1 if something did (of what `--fail-on` names, if it is given), 2 if there is no such path or
/// revision, 3 if one of the two cannot be read.
#[derive(Args)]
pub(super) struct Diff {
    /// The old state
    old: String,
    /// The new state
    new: String,
    #[command(flatten)]
    fail_on: FailOn,
    /// The form of the findings
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    format: DiffFormat,
    /// Show notes too; twice: show every repeated finding in full
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// The forms of changes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// Text with quotations, to stderr
    Human,
    /// One JSON document, to stdout
    Json,
    /// SARIF 2.1.0, to stdout
    Sarif,
    /// Workflow commands that a forge shows beside the changed lines, to stdout
    Github,
    /// One self-contained page, to stdout
    Html,
}

impl DiffFormat {
    /// The form for findings. A page has no form for them, so what prevents it is printed as text.
    fn findings(self) -> Format {
        match self {
            DiffFormat::Human | DiffFormat::Html => Format::Human,
            DiffFormat::Json => Format::Json,
            DiffFormat::Sarif => Format::Sarif,
            DiffFormat::Github => Format::Github,
        }
    }
}

impl Diff {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let mut sources = Sources::default();
        let compared = self.compare(&mut diagnostics, &mut sources);
        let diagnostics = diagnostics.into_sorted();
        let exit = match &compared {
            Ok(_) if self.fails(&diagnostics) => Exit::Findings,
            Ok(_) => Exit::Clean,
            // the errors that keep a side from being compiled have already been shown
            Err(exit) if diagnostics.is_empty() => return *exit,
            Err(exit) => *exit,
        };
        if let (DiffFormat::Html, Ok(locks)) = (self.format, &compared) {
            let names = [self.old.as_str(), self.new.as_str()];
            let changes = collect_changes(&sources, &diagnostics, names, locks);
            return exit.or(print_data(&write_changes_page(&changes)));
        }
        let output = Output {
            format: self.format.findings(),
            verbose: self.verbose,
        };
        let shown = output.show(&Report {
            sources: &sources,
            diagnostics: &diagnostics,
            summary: None,
            remark: String::new(),
            checks: None,
            known: None,
            started,
        });
        exit.or(shown)
    }

    /// Any change fails, unless some are named; a change of spelling never does.
    fn fails(&self, diagnostics: &[Diagnostic]) -> bool {
        if self.fail_on.is_empty() {
            diagnostics
                .iter()
                .any(|found| found.severity != Severity::Note)
        } else {
            self.fail_on.fails(diagnostics)
        }
    }

    fn compare(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
    ) -> Result<[Lock; 2], Exit> {
        let old = open_side(&self.old)?;
        let new = open_side(&self.new)?;
        // both are read before either is reported on, so that a person sees everything that is
        // wrong
        let named = old.file_name().zip(new.file_name().and_then(file_stem));
        let new = new.read(diagnostics, sources, None, true);
        let old = old.read(diagnostics, sources, named, false);
        let ((old, before), (new, now)) = (old?, new?);
        let lints = now.or(before).unwrap_or_default();
        diagnostics.set_levels(Levels::new(&lints, None));
        drift::compare_locks(diagnostics, &old, &new);
        Ok([old, new])
    }
}

/// One of the two, as the user named it, and where it is.
struct Side<'s> {
    name: &'s str,
    path: PathBuf,
    /// The revision that it is read from; `None` for what is on disk.
    revision: Option<Revision>,
}

/// A lock, and what specs say of findings: no lock does.
type SideRead = (Lock, Option<Vec<Lint>>);

fn open_side(name: &str) -> Result<Side<'_>, Exit> {
    let Some(place) = name.strip_prefix(PREFIX) else {
        return Ok(Side {
            name,
            path: PathBuf::from(name),
            revision: None,
        });
    };
    let (revision, path) =
        open_revision(place).map_err(|fault| refuse_with(&fault.message, &fault.help))?;
    Ok(Side {
        name,
        path,
        revision: Some(revision),
    })
}

impl Side<'_> {
    fn files(&self) -> &dyn Files {
        match &self.revision {
            Some(revision) => revision,
            None => &Disk,
        }
    }

    /// A path that leads nowhere is a wrong call; specs with errors cannot be compared.
    fn cannot_compile(&self, exit: Exit) -> Exit {
        if let Some(revision) = &self.revision {
            print_line(&format!("help: {}", revision.explain_limits()));
        }
        match exit {
            Exit::Findings => Exit::CannotCompare,
            exit => exit,
        }
    }

    /// The name of the one file that this side is; `None` for a lock or a folder.
    fn file_name(&self) -> Option<&str> {
        let is_spec = self.files().is_file(&self.path) && !self.is_lock();
        self.path.file_name()?.to_str().filter(|_| is_spec)
    }

    /// The lock that this side is, or that its specs would have, and what they say of findings. Two files are
    /// compared as if they had the same name, because their tools are named after it: `named` is the file and the
    /// namespace. If `is_base`, findings point at the specs, whose texts become the first of `sources`.
    fn read(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        named: Option<(&str, &str)>,
        is_base: bool,
    ) -> Result<SideRead, Exit> {
        if self.is_lock() {
            return Ok((self.read_lock(diagnostics, sources)?, None));
        }
        let fault = || self.revision.as_ref().and_then(Revision::find_fault);
        let (paths, options) = (from_ref(&self.path), &Options::default());
        let answer = compile_input_from(self.files(), paths, options, named, fault);
        let left_out = self.revision.iter().flat_map(Revision::list_left_out);
        left_out.for_each(|line| print_line(&line));
        let answer = answer.map_err(|exit| self.cannot_compile(exit))?;
        if is_base {
            *sources = answer.sources;
            return Ok((lock::take_lock(&answer.checked), Some(answer.lints)));
        }
        let lock = lock_side(diagnostics, sources, self.name, &answer.checked);
        Ok((lock.ok_or(Exit::CannotCompare)?, Some(answer.lints)))
    }

    fn read_lock(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
    ) -> Result<Lock, Exit> {
        let command = lock_command(&[PathBuf::from("PATH")], Some(&self.path));
        let (is_there, help) = match self.revision {
            Some(_) => (true, "name a lock, or specs".to_owned()),
            None => (
                lock_exists(&self.path),
                format!("name a lock, or specs; `{command}` writes one"),
            ),
        };
        if !is_there {
            let message = format!("there is no file `{}`", self.name);
            return Err(refuse_with(&message, &help));
        }
        let lock = read_accepted_from(self.files(), diagnostics, sources, &self.path, &command);
        lock.ok_or(Exit::CannotCompare)
    }

    /// Whether it is a lock: by its name, which a missing file has too, or by how it begins.
    fn is_lock(&self) -> bool {
        if self
            .path
            .extension()
            .is_some_and(|extension| extension == "lock")
        {
            return true;
        }
        let maximum = u64::try_from(lock::HEADER.len()).unwrap_or(u64::MAX);
        let start = self.files().read(&self.path, maximum);
        start.is_ok_and(|start| start == lock::HEADER.as_bytes())
    }
}

/// The lock that a compilation would have. Its specs are not those of the other side, so findings point at the lock.
pub(super) fn lock_side(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    name: &str,
    checked: &Checked,
) -> Option<Lock> {
    let id = sources.add(Source {
        path: format!("{name} as a lock"),
        text: lock::write_lock(&lock::take_lock(checked)).into(),
        role: Role::Found,
    });
    lock::read_lock_file(diagnostics, sources, id)
}
