//! Arguments that are refused while they stream, over real tools: nothing that goes on to be valid is ever refused, wherever it is
//! cut; and of what is invalid, most is refused before it is whole. Without `TOOLC_CORPUS`, over `specs/`.

#[path = "support/arguments.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod arguments;
#[path = "support/random.rs"]
mod random;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use arguments::Generator;
use random::Random;
use serde_json::{Value, json};
use skip::find_corpus;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::{refuses_beginning, v1, validate};
use toolc_schema::schema::tables::Tables;

/// How many values of each tool are tried that should be valid, and how many that break one keyword.
const VALID: usize = 2;
const BROKEN: usize = 4;

/// Longer texts are left out: each is looked at once for each of its bytes.
const LONGEST: usize = 3_000;

#[derive(Default)]
struct Counts {
    valid: usize,
    invalid: usize,
    /// Invalid ones that are refused before their last byte, and how many bytes of them were read.
    early: usize,
    read: usize,
    whole: usize,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.early += other.early;
        self.read += other.read;
        self.whole += other.whole;
    }

    /// Cuts a text at every byte.
    fn try_text(&mut self, name: &str, schema: &'static v1::Schema, text: &str) {
        if text.len() > LONGEST {
            return;
        }
        let mut ends = (0..text.len()).filter(|end| text.is_char_boundary(*end));
        let first = ends.find(|end| refuses_beginning(schema, &text[..*end]));
        if validate(schema, text).is_ok() {
            self.valid += 1;
            let begun = first.map(|end| &text[..end]);
            assert_eq!(begun, None, "{name}: {text}");
            assert!(!refuses_beginning(schema, text), "{name}: {text}");
            return;
        }
        self.invalid += 1;
        self.whole += text.len();
        self.read += first.unwrap_or(text.len());
        self.early += usize::from(first.is_some());
    }

    /// The same with and without white space.
    fn try_value(&mut self, name: &str, schema: &'static v1::Schema, value: &Value) {
        self.try_text(name, schema, &value.to_string());
        self.try_text(name, schema, &format!(" {value:#}\n"));
    }
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

fn sweep_folder(folder: &Path) -> Option<Counts> {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder.to_path_buf()]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    match (outcome.checked, outcome.partial) {
        (Some(checked), _) => Some(sweep_catalog(&checked)),
        // registries that others wrote have tools that toolc refuses side by side
        (None, Some(catalog)) => Some(sweep_catalog(&catalog)),
        (None, None) => None,
    }
}

fn sweep_catalog(catalog: &Catalog) -> Counts {
    let mut counts = Counts::default();
    let mut tables = Tables::new(&catalog.shapes);
    let mut random = Random::new(11);
    for tool in &catalog.tools {
        let Some(root) = find_schema(catalog, tool) else {
            continue;
        };
        let (name, schema) = (tool.qualified(), tables.full_table(tool.input));
        for _ in 0..VALID {
            let mut generator = Generator::new(&root, &mut random);
            let value = generator.valid();
            let broken = generator.broken(&value, BROKEN / VALID);
            counts.try_value(&name, schema, &value);
            for broken in broken {
                counts.try_value(&name, schema, &broken.value);
            }
        }
        let mut generator = toolc_runtime::testing::Generator::new(7);
        if let Some(text) = generator.value(schema) {
            counts.try_text(&name, schema, &text);
        }
    }
    counts
}

/// The schema of a tool's arguments, with what it refers to.
fn find_schema(catalog: &Catalog, tool: &Tool) -> Option<Value> {
    let schema = &tool.input_text;
    let mut whole: Value = serde_json::from_str(&schema.text).ok()?;
    let mut definitions = json!({});
    for at in schema.reached_definitions(&catalog.definitions) {
        let definition = &catalog.definitions[at];
        definitions[&definition.name] = serde_json::from_str(&definition.schema.text).ok()?;
    }
    let members = whole.as_object_mut()?;
    members.insert("$defs".to_owned(), definitions);
    Some(whole)
}

#[test]
fn nothing_valid_is_refused_and_most_of_what_is_invalid_is_refused_early() {
    let mut all = Counts::default();
    for folder in list_folders() {
        if let Some(counts) = sweep_folder(&folder) {
            all.add(&counts);
        }
    }
    let share = all.early as f64 / all.invalid as f64;
    let read = all.read as f64 / all.whole as f64;
    eprintln!(
        "{} valid texts, none refused at any byte; {} of {} invalid ones refused early ({:.1} %), after {:.1} % of the bytes",
        all.valid,
        all.early,
        all.invalid,
        share * 100.0,
        read * 100.0
    );
    assert!(all.valid > 100, "{}", all.valid);
    assert!(share > 0.5, "{share}");
}
