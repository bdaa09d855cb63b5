//! Rust: a module for each namespace and each worker, and the root that contains them.
//!
//! Each namespace goes through three values, each complete before the next stage reads it: the
//! names of everything ([`names`]), the layout of the types ([`layout`]), and the text.

mod arrange;
mod constants;
mod integers;
mod kinds;
mod layout;
mod markers;
mod members;
mod names;
mod naming;
mod patterns;
mod report;
mod text;

use super::attributes::{Attributes, Known};
use super::ident::{Scope, snake_case};
use crate::artifact::Artifact;
use arrange::arrange_types;
use layout::{Added, Layout};
use markers::Markers;
use naming::name_module;
use std::collections::{HashMap, HashSet};
use text::Module;
use text::results::Results;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Sources, Span};
#[cfg(feature = "cli")]
use toolc_model::model::Tool;
use toolc_model::model::enrichment::StoredArtifact;
use toolc_model::model::words::{is_device, module_name};
use toolc_model::model::{ANSWERS, Catalog, ToolId};
use toolc_resolve::check::Checked;

/// Generates `tools.rs` and the modules next to it, for the tools that some worker grants, with the attributes that a build
/// script adds to types.
pub fn emit_artifacts(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    checked: &Checked,
    attributes: &Attributes,
    stored: &[StoredArtifact],
) -> Vec<Artifact> {
    let catalog = checked.catalog();
    let mut markers = Markers::default();
    let mut modules = Vec::new();
    let mut has_paths = false;
    let (_, artifacts) = claim_names(catalog);
    if let Some(name) = artifacts.filter(|_| !stored.is_empty()) {
        modules.push(text::artifacts::write_artifacts(name, stored));
    }
    plan_modules(diagnostics, checked, attributes, stored, &mut |planned| {
        let Planned {
            name,
            namespace,
            tools,
            layout,
            results,
        } = planned;
        let doc = match namespace {
            Some(namespace) => {
                markers.add(name, namespace, layout);
                format!("Tools of the namespace `{namespace}`.")
            }
            None => "Final answers.".to_owned(),
        };
        has_paths |= layout.has_paths();
        modules.push(Module {
            name: name.to_owned(),
            doc,
            text: text::module::write_module(layout, results, sources, tools),
        });
    });
    let workers = catalog.workers.iter();
    modules.extend(
        workers.map(|worker| text::worker::write_worker(catalog, sources, worker, &markers)),
    );
    let root = text::root::write_root(catalog, sources, &modules, &markers, has_paths);
    let root = Artifact {
        path: "tools.rs".to_owned(),
        text: root,
    };
    let files = modules.into_iter().map(|module| Artifact {
        path: format!("tools/{}.rs", module.name),
        text: module.text,
    });
    std::iter::once(root).chain(files).collect()
}

/// Reports what [`emit_artifacts`] reports, for those who do not need the text.
pub fn report_artifacts(
    diagnostics: &mut Diagnostics,
    checked: &Checked,
    attributes: &Attributes,
    stored: &[StoredArtifact],
) {
    plan_modules(diagnostics, checked, attributes, stored, &mut |_| {});
}

/// The module of a namespace, or that of the final answers, before its text is written.
struct Planned<'p, 'c> {
    name: &'p str,
    /// `None` for answers.
    namespace: Option<&'c str>,
    tools: &'p [ToolId],
    layout: &'p Layout<'c>,
    results: &'p Results,
}

/// Plans the module of each namespace, one after the other, and reports what is found on the way.
fn plan_modules(
    diagnostics: &mut Diagnostics,
    checked: &Checked,
    attributes: &Attributes,
    stored: &[StoredArtifact],
    write: &mut dyn FnMut(Planned<'_, '_>),
) {
    let catalog = checked.catalog();
    let mut known = Known::default();
    report::stored::report_stored(diagnostics, catalog, stored);
    for (name, namespace, ids) in find_namespaces(catalog) {
        if name != module_name(namespace) || is_device(&snake_case(namespace)) {
            let place = catalog.tool(ids[0]).span;
            diagnostics.push(renamed_module(namespace, &name, place));
        }
        let module = (name.as_str(), Some(namespace), ids.as_slice());
        plan_module(diagnostics, catalog, module, attributes, &mut known, write);
    }
    if !catalog.answers.is_empty() {
        let answers = catalog.answers_alone();
        let ids: Vec<ToolId> = answers.numbered().map(|(id, _)| id).collect();
        let module = (ANSWERS, None, ids.as_slice());
        plan_module(diagnostics, &answers, module, attributes, &mut known, write);
    }
    attributes.report_unusable(diagnostics, &known);
}

