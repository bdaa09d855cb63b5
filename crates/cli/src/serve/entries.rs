//! What is known about each tool, equal to the entries in generated code.

use std::collections::HashMap;
use toolc_model::model::{Catalog, SchemaText, Tool};
use toolc_runtime::schema::Schema;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{leak_slice, leak_value, leak_word};
use toolc_schema::schema::tables::Tables;

/// The entries of a worker's tools.
pub(super) struct Entries<'c> {
    catalog: &'c Catalog,
    tables: Tables<'c>,
    definitions: HashMap<usize, &'static rt::Definition>,
    /// Whether results are validated against their schemas.
    checks_results: bool,
}

impl<'c> Entries<'c> {
    pub fn new(catalog: &'c Catalog, checks_results: bool) -> Self {
        Entries {
            catalog,
            tables: Tables::new(&catalog.shapes),
            definitions: HashMap::new(),
            checks_results,
        }
    }

    /// The tables for all schemas.
    pub fn tables(&mut self) -> &mut Tables<'c> {
        &mut self.tables
    }

    pub fn entry(&mut self, tool: &Tool) -> &'static rt::ToolEntry {
        let output_text = tool.shown_output();
        let entry = rt::ToolEntry {
            name: leak_word(&tool.qualified()),
            wire_name: leak_word(&tool.wire_name),
            title: tool.title.as_deref().map(leak_word),
            description: leak_word(&tool.description),
            input: self.tables.full_table(tool.input),
            output: tool.output.map(
                |output| match self.checks_results || output_text.is_some() {
                    true => self.tables.full_table(output),
                    // all that matters then is that there is a schema
                    false => &Schema::Any,
                },
            ),
            input_text: self.text(&tool.input_text),
            output_text: output_text.map(|text| self.text(text)),
            raw_fingerprint: leak_word(&tool.raw_fingerprint),
            structural_fingerprint: leak_word(&tool.structural_fingerprint),
            structured: tool.structured,
            effect: tool.effect.class,
            open_world: tool.effect.open_world,
            untrusted: tool.untrusted,
            injected: leak_slice(tool.inject.iter().map(|name| leak_word(&name.value))),
            annotations: leak_word(&tool.shown_annotations()),
            extras: leak_slice(
                tool.extras
                    .iter()
                    .map(|(name, value)| (*name, leak_word(value))),
            ),
            digest: leak_word(&tool.digest),
        };
        leak_value(entry)
    }

    /// A schema text. Definitions can refer to each other in a cycle, so the text itself lists
    /// every definition it reaches, in the order in which they are appended to it.
    fn text(&mut self, text: &SchemaText) -> &'static rt::SchemaText {
        let reached = self.catalog.reached_definitions(text);
        let uses: Vec<_> = reached
            .into_iter()
            .map(|index| self.definition(index))
            .collect();
        leak_value(rt::SchemaText {
            text: leak_word(&text.text),
            uses: uses.leak(),
        })
    }

    fn definition(&mut self, index: usize) -> &'static rt::Definition {
        let definition = &self.catalog.definitions[index];
        self.definitions.entry(index).or_insert_with(|| {
            leak_value(rt::Definition {
                name: leak_word(&definition.name),
                schema: rt::SchemaText {
                    text: leak_word(&definition.schema.text),
                    uses: &[],
                },
            })
        })
    }
}
