//! `toolc show --stage`: what the compiler knows of a tool after one of its stages, whether or not there are errors.

use super::page::Page;
use crate::cli::Exit;
use crate::cli::input::load_paths;
use crate::cli::output::{Output, Report, exit_for, print_data, print_findings, refuse_with};
use clap::ValueEnum;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{Diagnostic, Severity};
use toolc_base::source::Sources;
use toolc_compile::compile::read_all;
use toolc_model::config::Config;
use toolc_model::draft::Draft;
use toolc_model::model::{Catalog, Skipped, Tool, ToolId};
use toolc_resolve::resolve::{find_namespace, resolve_catalog};
use toolc_schema::schema::shape::ShapeId;

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
    let mut page = Page::new(sources);
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
            page.print_head(&format!("draft of {qualified}"), tool.span);
            page.print("namespace", &format_args!("{namespace} (from the {from})"));
            page.print("tool", tool);
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
                Stage::Shape => print_shapes(page, catalog, tool),
                Stage::Draft | Stage::Catalog => print_entry(page, catalog, id),
            }
        }
        known.push(tool.qualified());
    }
    known
}

/// Prints a tool of the catalog, what workers say about it, and the definitions that its schemas use.
fn print_entry(page: &mut Page<'_>, catalog: &Catalog, id: ToolId) {
    let tool = catalog.tool(id);
    page.print_head(
        &format!("catalog entry {} of {}", id.0, tool.qualified()),
        tool.span,
    );
    page.print("tool", tool);
    for worker in &catalog.workers {
        let name = format!("worker {}", worker.name);
        let grants = worker.grants.iter();
        for grant in grants.filter(|grant| grant.tool == id) {
            page.print(&name, grant);
        }
        let blocked = worker.blocked.iter();
        for blocked in blocked.filter(|blocked| blocked.wire_name == tool.wire_name) {
            page.print(&name, blocked);
        }
    }
    let texts = [Some(&tool.input_text), tool.output_text.as_ref()];
    let used: BTreeSet<usize> = texts
        .into_iter()
        .flatten()
        .flat_map(|text| catalog.reached_definitions(text))
        .collect();
    for index in used {
        let definition = &catalog.definitions[index];
        page.print(
            &format!("$defs {}", definition.name),
            &definition.schema.text,
        );
    }
}

/// Prints the shapes of arguments and result, each once, and those that they lead to.
fn print_shapes(page: &mut Page<'_>, catalog: &Catalog, tool: &Tool) {
    page.print_head(&format!("shapes of {}", tool.qualified()), tool.span);
    page.print("input", &tool.input);
    if let Some(output) = tool.output {
        page.print("output", &output);
    }
    let mut next: Vec<ShapeId> = tool.output.into_iter().chain([tool.input]).collect();
    let mut printed = HashSet::new();
    while let Some(id) = next.pop() {
        if printed.insert(id) {
            let form = catalog.shapes.get(id);
            page.print(&format!("{id:?}"), form);
            next.extend(form.shape.children().into_iter().rev());
        }
    }
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
