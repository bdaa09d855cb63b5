//! Filled arguments of real tools against an independent validator: what was valid stays valid, and what is filled in
//! stays as it is when it is filled again. Without `TOOLC_CORPUS`, over `specs/`.

#[path = "../support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use jsonschema::Validator;
use serde_json::{Value, json};
use skip::find_corpus;
use std::path::PathBuf;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_model::model::filling::Filling;
use toolc_model::model::{Catalog, Tool};
use toolc_resolve::check::Checked;
use toolc_runtime::testing::Generator;
use toolc_runtime::{fill_text, validate};
use toolc_schema::data::Data;
use toolc_schema::schema::fill::Filler;
use toolc_schema::schema::shape::Shapes;
use toolc_schema::schema::tables::Tables;

/// How many calls of each tool are filled.
const CALLS: usize = 40;

/// What compiles of some files: registries that others wrote have tools that toolc refuses side by side.
enum Compiled {
    Whole(Box<Checked>),
    Partly(Box<Catalog>),
}

impl std::ops::Deref for Compiled {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        match self {
            Compiled::Whole(checked) => checked,
            Compiled::Partly(catalog) => catalog,
        }
    }
}

fn find_catalogs() -> Vec<(String, Compiled)> {
    let folders: Vec<PathBuf> = match find_corpus() {
        Some(corpus) => ["mcp", "fms-dgt", "bfcl-tools"]
            .map(|name| corpus.join(name))
            .into(),
        None => ["specs", "tests/reference/specs", "tests/serve/specs"]
            .map(PathBuf::from)
            .into(),
    };
    let catalogs = folders.into_iter().filter_map(|folder| {
        let name = folder.display().to_string();
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[folder]);
        let outcome = compile(diagnostics, &loaded, &Options::default());
        let whole = outcome
            .checked
            .map(|checked| Compiled::Whole(Box::new(checked)));
        let partial = outcome.partial.map(Compiled::Partly);
        Some((name, whole.or(partial)?))
    });
    catalogs.collect()
}

/// The validator of a tool's arguments.
fn judge(catalog: &Catalog, tool: &Tool) -> Option<Validator> {
    let schema = &tool.input_text;
    let mut whole: Value = serde_json::from_str(&schema.text).ok()?;
    let mut definitions = json!({});
    for at in schema.reached_definitions(&catalog.definitions) {
        let definition = &catalog.definitions[at];
        definitions[&definition.name] = serde_json::from_str(&definition.schema.text).ok()?;
    }
    whole
        .as_object_mut()?
        .insert("$defs".to_owned(), definitions);
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&whole).ok()
}

#[test]
fn what_is_valid_stays_valid() {
    let mut all = 0;
    for (name, catalog) in find_catalogs() {
        let mut shapes = Shapes {
            arena: catalog.shapes.arena.clone(),
        };
        let mut filler = Filler::default();
        let filled: Vec<_> = catalog
            .tools
            .iter()
            .map(|tool| filler.fill(&mut shapes, tool.input).0)
            .collect();
        let mut tables = Tables::new(&catalog.shapes);
        let (mut tools, mut calls, mut added) = (0, 0, 0);
        for (tool, filled) in catalog.tools.iter().zip(filled) {
            let Some(filling) = Filling::find(&shapes, filled, tool.span) else {
                continue;
            };
            let Some(validator) = judge(&catalog, tool) else {
                continue;
            };
            tools += 1;
            let table = filling.row().build();
            let schema = tables.full_table(tool.input);
            let mut generator = Generator::new(7);
            for _ in 0..CALLS {
                let Some(text) = generator.value(schema) else {
                    break;
                };
                let value: Value = serde_json::from_str(&text).expect("JSON");
                let (full, places) = fill_text(table, &text).expect("JSON");
                let full_value: Value = serde_json::from_str(&full).expect("JSON");
                assert!(
                    validate(schema, &full).is_ok(),
                    "{}: {text} becomes {full}",
                    tool.qualified()
                );
                // the validator may round a number, or know fewer formats
                assert!(
                    !validator.is_valid(&value) || validator.is_valid(&full_value),
                    "{}: {text} becomes {full}",
                    tool.qualified()
                );
                for place in &places {
                    assert!(value.pointer(place).is_none(), "{place} of {text}");
                    assert!(full_value.pointer(place).is_some(), "{place} of {full}");
                }
                let (again, none) = fill_text(table, &full).expect("JSON");
                assert_eq!((again, none.len()), (full, 0));
                calls += 1;
                added += places.len();
            }
        }
        eprintln!(
            "{name}: {tools} of {} tools have defaults that are filled in; {added} in {calls} calls",
            catalog.tools.len()
        );
        all += calls;
    }
    assert!(all > 0, "nothing is filled in");
}
