//! The result of each tool that a handler runs has the name `…Output`, whatever type it is: where it
//! has none by itself, an alias.

use super::plan::{Plan, ToolPlan};
use super::prose::{code, plain_doc};
use super::tools::output_type;
use crate::rust::{Ident, Rust, line, rust};

impl Plan<'_> {
    /// Names the results. All other types have their names by now, and keep them.
    pub fn name_results(&mut self) {
        for index in 0..self.tools.len() {
            let names = &self.tools[index];
            let tool = self.tool(names);
            if !tool.is_handled() {
                continue;
            }
            let wish = format!("{}Output", names.marker);
            let shown = line(output_type(self, names));
            if shown == wish {
                continue;
            }
            if !self.scope.has(&wish) {
                self.tools[index].result = Some(self.scope.claim(&wish));
            } else if !self.renamed.iter().any(|(_, other, _)| *other == wish) {
                self.renamed.push((tool.span, wish, shown));
            }
        }
    }
}

/// The alias of a tool's result, where it needs one.
pub fn result_item(plan: &Plan<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let alias = Ident(names.result.as_deref()?);
    let name = code(&plan.tool(names).qualified());
    let docs = plain_doc(match names.typed_output {
        Some(_) => format!("The result of {name}."),
        None => format!("The result of {name}: any JSON, as its spec does not say what it is."),
    });
    let output = output_type(plan, names);
    Some(rust!(#docs pub type #alias = #output;))
}
