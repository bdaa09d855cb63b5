//! What is known about each tool, equal to the entries in generated code.

use std::collections::HashMap;
use toolc_model::model::entry::{DefinitionData, EntryData, SchemaTextData};
use toolc_model::model::{Catalog, SchemaText, Tool};
use toolc_runtime::schema::Schema;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Built, Data, InMemory, Ref};
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
        let entry: EntryData<'_, InMemory> = EntryData {
            tool,
            input: Built(self.tables.full_table(tool.input)),
            output: tool.output.map(|output| {
                Built(match self.checks_results || output_text.is_some() {
                    true => self.tables.full_table(output),
                    // all that matters then is that there is a schema
                    false => &Schema::Any,
                })
            }),
            input_text: self.text(&tool.input_text),
            output_text: output_text.map(|text| self.text(text)),
        };
        Ref(entry).build()
    }

    /// A schema text. Definitions can refer to each other in a cycle, so the text itself lists
    /// every definition it reaches, in the order in which they are appended to it.
    fn text<'t>(&mut self, text: &'t SchemaText) -> SchemaTextData<'t, InMemory> {
        let reached = self.catalog.reached_definitions(text).into_iter();
        SchemaTextData {
            text: &text.text,
            uses: reached.map(|index| Built(self.definition(index))).collect(),
        }
    }

    fn definition(&mut self, index: usize) -> &'static rt::Definition {
        let definition = &self.catalog.definitions[index];
        self.definitions.entry(index).or_insert_with(|| {
            let data: DefinitionData<'_, InMemory> = DefinitionData {
                name: &definition.name,
                schema: SchemaTextData {
                    text: &definition.schema.text,
                    uses: Vec::new(),
                },
            };
            Ref(data).build()
        })
    }
}
