//! `toolc diff`: what changed between two locks.

use super::Exit;
use super::output::{Output, Report};
use crate::compare::read_accepted;
use crate::diagnostic::Diagnostics;
use crate::drift;
use crate::source::Sources;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// Show what changed between two locks
///
/// Ends with 0 if nothing, 1 if something, 3 if one of them cannot be read.
#[derive(Args)]
pub(super) struct Diff {
    /// The lock as it was
    old: PathBuf,
    /// The lock as it is
    new: PathBuf,
    #[command(flatten)]
    output: Output,
}

impl Diff {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let mut sources = Sources::default();
        let old = read_accepted(&mut diagnostics, &mut sources, &self.old);
        let new = read_accepted(&mut diagnostics, &mut sources, &self.new);
        let mut exit = Exit::CannotCompare;
        if let (Some(old), Some(new)) = (old, new) {
            drift::compare_locks(&mut diagnostics, &old, &new);
            exit = if diagnostics.iter().next().is_some() {
                Exit::Findings
            } else {
                Exit::Clean
            };
        }
        let diagnostics = diagnostics.into_sorted();
        self.output.show(&Report {
            sources: &sources,
            diagnostics: &diagnostics,
            summary: None,
            remark: String::new(),
            started,
        });
        exit
    }
}
