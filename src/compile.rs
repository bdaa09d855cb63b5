//! The whole pipeline on one page. Pure: no disk, no environment, no clock, no network.
//!
//! ```text
//! Sources →parse→ Node →read→ Draft →resolve→ Catalog →check→ Checked →emit→ Vec<Artifact>
//! ```

use crate::artifact::Artifact;
use crate::check::{Checked, check};
use crate::diagnostic::level::Levels;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::draft::{Config, Draft, Skipped};
use crate::emit::emit;
use crate::load::Loaded;
use crate::model::Target;
use crate::node::Node;
use crate::parse::parse;
use crate::read::{Dialects, apply_overlay, join, read, referred};
use crate::resolve::resolve;
use crate::source::{Role, Source, SourceId, Sources, Span};
use std::collections::HashSet;

/// How to compile.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A tool that cannot be compiled is an error.
    pub strict: bool,
    /// Who else every definition must be legal for, beside `targets:`.
    pub target: Option<Target>,
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
    let draft = read_all(&mut diagnostics, sources, &config);
    let mut catalog = resolve(&mut diagnostics, sources, draft, &config);
    let targets = &mut catalog.targets;
    targets.extend(options.target.filter(|target| !targets.contains(target)));
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

/// Reads every source; then, where references lead out of their documents, what they lead into.
#[doc(hidden)]
pub fn read_all(diagnostics: &mut Diagnostics, sources: &Sources, config: &Config) -> Draft {
    let own = |source: &Source| !matches!(source.role, Role::Overlay(_));
    let parsed = sources.iter().filter(|(_, source)| own(source));
    let parsed = parsed.filter_map(|(id, _)| Some((id, tree(diagnostics, sources, id)?)));
    let mut parsed: Vec<(SourceId, Node)> = parsed.collect();
    join(sources, &mut parsed);
    let dialects = Dialects::of(sources, &parsed);
    let mut draft = Draft::default();
    for (id, node) in parsed {
        draft.append(read(diagnostics, sources, config, &dialects, id, node));
    }
    let quietly = |sources: &Sources, id| tree(&mut Diagnostics::default(), sources, id);
    let further = referred(sources, &dialects, &draft, quietly);
    draft.append(further);
    draft
}

/// Parses a source, and changes it as its overlays say.
fn tree(diagnostics: &mut Diagnostics, sources: &Sources, id: SourceId) -> Option<Node> {
    let mut node = parse(diagnostics, sources, id)?;
    if let Role::Listed(listing) = &sources.get(id).role {
        for overlay in &listing.overlays {
            if let Some(overlay) = parse(diagnostics, sources, *overlay) {
                apply_overlay(diagnostics, &mut node, &overlay);
            }
        }
    }
    Some(node)
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
