//! The whole pipeline on one page. Pure: no disk, no environment, no clock, no network.
//!
//! ```text
//! Sources →parse→ Node →read→ Draft →resolve→ Catalog →check→ Checked →emit→ Vec<Artifact>
//! ```

use crate::drafts::{Drafts, read_drafts};
#[cfg(feature = "cli")]
use std::collections::HashMap;
use std::collections::HashSet;
use toolc_base::date::Date;
use toolc_base::diagnostic::level::Levels;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Lints, Stage};
#[cfg(feature = "cli")]
use toolc_base::node::Node;
use toolc_base::source::{Role, Source, SourceId, Sources, Span};
use toolc_base::toolsets::{RESULTS, TOOLSETS, Toolset, WORKERS};
use toolc_emit::artifact::Artifact;
use toolc_emit::emit::{Attributes, emit_artifacts, report_artifacts};
use toolc_model::config::Config;
#[cfg(feature = "cli")]
use toolc_model::draft::DraftSchema;
use toolc_model::draft::{Draft, DraftWorker, Skipped};
use toolc_model::model::{Catalog, Target};
use toolc_openapi::openapi::override_tools;
use toolc_read::load::{Loaded, parse_tree};
use toolc_read::read::{
    Dialects, close_objects, list_called, read_modules, read_referred, read_source, report_unlisted,
};
use toolc_resolve::check::{Checked, check_catalog};
use toolc_resolve::resolve::{Ungranted, has_namespace, list_owners, resolve_again};

/// How to compile.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether a tool that cannot be compiled is an error even in a snapshot or an API.
    pub strict: bool,
    /// Targets that every definition must be legal for, in addition to `targets:`.
    pub targets: Vec<&'static Target>,
    /// The day on which exceptions of `lints` expire. Without a date none expires, so that the same
    /// specs compile alike every day.
    pub today: Option<Date>,
    /// Attributes for generated types.
    pub attributes: Attributes,
    /// Whether nobody asks for the artifacts. What would be found in writing them is found all the same.
    pub without_artifacts: bool,
}

/// What a compilation covered.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The number of files read.
    pub files: usize,
    /// The number of tools compiled.
    pub tools: usize,
    /// The number of final answers compiled.
    pub answers: usize,
    /// The tools and operations that were left out.
    pub skipped: Vec<Skipped>,
    /// Whether the default worker has every tool: there is no worker file, and no `workers: []`
    /// either.
    pub is_open: bool,
    /// A sentence for each engine that makes up the results of granted tools.
    pub simulated: Vec<String>,
}

/// The summary's sentence if no file is a worker.
pub const OPEN: &str = "no worker file: the worker `all` has every tool and asks before each call";

/// The result of a compilation.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The files to write; empty if there is an error.
    pub artifacts: Vec<Artifact>,
    /// All findings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What was compiled; `None` if there is an error.
    pub checked: Option<Checked>,
    /// What could be compiled, to be looked at, if there is an error.
    pub partial: Option<Box<Catalog>>,
    /// The figures for the summary.
    pub summary: Summary,
}

/// Compiles what was loaded; `diagnostics` holds the findings of loading.
pub fn compile(diagnostics: Diagnostics, loaded: &Loaded, options: &Options) -> Outcome {
    compile_drafts(diagnostics, loaded, options, None)
}

/// Compiles likewise, with the drafts of an earlier time where files are as they were.
pub fn compile_again(
    diagnostics: Diagnostics,
    loaded: &Loaded,
    options: &Options,
    earlier: &mut Drafts,
) -> Outcome {
    compile_drafts(diagnostics, loaded, options, Some(earlier))
}

fn compile_drafts(
    mut diagnostics: Diagnostics,
    loaded: &Loaded,
    options: &Options,
    mut kept: Option<&mut Drafts>,
) -> Outcome {
    let (sources, config) = (&loaded.sources, &loaded.config);
    let draft = read_with(&mut diagnostics, loaded, options.today, kept.as_deref_mut());
    let examined = kept.map(|kept| &mut kept.examined);
    let mut catalog = resolve_again(&mut diagnostics, sources, draft, config, examined);
    diagnostics.set_owners(list_owners(&catalog));
    for target in &options.targets {
        if !catalog.targets.contains(target) {
            catalog.targets.push(target);
        }
    }
    let summary = Summary {
        files: sources.len(),
        tools: catalog.tools.len(),
        answers: catalog.answers.len(),
        skipped: catalog.skipped.clone(),
        is_open: catalog.is_open() && !config.lists_workers,
        simulated: catalog.describe_all_simulations(),
    };
    let lost = summary.skipped.iter().chain(&catalog.unchecked);
    raise(&mut diagnostics, lost, options);
    let ungranted = Ungranted::of(&catalog);
    let (checked, partial) = match check_catalog(&mut diagnostics, catalog) {
        Ok(checked) => (Some(checked), None),
        Err(catalog) => (None, Some(catalog)),
    };
    diagnostics.lower_to_notes(|found| ungranted.is_slip(found));
    let mut artifacts = checked
        .as_ref()
        .map(|checked| {
            let (attributes, stored) = (&options.attributes, &loaded.artifacts);
            match options.without_artifacts {
                true => {
                    report_artifacts(&mut diagnostics, checked, attributes, stored);
                    Vec::new()
                }
                false => emit_artifacts(&mut diagnostics, sources, checked, attributes, stored),
            }
        })
        .unwrap_or_default();
    if diagnostics.has_errors() {
        artifacts.clear();
    }
    diagnostics.report_stale(is_looked_for);
    diagnostics.quote_sources(sources);
    Outcome {
        artifacts,
        diagnostics: diagnostics.into_sorted(),
        checked,
        partial,
        summary,
    }
}

