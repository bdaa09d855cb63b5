//! The root of the output: its modules, every tool, and the function that finds a worker by name.

use super::index::index_table;
use super::native::write_path;
use super::receivers::list_receivers;
use super::sources::sources_line;
use super::{Module, kept, prose, search};
use crate::emit::rust::markers::Markers;
use crate::template::fill_page;
use std::collections::BTreeSet;
use toolc_base::source::Sources;
use toolc_model::model::policy::Worker;
use toolc_model::model::words::module_name;
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::rust::{Escaped, Ident, Page, Rust, Text, put, rust, write_snippet};

const ROOT: &str = include_str!("../../../../templates/tools.rs.tmpl");

/// Writes the text of `tools.rs`.
pub fn write_root(
    catalog: &Catalog,
    sources: &Sources,
    modules: &[Module],
    markers: &Markers,
    has_paths: bool,
) -> String {
    let granted = catalog.numbered().map(|(id, _)| id);
    let order = catalog.order_overloads(granted.filter(|id| markers.has(*id)));
    let declarations: Page = modules.iter().map(declaration).collect();
    let mut chooser = Page::default();
    chooser.item(names_item(&catalog.workers));
    if let Some(item) = chooser_item(catalog, markers) {
        chooser.item(item);
    }
    let mut tables = Page::default();
    tables.item(entries_item(markers, &order));
    let index = index_table(catalog, &order);
    tables.item(rust!(static LOOKUP: rt::Lookup = rt::Lookup::new(#index);));
    let search = search::find_index(catalog, &order);
    if let Some(index) = &search {
        tables.item(search::index_item(index));
    }
    kept::kept_items(catalog, sources)
        .into_iter()
        .for_each(|item| tables.item(item));
    let holes = [
        ("sources", &sources_line(catalog, sources, &order) as &str),
        ("needs", &needs(&features(catalog, &order, has_paths))),
        ("modules", declarations.as_str()),
        ("workers", chooser.as_str()),
        ("tables", tables.as_str()),
    ];
    fill_page(ROOT, &holes)
}

/// The runtime features that the output needs.
fn features<'c>(catalog: &'c Catalog, order: &[ToolId], has_paths: bool) -> BTreeSet<&'c str> {
    let tools = || order.iter().map(|id| catalog.tool(*id));
    let mut features: BTreeSet<&str> = tools()
        .filter_map(|tool| Some(tool.shipped?.feature))
        .collect();
    let mut grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    // The default worker is left out: its own rows require the feature where it is used.
    let asks = |worker: &Worker| worker.span.is_some() && worker.may_ask();
    let programs: Vec<bool> = tools()
        .filter_map(|tool| Some(catalog.mcp_engine(tool)?.settings.is_program()))
        .collect();
    let simulations = || tools().filter_map(|tool| catalog.simulating_engine(tool));
    let are_programs = programs.iter().all(|is_program| *is_program);
    let others = [
        (
            "http",
            tools().any(|tool| catalog.http_engine(tool).is_some()),
        ),
        ("mcp", !programs.is_empty() && !are_programs),
        ("mcp_stdio", !programs.is_empty() && are_programs),
        ("simulate", simulations().any(|call| call.asks.is_none())),
        ("lm", simulations().any(|call| call.asks.is_some())),
        ("rules", grants.any(|grant| grant.rules.is_some())),
        (
            "mount",
            (catalog.workers.iter()).any(|worker| !worker.mounts.is_empty()),
        ),
        ("ask", catalog.workers.iter().any(asks)),
        ("fs", has_paths),
        ("search", catalog.has_index()),
        ("answers", !catalog.answers.is_empty()),
    ];
    features.extend(
        others
            .iter()
            .filter(|(_, is_needed)| *is_needed)
            .map(|(name, _)| *name),
    );
    features
}

/// The macro calls that require these features when the output is compiled.
fn needs(features: &BTreeSet<&str>) -> String {
    let needs = features
        .iter()
        .map(|feature| format!("\nrt::require_{feature}!();"));
    let needs: String = needs.collect();
    if needs.is_empty() {
        return needs;
    }
    format!("\n{needs}")
}

fn entries_item(markers: &Markers, order: &[ToolId]) -> impl Rust {
    rust!(
        static ENTRIES: [rt::ToolEntry; #(order.len())] =
            [#(for id in order => #(markers.entry(*id).path()),)];
    )
}

fn declaration(module: &Module) -> impl Rust {
    let (name, path) = (Ident(&module.name), format!("tools/{}.rs", module.name));
    let docs = prose::doc_comment(&module.doc);
    rust!(#docs #[path = #(Escaped(&path))] pub mod #name;)
}

fn names_item(workers: &[Worker]) -> impl Rust {
    rust!(
        /// The names of all workers.
        pub static WORKERS: &[&str] = &[#(for worker in workers => #(Text(&worker.name)),)];
    )
}

/// The function that finds a worker by name at run time, if there are several. Mounted workers are
/// not included: each takes different arguments.
fn chooser_item(catalog: &Catalog, markers: &Markers) -> Option<impl Rust> {
    let workers = catalog.workers.iter();
    let workers: Vec<&Worker> = workers.filter(|worker| worker.mounts.is_empty()).collect();
    if workers.len() < 2 {
        return None;
    }
    let grants = workers.iter().flat_map(|worker| &worker.grants);
    let handled: BTreeSet<ToolId> = grants
        .map(|grant| grant.tool)
        .filter(|id| catalog.tool(*id).is_handled())
        .collect();
    let granted = workers.iter().flat_map(|worker| &worker.grants);
    let receivers = list_receivers(granted.map(|grant| catalog.tool(grant.tool)));
    let arms: Vec<(&str, String)> = workers
        .iter()
        .map(|worker| (worker.name.as_str(), module_name(&worker.name)))
        .collect();
    Some(write_snippet(move |out| {
        let handled = handled.iter().map(|id| markers.tool(*id).path());
        put!(out,
            /// The worker of this name, over handlers for every tool that any worker grants. `None`
            /// where no worker has that name.
            pub fn worker<H>(name: &str, handlers: H) -> Option<rt::Worker<H>>
            where
                H: Send + Sync + 'static
                    #(for path in handled => , H: rt::Handle<#path>)
                    #(for path in &receivers => , H: rt::Receiver<#(write_path(path))>)
            {
                match name {
                    #(for (name, module) in &arms =>
                        #(Text(name)) => Some(#(Ident(module))::worker(handlers)),)
                    _ => None,
                }
            }
        );
    }))
}
