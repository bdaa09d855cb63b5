//! Reads the inputs of a command again whenever one of them differs.

use super::inputs::Inputs;
use super::notices::{Next, Notices};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::diagnostic::Diagnostics;
use toolc_read::load::{Loaded, Trees};

/// How a command reads its inputs.
pub(in crate::cli) trait Reader {
    /// The paths that the command names.
    fn paths(&self) -> &[PathBuf];

    /// Files that the command uses besides those that it reads.
    fn more_files(&self) -> Vec<PathBuf>;

    /// Reads everything, and takes the trees of files that are as they were.
    fn read(&self, earlier: &Trees) -> (Diagnostics, Loaded);
}

/// Inputs that are read for the first time, or differ from those before.
pub(in crate::cli) struct Look {
    pub read: (Diagnostics, Loaded),
    /// What differs, in words; `None` the first time.
    pub change: Option<String>,
    /// How many folders are followed.
    pub folders: usize,
    pub started: Instant,
}

/// The inputs of a command as they were read last, and the notices of changes.
pub(in crate::cli) struct Following<R> {
    reader: R,
    notices: Notices,
    known: Option<Inputs>,
    trees: Trees,
    /// Whether a folder was followed only after it was read.
    is_to_look_again: bool,
}

impl<R: Reader> Following<R> {
    pub(in crate::cli) fn new(reader: R, notices: Notices) -> Self {
        Following {
            reader,
            notices,
            known: None,
            trees: Trees::default(),
            is_to_look_again: false,
        }
    }

    pub(in crate::cli) fn reader(&self) -> &R {
        &self.reader
    }

    /// Drops what is kept of files that are as they were.
    pub(in crate::cli) fn forget_trees(&mut self) {
        self.trees = Trees::default();
    }

    /// Reads the inputs, the first time at once and then when one of them differs. `None` if the command is to end.
    pub(in crate::cli) fn next_look(&mut self) -> Option<Look> {
        loop {
            if self.known.is_some() {
                // a file that somebody is writing meanwhile is whole before it is read
                let next = match self.is_to_look_again {
                    true => self.notices.wait_for_quiet(),
                    false => self.notices.wait(),
                };
                match next {
                    Next::Look => {}
                    Next::End => return None,
                }
            }
            let started = Instant::now();
            let paths = self.reader.paths();
            let present = paths.iter().filter(|path| path.exists()).cloned();
            let present: BTreeSet<PathBuf> = present.collect();
            let read = self.reader.read(&self.trees);
            self.trees = read.1.trees.clone();
            let inputs = Inputs::take(paths, self.reader.more_files(), &read.1, present);
            let followed = inputs.folders(paths);
            let folders = followed.len();
            // what happened before a folder was followed is not told
            self.is_to_look_again = self.notices.follow(followed);
            let change = match &self.known {
                Some(known) => match inputs.describe_change(known) {
                    Some(change) => Some(change),
                    None => continue,
                },
                None => None,
            };
            self.known = Some(inputs);
            return Some(Look {
                read,
                change,
                folders,
                started,
            });
        }
    }
}
