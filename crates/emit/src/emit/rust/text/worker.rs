//! The module of a worker: the rows for its tools, its names, and what it blocks.

use super::Module;
use super::closures::put_closures;
use super::index::index_table;
use super::mounts::mount_items;
use super::native::write_path;
use super::prose::doc_comment;
use super::receivers::{list_receivers, put_receivers, receiver_of};
use crate::emit::ident::screaming_case;
use crate::emit::rust::markers::Markers;
use crate::template::fill_page;
use std::collections::{BTreeMap, HashMap};
use toolc_base::source::Sources;
use toolc_model::model::limit::LIMITS;
use toolc_model::model::policy::{Blocked, Grant, RowData, Worker};
use toolc_model::model::ruling::PlacedRuling;
use toolc_model::model::runner::Runner;
use toolc_model::model::words::module_name;
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_model::prove::shown::ShownResults;
use toolc_schema::data::{Code, InCode, list};
use toolc_schema::rust::{Ident, Page, Rust, Text, put, rust, write_snippet};

const WORKER: &str = include_str!("../../../../templates/worker.rs.tmpl");

/// Writes the module of a worker.
pub fn write_worker(
    catalog: &Catalog,
    sources: &Sources,
    worker: &Worker,
    markers: &Markers,
) -> Module {
    let items = Rows::new(catalog, worker, markers).items(sources);
    Module {
        name: module_name(&worker.name),
        doc: worker_doc(worker),
        text: fill_page(WORKER, &[("items", items.as_str())]),
    }
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

/// A worker, with its rows in output order.
struct Rows<'c> {
    catalog: &'c Catalog,
    worker: &'c Worker,
    markers: &'c Markers,
    order: Vec<ToolId>,
    grants: HashMap<ToolId, &'c Grant>,
    /// What it refuses, by all names.
    blocked: Vec<Blocked>,
    /// The names of the statics with rules.
    ruled: BTreeMap<ToolId, String>,
    /// What is shown of results.
    shown: BTreeMap<ToolId, ShownResults>,
    /// The names of the entries with the schemas of what is shown.
    shown_entries: BTreeMap<ToolId, String>,
}

impl<'c> Rows<'c> {
    fn new(catalog: &'c Catalog, worker: &'c Worker, markers: &'c Markers) -> Self {
        let grants = worker.grants.iter().map(|grant| (grant.tool, grant));
        let grants: HashMap<ToolId, &Grant> = grants.collect();
        let order = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
        let ruled = order.iter().filter(|id| grants[id].rules.is_some());
        let ruled = ruled
            .zip(1..)
            .map(|(id, number)| (*id, format!("RULES_{number}")));
        let shown = order.iter();
        let shown = shown.filter_map(|id| Some((*id, catalog.show_results(grants[id])?)));
        let shown: BTreeMap<ToolId, ShownResults> = shown.collect();
        let narrowed = order.iter().filter(|id| {
            let shown = shown.get(id);
            shown.is_some_and(|shown| shown.schema.is_some())
        });
        let shown_entries = narrowed
            .zip(1..)
            .map(|(id, number)| (*id, format!("SHOWN_{number}")))
            .collect();
        Rows {
            shown,
            shown_entries,
            blocked: catalog.list_blocked(worker),
            ruled: ruled.collect(),
            catalog,
            worker,
            markers,
            order,
            grants,
        }
    }

