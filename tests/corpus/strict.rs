//! Strict definitions of real tools: every call that a tool accepts can be expressed by the strict schema,
//! and is restored from it unchanged; a call that it refuses is refused in that form too. The arguments are
//! converted to the strict form using only the schema that the target is shown, as a model would.

use crate::arguments::Generator;
use crate::lenient::lenient;
use crate::random::Random;
use crate::skip;
use crate::strict_form::{Form, in_json_schema, without_nulls};
use jsonschema::Validator;
use serde_json::Value;
use std::path::Path;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_runtime::schema::Schema;
use toolc_runtime::strict::{Dialect, Rewritten};
use toolc_schema::schema::tables::Tables;

/// Number of arguments that are tried for each tool, and for each tool of a large folder.
const VALUES: u64 = 4;
const FEW_VALUES: u64 = 1;

/// Number of wrong arguments that are made of each of these.
const BROKEN: usize = 1;

/// Maximum number of seeds, until arguments without keys unknown to the schema are found.
const MOST_VALUES: u64 = 1_000;

/// Tools that require a property for which no value is valid.
const UNCALLABLE: &[&str] = &[
    "BFCL_v4_live_irrelevance::get_response",
    "BFCL_v4_live_relevance::Events_3_BuyEventTickets",
    "BFCL_v4_live_simple::extract_parameters_v1",
];

/// The targets whose schemas are tried, and the dialect that must show the same schema.
const TARGETS: &[(&str, Dialect, Option<Dialect>)] = &[
    (
        "openai-strict, azure-openai-strict, openai-responses-strict",
        Dialect::OpenAiChat,
        Some(Dialect::OpenAiResponses),
    ),
    (
        "anthropic-strict, bedrock-strict",
        Dialect::Anthropic,
        Some(Dialect::Bedrock),
    ),
    ("gemini-openapi", Dialect::GeminiOpenApi, None),
];

#[test]
fn strict_calls_of_mcp_tools_come_back() {
    try_tools("mcp", 1_300, VALUES);
}

#[test]
fn strict_calls_of_benchmark_tools_come_back() {
    try_tools("bfcl-tools", 1_000, VALUES);
}

#[test]
fn strict_calls_of_operations_come_back() {
    for (document, fewest) in [
        ("openapi/2.0/go-swagger__expansion__clickmeter.yaml", 100),
        ("openapi/3.0/anchore.io.json", 100),
        ("openapi/3.1/meilisearch__open-api.json", 100),
    ] {
        try_tools(document, fewest, VALUES);
    }
}

#[test]
fn strict_calls_of_tools_in_other_formats_come_back() {
    try_tools("provider-formats", 30, VALUES);
    try_tools("fms-dgt/data", 8_000, FEW_VALUES);
}

fn try_tools(folder: &str, fewest: usize, values: u64) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = lenient(load_sources(&mut diagnostics, &[corpus.join(folder)]));
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let checked = outcome.checked.expect("what was read is compiled");
    let mut tables = Tables::new(&checked.shapes);
    let mut written = String::new();
    for (names, dialect, twin) in TARGETS {
        let mut tally = Tally::default();
        for (_, tool) in checked.numbered() {
            let text = checked.shown_input(tool);
            let subject = Subject {
                name: tool.qualified(),
                text: &text,
                table: tables.full_table(tool.input),
            };
            let shown = try_tool(&subject, *dialect, values, &mut tally);
            if let Some(twin) = twin {
                let other = Rewritten::new(&text, *twin).ok();
                let other = other.map(|other| other.schema().to_text());
                assert_eq!(shown, other, "{names} {}", tool.qualified());
            }
            if let Some(shown) = shown {
                let name = Value::String(tool.qualified());
                written += &format!(
                    "{{\"dialect\":\"{dialect:?}\",\"tool\":{name},\"schema\":{shown}}}\n"
                );
            }
        }
        let faults = std::mem::take(&mut tally.faults);
        eprintln!("{folder} for {names}: {tally:?}");
        assert!(tally.tools > fewest, "{tally:?}");
        let mut others = tally.without_calls.iter();
        assert!(
            others.all(|name| UNCALLABLE.contains(&name.as_str())),
            "{tally:?}"
        );
        let first: Vec<&String> = faults.iter().take(20).collect();
        assert!(first.is_empty(), "{} faults:\n{first:#?}", faults.len());
    }
    // for validators that are not written in Rust: `tests/sdks/strict`
    if let Some(into) = std::env::var_os("TOOLC_STRICT") {
        let name = folder.replace('/', "_");
        let into = Path::new(&into).join(format!("{name}.jsonl"));
        std::fs::write(into, written).expect("written");
    }
}

