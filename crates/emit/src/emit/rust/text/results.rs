//! The result of each handler tool has the name `…Output`, whatever its type: if the type is not
//! named so, an alias is.

use super::prose::{plain_doc, quote_code};
use super::tools::output_type;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use std::collections::HashMap;
use toolc_base::source::Span;
use toolc_model::model::ToolId;
use toolc_schema::rust::{Ident, Rust, rust, write_line};

/// The additional names of results.
#[derive(Default)]
pub struct Results {
    names: HashMap<ToolId, String>,
    /// Results that could not have the name derived from their place: the place, that name, and the
    /// actual one.
    pub renamed: Vec<(Span, String, String)>,
}

impl Results {
    /// Names the results. All other types are already named, and keep their names.
    pub fn of(layout: &Layout<'_>) -> Self {
        let mut results = Results::default();
        let mut scope = layout.scope.clone();
        for names in &layout.tools {
            let tool = layout.tool(names);
            if !tool.is_handled() {
                continue;
            }
            let wish = format!("{}Output", names.marker);
            let shown = write_line(output_type(layout, names));
            if shown == wish {
                continue;
            }
            let known = layout.renamed.iter().chain(&results.renamed);
            if !scope.has(&wish) {
                results.names.insert(names.id, scope.claim(&wish));
            } else if !known.into_iter().any(|(_, other, _)| *other == wish) {
                results.renamed.push((tool.span, wish, shown));
            }
        }
        results
    }
}

/// The alias of a tool's result, if it needs one.
pub fn result_item(layout: &Layout<'_>, results: &Results, names: &ToolPlan) -> Option<impl Rust> {
    let alias = Ident(results.names.get(&names.id)?);
    let name = quote_code(&layout.tool(names).qualified());
    let docs = plain_doc(match names.typed_output {
        Some(_) => format!("The result of {name}."),
        None => format!("The result of {name}: any JSON, as its spec does not say what it is."),
    });
    let output = output_type(layout, names);
    Some(rust!(#docs pub type #alias = #output;))
}
