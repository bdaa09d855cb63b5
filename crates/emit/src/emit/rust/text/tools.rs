//! The marker of each tool, its entry, and the texts of its schemas.

use super::failures::failure_type;
use super::prose::{self, doc_comment, plain_doc};
use crate::emit::ident::screaming_case;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::layout::Strings;
use crate::emit::rust::names::ToolPlan;
use std::collections::HashMap;
use std::collections::hash_map::Entry::Vacant;
use toolc_base::source::Sources;
use toolc_model::model::SchemaText;
use toolc_model::model::entry::{DefinitionData, EntryData, SchemaTextData};
use toolc_model::model::rust_options::Derive;
use toolc_schema::data::{Code, InCode};
use toolc_schema::rust::{Ident, Rust, put, rust, write_snippet};

/// The names of the definitions that a module's schema texts refer to.
pub struct Definitions {
    /// Names by index, in the order of [`toolc_model::model::Catalog::definitions`].
    names: HashMap<usize, String>,
    order: Vec<usize>,
}

impl Definitions {
    /// The definitions that the tools of this module reach.
    pub fn of(layout: &Layout<'_>) -> Self {
        let mut definitions = Definitions {
            names: HashMap::new(),
            order: Vec::new(),
        };
        let mut scope = layout.table_scope.clone();
        let mut waiting = Vec::new();
        for tool in &layout.tools {
            let tool = layout.tool(tool);
            // a result that is not checked is not described either
            let texts = std::iter::once(&tool.input_text).chain(tool.shown_output());
            waiting.extend(texts.flat_map(|text| text.uses.iter().copied()));
        }
        waiting.reverse();
        while let Some(index) = waiting.pop() {
            if let Vacant(free) = definitions.names.entry(index) {
                let definition = &layout.catalog.definitions[index];
                let name = scope.claim(&format!("DEFINITION_{}", screaming_case(&definition.name)));
                free.insert(name);
                definitions.order.push(index);
                waiting.extend(definition.schema.uses.iter().rev());
            }
        }
        definitions
    }

    /// A static for each definition.
    pub fn items<'p>(&'p self, layout: &'p Layout<'_>) -> impl Iterator<Item = impl Rust> {
        self.order.iter().map(|index| {
            let definition = &layout.catalog.definitions[*index];
            let name = Ident(&self.names[index]);
            let data: DefinitionData<'_, InCode<'_>> = DefinitionData {
                name: &definition.name,
                schema: self.schema_text(&definition.schema),
            };
            rust!(static #name: rt::Definition = #data;)
        })
    }

    pub fn schema_text<'d>(&'d self, schema: &'d SchemaText) -> SchemaTextData<'d, InCode<'d>> {
        let names = schema.uses.iter().map(|index| Ident(&self.names[index]));
        SchemaTextData {
            text: &schema.text,
            uses: names.map(|name| Code::new(rust!(&#name))).collect(),
        }
    }
}

/// The marker type of a tool.
pub fn marker_item(layout: &Layout<'_>, names: &ToolPlan, sources: &Sources) -> impl Rust {
    let tool = layout.tool(names);
    let marker = Ident(&names.marker);
    let words = if tool.description.trim().is_empty() {
        tool.title.clone().unwrap_or_default()
    } else {
        tool.description.clone()
    };
    let origin = format!(
        "`{}`, from {}",
        tool.qualified().replace('`', "'"),
        sources.origin(tool.span.source)
    );
    let docs = if words.trim().is_empty() {
        origin
    } else {
        format!("{words}\n\n{origin}")
    };
    let derives = layout.options.derives().contains(&Derive::Debug);
    let derives = derives.then(|| rust!(#[derive(Debug)]));
    rust!(#(doc_comment(&docs)) #derives pub struct #marker;)
}

/// The data of a tool. It is a static rather than a constant, because the compiler looks through
/// constants: for each entry, it would walk all the tables the entry leads to.
pub fn entry_item<'p>(
    layout: &'p Layout<'_>,
    names: &'p ToolPlan,
    definitions: &'p Definitions,
) -> impl Rust {
    let name = Ident(&names.entry);
    let tool = layout.tool(names);
    let output_text = tool.shown_output();
    let entry: EntryData<'_, InCode<'_>> = EntryData {
        tool,
        input: Code::new(layout.schema_ref(names.input)),
        output: (names.output).map(|output| Code::new(layout.schema_ref(output))),
        input_text: definitions.schema_text(&tool.input_text),
        output_text: output_text.map(|text| definitions.schema_text(text)),
    };
    rust!(pub(super) static #name: rt::ToolEntry = #entry;)
}

/// The impl that links a tool to its arguments and its result.
pub fn tool_item(layout: &Layout<'_>, names: &ToolPlan) -> impl Rust {
    let (marker, entry) = (Ident(&names.marker), Ident(&names.entry));
    let output = output_type(layout, names);
    let lifetime = layout.args_lifetime(names);
    let args = write_snippet(move |out| {
        if names.has_types {
            put!(out, #(Ident(&names.args)) #lifetime)
        } else {
            put!(out, rt::CheckedJson<Self>)
        }
    });
    let holds = layout.output_holds(names);
    let holds = holds.then(|| {
        rust!(
            const OUTPUT_HOLDS: bool = true;
        )
    });
    rust!(
        impl rt::Tool for #marker {
            const ENTRY: &'static rt::ToolEntry = &#entry;
            type Args<'a> = #args;
            type Output = #output;
            type Failure = #(failure_type(names));
            type Key = super::Key;
            #holds
        }
    )
}

/// The type of a tool's result.
pub fn output_type(layout: &Layout<'_>, names: &ToolPlan) -> impl Rust {
    write_snippet(move |out| match names.typed_output {
        Some(output) => {
            let site = format!("{}Output", names.marker);
            layout.rust_type(output, Strings::Owned, &site).put(out);
        }
        None => put!(out, rt::Json),
    })
}

/// Arguments that another tool has as well: one type with two names.
pub fn same_args_item(layout: &Layout<'_>, names: &ToolPlan, other: &str) -> impl Rust {
    let docs = plain_doc(format!(
        "Arguments of {}, the same as [`{other}`].",
        prose::quote_code(&layout.tool(names).qualified())
    ));
    let (args, other) = (Ident(&names.args), Ident(other));
    let lifetime = layout.args_lifetime(names);
    rust!(#docs pub type #args #lifetime = #other #lifetime;)
}

/// The impl that reads a tool's arguments.
pub fn args_item(layout: &Layout<'_>, names: &ToolPlan) -> impl Rust {
    let args = Ident(&names.args);
    let schema = layout.schema_ref(names.input);
    let lifetime = layout.args_lifetime(names);
    write_snippet(move |out| {
        match lifetime {
            Some(_) => put!(out, impl #lifetime rt::Args #lifetime for #args #lifetime),
            None => put!(out, impl rt::Args<'_> for #args),
        }
        put!(out, { const SCHEMA: &'static rt::Schema = #schema; });
    })
}
