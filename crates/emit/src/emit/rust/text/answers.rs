//! What a final answer has besides its type.

use super::tools::Definitions;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_schema::rust::{Escaped, Ident, Rust, Text, rust};

/// The static data of an answer.
pub fn entry_item<'p>(
    layout: &'p Layout<'_>,
    names: &'p ToolPlan,
    definitions: &'p Definitions,
) -> impl Rust {
    let answer = layout.tool(names);
    let entry = Ident(&names.entry);
    let schema = layout.schema_ref(names.input);
    let text = definitions.schema_text(&answer.input_text);
    rust!(
        static #entry: rt::AnswerEntry = rt::AnswerEntry {
            name: #(Text(&answer.name)),
            wire_name: #(Text(&answer.wire_name)),
            description: #(Text(&answer.description)),
            schema: #schema,
            text: #text,
            digest: #(Escaped(&answer.digest)),
        };
    )
}

/// The impl that links a struct to that data.
pub fn answer_item(names: &ToolPlan) -> impl Rust {
    let (name, entry) = (Ident(&names.args), Ident(&names.entry));
    rust!(
        impl rt::Answer for #name {
            const ENTRY: &'static rt::AnswerEntry = &#entry;
        }
    )
}
