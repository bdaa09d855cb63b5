//! The values whose methods are tools of a worker.

use super::native::write_path;
use super::prose::plain_doc;
use crate::emit::ident::{Scope, snake_case};
use std::collections::BTreeSet;
use toolc_model::model::Tool;
use toolc_schema::rust::{Ident, Page, rust};

/// The path of the type whose method a tool is.
pub(super) fn receiver_of(tool: &Tool) -> Option<&Vec<String>> {
    let receiver = tool.native.as_ref()?.receiver.as_ref()?;
    Some(&receiver.path)
}

/// The types whose methods are among some tools, each once.
pub(super) fn list_receivers<'c>(tools: impl Iterator<Item = &'c Tool>) -> Vec<&'c Vec<String>> {
    let found: BTreeSet<&Vec<String>> = tools.filter_map(receiver_of).collect();
    found.into_iter().collect()
}

/// Writes a struct with a value of each type, for a worker over methods of several.
pub(super) fn put_receivers(page: &mut Page, receivers: &[&Vec<String>]) {
    let mut scope = Scope::default();
    let fields = receivers.iter().map(|path| {
        let name = path.last().map_or("", String::as_str);
        (scope.claim(&snake_case(name)), *path)
    });
    let fields: Vec<(String, &Vec<String>)> = fields.collect();
    let all = &fields;
    page.item(rust!(
        /// The values whose methods are tools of this worker: `worker` takes one of these, or anything else that
        /// implements `Receiver` for each of their types.
        pub struct Receivers {
            #(for (field, path) in all =>
                #(plain_doc(format!("Its methods are tools: `{}`.", path.join("::"))))
                pub #(Ident(field)): #(write_path(path)),
            )
        }
    ));
    for (field, path) in &fields {
        page.item(rust!(
            impl rt::Receiver<#(write_path(path))> for Receivers {
                fn receiver(&self) -> &#(write_path(path)) { &self.#(Ident(field)) }
            }
        ));
    }
}