    fn items(&self, sources: &Sources) -> Page {
        let mut page = Page::default();
        self.put_prompt(&mut page);
        if !self.order.is_empty() {
            page.item(rust!(
                const KEY: super::Key = super::Key(());
            ));
        }
        page.item(self.worker_item());
        let receivers = list_receivers(self.order.iter().map(|id| self.tool(*id)));
        if receivers.is_empty() {
            put_closures(
                &mut page,
                self.catalog,
                self.worker,
                self.markers,
                &self.unmounted(),
            );
        }
        let has_handlers = self.order.iter().any(|id| self.tool(*id).is_handled());
        if receivers.len() > 1 && !has_handlers {
            put_receivers(&mut page, &receivers);
        }
        if self.is_mounted() {
            mount_items(
                &mut page,
                self.catalog,
                self.worker,
                self.markers,
                &self.order,
            );
        }
        self.put_definitions(&mut page);
        self.put_strict(&mut page);
        for (id, name) in &self.ruled {
            let ruling = self.grants[id].ruling();
            let table = ruling
                .as_ref()
                .map(|ruling| PlacedRuling { sources, ruling });
            page.item(rust!(static #(Ident(name)): rt::rule::Rules = #table;));
        }
        self.put_shown_entries(&mut page);
        page.item(rust!(static INDEX: rt::Index = #(index_table(self.catalog, &self.order));));
        page.item(self.blocked_item());
        page
    }

    /// The entries of the tools of whose results a part is shown: what they are elsewhere, with the schema of that part.
    fn put_shown_entries(&self, page: &mut Page) {
        for (id, name) in &self.shown_entries {
            let Some(schema) = self.shown.get(id).and_then(|shown| shown.schema.as_ref()) else {
                continue;
            };
            let entry = self.markers.entry(*id).path_beside();
            page.item(rust!(
                static #(Ident(name)): rt::ToolEntry =
                    rt::ToolEntry { output_text: Some(&#schema), ..#entry };
            ));
        }
    }

    /// The entry of a tool as this worker shows it.
    fn entry_path(&self, id: ToolId) -> impl Rust {
        let name = self.shown_entries.get(&id);
        let entry = self.markers.entry(id).path_beside();
        write_snippet(move |out| match name {
            Some(name) => put!(out, #(Ident(name))),
            None => entry.put(out),
        })
    }

    fn is_mounted(&self) -> bool {
        !self.worker.mounts.is_empty()
    }

    /// The tools that need handlers which no toolset mounts.
    fn unmounted(&self) -> Vec<ToolId> {
        let is_mounted = |tool: &Tool| {
            let mut mounts = self.worker.mounts.iter();
            mounts.any(|mount| mount.namespace == tool.namespace)
        };
        let tools = self.order.iter().copied();
        let tools = tools.filter(|id| {
            let tool = self.tool(*id);
            tool.is_handled() && !is_mounted(tool)
        });
        tools.collect()
    }

    fn tool(&self, id: ToolId) -> &'c Tool {
        self.catalog.tool(id)
    }

    fn path(&self, id: ToolId) -> impl Rust + Copy {
        self.markers.tool(id).path_beside()
    }

    fn put_prompt(&self, page: &mut Page) {
        let prompt = &self.worker.prompt;
        if let Some(instructions) = &prompt.instructions {
            page.item(rust!(
                /// What the model is told to be and to do.
                pub const INSTRUCTIONS: &str = #(Text(&instructions.value));
            ));
        }
        if let Some(model) = &prompt.model {
            page.item(rust!(
                /// The model that the worker is written for.
                pub const MODEL: &str = #(Text(&model.value));
            ));
        }
    }

    /// The tools of this worker that `exports` selects, by target.
    fn put_strict(&self, page: &mut Page) {
        for export in &self.catalog.exports {
            let Some(names) = export.strict.names() else {
                continue;
            };
            let is_chosen = |tool: &Tool| {
                let mut names = names.iter();
                names.any(|name| name.value == tool.qualified() || name.value == tool.wire_name)
            };
            let chosen = self.order.iter().map(|id| self.tool(*id));
            let chosen: Vec<&Tool> = chosen
                .filter(|tool| tool.is_shown() && is_chosen(tool))
                .collect();
            let doc = format!("The tools that are strict for `{}`.", export.target.name);
            page.item(rust!(
                #(doc_comment(&doc))
                pub const #(Ident(&screaming_case(export.target.name))): &[&str] =
                    &[#(for tool in &chosen => #(Text(&tool.wire_name)),)];
            ));
        }
    }

    fn put_definitions(&self, page: &mut Page) {
        let shown = self.order.iter().filter(|id| self.tool(**id).is_shown());
        page.item(rust!(
            /// What the model is shown: every tool that this worker grants.
            pub fn definitions(target: rt::Target) -> rt::Json {
                rt::definitions(ENTRIES.iter().copied(), target)
            }
        ));
        page.item(rust!(
            static ENTRIES: &[&rt::ToolEntry] =
                &[#(for id in shown.clone() => &#(self.entry_path(*id)),)];
        ));
    }

    /// The function that makes the worker, for the program or for `mount`.
    fn worker_item(&self) -> impl Rust {
        let (visibility, name) = if self.is_mounted() {
            (None, "assemble")
        } else {
            (Some(rust!(pub)), "worker")
        };
        let settings = self.worker.toolsets.as_slice();
        let constructor = if settings.is_empty() {
            "new"
        } else {
            "with_toolsets"
        };
        let settings =
            (!settings.is_empty()).then_some(rust!(const { #(list(settings, |each| each)) },));
        let handled = self.order.iter().filter(|id| self.tool(**id).is_handled());
        let docs = self.worker_item_doc();
        let receivers = list_receivers(self.order.iter().map(|id| self.tool(*id)));
        rust!(
            #(doc_comment(&docs))
            #visibility fn #(Ident(name))<H>(handlers: H) -> rt::Worker<H>
            where
                H: Send + Sync + 'static
                    #(for id in handled.clone() => , H: rt::Handle<#(self.path(*id))>)
                    #(for path in &receivers => , H: rt::Receiver<#(write_path(path))>)
            {
                rt::Worker::#(Ident(constructor))(
                    handlers,
                    const {
                        &rt::WorkerTable {
                            name: #(Text(&self.worker.name)),
                            rows: &[#(for id in &self.order => #(self.row(*id)),)],
                            index: INDEX,
                            blocked: BLOCKED,
                            output: #(self.worker.output),
                        }
                    },
                    #settings
                )#(self.catalog.has_index().then_some(rust!(.with_index(&super::SEARCH))))
            }
        )
    }

    fn worker_item_doc(&self) -> String {
        if self.is_mounted() {
            return "The worker over its handlers, once all of them are there.".to_owned();
        }
        let has_engines = self.order.iter().any(|id| !self.tool(*id).is_handled());
        let engines = if has_engines {
            " and that no engine runs"
        } else {
            ""
        };
        format!(
            "The worker `{}` over its handlers: one for every tool that it grants{engines}.",
            self.worker.name.replace('`', "'"),
        )
    }

    /// The row of a tool: the tool, what runs it, and the worker's settings for it.
    fn row(&self, id: ToolId) -> impl Rust {
        let (tool, grant) = (self.tool(id), self.grants[&id]);
        let make = Ident(self.row_function(tool));
        let path = self.path(id);
        let rules = self.ruled.get(&id).map(String::as_str);
        let rules = rules.map(|name| Code::new(rust!(&#(Ident(name)))));
        let results = self.shown.get(&id).map(|shown| &shown.data);
        let shown_as = self.shown_entries.get(&id);
        let shown_as = shown_as.map(|name| Code::new(rust!(&#(Ident(name)))));
        let RowData {
            approval,
            secrets,
            hide_from_approvers,
            constants,
            limits,
            rules,
            execution,
            evolution,
            filling,
            repairs,
            results,
            shown_as,
        } = RowData::<'_, InCode<'_>>::new(tool, grant, rules, (results, shown_as));
        let limits = LIMITS.iter().filter_map(|limit| {
            let value = limit.find(limits)?.value;
            Some((Ident(limit.row), value))
        });
        let limits: Vec<_> = limits.collect();
        rust!(
            rt::Row::#make::<#path>(#approval, KEY)
                #(secrets.as_ref().map(|value| rust!(.secrets(#value))))
                #(hide_from_approvers.as_ref().map(|value| rust!(.hide_from_approvers(#value))))
                #(constants.as_ref().map(|value| rust!(.constants(#value))))
                #(for (function, value) in &limits => .#function(#value))
                #(rules.as_ref().map(|value| rust!(.rules(#value))))
                #(execution.map(|value| rust!(.execution(#value))))
                #(evolution.as_ref().map(|value| rust!(.evolution(#value))))
                #(filling.as_ref().map(|value| rust!(.filling(#value))))
                #(repairs.as_ref().map(|value| rust!(.repairs(#value))))
                #(results.as_ref().map(|value| rust!(.results(#value))))
                #(shown_as.as_ref().map(|value| rust!(.shown_as(#value))))
        )
    }

    /// The function that makes the row of a tool; it depends on what runs the tool.
    fn row_function(&self, tool: &Tool) -> &'static str {
        match self.catalog.runner(tool) {
            Runner::Toolset(toolset) => toolset.row,
            Runner::Http(_) => "http",
            Runner::Mcp(_) => "mcp",
            Runner::Simulated(call) if call.asks.is_some() => "asked",
            Runner::Simulated(_) => "simulated",
            Runner::Native if receiver_of(tool).is_some() => "method",
            Runner::Native => "native",
            Runner::Handler => "of",
        }
    }

    fn blocked_item(&self) -> impl Rust {
        rust!(
            static BLOCKED: &[rt::Blocked] = #(list(&self.blocked, |blocked| blocked));
        )
    }
}
