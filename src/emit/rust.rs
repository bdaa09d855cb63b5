//! Rust: a module for each namespace and each worker, and the root that holds them together.

mod aliases;
mod borrowing;
mod circles;
mod compared;
mod complexity;
mod declared;
mod defaults;
mod docs;
mod failures;
mod holds;
mod http;
mod integers;
mod kinds;
mod layout;
mod mounts;
mod names;
mod native;
mod paths;
mod patterns;
mod phrases;
mod plan;
mod prose;
mod ranks;
mod reading;
mod report;
mod results;
mod rules;
mod statics;
mod tables;
mod tools;
mod toolset;
mod types;
mod worker;
mod writing;

use super::ident::{Scope, snake_case};
use crate::artifact::Artifact;
use crate::check::Checked;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::policy::Worker;
use crate::model::words::{is_device, module_name};
use crate::model::{Catalog, ToolId};
use crate::rust::{Escaped, Ident, Page, Rust, rust};
use crate::source::{Sources, Span};
use crate::template::fill_page;
use kinds::Kind;
use layout::Layout;
use mounts::Toolsets;
use plan::{Names, ToolPlan, TypePlan};
use results::Results;
use std::collections::{BTreeSet, HashMap, HashSet};
use tools::Definitions;
use worker::Markers;

const ROOT: &str = include_str!("../../templates/tools.rs.tmpl");
const MODULE: &str = include_str!("../../templates/module.rs.tmpl");
const WORKER: &str = include_str!("../../templates/worker.rs.tmpl");

/// A module of the output.
struct Module {
    name: String,
    doc: String,
    text: String,
}

/// Makes `tools.rs` and the modules beside it, for the tools that some worker grants.
pub fn emit_rust(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    checked: &Checked,
) -> Vec<Artifact> {
    let catalog = checked.catalog();
    let mut markers = Markers::new();
    let mut modules = Vec::new();
    let mut toolsets = Toolsets::new();
    let mut has_paths = false;
    for (name, namespace, ids) in namespaces(catalog) {
        if name != module_name(namespace) || is_device(&snake_case(namespace)) {
            let place = catalog.tool(ids[0]).span;
            diagnostics.push(renamed_module(namespace, &name, place));
        }
        let plan = Layout::of(Names::new(diagnostics, catalog, &ids));
        let results = Results::of(&plan);
        report::report_fields(diagnostics, &plan, &results);
        plan.report_paths(diagnostics);
        has_paths |= plan.has_paths();
        markers.extend(
            plan.tools
                .iter()
                .map(|tool| (tool.id, (name.clone(), tool.marker.clone()))),
        );
        if let Some(marker) = &plan.toolset {
            toolsets.insert(namespace.to_owned(), (name.clone(), marker.clone()));
        }
        let text = namespace_text(&plan, &results, sources, &ids);
        modules.push(Module {
            name,
            doc: format!("Tools of the namespace `{namespace}`."),
            text,
        });
    }
    for worker in &catalog.workers {
        let items = worker::items(catalog, sources, worker, (&markers, &toolsets));
        let text = fill_page(WORKER, &[("items", items.as_str())]);
        modules.push(Module {
            name: module_name(&worker.name),
            doc: worker_doc(worker),
            text,
        });
    }
    let root = root_text(catalog, sources, &modules, &markers, has_paths);
    let files = modules.into_iter().map(|module| Artifact {
        path: format!("tools/{}.rs", module.name),
        text: module.text,
    });
    std::iter::once(Artifact {
        path: "tools.rs".to_owned(),
        text: root,
    })
    .chain(files)
    .collect()
}

fn worker_doc(worker: &Worker) -> String {
    match worker.span {
        Some(_) => format!("The worker `{}`.", worker.name),
        None => format!(
            "The worker `{}`: there is no worker file, so it has every tool, and asks before each call.",
            worker.name
        ),
    }
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
        .help("nothing has to be done; another namespace would give it a module of its own name")
}