/// Plans one module: its name, its namespace if it has one, and its tools or answers.
fn plan_module(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    (name, namespace, tools): (&str, Option<&str>, &[ToolId]),
    attributes: &Attributes,
    known: &mut Known,
    write: &mut dyn FnMut(Planned<'_, '_>),
) {
    let names = name_module(diagnostics, catalog, tools);
    let added = Added {
        module: name,
        attributes,
    };
    let layout = arrange_types(names, added);
    if !attributes.is_empty() {
        let types = layout.types.iter().filter(|plan| plan.same_as.is_none());
        for plan in types {
            known.add_type(&layout.type_path(plan), &layout.member_names(plan));
        }
    }
    let results = Results::of(&layout);
    report::report_module(diagnostics, &layout, &results);
    write(Planned {
        name,
        namespace,
        tools,
        layout: &layout,
        results: &results,
    });
}

fn renamed_module(namespace: &str, name: &str, place: Span) -> Diagnostic {
    let usual = snake_case(namespace);
    let reason = match is_device(&usual) {
        true => format!("no file may be called `{usual}` on Windows"),
        false => format!("another module is called `{usual}`"),
    };
    let message = format!("the namespace `{namespace}` is the module `{name}` in Rust: {reason}");
    Diagnostic::new(Code::RENAMED_IDENTIFIER, place, message)
        .label("the first tool of the namespace")
        .help("no action is needed; another namespace would be kept as the name of the module")
}

/// The names of modules that no namespace can have: those of workers, and that of artifacts, if there are constants.
fn claim_names(catalog: &Catalog) -> (Scope, Option<String>) {
    let mut scope = Scope::default();
    for worker in &catalog.workers {
        scope.claim(&module_name(&worker.name));
    }
    let has_constants = catalog.enrichments.iter().any(|entry| entry.is_constant);
    let artifacts = has_constants.then(|| scope.claim("artifacts"));
    (scope, artifacts)
}

/// The modules of the namespaces, each with its granted tools, in catalog order. The module names
/// of workers depend on nothing but the worker's name, so namespaces have to avoid them.
fn find_namespaces(catalog: &Catalog) -> Vec<(String, &str, Vec<ToolId>)> {
    let (mut scope, _) = claim_names(catalog);
    let granted: HashSet<ToolId> = catalog
        .workers
        .iter()
        .flat_map(|worker| worker.grants.iter().map(|grant| grant.tool))
        .collect();
    let mut position = HashMap::new();
    let mut namespaces: Vec<(String, &str, Vec<ToolId>)> = Vec::new();
    for (id, tool) in catalog.numbered().filter(|(id, _)| granted.contains(id)) {
        let at = *position.entry(tool.namespace.as_str()).or_insert_with(|| {
            let name = scope.claim(&module_name(&tool.namespace));
            namespaces.push((name, &tool.namespace, Vec::new()));
            namespaces.len() - 1
        });
        namespaces[at].2.push(id);
    }
    namespaces
}

/// The Rust names for a tool.
#[cfg(feature = "cli")]
pub struct RustNames {
    /// The path of its marker type, from the crate that includes the tools.
    pub marker: String,
    /// The path of its arguments type.
    pub args: String,
    /// Its result type, within the same module, but with the runtime under its full name.
    pub output: String,
}

/// The path of the type of an answer, from the crate that includes the tools.
#[cfg(feature = "cli")]
pub fn name_answer(checked: &Checked, answer: &Tool) -> Option<String> {
    let answers = checked.catalog().answers_alone();
    let ids: Vec<ToolId> = answers.numbered().map(|(id, _)| id).collect();
    let names = name_module(&mut Diagnostics::silent(), &answers, &ids);
    let mut plans = names.tools.iter();
    let plan = plans.find(|plan| names.tool(plan).name == answer.name)?;
    Some(format!("tools::{ANSWERS}::{}", plan.args))
}

/// The names for a tool; `None` if no worker grants it.
#[cfg(feature = "cli")]
pub fn name_tool(checked: &Checked, tool: ToolId) -> Option<RustNames> {
    let catalog = checked.catalog();
    let namespaces = find_namespaces(catalog);
    let (module, _, ids) = namespaces.iter().find(|(_, _, ids)| ids.contains(&tool))?;
    let added = Added {
        module,
        attributes: &Attributes::default(),
    };
    let names = name_module(&mut Diagnostics::silent(), catalog, ids);
    let layout = arrange_types(names, added);
    let names = layout.tools.iter().find(|names| names.id == tool)?;
    Some(RustNames {
        marker: format!("tools::{module}::{}", names.marker),
        args: match names.has_types {
            true => format!("tools::{module}::{}", names.args),
            false => "toolc_runtime::CheckedJson".to_owned(),
        },
        output: toolc_schema::rust::write_line_outside(text::tools::output_type(&layout, names)),
    })
}
