//! The marker of each tool, what is known of it, and the texts of its schemas.

use super::borrowing::Strings;
use super::literal::{code, doc, plain_doc, text};
use super::plan::{Plan, ToolPlan};
use super::types::ident;
use crate::emit::ident::screaming;
use crate::model::{SchemaText, Tool};
use crate::node::{Entry, Map, Node, Value};
use crate::source::Sources;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;
use std::collections::hash_map::Entry::Vacant;

/// The names of the definitions that a module's schema texts refer to.
pub struct Definitions {
    /// Names by index, in the order of [`crate::model::Catalog::definitions`].
    names: HashMap<usize, String>,
    order: Vec<usize>,
}

impl Definitions {
    /// The definitions that these tools reach.
    pub fn of(plan: &Plan<'_>) -> Self {
        let mut definitions = Definitions {
            names: HashMap::new(),
            order: Vec::new(),
        };
        let mut scope = plan.table_scope.clone();
        let mut waiting = Vec::new();
        for tool in &plan.tools {
            let tool = plan.tool(tool);
            // a result that is not checked is not described
            let output = tool.output_text.iter().filter(|_| tool.output.is_some());
            let texts = std::iter::once(&tool.input_text).chain(output);
            waiting.extend(texts.flat_map(|text| text.uses.iter().copied()));
        }
        waiting.reverse();
        while let Some(index) = waiting.pop() {
            if let Vacant(free) = definitions.names.entry(index) {
                let definition = &plan.catalog.definitions[index];
                let name = scope.claim(&format!("DEFINITION_{}", screaming(&definition.name)));
                free.insert(name);
                definitions.order.push(index);
                waiting.extend(definition.schema.uses.iter().rev());
            }
        }
        definitions
    }

    /// One static for each definition.
    pub fn items<'p>(&'p self, plan: &'p Plan<'_>) -> impl Iterator<Item = TokenStream> + 'p {
        self.order.iter().map(|index| {
            let definition = &plan.catalog.definitions[*index];
            let (name, key) = (ident(&self.names[index]), text(&definition.name));
            let schema = self.schema_text(&definition.schema);
            quote!(static #name: rt::Definition = rt::Definition { name: #key, schema: #schema };)
        })
    }

    fn schema_text(&self, schema: &SchemaText) -> TokenStream {
        let json = text(&schema.text);
        let uses = schema.uses.iter().map(|index| ident(&self.names[index]));
        quote!(rt::SchemaText { text: #json, uses: &[#(&#uses),*] })
    }
}

/// The marker type of a tool.
pub fn marker_item(plan: &Plan<'_>, names: &ToolPlan, sources: &Sources) -> TokenStream {
    let tool = plan.tool(names);
    let marker = ident(&names.marker);
    let words = if tool.description.trim().is_empty() {
        tool.title.clone().unwrap_or_default()
    } else {
        tool.description.clone()
    };
    let origin = format!(
        "`{}`, from {}",
        tool.qualified().replace('`', "'"),
        sources.get(tool.span.source).path
    );
    let docs = doc(&if words.trim().is_empty() {
        origin
    } else {
        format!("{words}\n\n{origin}")
    });
    quote! {
        #docs
        pub struct #marker;
    }
}

/// What is known of a tool.
pub fn tool_item(plan: &Plan<'_>, names: &ToolPlan, definitions: &Definitions) -> TokenStream {
    let tool = plan.tool(names);
    let (marker, args) = (ident(&names.marker), ident(&names.args));
    let entry = entry(plan, names, tool, definitions);
    let output = output_type(plan, names);
    let lifetime = plan.args_lifetime(names);
    let holds = plan.output_holds(names);
    let holds = holds.then(|| {
        quote!(
            const OUTPUT_HOLDS: bool = true;
        )
    });
    quote! {
        impl rt::Tool for #marker {
            const ENTRY: &'static rt::ToolEntry = &#entry;
            type Args<'a> = #args #lifetime;
            type Output = #output;
            type Key = super::Key;
            #holds
        }
    }
}

/// The type of a tool's result.
pub fn output_type(plan: &Plan<'_>, names: &ToolPlan) -> TokenStream {
    names.typed_output.map_or_else(
        || quote!(rt::Json),
        |output| plan.rust_type(output, Strings::Owned, &format!("{}Output", names.marker)),
    )
}

fn entry(plan: &Plan<'_>, names: &ToolPlan, tool: &Tool, definitions: &Definitions) -> TokenStream {
    let (name, wire_name) = (text(&tool.qualified()), text(&tool.wire_name));
    let title = option(tool.title.as_ref().map(|title| text(title)));
    let description = text(&tool.description);
    let input = plan.schema_ref(names.input);
    let output = option(names.output.map(|output| plan.schema_ref(output)));
    let input_text = definitions.schema_text(&tool.input_text);
    let output_text = option(
        tool.output_text
            .as_ref()
            .filter(|_| names.output.is_some())
            .map(|text| {
                let text = definitions.schema_text(text);
                quote!(&#text)
            }),
    );
    let (raw, structural) = (&tool.raw_fingerprint, &tool.structural_fingerprint);
    let annotations = text(&annotations(tool));
    quote! {
        rt::ToolEntry {
            name: #name,
            wire_name: #wire_name,
            title: #title,
            description: #description,
            input: #input,
            output: #output,
            input_text: &#input_text,
            output_text: #output_text,
            raw_fingerprint: #raw,
            structural_fingerprint: #structural,
            annotations: #annotations,
        }
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// The annotations of a tool as one JSON object; empty where it has none.
fn annotations(tool: &Tool) -> String {
    let annotations = tool
        .metadata
        .iter()
        .find(|(key, _)| key == "annotations")
        .map(|(_, node)| node);
    match annotations.map(|node| (&node.value, node.span)) {
        Some((Value::Map(map), span)) if !map.is_empty() => {
            let entries: Vec<Entry> = map.iter().cloned().collect();
            Node::new(Value::Map(Map::new(entries)), span).to_json()
        }
        _ => String::new(),
    }
}

/// Arguments that another tool has as well: one type under two names.
pub fn same_args_item(plan: &Plan<'_>, names: &ToolPlan, other: &str) -> TokenStream {
    let docs = plain_doc(&format!(
        "Arguments of {}, the same as [`{other}`].",
        code(&plan.tool(names).qualified())
    ));
    let (args, other) = (ident(&names.args), ident(other));
    let lifetime = plan.args_lifetime(names);
    quote!(#docs pub type #args #lifetime = #other #lifetime;)
}

/// How a tool's arguments are read.
pub fn args_item(plan: &Plan<'_>, names: &ToolPlan) -> TokenStream {
    let args = ident(&names.args);
    let schema = plan.schema_ref(names.input);
    let lifetime = plan.args_lifetime(names);
    let text = lifetime.clone().unwrap_or_else(|| quote!(<'_>));
    let generics = &lifetime;
    quote! {
        impl #generics rt::Args #text for #args #lifetime {
            const SCHEMA: &'static rt::Schema = #schema;
        }
    }
}
