//! Closures in place of handlers: a struct with a slot for each tool that a worker leaves to the program.

use super::prose::{plain_doc, quote_code};
use crate::emit::ident::{Scope, snake_case};
use crate::emit::rust::markers::{Marker, Markers};
use std::collections::HashMap;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::rust::{Ident, Page, Rust, rust};

/// The slot of one tool.
struct Slot<'c> {
    /// The qualified name of the tool.
    tool: String,
    field: String,
    marker: &'c Marker,
}

/// Writes the struct for these tools, and what makes handlers of it, unless there are none. What makes the worker is
/// left to `mount_closures` if toolsets are mounted.
pub fn put_closures(
    page: &mut Page,
    catalog: &Catalog,
    worker: &Worker,
    markers: &Markers,
    tools: &[ToolId],
) {
    if tools.is_empty() {
        return;
    }
    let slots = name_slots(catalog, markers, tools);
    page.item(struct_item(worker, &slots));
    page.item(impl_item(worker, &slots));
}

/// Decides the names of fields: that of the tool, or with its namespace if several tools of the worker have it.
fn name_slots<'c>(catalog: &Catalog, markers: &'c Markers, tools: &[ToolId]) -> Vec<Slot<'c>> {
    let named = tools.iter().map(|id| {
        let marker = markers.tool(*id);
        (
            catalog.tool(*id).qualified(),
            marker,
            snake_case(marker.name()),
        )
    });
    let named: Vec<(String, &Marker, String)> = named.collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, _, name) in &named {
        *counts.entry(name).or_default() += 1;
    }
    let mut scope = Scope::default();
    let slots = named.iter().map(|(tool, marker, name)| {
        let wish = match counts[name.as_str()] {
            1 => name.clone(),
            // a module may end with `_`, as `self_` does
            _ => snake_case(&format!("{}_{name}", marker.module)),
        };
        Slot {
            tool: tool.clone(),
            field: scope.claim(&wish),
            marker,
        }
    });
    slots.collect()
}

fn struct_item(worker: &Worker, slots: &[Slot<'_>]) -> impl Rust {
    let docs = format!(
        "Closures in place of handlers for the worker {}: one for each tool that it leaves to the program.",
        quote_code(&worker.name)
    );
    let docs = plain_doc(docs);
    rust!(
        #docs
        #[derive(Debug)]
        pub struct Closures {
            #(for slot in slots =>
                #(plain_doc(format!("Runs {}.", quote_code(&slot.tool))))
                pub #(Ident(&slot.field)): rt::Closure<#(slot.marker.path_beside())>,
            )
        }
    )
}

/// `#[inline]`, so that nothing is compiled for a program that has handlers.
fn impl_item(worker: &Worker, slots: &[Slot<'_>]) -> impl Rust {
    let into_worker = worker.mounts.is_empty().then_some(rust!(
        /// The worker whose tools these closures run.
        #[inline]
        pub fn into_worker(self) -> rt::Worker<rt::ClosureSet> {
            let mut handlers = self.into_set();
            let absences = handlers.take_absences();
            absences.apply(worker(handlers))
        }
    ));
    rust!(
        impl Closures {
            #into_worker
            #[inline]
            fn into_set(self) -> rt::ClosureSet {
                rt::ClosureSet::new([#(for slot in slots => self.#(Ident(&slot.field)).erase(),)])
            }
        }
    )
}
