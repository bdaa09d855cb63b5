//! The table that finds tools by their names.

use crate::model::{Catalog, ToolId};
use crate::rust::{Rust, Text, rust};
use std::collections::BTreeMap;

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
