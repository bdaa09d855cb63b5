//! The targets: the code under test, and the initial texts.

use super::compare;
use super::hostile::make_pair;
use super::mutate::{Random, mutate};
use super::streams::{stream_seeds, try_stream};
use std::fs;
use std::path::Path;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::{Loaded, load_sources};
use toolc::source::{Role, Source};
use toolc_runtime::json::canonical_json;
use toolc_runtime::schema::{Complete, Field, Keyword, List, Object, Schema, Select, Text, Union};
use toolc_runtime::{Json, validate};
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::tables::Tables;

/// Seeds beyond this size would make a round too slow.
const MAX_SEED: usize = 16 * 1024;

/// No mutated text is nested deeper and still valid for a table that was made from a spec.
const DEPTH: u16 = 12;

/// An initial text, and what is done with its mutants.
pub struct Seed {
    /// A description of the text.
    pub what: String,
    /// The text.
    pub text: String,
    work: Work,
}

/// What is done with a text.
pub enum Work {
    Read,
    Validate(&'static Schema),
    Compile,
    /// A Rust module, with the names that a worker lists from it.
    Module(Vec<String>),
    /// Two schemas, which are compiled, compared and rewritten.
    Compare,
    /// A stream of a provider.
    Stream(toolc_runtime::Target),
}

/// A target: its name, and its seeds.
pub type Target = (&'static str, fn(&Path) -> Vec<Seed>);

/// Everything that is fuzzed.
pub const TARGETS: &[Target] = &[
    ("reader", reader_seeds),
    ("validator", validator_seeds),
    ("compile", compile_seeds),
    ("modules", module_seeds),
    ("compare", compare_seeds),
    ("streams", stream_seeds),
];

impl Seed {
    /// A text to begin with.
    pub fn new(what: String, text: String, work: Work) -> Self {
        Seed { what, text, work }
    }

    /// The next text to try.
    pub fn next_text(&self, random: &mut Random) -> String {
        match &self.work {
            Work::Compare => make_pair(random),
            _ => mutate(random, &self.text),
        }
    }

    /// Runs the work on a text. A panic is a finding.
    pub fn try_with(&self, text: &str) {
        match &self.work {
            Work::Read => read(text),
            Work::Validate(schema) => check(schema, text),
            Work::Module(names) => compile_module(names, text),
            Work::Compile => compile_text(&self.what, text),
            Work::Compare => compare::try_pair(text),
            Work::Stream(target) => try_stream(*target, text),
        }
    }
}

fn reader_seeds(_: &Path) -> Vec<Seed> {
    let seed = |text: &&str| Seed {
        what: "arguments".to_owned(),
        text: (*text).to_owned(),
        work: Work::Read,
    };
    ARGUMENTS.iter().map(seed).collect()
}

/// Calls of the tools in `specs`, and arguments for tables with rare features.
fn validator_seeds(root: &Path) -> Vec<Seed> {
    let seed = |what: &str, text: &str, schema| Seed {
        what: what.to_owned(),
        text: text.to_owned(),
        work: Work::Validate(schema),
    };
    let mut seeds: Vec<Seed> = ARGUMENTS
        .iter()
        .map(|text| seed("arguments", text, &NODE))
        .collect();
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[root.join("specs")]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let Some(checked) = &outcome.checked else {
        return Vec::new();
    };
    let mut tables = Tables::new(&checked.shapes);
    let mut examples = Examples::new(&checked.shapes);
    for tool in &checked.tools {
        if let Example::Value(call) = examples.of(&[tool.input]) {
            let table = tables.table(tool.input, DEPTH);
            seeds.push(seed(&tool.qualified(), &call, table));
        }
    }
    seeds
}

/// Pairs of schemas are made, not mutated.
fn compare_seeds(_: &Path) -> Vec<Seed> {
    vec![Seed {
        what: "a pair of schemas".to_owned(),
        text: String::new(),
        work: Work::Compare,
    }]
}

/// The small specs of the repository.
fn compile_seeds(root: &Path) -> Vec<Seed> {
    let mut paths = vec![root.join("specs"), root.join("tests/ui")];
    let mut seeds = Vec::new();
    while let Some(path) = paths.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            paths.extend(entries.flatten().map(|entry| entry.path()));
        } else if let Some(extension) = path.extension().and_then(|name| name.to_str())
            && ["yaml", "json"].contains(&extension)
            && let Ok(text) = fs::read_to_string(&path)
            && text.len() <= MAX_SEED
        {
            let what = format!("seed.{extension}");
            let work = Work::Compile;
            seeds.push((path, Seed { what, text, work }));
        }
    }
    seeds.sort_by(|(one, _), (other, _)| one.cmp(other));
    seeds.into_iter().map(|(_, seed)| seed).collect()
}

