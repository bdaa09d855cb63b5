//! The whole pipeline on one page. Pure: no disk, no environment, no clock, no network.
//!
//! ```text
//! Sources →parse→ Node →read→ Draft →resolve→ Catalog →check→ Checked →emit→ Vec<Artifact>
//! ```

use crate::artifact::Artifact;
use crate::check::{Checked, check};
use crate::diagnostic::level::Levels;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::draft::{Draft, Skipped};
use crate::emit::emit;
use crate::load::Loaded;
use crate::parse::parse;
use crate::read::read;
use crate::resolve::resolve;
use crate::source::Span;
use std::collections::HashSet;

/// How to compile.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A tool that cannot be compiled is an error.
    pub strict: bool,
}

/// What a compilation was about.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Files that were read.
    pub files: usize,
    /// Tools that were compiled.
    pub tools: usize,
    /// Tools and operations that were left out.
    pub skipped: Vec<Skipped>,
}

/// What came of a compilation.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The files to write; none where there is an error.
    pub artifacts: Vec<Artifact>,
    /// All findings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What was compiled; `None` where there is an error.
    pub checked: Option<Checked>,
    /// The numbers.
    pub summary: Summary,
}

/// Compiles what was loaded; `diagnostics` has the findings of loading.
pub fn compile(mut diagnostics: Diagnostics, loaded: &Loaded, options: &Options) -> Outcome {
    let sources = &loaded.sources;
    let config = loaded.config.clone().unwrap_or_default();
    diagnostics.set_levels(Levels::new(config.lints.iter().copied()));
    let mut draft = Draft::default();
    for (id, _) in sources.iter() {
        if let Some(node) = parse(&mut diagnostics, sources, id) {
            draft.append(read(&mut diagnostics, sources, id, node));
        }
    }
    let catalog = resolve(&mut diagnostics, sources, draft, &config);
    let summary = Summary {
        files: sources.len(),
        tools: catalog.tools.len(),
        skipped: catalog.skipped.clone(),
    };
    if options.strict {
        diagnostics.raise(&summary.skipped);
    }
    let checked = check(&mut diagnostics, catalog);
    let mut artifacts = checked
        .as_ref()
        .map(|checked| emit(&mut diagnostics, sources, checked))
        .unwrap_or_default();
    if diagnostics.has_errors() {
        artifacts.clear();
    }
    Outcome {
        artifacts,
        diagnostics: diagnostics.into_sorted(),
        checked,
        summary,
    }
}

impl Draft {
    /// Adds what another file says.
    fn append(&mut self, other: Draft) {
        self.tools.extend(other.tools);
        self.workers.extend(other.workers);
        self.skipped.extend(other.skipped);
    }
}

impl Diagnostics {
    /// Makes errors of the findings by which tools, or the checks of their results, were left out.
    fn raise(&mut self, skipped: &[Skipped]) {
        let causes: HashSet<(Code, Span)> = skipped
            .iter()
            .map(|skipped| (skipped.code, skipped.cause))
            .collect();
        for found in self.iter_mut() {
            let is_cause = |span| causes.contains(&(found.code, span));
            if found.code == Code::UNCHECKED_OUTPUT || found.span().is_some_and(is_cause) {
                found.severity = Severity::Error;
            }
        }
    }
}
