//! Random schemas and values: toolc's tables decide like the `jsonschema` crate, and judge a parsed value
//! like its text; and calls in the form of a strict schema come back as they were.
//!
//! `cargo xtask differential` runs more rounds.

// Which keyword a value violates does not matter here.
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "support/arguments.rs"]
mod arguments;
#[path = "support/doors.rs"]
mod doors;
#[path = "support/identified.rs"]
mod identified;
#[path = "support/random.rs"]
mod random;
#[path = "support/rounding.rs"]
mod rounding;
#[path = "support/schemas.rs"]
mod schemas;
#[path = "support/size.rs"]
mod size;
#[path = "random_schemas/strict.rs"]
mod strict;
#[path = "support/strict_form.rs"]
mod strict_form;

use arguments::Generator;
use random::Random;
use rounding::is_rounded;
use schemas::Kind;
use serde_json::{Value, json};
use toolc::diagnostic::Diagnostics;
use toolc::source::{Role, Source, Sources};
use toolc_base::parse::parse_source;
use toolc_model::config::Config;
use toolc_model::draft::Draft;
use toolc_model::model::Catalog;
use toolc_read::read::{Dialects, read_source};
use toolc_resolve::resolve::resolve_catalog;
use toolc_schema::schema::select::Select;
use toolc_schema::schema::shape::{Shape, Shapes};
use toolc_schema::schema::tables::Tables;

/// Number of schemas that are compiled together, so that they may share tables.
const SCHEMAS: usize = 100;

/// Number of values per schema.
const VALUES: usize = 20;

/// No value here is nested more deeply.
const DEPTH: u16 = 12;

/// Compiles the schemas together, as the tools of one MCP snapshot.
fn compile(subjects: &[Subject]) -> Catalog {
    let tools: Vec<Value> = subjects
        .iter()
        .enumerate()
        .map(|(index, subject)| json!({ "name": format!("t{index}"), "inputSchema": subject.schema }))
        .collect();
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "random.mcp.json".to_owned(),
        text: json!({ "tools": tools }).to_string().into(),
        role: Role::Found,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("well-formed JSON");
    let draft: Draft = read_source(
        &mut diagnostics,
        &sources,
        &Config::default(),
        &Dialects::default(),
        id,
        node,
    );
    resolve_catalog(&mut diagnostics, &sources, draft, &Config::default())
}

/// Returns values that fit the schema, some of them with one place changed, and arbitrary values.
fn values(schema: &Value, kind: Kind, random: &mut Random) -> Vec<Value> {
    let mut values = Vec::new();
    for _ in 0..VALUES / 5 {
        values.push(json!({ "v": schemas::value(random, kind, 3) }));
        values.push(json!({ "v": schemas::value(random, kind, 2), "a": null }));
        let mut generator = Generator::new(schema, random);
        let valid = generator.valid();
        let broken = generator.broken(&valid, 2);
        values.push(valid);
        values.extend(broken.into_iter().map(|broken| broken.value));
    }
    values
}

/// Returns the value as JSON text, with some of its letters and digits escaped.
fn spell(value: &Value, random: &mut Random) -> String {
    let text = value.to_string();
    if text.contains("\\u") || random.chance(80) {
        return text;
    }
    let mut out = String::new();
    let (mut inside, mut escaped) = (false, false);
    for letter in text.chars() {
        inside ^= letter == '"' && !escaped;
        if inside && !escaped && letter.is_alphanumeric() && random.chance(30) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                out += &format!("\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
        escaped = letter == '\\' && !escaped;
    }
    out
}

/// What one round has compared.
#[derive(Default)]
struct Tally {
    pairs: usize,
    accepted: usize,
    left_out: usize,
    dynamic: usize,
    by_tag: usize,
    by_keys: usize,
    by_trial: usize,
    differences: Vec<String>,
}

impl Tally {
    /// Counts the ways in which alternatives are selected.
    fn count_unions(&mut self, shapes: &Shapes) {
        for form in &shapes.arena {
            match &form.shape {
                Shape::Union(Select::Tag(_), _) => self.by_tag += 1,
                Shape::Union(Select::Keys(_), _) => self.by_keys += 1,
                Shape::Union(Select::AnyOf | Select::OneOf, _) => self.by_trial += 1,
                _ => {}
            }
        }
    }
}

/// One schema as it is compiled, and in the form from which values are generated.
struct Subject {
    schema: Value,
    /// The same schema with JSON pointers as references.
    plain: Value,
    kind: Kind,
}

impl Subject {
    fn of(random: &mut Random) -> Self {
        let (plain, kind) = schemas::arguments(random);
        let schema = match random.chance(30) {
            true => identified::identified(random, &plain),
            false => plain.clone(),
        };
        Subject {
            schema,
            plain,
            kind,
        }
    }
}

fn referee(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|fault| panic!("{fault}: {schema}"))
}

