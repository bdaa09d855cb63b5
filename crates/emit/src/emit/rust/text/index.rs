//! The table for finding tools by name.

use toolc_model::model::{Catalog, ToolId};
use toolc_schema::rust::{Rust, Text, rust};

/// Tool names, each with its first row and the number of its rows.
pub fn index_table(catalog: &Catalog, order: &[ToolId]) -> impl Rust {
    let index = catalog.index_names(order);
    rust!(&[#(for (name, (first, count)) in &index => (#(Text(name)), #first, #count),)])
}