/// The modules of the namespaces, each with its granted tools, in the order of the catalog. Those of
/// workers are functions of their names, so namespaces make way for them.
fn namespaces(catalog: &Catalog) -> Vec<(String, &str, Vec<ToolId>)> {
    let mut scope = Scope::default();
    for worker in &catalog.workers {
        scope.claim(&module_name(&worker.name));
    }
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

/// What a tool is called in Rust.
#[cfg(feature = "cli")]
pub struct RustNames {
    /// The path of its marker type from the crate that includes the tools.
    pub marker: String,
    /// The path of the type of its arguments.
    pub args: String,
    /// The type of its result, within the same module.
    pub output: String,
}

/// The names of a tool; `None` where no worker grants it.
#[cfg(feature = "cli")]
pub fn name_tool(checked: &Checked, tool: ToolId) -> Option<RustNames> {
    let catalog = checked.catalog();
    let namespaces = namespaces(catalog);
    let (module, _, ids) = namespaces.iter().find(|(_, _, ids)| ids.contains(&tool))?;
    let plan = Layout::of(Names::new(&mut Diagnostics::default(), catalog, ids));
    let names = plan.tools.iter().find(|names| names.id == tool)?;
    Some(RustNames {
        marker: format!("tools::{module}::{}", names.marker),
        args: match names.has_types {
            true => format!("tools::{module}::{}", names.args),
            false => "toolc_runtime::CheckedJson".to_owned(),
        },
        output: crate::rust::write_line(tools::output_type(&plan, names)),
    })
}

fn namespace_text(
    plan: &Layout<'_>,
    results: &Results,
    sources: &Sources,
    ids: &[ToolId],
) -> String {
    let definitions = Definitions::of(plan);
    let [mut types, mut readers, mut tables] = <[Page; 3]>::default();
    let mut requests = http::Shared::new(plan);
    let mut aliases = plan.aliases.list.iter().peekable();
    let mut tools = plan.tools.iter().peekable();
    let mut last = None;
    for index in 0..=plan.types.len() {
        while let Some((_, alias)) = aliases.next_if(|(before, _)| *before == index) {
            types.item(plan.alias_item(alias));
        }
        while let Some(tool) = tools.next_if(|tool| tool.first_type == index) {
            last = Some(tool);
            types.item(tools::marker_item(plan, tool, sources));
            if let Some(item) = results::result_item(plan, results, tool) {
                types.item(item);
            }
            put_tool(&mut types, &mut readers, plan, tool, &definitions);
            if let Some(item) = requests.operation_item(plan, tool) {
                readers.item(item);
            }
        }
        if let Some(planned) = plan.types.get(index) {
            let tool = last.filter(|tool| planned.root == Some(tool.id));
            put_type(&mut types, &mut readers, plan, planned, tool);
        }
    }
    if let Some(item) = declared::marker_item(plan) {
        types.item(item);
    }
    declared::items(plan, &mut readers);
    for id in &plan.tables {
        tables.item(plan.table_item(*id));
    }
    plan.pattern_items().for_each(|item| tables.item(item));
    plan.sets.items().for_each(|item| tables.item(item));
    definitions.items(plan).for_each(|item| tables.item(item));
    tables.append(&requests.items);
    compared::compared_items(plan)
        .into_iter()
        .for_each(|item| tables.item(item));
    let holes = [
        ("sources", &sources_line(plan.catalog, sources, ids) as &str),
        ("types", types.as_str()),
        ("readers", readers.as_str()),
        ("tables", tables.as_str()),
    ];
    fill_page(MODULE, &holes)
}

/// What there is of a tool beside its marker and its types.
fn put_tool(
    types: &mut Page,
    readers: &mut Page,
    plan: &Layout<'_>,
    tool: &ToolPlan,
    definitions: &Definitions,
) {
    if let Some(item) = failures::error_item(plan, tool) {
        types.item(item);
    }
    readers.item(tools::tool_item(plan, tool, definitions));
    if let Some(item) = failures::failure_item(plan, tool) {
        readers.item(item);
    }
    if let Some(item) = toolset::runner_item(plan, tool) {
        readers.item(item);
    }
    if let Some(item) = native::native_item(plan, tool) {
        readers.item(item);
    }
}

/// A type with how it is read and written; arguments with their tool.
fn put_type(
    types: &mut Page,
    readers: &mut Page,
    plan: &Layout<'_>,
    planned: &TypePlan,
    tool: Option<&ToolPlan>,
) {
    if let Some(tool) = tool {
        if let Some(other) = &planned.same_as {
            types.item(tools::same_args_item(plan, tool, other));
            return;
        }
        readers.item(tools::args_item(plan, tool));
    }
    let names = plan.members(planned);
    types.item(plan.type_item(planned, &names));
    if let Some(item) = declared::debug_item(plan, planned, &names) {
        readers.item(item);
    }
    match plan.kind_of(planned) {
        Kind::Choice(values) => {
            types.item(writing::choice_text(&planned.name, &names, values));
            readers.item(writing::choice_display(&planned.name));
            readers.item(writing::choice_from_str(&planned.name, &names, values));
        }
        Kind::Struct(object) => {
            if let Some(item) = plan.defaults_item(planned, object, &names) {
                types.item(item);
            }
        }
        _ => {}
    }
    if planned.input {
        readers.item(plan.part_item(planned, &names));
    }
    if planned.output || planned.input && plan.options.serializes() {
        readers.item(plan.output_item(planned, &names));
    }
}

/// The paths of the files that the tools come from.
fn sources_line(catalog: &Catalog, sources: &Sources, ids: &[ToolId]) -> String {
    let paths: BTreeSet<&str> = ids
        .iter()
        .map(|id| sources.get(catalog.tool(*id).span.source).path.as_str())
        .collect();
    let shown: Vec<String> = paths
        .into_iter()
        .map(|path| {
            path.chars()
                .map(|char| if prose::is_hidden(char) { ' ' } else { char })
                .collect()
        })
        .collect();
    shown.join(", ")
}

fn root_text(
    catalog: &Catalog,
    sources: &Sources,
    modules: &[Module],
    markers: &Markers,
    has_paths: bool,
) -> String {
    let declarations: Page = modules.iter().map(declaration).collect();
    let granted = catalog.numbered().map(|(id, _)| id);
    let granted = granted.filter(|id| markers.contains_key(id));
    let order = catalog.neighbours(granted);
    let is_request = |id: &ToolId| catalog.http_engine(catalog.tool(*id)).is_some();
    let http = order.iter().any(is_request).then_some("http");
    let shipped = |id: &ToolId| Some(catalog.tool(*id).shipped?.feature);
    let mut grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let rules = grants.any(|grant| grant.rules.is_some()).then_some("rules");
    let features = order.iter().filter_map(shipped).chain(http).chain(rules);
    let mut workers = catalog.workers.iter();
    let mounts = workers.any(|worker| !worker.mounts.is_empty());
    let features = features.chain(mounts.then_some("mount"));
    let features: BTreeSet<&str> = features.chain(has_paths.then_some("fs")).collect();
    let needs = features
        .iter()
        .map(|feature| format!("rt::require_{feature}!();"));
    let needs = match needs.collect::<Vec<_>>() {
        needs if needs.is_empty() => String::new(),
        needs => format!("\n\n{}", needs.join("\n")),
    };
    let entry = |id| {
        let (module, marker) = &markers[id];
        let (module, marker) = (Ident(module), Ident(marker));
        rust!(*<#module::#marker as rt::Tool>::ENTRY)
    };
    let chooser = worker::write_chooser(catalog, markers);
    let (ids, index) = (&order, worker::index_table(catalog, &order));
    let mut tables = Page::default();
    tables.item(rust!(
        static ENTRIES: [rt::ToolEntry; #(ids.len())] = [#(for id in ids => #(entry(id)),)];
    ));
    tables.item(rust!(static LOOKUP: rt::Lookup = rt::Lookup::new(#index);));
    let holes = [
        ("sources", &sources_line(catalog, sources, &order) as &str),
        ("needs", &needs),
        ("modules", declarations.as_str()),
        ("workers", chooser.as_str()),
        ("tables", tables.as_str()),
    ];
    fill_page(ROOT, &holes)
}

fn declaration(module: &Module) -> impl Rust {
    let (name, path) = (Ident(&module.name), format!("tools/{}.rs", module.name));
    let docs = prose::doc_comment(&module.doc);
    rust!(#docs #[path = #(Escaped(&path))] pub mod #name;)
}
