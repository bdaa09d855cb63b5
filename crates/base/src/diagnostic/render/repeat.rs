//! Repetitive findings: the first few are shown in full, the rest only counted.

use super::RenderOptions;
use crate::diagnostic::{Code, Diagnostic, Severity};
use std::collections::BTreeMap;

/// How many warnings or notes with the same code are shown per file.
const IN_FILE: usize = 3;

/// How many of them are shown in all files together.
const IN_ALL: usize = 20;

type Key = (Severity, Code);

/// Counts findings as they are rendered, file by file.
#[derive(Default)]
pub(super) struct Repeats {
    options: RenderOptions,
    /// Shown and hidden ones in the current file.
    file: BTreeMap<Key, (usize, usize)>,
    /// Shown ones in all files.
    all: BTreeMap<Key, usize>,
    /// Hidden findings, and the number of files in which all are hidden.
    beyond: BTreeMap<Key, (usize, usize)>,
}

impl Repeats {
    pub fn new(options: RenderOptions) -> Self {
        Repeats {
            options,
            ..Repeats::default()
        }
    }

    /// Whether to show a finding in full. Errors and findings without a file always are.
    pub fn shows(&mut self, diagnostic: &Diagnostic) -> bool {
        if self.options.every
            || diagnostic.severity == Severity::Error
            || diagnostic.labels.is_empty()
        {
            return true;
        }
        let key = (diagnostic.severity, diagnostic.code);
        let (shown, hidden) = self.file.entry(key).or_default();
        let all = self.all.entry(key).or_default();
        if *shown < IN_FILE && *all < IN_ALL {
            *shown += 1;
            *all += 1;
            return true;
        }
        *hidden += 1;
        false
    }

    /// Ends a file, and writes what was hidden in it. A file in which everything is hidden is only
    /// counted.
    pub fn end_file(&mut self, path: &str, out: &mut String) {
        for (key, (shown, hidden)) in std::mem::take(&mut self.file) {
            if shown == 0 {
                let (findings, files) = self.beyond.entry(key).or_default();
                *findings += hidden;
                *files += 1;
            } else if hidden > 0 {
                out.push_str(&format!("… and {hidden} more {} in {path}\n\n", key.1));
            }
        }
    }

    /// Writes what was hidden in the files that were only counted.
    pub fn write_hidden(self, out: &mut String) {
        for ((_, code), (findings, files)) in self.beyond {
            let plural = if files == 1 { "" } else { "s" };
            out.push_str(&format!(
                "… and {findings} more {code} in {files} more file{plural}\n\n"
            ));
        }
    }
}
