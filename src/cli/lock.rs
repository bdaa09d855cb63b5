//! `toolc lock`: writes the lock, or moves it to what was accepted.

use super::Exit;
use super::input::{Input, read_lock};
use super::output::{Output, Report, exit_for, join, refuse, say};
use super::paths::{LOCK, find_lock};
use crate::check::Checked;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::drift;
use crate::lock::{self, Lock};
use crate::source::Sources;
use crate::write::replace;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Write `toolc.lock`, or accept changes into it
///
/// Without a lock on disk, all is written. Otherwise only what is named by `--accept` moves; what
/// still differs is shown and the command ends with 1.
#[derive(Args)]
pub(super) struct LockCommand {
    #[command(flatten)]
    input: Input,
    /// The lock; without it the first `toolc.lock` in the folder of PATH, above it, or in the
    /// current folder, where a new one is written
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Accept what changed about one tool, its grants included
    #[arg(long, value_name = "NS::TOOL", conflicts_with = "accept_all")]
    accept: Vec<String>,
    /// Accept everything
    #[arg(long)]
    accept_all: bool,
    #[command(flatten)]
    output: Output,
}

impl LockCommand {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let (mut loaded, mut outcome) = self.input.compile();
        let mut diagnostics = Diagnostics::default();
        let mut exit = Exit::Clean;
        let mut remark = "nothing written".to_owned();
        if let Some(checked) = &outcome.checked {
            match self.move_lock(&mut diagnostics, &mut loaded.sources, checked) {
                Ok(words) => remark = words,
                Err(other) => exit = other,
            }
        }
        outcome.diagnostics = join(outcome.diagnostics, diagnostics);
        self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark,
            started,
        });
        self.input.exit(match exit {
            Exit::Clean => exit_for(&outcome.diagnostics),
            exit => exit,
        })
    }

    fn move_lock(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        checked: &Checked,
    ) -> Result<String, Exit> {
        let new = lock::take(checked);
        let named = self.lock.clone().or_else(|| find_lock(&self.input.paths));
        let path = named.unwrap_or_else(|| PathBuf::from(LOCK));
        if self.accept_all || !path.exists() {
            self.refuse_accept(&path)?;
            return Ok(put(diagnostics, &path, &new));
        }
        let old = read_lock(diagnostics, sources, &path).ok_or(Exit::CannotCompare)?;
        for name in &self.accept {
            know(&old, &new, name)?;
        }
        let names: Vec<&str> = self.accept.iter().map(String::as_str).collect();
        let moved = lock::accept(&old, &new, &names);
        let words = if self.accept.is_empty() {
            format!("nothing accepted into {}", path.display())
        } else {
            put(diagnostics, &path, &moved)
        };
        drift::compare(diagnostics, &moved, &new);
        Ok(words)
    }

    /// A first lock holds everything, which is more than a list of tools accepts.
    fn refuse_accept(&self, path: &Path) -> Result<(), Exit> {
        if self.accept.is_empty() {
            return Ok(());
        }
        let path = path.display();
        say(&format!(
            "error: there is no lock `{path}` to accept a tool into"
        ));
        say("help: run `toolc lock` without `--accept` to write one of all tools");
        Err(Exit::CannotCompare)
    }
}

fn put(diagnostics: &mut Diagnostics, path: &Path, lock: &Lock) -> String {
    let shown = path.display();
    match replace(path, &lock::write(lock)) {
        Ok(true) => format!("{shown} written"),
        Ok(false) => format!("{shown} unchanged"),
        Err(error) => {
            let message = format!("cannot write `{shown}`: {error}");
            diagnostics.push(Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message));
            "nothing written".to_owned()
        }
    }
}

/// Refuses to accept a tool that neither the lock nor the specs know.
fn know(old: &Lock, new: &Lock, name: &str) -> Result<(), Exit> {
    let mut names = old
        .tools
        .iter()
        .chain(&new.tools)
        .map(|tool| tool.name.as_str());
    if names.clone().any(|known| known == name) {
        return Ok(());
    }
    let help =
        nearest(name, &mut names).map_or(String::new(), |near| format!("did you mean `{near}`?"));
    Err(refuse(
        &format!("no tool `{name}` in the lock or in the specs"),
        &help,
    ))
}