/// A catalog in which tools have output schemas that somebody else proposes for them, by the places of the tools. It is for
/// looking at tools; nothing that is built or checked comes from it.
#[cfg(feature = "cli")]
pub fn resolve_proposed(loaded: &Loaded, proposed: &HashMap<Span, Node>) -> Catalog {
    let mut diagnostics = Diagnostics::silent();
    let mut draft = read_all(&mut diagnostics, loaded, None);
    for tool in &mut draft.tools {
        if let Some(schema) = proposed.get(&tool.span) {
            tool.output = Some(DraftSchema::standalone(schema.clone()));
        }
    }
    resolve_again(
        &mut diagnostics,
        &loaded.sources,
        draft,
        &loaded.config,
        None,
    )
}

/// Whether compiling can report a code; comparing, writing and fetching have separate codes.
fn is_looked_for(code: Code) -> bool {
    !matches!(
        code.stage(),
        Stage::Write | Stage::Drift | Stage::Snapshot | Stage::Plugin | Stage::Format | Stage::Host
    )
}

/// Applies the levels of `lints` from here on, and reads every source, then the documents that
/// their references lead into.
#[doc(hidden)]
pub fn read_all(diagnostics: &mut Diagnostics, loaded: &Loaded, today: Option<Date>) -> Draft {
    read_with(diagnostics, loaded, today, None)
}

fn read_with(
    diagnostics: &mut Diagnostics,
    loaded: &Loaded,
    today: Option<Date>,
    kept: Option<&mut Drafts>,
) -> Draft {
    let (sources, config) = (&loaded.sources, &loaded.config);
    diagnostics.set_levels(Levels::new(&config.lints, today));
    let (mut draft, dialects) = read_drafts(diagnostics, loaded, kept);
    override_tools(diagnostics, config, &mut draft);
    close_objects(config, &mut draft);
    // an entry with an error may be the one that lists the file
    let is_config = |source: &Source| matches!(source.role, Role::Config);
    let mut configs = sources.iter().filter(|(_, source)| is_config(source));
    if !configs.any(|(id, _)| diagnostics.has_errors_in(id)) {
        report_unlisted(diagnostics, sources, &draft);
    }
    let modules = read_modules(diagnostics, sources, &draft);
    draft.append(modules);
    read_shipped(diagnostics, loaded, &dialects, &mut draft);
    if !has_namespace(sources, config, &draft, WORKERS) {
        let called = list_called(&draft);
        draft.tools.extend(called);
    }
    let quietly =
        |sources: &Sources, id| parse_tree(&mut Diagnostics::silent(), sources, config, id);
    let further = read_referred(sources, &dialects, &draft, &quietly);
    draft.append(further);
    draft.lost.extend(loaded.lost.iter().cloned());
    draft
}

/// Reads the specs of the built-in toolsets that workers name.
fn read_shipped(
    diagnostics: &mut Diagnostics,
    loaded: &Loaded,
    dialects: &Dialects,
    draft: &mut Draft,
) {
    let (sources, config) = (&loaded.sources, &loaded.config);
    for toolset in TOOLSETS {
        if !is_asked_for(sources, config, draft, toolset) {
            continue;
        }
        let Some(id) = SourceId::shipped(toolset) else {
            continue;
        };
        if let Some(node) = parse_tree(diagnostics, sources, config, id) {
            let read = read_source(diagnostics, sources, config, dialects, id, node);
            draft.append(read);
        }
    }
}

/// Whether a worker names a built-in toolset or has results that are read with it, and no file defines one of the same name.
fn is_asked_for(sources: &Sources, config: &Config, draft: &Draft, toolset: &Toolset) -> bool {
    let mut named = draft.workers.iter().flat_map(|worker| &worker.toolsets);
    let pages = |worker: &DraftWorker| {
        let mut entries = worker.results.iter().flatten();
        entries.any(|entry| entry.settings.says_page())
    };
    let is_named = named.any(|named| named.name.value == toolset.name);
    (is_named || toolset.name == RESULTS && draft.workers.iter().any(pages))
        && !has_namespace(sources, config, draft, toolset.name)
}

/// Turns findings into errors if they caused a tool, or the check of its results, to be left out of
/// the user's own files, unless `lints` says otherwise. In strict mode, all of them.
fn raise<'s>(
    diagnostics: &mut Diagnostics,
    lost: impl Iterator<Item = &'s Skipped>,
    options: &Options,
) {
    let raised = lost.filter(|skipped| options.strict || !skipped.foreign);
    let causes: HashSet<(Code, Span)> = raised
        .map(|skipped| (skipped.code, skipped.cause))
        .collect();
    let lints = match options.strict {
        true => Lints::Overruled,
        false => Lints::Respected,
    };
    diagnostics.raise(lints, |found: &Diagnostic| {
        let is_cause = |span| causes.contains(&(found.code, span));
        found.span().is_some_and(is_cause)
    });
}
