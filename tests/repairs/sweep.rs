//! Repairs of real tools' arguments against an independent validator: nothing that is valid changes, and what is written in
//! the wrong form is read as it was meant. Without `TOOLC_CORPUS`, over `specs/`.

#[path = "../support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

#[path = "slips.rs"]
mod slips;

use jsonschema::Validator;
use serde_json::{Value, json};
use skip::find_corpus;
use slips::{Slip, list_slips};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_model::model::repair::{RepairKind, Repairs};
use toolc_model::model::{Catalog, Tool};
use toolc_resolve::check::Checked;
use toolc_runtime::testing::Generator;
use toolc_runtime::{repair_text, v1, validate};
use toolc_schema::data::Data;
use toolc_schema::schema::prove::example::Examples;
use toolc_schema::schema::prove::places::find_places;
use toolc_schema::schema::tables::Tables;

/// How many calls of each tool are made up.
const CALLS: usize = 20;

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

fn compile_folder(folder: &Path) -> Option<Compiled> {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder.to_path_buf()]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let whole = outcome.checked;
    let whole = whole.map(|checked| Compiled::Whole(Box::new(checked)));
    whole.or(outcome.partial.map(Compiled::Partly))
}

fn list_folders() -> Vec<PathBuf> {
    match find_corpus() {
        Some(corpus) => ["mcp", "fms-dgt", "bfcl-tools"]
            .map(|name| corpus.join(name))
            .into(),
        None => ["specs", "tests/reference/specs", "tests/serve/specs"]
            .map(PathBuf::from)
            .into(),
    }
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

/// The table of a tool's repairs, with all of them on.
fn find_table<'s>(
    catalog: &'s Catalog,
    tool: &Tool,
    examples: &mut Examples<'s>,
) -> Option<&'static v1::Repairs> {
    let places = find_places(&catalog.shapes, tool.input, examples);
    let repairs = Repairs::find(&places, &RepairKind::ALL)?;
    Some(Box::leak(Box::new(*repairs.row().build())))
}

/// How many slips of a kind there were, and how many were taken.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    unique: usize,
    taken: usize,
}

#[derive(Default)]
struct Counts {
    valid: usize,
    changed: usize,
    slips: BTreeMap<&'static str, Count>,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.valid += other.valid;
        self.changed += other.changed;
        for (kind, count) in &other.slips {
            let all = self.slips.entry(kind).or_default();
            all.unique += count.unique;
            all.taken += count.taken;
        }
    }
}

/// One tool, with everything that says whether its arguments are valid.
struct Subject<'c> {
    name: String,
    input: Value,
    table: &'static v1::Repairs,
    schema: &'static v1::Schema,
    validator: &'c Validator,
}

impl Subject<'_> {
    /// Nothing valid changes; and each slip that can mean one thing is read as that.
    fn try_value(&self, text: &str, counts: &mut Counts) {
        counts.valid += 1;
        if let Some((changed, _)) = repair_text(self.table, text) {
            counts.changed += 1;
            eprintln!("{}: {text} becomes {changed}", self.name);
        }
        let value: Value = serde_json::from_str(text).expect("JSON");
        if !self.validator.is_valid(&value) {
            // the validator may round a number, or know more formats
            return;
        }
        for slip in list_slips(&self.input, &value) {
            if self.is_unique(&slip) {
                self.try_slip(&slip, &value, counts);
            }
        }
    }

    /// Whether a slip is one, and nothing of its form could be valid where it is: neither what is written nor what stands for
    /// all others of its form.
    fn is_unique(&self, slip: &Slip) -> bool {
        let is_valid = |value: &Value| self.validator.is_valid(value);
        !is_valid(&slip.written) && !slip.probes.iter().any(is_valid)
    }

    fn try_slip(&self, slip: &Slip, meant: &Value, counts: &mut Counts) {
        let count = counts.slips.entry(slip.kind).or_default();
        count.unique += 1;
        let written = slip.written.to_string();
        assert!(validate(self.schema, &written).is_err(), "{written}");
        let Some((repaired, _)) = repair_text(self.table, &written) else {
            return self.tell_lost(slip, &written);
        };
        if validate(self.schema, &repaired).is_err() {
            return self.tell_lost(slip, &written);
        }
        let value: Value = serde_json::from_str(&repaired).expect("JSON");
        assert!(
            self.validator.is_valid(&value),
            "{}: {written} becomes {repaired}",
            self.name
        );
        assert_eq!(value, *meant, "{}: {written}", self.name);
        count.taken += 1;
    }

    fn tell_lost(&self, slip: &Slip, written: &str) {
        if std::env::var_os("TOOLC_SHOW_LOST").is_some() {
            eprintln!("lost {} {}: {written}", slip.kind, self.name);
        }
    }
}

