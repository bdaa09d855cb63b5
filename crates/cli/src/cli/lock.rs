//! `toolc lock`: writes the lock, or updates it with what was accepted.

use super::Exit;
use super::artifacts::accepted::{report_unaccepted, take_artifacts};
use super::input::{Input, weighed_as};
use super::output::{Output, Report, exit_for, join_findings, print_line, refuse_with};
use clap::Args;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::compare::{Found, read_movable};
use toolc_compile::write::replace_file;
use toolc_lock::drift;
use toolc_lock::lock::{self, Lock, Subject};
use toolc_read::load::{LOCK, Loaded, MAX_BYTES, lock_exists, read_lock};
use toolc_resolve::check::Checked;
use toolc_runtime::hidden;

/// Write `toolc.lock`, or accept changes into it
///
/// Without a lock on disk, all is written. Otherwise only what is named by `--accept` moves; what
/// still differs is shown and the command ends with 1.
#[derive(Args)]
pub(super) struct LockCommand {
    #[command(flatten)]
    input: Input,
    /// The lock; without it the one `toolc.lock` in the folder of PATH, above it, or in the
    /// current folder, where a new one is written
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Accept what changed about the definition of one tool (`NS::TOOL`), its own approval
    /// (`approval:NS::TOOL`), what one worker may do with it (`worker:NAME/NS::TOOL`), one whole
    /// worker (`worker:NAME`), one engine (`engine:NAME`) or what a model said in one artifact
    /// (`artifact:NAME`), and nothing else
    #[arg(long, value_name = "SUBJECT", conflicts_with = "accept_all")]
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
        let mut diagnostics = weighed_as(&loaded, None);
        let mut exit = Exit::Clean;
        let mut remark = "nothing written".to_owned();
        if let Some(checked) = &outcome.checked {
            match self.move_lock(&mut diagnostics, &mut loaded, checked) {
                Ok(words) => remark = words,
                Err(other) => exit = other,
            }
        }
        outcome.diagnostics = join_findings(outcome.diagnostics, diagnostics);
        let shown = self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark,
            checks: None,
            known: None,
            started,
        });
        let exit = exit.or(exit_for(&outcome.diagnostics)).or(shown);
        self.input.exit(exit)
    }

    fn move_lock(
        &self,
        diagnostics: &mut Diagnostics,
        loaded: &mut Loaded,
        checked: &Checked,
    ) -> Result<String, Exit> {
        let mut new = lock::take_lock(checked);
        let command = self.input.lock_command(self.lock.as_ref());
        let path = match self.input.find_lock(diagnostics, self.lock.as_ref()) {
            Found::Lock(path) => path,
            Found::Nothing => PathBuf::from(LOCK),
            Found::Several => return Err(Exit::CannotCompare),
        };
        let enrichments = loaded.config.enrichments.as_slice();
        let folder = path.parent().unwrap_or(Path::new(""));
        new.artifacts = take_artifacts(enrichments, folder);
        // what cannot be read is reported below, or replaced
        let before = read_lock(&path, "").unwrap_or_default();
        let may_replace = self.accept_all && !lock::is_of_later_version(&before);
        if may_replace || !lock_exists(&path) {
            self.refuse_accept(&path, &command)?;
            return Ok(save_lock(diagnostics, &path, &before, &new));
        }
        let old = read_movable(diagnostics, &mut loaded.sources, &path, &command, &new)
            .ok_or(Exit::CannotCompare)?;
        let is_migrated = diagnostics
            .iter()
            .any(|found| found.code == Code::MIGRATED_LOCK);
        let subjects = known_subjects(&old, &new, &self.accept)?;
        let moved = lock::accept_changes(&old, &new, &subjects);
        let words = if subjects.is_empty() && !is_migrated {
            format!("nothing accepted into {}", path.display())
        } else {
            say_accepted(&old, &moved);
            save_lock(diagnostics, &path, &before, &moved)
        };
        drift::compare_with_lock(diagnostics, &command, &moved, &new);
        report_unaccepted(diagnostics, (enrichments, folder), &moved, &command);
        Ok(words)
    }

    /// A first lock holds everything, which is more than a list of tools accepts.
    fn refuse_accept(&self, path: &Path, command: &str) -> Result<(), Exit> {
        if self.accept.is_empty() {
            return Ok(());
        }
        let path = path.display();
        print_line(&format!(
            "error: there is no lock `{path}` to accept anything into"
        ));
        print_line(&format!(
            "help: `{command}`, without `--accept`, writes one of all tools"
        ));
        Err(Exit::CannotCompare)
    }
}

/// Says what is accepted: each change, in the words in which `toolc check` told it.
fn say_accepted(old: &Lock, moved: &Lock) {
    let mut accepted = Diagnostics::default();
    drift::compare_locks(&mut accepted, old, moved);
    drift::compare_artifacts(&mut accepted, "", (old, moved), &|_| None);
    for found in accepted.into_sorted() {
        print_line(&format!(
            "accepted: {}",
            hidden::show_hidden(&found.message)
        ));
    }
}

fn save_lock(diagnostics: &mut Diagnostics, path: &Path, before: &str, lock: &Lock) -> String {
    let shown = path.display();
    let text = lock::keep_line_endings(lock::write_lock(lock), before);
    if text.len() as u64 > MAX_BYTES {
        let message = format!(
            "the lock would be larger than {} MiB, which toolc reads",
            MAX_BYTES >> 20
        );
        let found = Diagnostic::placeless(Code::FILE_TOO_LARGE, message);
        diagnostics.push(found.help("choose the operations that are needed with `operations`"));
        return "nothing written".to_owned();
    }
    match replace_file(path, &text) {
        Ok(true) => format!("{shown} written"),
        Ok(false) => format!("{shown} unchanged"),
        Err(error) => {
            let message = format!("cannot write `{shown}`: {error}");
            diagnostics.push(Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message));
            "nothing written".to_owned()
        }
    }
}

/// What is named, which the lock or the specs must know.
fn known_subjects<'n>(
    old: &'n Lock,
    new: &'n Lock,
    names: &[String],
) -> Result<Vec<Subject<'n>>, Exit> {
    let known = Subject::list(old, new);
    let mut subjects = Vec::with_capacity(names.len());
    for name in names {
        // The first match: a namespace may begin like the name of a worker.
        match known.iter().find(|subject| subject.to_string() == *name) {
            Some(subject) => subjects.push(*subject),
            None => {
                let message = format!("neither the lock nor the specs have `{name}`");
                return Err(refuse_with(&message, &suggest(name, &known)));
            }
        }
    }
    Ok(subjects)
}

/// The subject that was probably meant, else what there is.
fn suggest(name: &str, known: &BTreeSet<Subject<'_>>) -> String {
    const SHOWN: usize = 10;
    let bare = match name.split_once(':') {
        Some((_, rest)) if !rest.starts_with(':') => rest,
        _ => name,
    };
    let named = known.iter().find(|subject| subject.name() == bare);
    if let Some(subject) = named {
        return ask_whether(name, subject).text;
    }
    let texts: Vec<String> = known.iter().map(Subject::to_string).collect();
    if let Some(help) = did_you_mean(name, texts.iter().map(String::as_str)) {
        return help.text;
    }
    if texts.is_empty() {
        return String::new();
    }
    format!("there are {}", quote_some(texts, SHOWN))
}
