//! What `list` and `show` look at: all that could be compiled, even if there are errors.

use super::Exit;
use super::artifacts::proposed::{Proposed, list_proposed};
use super::input::{compile_paths, print_left_out, show_errors};
use super::output::{exit_for, print_data, print_line};
use super::paths::any_missing;
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::source::Sources;
use toolc_compile::compile::Options;
use toolc_model::model::{Catalog, Skipped};
use toolc_read::load::Disk;
use toolc_resolve::check::Checked;

/// What could be compiled, and how the command ends.
pub(super) struct View {
    pub sources: Sources,
    compiled: Result<Checked, Box<Catalog>>,
    /// The tools that were left out.
    pub skipped: Vec<Skipped>,
    /// An error counts, whatever can be shown.
    pub exit: Exit,
    /// What models propose for the tools.
    pub proposed: Vec<Proposed>,
}

impl View {
    pub fn catalog(&self) -> &Catalog {
        match &self.compiled {
            Ok(checked) => checked.catalog(),
            Err(catalog) => catalog,
        }
    }

    /// The checked catalog, from which code could be generated; `None` if there is an error.
    pub fn checked(&self) -> Option<&Checked> {
        self.compiled.as_ref().ok()
    }

    /// Prints data about it, and returns how the command ends.
    pub fn print_text(&self, text: &str) -> Exit {
        if self.exit != Exit::Clean {
            print_line("because of the errors, this shows only what could be compiled");
        }
        self.exit.or(print_data(text))
    }
}

/// Compiles, and prints the errors, if there are any.
pub(super) fn view_paths(paths: &[PathBuf]) -> Result<View, Exit> {
    let started = Instant::now();
    let (loaded, outcome) = compile_paths(paths, &Options::default());
    print_left_out(&outcome.summary);
    let mut exit = exit_for(&outcome.diagnostics);
    if exit != Exit::Clean {
        let (sources, summary) = (&loaded.sources, &outcome.summary);
        exit = show_errors(&Disk, paths, sources, outcome.diagnostics, summary, started);
        if any_missing(&Disk, paths) {
            return Err(exit);
        }
    }
    let compiled = match (outcome.checked, outcome.partial) {
        (Some(checked), _) => Ok(checked),
        (None, Some(mut catalog)) => {
            // the file with the error may have been a worker, so nobody is said to have every tool
            catalog.workers.retain(|worker| worker.span.is_some());
            Err(catalog)
        }
        (None, None) => return Err(exit),
    };
    let catalog = match &compiled {
        Ok(checked) => checked.catalog(),
        Err(catalog) => catalog,
    };
    let proposed = list_proposed(paths, &loaded, catalog);
    Ok(View {
        proposed,
        sources: loaded.sources,
        compiled,
        skipped: outcome.summary.skipped,
        exit,
    })
}
