//! The table for finding tools by name.

use toolc_model::model::names::IndexEntry;
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::rust::{Rust, Text, put, rust, write_snippet};

/// Tool names, each with its first row and the number of its rows.
pub fn index_table(catalog: &Catalog, order: &[ToolId]) -> impl Rust {
    let index = catalog.index_names(order);
    rust!(&[#(for (name, entry) in &index => (#(Text(name)), #(entry.first), #(count(*entry))),)])
}

fn count(entry: IndexEntry) -> impl Rust {
    write_snippet(move |out| match entry.is_old {
        true => put!(out, rt::OLD_NAME | #(entry.count)),
        false => put!(out, #(entry.count)),
    })
}