fn round(seed: u64, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let subjects: Vec<Subject> = (0..SCHEMAS).map(|_| Subject::of(&mut random)).collect();
    let catalog = compile(&subjects);
    tally.left_out += SCHEMAS - catalog.tools.len();
    tally.count_unions(&catalog.shapes);
    let mut tables = Tables::new(&catalog.shapes);
    for tool in &catalog.tools {
        let index: usize = tool.name[1..].parse().expect("the number of a schema");
        let Subject {
            schema,
            plain,
            kind,
        } = &subjects[index];
        tally.dynamic += usize::from(schema.to_string().contains("$dynamicRef"));
        let published = catalog.compose_text(&tool.input_text);
        let published = referee(&serde_json::from_str(&published).expect("JSON"));
        let referee = referee(schema);
        let table = tables.table(tool.input, DEPTH);
        for value in values(plain, *kind, &mut random) {
            let text = spell(&value, &mut random);
            if is_rounded(schema, &value) {
                continue;
            }
            let value: Value = serde_json::from_str(&text).expect("JSON");
            let expected = referee.is_valid(&value);
            let found = toolc_runtime::validate(table, &text);
            doors::agree(table, &value);
            let shown = published.is_valid(&value);
            if (found.is_ok(), shown) != (expected, expected) {
                tally.differences.push(format!(
                    "schema {schema}\nvalue {text}\ntoolc says {found:?}, the published schema {shown}"
                ));
                break;
            }
            tally.pairs += 1;
            tally.accepted += usize::from(expected);
        }
    }
}

#[test]
fn tables_decide_as_the_referee() {
    let rounds = size::size("TOOLC_ROUNDS", 11) as u64;
    let seed = size::size("TOOLC_SEED", 0) as u64;
    let mut tally = Tally::default();
    for seed in seed..seed + rounds {
        round(seed, &mut tally);
    }
    tally.differences.sort_by_key(String::len);
    let count = tally.differences.len();
    eprintln!(
        "compared\trandom schemas\t{}\t{}\t{count}",
        tally.pairs + count,
        tally.accepted
    );
    tally.differences.truncate(5);
    assert!(
        count == 0,
        "{count} differences, the shortest:\n\n{}",
        tally.differences.join("\n\n")
    );
    eprintln!(
        "{} pairs, {} accepted, {} schemas refused, {} with `$dynamicRef`; alternatives by tag {}, \
         by keys {}, by trial {}",
        tally.pairs,
        tally.accepted,
        tally.left_out,
        tally.dynamic,
        tally.by_tag,
        tally.by_keys,
        tally.by_trial
    );
    let told = [tally.by_tag, tally.by_keys, tally.by_trial];
    assert!(
        told.iter().all(|count| *count >= 20),
        "too few alternatives of one sort to say much"
    );
    assert!(
        tally.accepted * 5 > tally.pairs,
        "too few values are valid to say much"
    );
    assert!(
        tally.accepted * 5 < tally.pairs * 4,
        "too few values are invalid to say much"
    );
}
