//! Verb: Checked to a worker in this process, limited to the tools that engines run. The static
//! data that emission writes is built here as values of the runtime; `tests/serve.rs` keeps the two consistent.

mod calls;
mod entries;
mod refused;
mod runners;

use entries::Entries;
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::Diagnostic;
use toolc_base::source::{Sources, next_number};
use toolc_model::model::policy::{Grant, OutputPolicy, RowData, Worker};
use toolc_model::model::ruling::PlacedRuling;
use toolc_model::model::runner::Runner;
use toolc_model::model::{Catalog, ToolId};
use toolc_resolve::check::Checked;
use toolc_runtime::engines::{Engine, Engines};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Built, Data, InMemory, Ref, leak_slice, leak_value, leak_word, list};

/// A worker with the tools that engines run, and what was left out of it.
#[derive(Debug)]
pub struct Served {
    /// The worker. Its tables live as long as the process.
    pub worker: toolc_runtime::Worker<Engines>,
    /// The tools that are served.
    pub tools: Vec<ToolId>,
    /// A finding for each tool that is left out.
    pub left_out: Vec<Diagnostic>,
    /// The instructions that the worker file gives the model.
    pub instructions: Option<String>,
}

/// Builds a worker of the catalog, with the tools that need nothing from a program.
///
/// # Errors
/// Returns the findings if no tool is left.
pub fn serve_worker(
    sources: &Sources,
    checked: &Checked,
    worker: &Worker,
) -> Result<Served, Vec<Diagnostic>> {
    let catalog = checked.catalog();
    let mut left_out = Vec::new();
    let mut served = Vec::new();
    for grant in &worker.grants {
        match refused::find_need(catalog, worker, grant) {
            Some(finding) => left_out.push(finding),
            None => served.push(grant.tool),
        }
    }
    if served.is_empty() {
        left_out.push(refused::nothing_left(worker));
        return Err(left_out);
    }
    Ok(make_worker((sources, catalog), worker, served, left_out))
}

/// Builds a worker of the catalog to look at calls with: it has all its tools, and those that need a program are
/// never run. The findings about these are in [`Served::left_out`].
pub fn preview_worker(sources: &Sources, checked: &Checked, worker: &Worker) -> Served {
    let catalog = checked.catalog();
    let mut findings = Vec::new();
    for grant in &worker.grants {
        findings.extend(refused::find_need(catalog, worker, grant));
    }
    let granted = worker.grants.iter().map(|grant| grant.tool).collect();
    make_worker((sources, catalog), worker, granted, findings)
}

fn make_worker(
    (sources, catalog): (&Sources, &Catalog),
    worker: &Worker,
    tools: Vec<ToolId>,
    left_out: Vec<Diagnostic>,
) -> Served {
    let order = catalog.order_overloads(tools);
    let grants: HashMap<ToolId, &Grant> = worker
        .grants
        .iter()
        .map(|grant| (grant.tool, grant))
        .collect();
    let needed = worker
        .grants
        .iter()
        .filter(|grant| refused::needs_program(catalog, worker, grant));
    let mut made = Made {
        catalog,
        sources,
        entries: Entries::new(catalog, worker.output != OutputPolicy::Off),
        calls: calls::Calls::default(),
        absent: needed.map(|grant| grant.tool).collect(),
        engines: Vec::new(),
    };
    let rows: Vec<rt::Row<Engines>> = order.iter().map(|id| made.row(*id, grants[id])).collect();
    let table = rt::WorkerTable {
        name: leak_word(&worker.name),
        rows: rows.leak(),
        index: index(catalog, &order),
        blocked: list(&catalog.list_blocked(worker), |blocked| blocked).build(),
        output: worker.output.build(),
    };
    let engines = made.engines.into_iter().collect();
    let settings = list(&worker.toolsets, |settings| settings).build();
    let instructions = worker.prompt.instructions.as_ref();
    Served {
        worker: toolc_runtime::Worker::with_toolsets(engines, leak_value(table), settings),
        tools: order,
        left_out,
        instructions: instructions.map(|said| said.value.clone()),
    }
}

fn index(catalog: &Catalog, order: &[ToolId]) -> rt::Index {
    let index = catalog.index_names(order).into_iter();
    leak_slice(index.map(|(name, entry)| {
        let count = next_number(entry.count);
        let count = if entry.is_old {
            count | rt::OLD_NAME
        } else {
            count
        };
        (leak_word(&name), next_number(entry.first), count)
    }))
}

/// What is built for a worker's tools.
struct Made<'c> {
    catalog: &'c Catalog,
    sources: &'c Sources,
    entries: Entries<'c>,
    calls: calls::Calls,
    /// The tools that only a program can run.
    absent: HashSet<ToolId>,
    engines: Vec<(&'static str, Engine)>,
}

impl Made<'_> {
    fn row(&mut self, id: ToolId, grant: &Grant) -> rt::Row<Engines> {
        let tool = self.catalog.tool(id);
        let entry = self.entries.entry(tool);
        if let Some(engine) = self.engine(id) {
            self.engines.push((entry.wire_name, engine));
        }
        let rules = grant.ruling().map(|ruling| {
            let sources = self.sources;
            let ruling = &ruling;
            Built(Ref(PlacedRuling { sources, ruling }).build())
        });
        let shown = self.catalog.show_results(grant);
        let schema = shown.as_ref().and_then(|shown| shown.schema.as_ref());
        let shown_as = schema.map(|schema| {
            Built(leak_value(rt::ToolEntry {
                output_text: Some(Ref(schema).build()),
                ..*entry
            }))
        });
        let data = shown.as_ref().map(|shown| &shown.data);
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
        } = RowData::<'_, InMemory>::new(tool, grant, rules, (data, shown_as));
        let mut row = rt::Row::engine(entry, approval.build()).limits(limits.build());
        if matches!(self.catalog.runner(tool), Runner::Mcp(_)) {
            row = row.returns_blocks();
        }
        if self.catalog.has_usual_limit(tool) {
            row = row.limited();
        }
        if let Some(secrets) = secrets {
            row = row.secrets(secrets.build());
        }
        if let Some(secrets) = hide_from_approvers {
            row = row.hide_from_approvers(secrets.build());
        }
        if let Some(constants) = constants {
            row = row.constants(constants.build());
        }
        if let Some(rules) = rules {
            row = row.rules(rules.build());
        }
        if let Some(execution) = execution {
            row = row.execution(execution.build());
        }
        if let Some(evolution) = evolution {
            row = row.evolution(evolution.build());
        }
        if let Some(filling) = filling {
            row = row.filling(filling.build());
        }
        if let Some(repairs) = repairs {
            row = row.repairs(repairs.build());
        }
        if let Some(results) = results {
            row = row.results(results.build());
        }
        if let Some(entry) = shown_as {
            row = row.shown_as(entry.build());
        }
        row
    }

    /// The engine that runs a tool.
    fn engine(&mut self, id: ToolId) -> Option<Engine> {
        if self.absent.contains(&id) {
            return Some(Engine::Program);
        }
        let tool = self.catalog.tool(id);
        match self.catalog.runner(tool) {
            Runner::Http(call) => {
                let tables = self.entries.tables();
                let operation = self.calls.build_operation(tables, tool, &call);
                Some(Engine::Request(operation))
            }
            Runner::Mcp(call) => Some(Engine::Remote(self.calls.build_remote_call(&call))),
            Runner::Simulated(call) => Some(self.calls.build_simulation(&call)),
            Runner::Toolset(toolset) => runners::find_engine(toolset, &tool.name),
            Runner::Native | Runner::Handler => Some(Engine::Program),
        }
    }
}
