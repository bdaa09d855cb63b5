//! A worker: the rows of its tools, its names, and what it refuses.

use super::literal::{doc, text};
use super::types::ident;
use crate::model::policy::{Approval, Worker};
use crate::model::{Catalog, ToolId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, HashMap};

/// The path of a tool's marker from the module of a worker: namespace module and type.
pub type Markers = HashMap<ToolId, (String, String)>;

/// Names, each with its first row and the number of rows.
pub fn index_table<'t>(names: impl Iterator<Item = (usize, &'t str, &'t str)>) -> TokenStream {
    let mut index: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (row, qualified, wire) in names {
        let entry = index.entry(qualified).or_insert((row, 0));
        entry.1 += 1;
        index.entry(wire).or_insert((row, 1));
    }
    let rows = index.into_iter().map(|(name, (first, count))| {
        let (name, first, count) = (
            text(name),
            Literal::usize_unsuffixed(first),
            Literal::usize_unsuffixed(count),
        );
        quote!((#name, #first, #count))
    });
    quote!(&[#(#rows),*])
}

/// Tools so that overloads are neighbours: by first appearance of the name.
pub fn neighbours(catalog: &Catalog, ids: impl Iterator<Item = ToolId>) -> Vec<ToolId> {
    let mut first: HashMap<(&str, &str), usize> = HashMap::new();
    let mut ids: Vec<(usize, ToolId)> = ids
        .enumerate()
        .map(|(position, id)| {
            let tool = catalog.tool(id);
            (
                *first
                    .entry((&tool.namespace, &tool.name))
                    .or_insert(position),
                id,
            )
        })
        .collect();
    ids.sort();
    ids.into_iter().map(|(_, id)| id).collect()
}

/// The items of a worker's module.
pub fn items(catalog: &Catalog, worker: &Worker, markers: &Markers) -> Vec<TokenStream> {
    let order = neighbours(catalog, worker.grants.iter().map(|grant| grant.tool));
    let approvals: HashMap<ToolId, Approval> = worker
        .grants
        .iter()
        .map(|grant| (grant.tool, grant.approval))
        .collect();
    let paths: Vec<TokenStream> = order
        .iter()
        .map(|id| {
            let (module, marker) = &markers[id];
            let (module, marker) = (ident(module), ident(marker));
            quote!(super::#module::#marker)
        })
        .collect();
    let is_request = |id: &ToolId| catalog.http_engine(catalog.tool(*id)).is_some();
    let handled = paths.iter().zip(&order).filter(|(_, id)| !is_request(id));
    let handled = handled.map(|(path, _)| path);
    let rows = paths.iter().zip(&order).map(|(path, id)| {
        let approval = match approvals[id] {
            Approval::PreApproved => quote!(PreApproved),
            _ => quote!(Ask),
        };
        let make = if is_request(id) {
            quote!(http)
        } else {
            quote!(of)
        };
        quote!(rt::Row::#make::<#path>(rt::Approval::#approval, super::Key(())))
    });
    let names = order.iter().enumerate().map(|(row, id)| {
        let tool = catalog.tool(*id);
        (row, tool.qualified(), tool.wire_name.as_str())
    });
    let names: Vec<(usize, String, &str)> = names.collect();
    let index = index_table(
        names
            .iter()
            .map(|(row, qualified, wire)| (*row, qualified.as_str(), *wire)),
    );
    let blocked = worker.blocked.iter().map(|blocked| {
        let [name, wire_name, reason] =
            [&blocked.name, &blocked.wire_name, &blocked.reason].map(|words| text(words));
        quote!(rt::Blocked { name: #name, wire_name: #wire_name, reason: #reason })
    });
    let name = text(&worker.name);
    let output = ident(&format!("{:?}", worker.output));
    let docs = doc(&format!(
        "The worker `{}` over its handlers: one for every tool that it grants{}.",
        worker.name.replace('`', "'"),
        if order.iter().any(is_request) {
            " and that no engine runs"
        } else {
            ""
        }
    ));
    let entries = paths.iter().map(|path| quote!(<#path as rt::Tool>::ENTRY));
    vec![
        quote! {
            #docs
            pub fn worker<H>(handlers: H) -> rt::Worker<H>
            where
                H: Send + Sync + 'static #(, H: rt::Handle<#handled>)*
            {
                rt::Worker::new(
                    handlers,
                    const {
                        &rt::WorkerTable {
                            name: #name,
                            rows: &[#(#rows),*],
                            index: INDEX,
                            blocked: BLOCKED,
                            output: rt::OutputPolicy::#output,
                        }
                    },
                )
            }
        },
        quote! {
            /// What the model is shown: every tool that this worker grants.
            pub fn definitions(target: rt::Target) -> rt::Json {
                rt::definitions(ENTRIES.iter().copied(), target)
            }
        },
        quote!(static ENTRIES: &[&rt::ToolEntry] = &[#(#entries),*];),
        quote!(static INDEX: rt::Index = #index;),
        quote!(static BLOCKED: &[rt::Blocked] = &[#(#blocked),*];),
    ]
}
