//! How many tokens results take, whole and as a worker shows them.

use std::collections::BTreeMap;
use toolc_model::model::Catalog;
use toolc_model::model::policy::Grant;
use toolc_model::model::token::estimate_tokens;
use toolc_runtime::testing::Generator;
use toolc_runtime::{Json, show_result, v1, validate};
use toolc_schema::data::Data;
use toolc_schema::schema::shape::ShapeId;
use toolc_schema::schema::tables::Tables;

/// How many results are made up for a tool whose description has no example.
const MADE_UP: u64 = 8;

/// How deep results are that are made up.
const DEPTH: u16 = 16;

/// The estimated tokens of some results of a tool, all together.
pub(in crate::cli) struct Sizes {
    /// Of the whole results.
    pub whole: u64,
    /// Of what a model is shown of them.
    pub shown: u64,
    /// How many results there were.
    pub results: usize,
    /// Whether they are examples of the output schema, or else made up.
    pub are_examples: bool,
}

impl Sizes {
    /// `1290 tokens become 410 (8 results that were made up)`
    pub fn words(&self) -> String {
        let Sizes { whole, shown, .. } = self;
        let from = match (self.are_examples, self.results) {
            (true, 1) => "the example of the schema".to_owned(),
            (true, count) => format!("{count} examples of the schema"),
            (false, 1) => "a result that was made up".to_owned(),
            (false, count) => format!("{count} results that were made up"),
        };
        format!("about {whole} tokens become {shown} ({from})")
    }
}

/// Measures what workers show of results.
pub(in crate::cli) struct Scales<'c> {
    catalog: &'c Catalog,
    tables: Tables<'c>,
    /// The results of each output schema, and whether they are examples.
    results: BTreeMap<ShapeId, (Vec<Json>, bool)>,
}

impl<'c> Scales<'c> {
    pub fn new(catalog: &'c Catalog) -> Self {
        Scales {
            catalog,
            tables: Tables::new(&catalog.shapes),
            results: BTreeMap::new(),
        }
    }

    /// The tokens of results of a granted tool; `None` if its worker says nothing about them, or there are no results.
    pub fn measure(&mut self, grant: &Grant) -> Option<Sizes> {
        let catalog = self.catalog;
        let settings = catalog.show_results(grant)?.data.build();
        let output = catalog.tool(grant.tool).output?;
        let (results, are_examples) = self.find_results(output);
        let mut sizes = Sizes {
            whole: 0,
            shown: 0,
            results: results.len(),
            are_examples: *are_examples,
        };
        for result in results {
            let whole = estimate_tokens(result.as_text());
            let shown = show_result(&settings, result);
            sizes.whole += whole;
            sizes.shown += shown.map_or(whole, |shown| estimate_tokens(&shown.text));
        }
        (!results.is_empty()).then_some(sizes)
    }

    fn find_results(&mut self, output: ShapeId) -> &(Vec<Json>, bool) {
        let (catalog, tables) = (self.catalog, &mut self.tables);
        self.results.entry(output).or_insert_with(|| {
            let schema = tables.table(output, DEPTH);
            let examples = list_examples(catalog, output, schema);
            match examples.is_empty() {
                true => (make_results(schema), false),
                false => (examples, true),
            }
        })
    }
}

/// The examples of an output schema that it accepts.
fn list_examples(catalog: &Catalog, output: ShapeId, schema: &'static v1::Schema) -> Vec<Json> {
    let samples = catalog.samples.iter();
    let samples = samples.filter(|sample| sample.shape == output && sample.keyword != "default");
    let texts = samples.map(|sample| sample.value.to_json());
    let valid = texts.filter(|text| validate(schema, text).is_ok());
    valid.filter_map(|text| Json::parse(text).ok()).collect()
}

/// Results that are made up, always the same.
fn make_results(schema: &'static v1::Schema) -> Vec<Json> {
    let texts = (0..MADE_UP).filter_map(|seed| Generator::new(seed).value(schema));
    texts.filter_map(|text| Json::parse(text).ok()).collect()
}