/// The modules of the examples and of the diagnostics tests.
fn module_seeds(root: &Path) -> Vec<Seed> {
    let mut paths = vec![root.join("examples/rust-tools/src"), root.join("tests/ui")];
    let mut seeds = Vec::new();
    while let Some(path) = paths.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            paths.extend(entries.flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(text) = fs::read_to_string(&path)
            && text.len() <= MAX_SEED
        {
            let names = text
                .split("pub fn ")
                .skip(1)
                .filter_map(|rest| rest.split('(').next());
            let work = Work::Module(names.map(str::to_owned).collect());
            let what = "seed.rs".to_owned();
            seeds.push((path, Seed { what, text, work }));
        }
    }
    seeds.sort_by(|(one, _), (other, _)| one.cmp(other));
    seeds.into_iter().map(|(_, seed)| seed).collect()
}

/// Compiles a worker that lists the functions of a module. This needs a folder, because modules are only
/// found in one.
fn compile_module(names: &[String], text: &str) {
    let folder = crate::target().join(format!("tmp/fuzz-{}", std::process::id()));
    let worker = format!(
        "name: w\ntoolsets:\n  custom: {{ module: ./seed.rs, tools: [{}] }}\n",
        names.join(", ")
    );
    let written = fs::create_dir_all(folder.join("workers"))
        .and_then(|()| fs::write(folder.join("workers/seed.rs"), text))
        .and_then(|()| fs::write(folder.join("workers/w.yaml"), worker));
    written.expect("a folder for a module");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    compile(diagnostics, &loaded, &Options::default());
}

fn compile_text(path: &str, text: &str) {
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: path.to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    compile(Diagnostics::default(), &loaded, &Options::default());
}

fn read(text: &str) {
    let parsed = Json::parse(text);
    let valid = validate(&ANY, text).is_ok();
    assert!(valid == parsed.is_ok(), "two ways to read differ");
    if let Ok(json) = parsed {
        assert!(json == json.clone(), "a value is not equal to itself");
        let once = canonical_json(text).expect("JSON");
        let twice = canonical_json(&once).expect("JSON");
        assert!(once == twice, "the canonical text is not canonical");
    }
}

fn check(schema: &'static Schema, text: &str) {
    let found = validate(schema, text);
    let parsed = Json::parse(text);
    assert!(
        found.is_err() || parsed.is_ok(),
        "the validator takes what is not JSON"
    );
    if parsed.is_ok() {
        let spaced = format!(" {text}\n");
        assert!(
            validate(schema, &spaced).is_ok() == found.is_ok(),
            "white space decides"
        );
    }
}

static ANY: Schema = Schema::Any;
static TEXT: Schema = Schema::Text(&Text {
    min_length: 1,
    max_length: 9,
    ..Text::ANY
});
static NUMBER: Schema = Schema::Number(&toolc_runtime::schema::Number {
    multiple_of: Some(toolc_runtime::schema::Divisor::new("0.01")),
    ..toolc_runtime::schema::Number::ANY
});
static LIST: Schema = Schema::List(&List {
    items: &EITHER,
    unique: Some(toolc_runtime::schema::Unique::ITEMS),
    ..List::ANY
});
static EITHER: Schema = Schema::Union(&Union {
    select: Select::AnyOf,
    branches: &[&NUMBER, &NODE, &LIST, &TEXT],
});
static RULES: Schema = Schema::Complete(&Complete::new(
    &ANY,
    &[
        Keyword::OneOf(&[&LIST, &NODE]),
        Keyword::Not(&TEXT),
        Keyword::Contains(&EITHER, 1, 3),
    ],
));
static NODE: Schema = Schema::Object(&Object {
    fields: &[
        Field {
            name: "any",
            spelled: "\"any\":",
            required: false,
            schema: &ANY,
        },
        Field {
            name: "list",
            spelled: "\"list\":",
            required: false,
            schema: &LIST,
        },
        Field {
            name: "next",
            spelled: "\"next\":",
            required: false,
            schema: &NODE,
        },
        Field {
            name: "number",
            spelled: "\"number\":",
            required: true,
            schema: &NUMBER,
        },
        Field {
            name: "rules",
            spelled: "\"rules\":",
            required: false,
            schema: &RULES,
        },
    ],
    rest: &TEXT,
    ..Object::ANY
});

/// Initial arguments.
const ARGUMENTS: &[&str] = &[
    r#"{"number":1.25,"list":[1,[2],{"number":3}],"next":{"number":4},"any":{"a":[null,true]},"rules":[1,"x"]}"#,
    r#"{"number":1e2,"other":"\ud83e\udd80\n","any":[1.0,-0.5e-3,"\\\"/"]}"#,
];
