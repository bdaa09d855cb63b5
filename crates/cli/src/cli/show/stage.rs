//! `toolc show --stage`: what the compiler knows of a tool after one of its stages, whether or not there are errors.

use super::page::Page;
use super::{catalog, draft, shape};
use crate::cli::Exit;
use crate::cli::input::load_paths;
use crate::cli::output::{Output, Report, exit_for, print_data, print_findings, refuse_with};
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{Diagnostic, Severity};
use toolc_base::source::Sources;
use toolc_compile::compile::read_all;
use toolc_model::config::Config;
use toolc_model::draft::Draft;
use toolc_model::model::{Catalog, Skipped};
use toolc_resolve::resolve::{find_namespace, resolve_catalog};

/// The stages after which one can look at a tool.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Stage {
    /// As it was read: dialects are JSON Schema 2020-12, names and references are not resolved yet
    Draft,
    /// As it is in the catalog: named, granted to workers, with fingerprints
    Catalog,
    /// Its schemas as shapes: one JSON type and one set of rules each, references followed
    Shape,
}

/// Compiles as far as the stage, and prints the tools of a name.
pub(super) fn show_stage(stage: Stage, paths: &[PathBuf], name: &str) -> Exit {
    let started = Instant::now();
    let (mut diagnostics, loaded) = load_paths(paths);
    let (sources, config) = (&loaded.sources, &loaded.config);
    let read = read_all(&mut diagnostics, &loaded, None);
    let places = Places::new(sources);
    let mut page = Page::new(&places);
    let mut known = Vec::new();
    if stage == Stage::Draft {
        known = print_drafts(&mut page, sources, config, &read, name);
    }
    let catalog = resolve_catalog(&mut diagnostics, sources, read, config);
    if stage != Stage::Draft {
        known = print_resolved(&mut page, &catalog, stage, name);
    }
    let text = diagnostics.mask(page.finish());
    let skipped = catalog
        .skipped
        .iter()
        .find(|skipped| names_skipped(skipped, name));
    let mut found = diagnostics.into_sorted();
    found.retain(|found| {
        found.severity == Severity::Error || skipped.is_some_and(|skipped| is_cause(skipped, found))
    });
    if text.is_empty() {
        print_findings(sources, &found);
        return match skipped {
            Some(skipped) => refuse_skipped(name, skipped),
            None => refuse_unknown(name, &known),
        };
    }
    let exit = exit_for(&found).or(print_data(&text));
    if !found.is_empty() {
        return exit.or(Output::default().show(&Report {
            sources,
            diagnostics: &found,
            summary: None,
            remark: String::new(),
            checks: None,
            known: None,
            started,
        }));
    }
    exit
}

/// Prints the drafts of a name, and gives the names of all.
fn print_drafts(
    page: &mut Page<'_>,
    sources: &Sources,
    config: &Config,
    read: &Draft,
    name: &str,
) -> Vec<String> {
    let mut known = Vec::new();
    for tool in &read.tools {
        let (namespace, from, _) = find_namespace(sources, config, tool);
        let qualified = format!("{namespace}::{}", tool.name.value);
        if qualified == name {
            draft::print_draft(page, &namespace, from, tool);
        }
        known.push(qualified);
    }
    known
}

/// Prints the tools of a name, and gives the names of all.
fn print_resolved(page: &mut Page<'_>, catalog: &Catalog, stage: Stage, name: &str) -> Vec<String> {
    let mut known = Vec::new();
    for (id, tool) in catalog.numbered() {
        if tool.qualified() == name || tool.wire_name == name {
            match stage {
                Stage::Shape => shape::print_shapes(page, catalog, tool),
                Stage::Draft | Stage::Catalog => catalog::print_tool(page, catalog, id),
            }
        }
        known.push(tool.qualified());
    }
    known
}

pub(super) fn refuse_skipped(name: &str, skipped: &Skipped) -> Exit {
    let help = format!("`toolc explain {}` says more", skipped.code);
    let message = format!("the tool `{}` was left out", escape_text(name));
    refuse_with(&message, &help)
}

pub(super) fn names_skipped(skipped: &Skipped, name: &str) -> bool {
    let namespace = skipped.namespace.as_deref().unwrap_or_default();
    name == format!("{namespace}::{}", skipped.name)
}

fn is_cause(skipped: &Skipped, found: &Diagnostic) -> bool {
    found.code == skipped.code && found.span() == Some(skipped.cause)
}

fn refuse_unknown(name: &str, known: &[String]) -> Exit {
    let bare = format!("::{name}");
    let help = match known.iter().find(|known| known.ends_with(&bare)) {
        Some(same) => Some(ask_whether(name, same)),
        None => did_you_mean(name, known.iter().map(String::as_str)),
    };
    let help = help.map_or_else(
        || "`toolc list` lists all tools".to_owned(),
        |help| help.text,
    );
    refuse_with(
        &format!("no tool `{}`", escape_text(name)),
        &escape_text(&help),
    )
}