/// A tool that is tried.
struct Subject<'t> {
    name: String,
    /// Its own schema.
    text: &'t str,
    table: &'static Schema,
}

impl Subject<'_> {
    fn is_valid(&self, arguments: &str) -> bool {
        toolc_runtime::validate(self.table, arguments).is_ok()
    }
}

#[derive(Debug, Default)]
struct Tally {
    tools: usize,
    not_strict: usize,
    calls: usize,
    /// Calls that the tool refuses.
    wrong: usize,
    /// Tools for which no sample call could be made, or only calls with keys that no schema names.
    without_calls: Vec<String>,
    /// Arguments with keys that no schema names.
    pruned: usize,
    faults: Vec<String>,
}

/// Returns the schema that the target is shown of a tool, after trying sample calls through it and back.
fn try_tool(
    subject: &Subject<'_>,
    dialect: Dialect,
    values: u64,
    tally: &mut Tally,
) -> Option<String> {
    let Subject { name, text, .. } = subject;
    tally.tools += 1;
    let Ok(rewritten) = Rewritten::new(text, dialect) else {
        tally.not_strict += 1;
        return None;
    };
    let own: Value = serde_json::from_str(text).expect("a schema");
    let written = rewritten.schema().to_text();
    let shown: Value = serde_json::from_str(&written).expect("a schema");
    let judge = jsonschema::draft202012::new(&own).expect("a schema");
    let strict = jsonschema::draft202012::new(&in_json_schema(&shown)).expect("a strict schema");
    let has_null_defaults = text.contains("\"default\":null");
    let (mut tried, mut seed) = (0, 0);
    let before = tally.calls;
    // some tools have few calls that a strict schema can express
    while tried < values && seed < 10 * values || tally.calls == before && seed < MOST_VALUES {
        seed += 1;
        let mut random = Random::new(seed);
        let arguments = Generator::new(&own, &mut random).valid();
        let mut form = Form::of(&shown);
        // the format `byte` is unknown to the judge
        if !judge.is_valid(&arguments) || !subject.is_valid(&arguments.to_string()) {
            continue;
        }
        tried += 1;
        for broken in Generator::new(&own, &mut random).broken(&arguments, BROKEN) {
            try_wrong(subject, &rewritten, &strict, &broken.value, dialect, tally);
        }
        let asked = form.put(&shown, &arguments);
        if form.is_pruned {
            tally.pruned += 1;
            continue;
        }
        tally.calls += 1;
        if !strict.is_valid(&asked) {
            let why = strict
                .iter_errors(&asked)
                .next()
                .map(|error| error.to_string());
            tally.faults.push(format!(
                "{dialect:?} {name}: {arguments} cannot be said as {asked}: {why:?}"
            ));
        }
        let back = rewritten.restore(&asked.to_string()).into_owned();
        let back: Value = serde_json::from_str(&back).expect("JSON");
        // where null is the default, it may come back as the absence of the property
        let back_text = back.to_string();
        let is_same = match has_null_defaults {
            true => without_nulls(&back) == without_nulls(&arguments),
            false => back == arguments,
        };
        if !is_same || !judge.is_valid(&back) || !subject.is_valid(&back_text) {
            tally.faults.push(format!(
                "{dialect:?} {name}: {arguments} came back as {back} by {asked}"
            ));
        }
    }
    if tally.calls == before {
        tally.without_calls.push(name.to_owned());
    }
    Some(written)
}

/// Tries a call that the tool refuses, by the same way.
fn try_wrong(
    subject: &Subject<'_>,
    rewritten: &Rewritten,
    strict: &Validator,
    arguments: &Value,
    dialect: Dialect,
    tally: &mut Tally,
) {
    let shown: Value = serde_json::from_str(&rewritten.schema().to_text()).expect("a schema");
    let mut form = Form::of(&shown);
    let asked = form.put(&shown, arguments);
    if form.is_pruned || subject.is_valid(&arguments.to_string()) {
        return;
    }
    tally.wrong += 1;
    let text = rewritten.restore(&asked.to_string()).into_owned();
    let back: Value = serde_json::from_str(&text).expect("JSON");
    // null is how a strict call leaves a property out
    if back == *arguments || without_nulls(&back) == without_nulls(arguments) {
        return;
    }
    if strict.is_valid(&asked) || subject.is_valid(&text) {
        tally.faults.push(format!(
            "{dialect:?} {}: the wrong {arguments} came back as {text} by {asked}",
            subject.name
        ));
    }
}
