//! A worker: the rows of its tools, its names, and what it refuses.

use super::mounts::{Toolsets, mount_items};
use super::prose::doc_comment;
use super::rules::rules_table;
use super::toolset;
use crate::model::policy::{Execution, Grant, Worker};
use crate::model::words::module_name;
use crate::model::{Catalog, ToolId};
use crate::rust::{Ident, Page, Rust, Text, Variant, rust};
use crate::source::Sources;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The path of a tool's marker from the module of a worker: namespace module and type.
pub type Markers = HashMap<ToolId, (String, String)>;

/// Names of tools, each with its first row and the number of rows.
pub fn index_table(catalog: &Catalog, order: &[ToolId]) -> impl Rust {
    let mut index: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (row, id) in order.iter().enumerate() {
        let tool = catalog.tool(*id);
        index.entry(tool.qualified()).or_insert((row, 0)).1 += 1;
        index.entry(tool.wire_name.clone()).or_insert((row, 1));
    }
    rust!(&[#(for (name, (first, count)) in &index => (#(Text(name)), #first, #count),)])
}

/// Whether a handler runs a tool, and neither an engine nor the runtime nor a function.
pub fn is_handled(catalog: &Catalog, id: ToolId) -> bool {
    let tool = catalog.tool(id);
    tool.shipped.is_none() && tool.native.is_none() && catalog.http_engine(tool).is_none()
}

/// What chooses a worker by its name while a program runs.
pub fn write_chooser(catalog: &Catalog, markers: &Markers) -> Page {
    let names = catalog.workers.iter().map(|worker| &worker.name);
    // those that are mounted take other arguments, each its own
    let workers = catalog.workers.iter();
    let workers = workers.filter(|worker| worker.mounts.is_empty());
    let workers: Vec<&Worker> = workers.collect();
    let grants = workers.iter().flat_map(|worker| &worker.grants);
    let handled: BTreeSet<ToolId> = grants
        .map(|grant| grant.tool)
        .filter(|id| is_handled(catalog, *id))
        .collect();
    let path = |id: &ToolId| {
        let (module, marker) = &markers[id];
        let (module, marker) = (Ident(module), Ident(marker));
        rust!(#module::#marker)
    };
    let modules = workers.iter().map(|worker| module_name(&worker.name));
    let modules: Vec<String> = modules.collect();
    let arms = || workers.iter().zip(&modules);
    let mut page = Page::default();
    page.item(rust!(
        /// The names of all workers.
        pub static WORKERS: &[&str] = &[#(for name in names.clone() => #(Text(name)),)];
    ));
    if workers.len() > 1 {
        page.item(rust!(
            /// The worker of this name, over handlers for every tool that any worker grants. `None`
            /// where no worker has that name.
            pub fn worker<H>(name: &str, handlers: H) -> Option<rt::Worker<H>>
            where
                H: Send + Sync + 'static #(for id in &handled => , H: rt::Handle<#(path(id))>)
            {
                match name {
                    #(for (worker, module) in arms() =>
                        #(Text(&worker.name)) => Some(#(Ident(module))::worker(handlers)),)
                    _ => None,
                }
            }
        ));
    }
    page
}

/// The items of a worker's module.
pub fn items(
    catalog: &Catalog,
    sources: &Sources,
    worker: &Worker,
    (markers, toolsets): (&Markers, &Toolsets),
) -> Page {
    let order = catalog.neighbours(worker.grants.iter().map(|grant| grant.tool));
    let order = order.as_slice();
    let grants = worker.grants.iter().map(|grant| (grant.tool, grant));
    let grants: HashMap<ToolId, &Grant> = grants.collect();
    let ruled = order.iter().filter(|id| grants[id].rules.is_some());
    let ruled = ruled
        .zip(1..)
        .map(|(id, number)| (*id, format!("RULES_{number}")));
    let ruled: BTreeMap<ToolId, String> = ruled.collect();
    let path = |id: &ToolId| {
        let (module, marker) = &markers[id];
        let (module, marker) = (Ident(module), Ident(marker));
        rust!(super::#module::#marker)
    };
    let is_request = |id: &ToolId| catalog.http_engine(catalog.tool(*id)).is_some();
    let shipped = |id: &ToolId| catalog.tool(*id).shipped;
    let is_run = |id: &ToolId| !is_handled(catalog, *id);
    let handled = || order.iter().filter(|id| !is_run(id));
    let row = |id: &ToolId| {
        let make = Ident(match shipped(id) {
            Some(toolset) => toolset.row,
            None if is_request(id) => "http",
            None if catalog.tool(*id).native.is_some() => "native",
            None => "of",
        });
        let (path, approval) = (path(id), Variant(grants[id].approval));
        let tool = catalog.tool(*id);
        let secrets = (!tool.secrets.is_empty())
            .then(|| rust!(.secrets(&[#(for pointer in &tool.secrets => #(Text(pointer)),)])));
        let rules = ruled.get(id).map(|name| rust!(.rules(&#(Ident(name)))));
        let execution = (tool.execution != Execution::Both).then_some(Variant(tool.execution));
        let execution = execution.map(|who| rust!(.execution(rt::Execution::#who)));
        let row = rust!(rt::Row::#make::<#path>(rt::Approval::#approval, KEY));
        let limits = &grants[id].limits;
        rust!(#row #secrets
            #(for timeout in limits.timeout.iter() => .timeout_ms(#(timeout.value)))
            #(for most in limits.at_most.iter() => .at_most(#(most.value)))
            #rules #execution)
    };
    let shown = || order.iter().filter(|id| catalog.tool(**id).is_shown());
    let engines = match order.iter().any(is_run) {
        true => " and that no engine runs",
        false => "",
    };
    let docs = format!(
        "The worker `{}` over its handlers: one for every tool that it grants{engines}.",
        worker.name.replace('`', "'"),
    );
    let is_mounted = !worker.mounts.is_empty();
    let docs = match is_mounted {
        true => "The worker over its handlers, once all of them are there.".to_owned(),
        false => docs,
    };
    let visibility = (!is_mounted).then(|| rust!(pub));
    let function = Ident(if is_mounted { "assemble" } else { "worker" });
    let settings = worker.toolsets.as_slice();
    let (constructor, shipped) = match settings {
        [] => ("new", None),
        _ => (
            "with_toolsets",
            Some(rust!(const { &[#(for each in settings => #(toolset::write_settings(each)),)] },)),
        ),
    };
    let mut page = Page::default();
    if let Some(instructions) = &worker.prompt.instructions {
        page.item(rust!(
            /// What the model is told to be and to do.
            pub const INSTRUCTIONS: &str = #(Text(&instructions.value));
        ));
    }
    if let Some(model) = &worker.prompt.model {
        page.item(rust!(
            /// The model that the worker is written for.
            pub const MODEL: &str = #(Text(&model.value));
        ));
    }
    if !order.is_empty() {
        page.item(rust!(
            const KEY: super::Key = super::Key(());
        ));
    }
    page.item(rust!(
        #(doc_comment(&docs))
        #visibility fn #function<H>(handlers: H) -> rt::Worker<H>
        where
            H: Send + Sync + 'static #(for id in handled() => , H: rt::Handle<#(path(id))>)
        {
            rt::Worker::#(Ident(constructor))(
                handlers,
                const {
                    &rt::WorkerTable {
                        name: #(Text(&worker.name)),
                        rows: &[#(for id in order => #(row(id)),)],
                        index: INDEX,
                        blocked: BLOCKED,
                        output: rt::OutputPolicy::#(Variant(worker.output)),
                    }
                },
                #shipped
            )
        }
    ));
    if is_mounted {
        mount_items(&mut page, catalog, worker, (markers, toolsets), order);
    }
    page.item(rust!(
        /// What the model is shown: every tool that this worker grants.
        pub fn definitions(target: rt::Target) -> rt::Json {
            rt::definitions(ENTRIES.iter().copied(), target)
        }
    ));
    page.item(rust!(
        static ENTRIES: &[&rt::ToolEntry] =
            &[#(for id in shown() => <#(path(id)) as rt::Tool>::ENTRY,)];
    ));
    for (id, name) in &ruled {
        let grant = grants[id];
        let table = grant
            .rules
            .as_deref()
            .map(|ruled| rules_table(sources, ruled, grant));
        page.item(rust!(static #(Ident(name)): rt::rule::Rules = #table;));
    }
    page.item(rust!(static INDEX: rt::Index = #(index_table(catalog, order));));
    page.item(rust!(
        static BLOCKED: &[rt::Blocked] = &[#(for blocked in &worker.blocked => rt::Blocked {
            name: #(Text(&blocked.name)),
            wire_name: #(Text(&blocked.wire_name)),
            reason: #(Text(&blocked.reason)),
        },)];
    ));
    page
}