fn sweep_folder(catalog: &Catalog) -> Counts {
    let mut counts = Counts::default();
    let mut examples = Examples::new(&catalog.shapes);
    let mut tables = Tables::new(&catalog.shapes);
    for tool in &catalog.tools {
        let Some(validator) = judge(catalog, tool) else {
            continue;
        };
        let Some(table) = find_table(catalog, tool, &mut examples) else {
            continue;
        };
        let subject = Subject {
            name: tool.qualified(),
            input: serde_json::from_str(&tool.input_text.text).expect("JSON"),
            table,
            schema: tables.full_table(tool.input),
            validator: &validator,
        };
        let mut generator = Generator::new(7);
        for _ in 0..CALLS {
            let Some(text) = generator.value(subject.schema) else {
                break;
            };
            subject.try_value(&text, &mut counts);
        }
    }
    counts
}

#[test]
fn nothing_valid_changes_and_slips_are_read_as_meant() {
    let mut all = Counts::default();
    for folder in list_folders() {
        let Some(catalog) = compile_folder(&folder) else {
            continue;
        };
        let counts = sweep_folder(&catalog);
        eprintln!(
            "{}: {} valid calls of {} tools, {} changed; slips taken: {}",
            folder.display(),
            counts.valid,
            catalog.tools.len(),
            counts.changed,
            write_counts(&counts)
        );
        all.add(&counts);
    }
    assert!(all.valid > 0, "nothing was tried");
    assert_eq!(all.changed, 0);
    let (unique, taken) = all.slips.values().fold((0, 0), |(unique, taken), count| {
        (unique + count.unique, taken + count.taken)
    });
    let share = taken as f64 / unique as f64;
    eprintln!(
        "all: {} valid calls, 0 changed; slips taken: {}",
        all.valid,
        write_counts(&all)
    );
    eprintln!(
        "{taken} of {unique} slips that can mean one thing are taken: {:.2} %",
        share * 100.0
    );
    assert!(share >= 0.95, "{share}");
}

fn write_counts(counts: &Counts) -> String {
    let slips = counts.slips.iter();
    let slips: Vec<String> = slips
        .map(|(kind, count)| format!("{kind} {}/{}", count.taken, count.unique))
        .collect();
    slips.join(", ")
}

/// The calls that models are expected to make, which somebody wrote down, are valid as they are, and none changes.
#[test]
fn recorded_calls_stay_as_they_are() {
    let Some(corpus) = find_corpus() else { return };
    let catalog = compile_folder(&corpus.join("bfcl-tools")).expect("tools");
    let mut examples = Examples::new(&catalog.shapes);
    let mut tables = Tables::new(&catalog.shapes);
    let mut by_name: BTreeMap<&str, Vec<(&'static v1::Repairs, &'static v1::Schema)>> =
        BTreeMap::new();
    for tool in &catalog.tools {
        let schema = tables.full_table(tool.input);
        if let Some(table) = find_table(&catalog, tool, &mut examples) {
            by_name.entry(&tool.name).or_default().push((table, schema));
        }
    }
    let (mut calls, mut valid) = (0, 0);
    for entry in std::fs::read_dir(corpus.join("bfcl-calls")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|kind| kind != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path).expect("a file").lines() {
            let recorded: Value = serde_json::from_str(line).expect("JSON");
            for call in recorded["calls"].as_array().into_iter().flatten() {
                calls += 1;
                let text = call["arguments"].to_string();
                let name = call["name"].as_str().unwrap_or_default();
                for (table, schema) in by_name.get(name).into_iter().flatten() {
                    if validate(schema, &text).is_ok() {
                        valid += 1;
                        assert_eq!(repair_text(table, &text), None, "{name}: {text}");
                    }
                }
            }
        }
    }
    eprintln!("bfcl-calls: {calls} calls, {valid} times valid for a tool of the name, 0 changed");
    assert!(valid > 1_000, "{valid}");
}
