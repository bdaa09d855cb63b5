//! Toolsets that the runtime runs: which function runs a tool.

use crate::emit::ident::pascal_case;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_schema::rust::{Ident, Rust, rust};

/// What runs a tool of such a toolset.
pub fn runner_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let tool = layout.tool(names);
    tool.shipped.filter(|toolset| toolset.row == "shipped")?;
    let marker = Ident(&names.marker);
    let runner = pascal_case(&tool.name);
    Some(rust!(
        impl rt::Shipped for #marker {
            const RUNNER: rt::Runner = rt::Runner::#(Ident(&runner));
        }
    ))
}
