//! The table that finds tools by their names.

use crate::model::{Catalog, ToolId};
use crate::rust::{Rust, Text, rust};

/// Names of tools, each with its first row and the number of rows.
pub fn index_table(catalog: &Catalog, order: &[ToolId]) -> impl Rust {
    let index = catalog.index_names(order);
    rust!(&[#(for (name, (first, count)) in &index => (#(Text(name)), #first, #count),)])
}
