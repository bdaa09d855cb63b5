//! Data flows and samples over real tools, held against an independent validator: what fits is accepted, what never
//! fits is refused, and every sampled call is accepted. Without `TOOLC_CORPUS`, over `specs/`.
//!
//! `TOOLC_DATAFLOW_PAIRS` and `TOOLC_DATAFLOW_VALUES` say how many pairs and values are tried; 2000 and 1000 is
//! the whole measurement.

#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use jsonschema::Validator;
use serde_json::{Value, json};
use skip::find_corpus;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_enrich::dataflow::{Verdict, Verdicts, find_dataflow, intern_shapes, list_parts};
use toolc_enrich::sample::calls::Caller;
use toolc_enrich::sample::{Pattern, Pool, Request, Uniform, draw_exactly};
use toolc_model::model::{Catalog, SchemaText};
use toolc_resolve::check::Checked;
use toolc_runtime::testing::Generator;
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};
use toolc_schema::schema::tables::Tables;

/// How many neighbors an argument has.
const MOST: usize = 10;

fn number(variable: &str, default: usize) -> usize {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}

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

/// The catalogs of a corpus: of all tools of a kind together, as far as they compile.
fn find_catalogs() -> Vec<(String, Compiled)> {
    let folders: Vec<PathBuf> = match find_corpus() {
        Some(corpus) => ["mcp", "fms-dgt"].map(|name| corpus.join(name)).into(),
        // other specs have numbers that the validator rounds, bytes that it does not decode, and paths
        None => vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/specs")],
    };
    let catalogs = folders.into_iter().filter_map(|folder| {
        let name = folder.file_name()?.to_string_lossy().into_owned();
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[folder]);
        let outcome = compile(diagnostics, &loaded, &Options::default());
        let partial = outcome.partial.map(Compiled::Partly);
        let whole = outcome
            .checked
            .map(|checked| Compiled::Whole(Box::new(checked)));
        Some((name, whole.or(partial)?))
    });
    catalogs.collect()
}

/// A part of a schema as JSON Schema, for the validator.
fn subschema(catalog: &Catalog, schema: &SchemaText, pointer: &str) -> Option<Validator> {
    let mut whole: Value = serde_json::from_str(&schema.text).ok()?;
    let mut definitions = json!({});
    for at in schema.reached_definitions(&catalog.definitions) {
        let definition = &catalog.definitions[at];
        definitions[&definition.name] = serde_json::from_str(&definition.schema.text).ok()?;
    }
    for segment in pointer.split('/').skip(1) {
        let key = segment.replace("~1", "/").replace("~0", "~");
        // what is behind a reference or an alternative is not looked for
        let own = whole.as_object()?;
        let is_plain = ["$ref", "allOf", "anyOf", "oneOf", "prefixItems"];
        if is_plain.iter().any(|word| own.contains_key(*word)) {
            return None;
        }
        whole = match own.get("properties").and_then(|fields| fields.get(&key)) {
            Some(field) => field.clone(),
            None if key == "0" => own.get("items")?.clone(),
            None => return None,
        };
    }
    let whole = match whole {
        Value::Object(mut map) => {
            map.insert("$defs".to_owned(), definitions);
            Value::Object(map)
        }
        other => other,
    };
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&whole).ok()
}

/// One of all outputs or arguments: its tool, its place and its shape among the interned ones.
struct Place {
    tool: usize,
    pointer: String,
    shape: ShapeId,
}

fn list_places(catalog: &Catalog, kept: &[ShapeId]) -> (Vec<Place>, Vec<Place>) {
    let (mut outputs, mut arguments) = (Vec::new(), Vec::new());
    for (at, tool) in catalog.tools.iter().enumerate() {
        if let (Some(output), Some(text)) = (tool.output, &tool.output_text) {
            let node: Node = parse_text(&text.text, tool.span);
            for part in list_parts(&catalog.shapes, output, &node).0 {
                outputs.push(Place {
                    tool: at,
                    pointer: part.pointer,
                    shape: kept[part.shape.0 as usize],
                });
            }
        }
        for (name, shape) in fields(&catalog.shapes, tool.input) {
            arguments.push(Place {
                tool: at,
                pointer: format!("/{}", name.replace('~', "~0").replace('/', "~1")),
                shape: kept[shape.0 as usize],
            });
        }
    }
    (outputs, arguments)
}

fn fields(shapes: &Shapes, id: ShapeId) -> Vec<(String, ShapeId)> {
    match &shapes.get(id).shape {
        Shape::Object(object) => object
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.shape))
            .collect(),
        Shape::Complete(base, _) => fields(shapes, *base),
        _ => Vec::new(),
    }
}

/// Verdicts on pairs at random, each tried with values.
struct Trial<'c> {
    catalog: &'c Catalog,
    tables: Tables<'c>,
    values: usize,
    tried: u64,
    made: HashMap<(usize, String), Option<Validator>>,
}

impl Trial<'_> {
    fn is_valid(&mut self, place: &Place, is_output: bool, text: &str) -> Option<bool> {
        let tool = &self.catalog.tools[place.tool];
        let key = (
            place.tool * 2 + usize::from(is_output),
            place.pointer.clone(),
        );
        let catalog = self.catalog;
        let validator = self.made.entry(key).or_insert_with(|| {
            let schema = match is_output {
                true => tool.output_text.as_ref()?,
                false => &tool.input_text,
            };
            subschema(catalog, schema, &place.pointer)
        });
        let value: Value = serde_json::from_str(text).ok()?;
        Some(validator.as_ref()?.is_valid(&value))
    }

    /// Whether every value of `from` is as `expected` for `to`.
    fn try_values(&mut self, from: &Place, to: &Place, to_output: bool, expected: bool) -> bool {
        let schema = self.tables.full_table(from.shape);
        let mut generator = Generator::new(7);
        for _ in 0..self.values {
            let Some(text) = generator.value(schema) else {
                return true;
            };
            match self.is_valid(to, to_output, &text) {
                Some(found) if found != expected => {
                    eprintln!("{text}");
                    return false;
                }
                Some(_) => self.tried += 1,
                None => return true,
            }
        }
        true
    }
}

#[test]
fn verdicts_hold_for_an_independent_validator() {
    let pairs = number("TOOLC_DATAFLOW_PAIRS", 150);
    let values = number("TOOLC_DATAFLOW_VALUES", 50);
    for (name, catalog) in find_catalogs() {
        let (shapes, kept) = intern_shapes(&catalog.shapes);
        let (outputs, arguments) = list_places(&catalog, &kept);
        if outputs.is_empty() {
            eprintln!("{name}: no output has a schema");
            continue;
        }
        let mut verdicts = Verdicts::new(&shapes);
        let mut trial = Trial {
            catalog: &catalog,
            tables: Tables::new(&shapes),
            values,
            tried: 0,
            made: HashMap::new(),
        };
        let mut random = Uniform::new(7);
        let (mut fits, mut never, mut draws) = (0, 0, 0);
        while (fits < pairs || never < pairs) && draws < pairs * 200 {
            draws += 1;
            let output = &outputs[random.below(outputs.len())];
            let argument = &arguments[random.below(arguments.len())];
            let decided = verdicts.decide(output.shape, argument.shape);
            let shown = || {
                let names = [output, argument].map(|place| {
                    format!("{}{}", catalog.tools[place.tool].qualified(), place.pointer)
                });
                names.join(" → ")
            };
            match verdicts.get(decided) {
                Verdict::Fits if fits < pairs => {
                    fits += 1;
                    trial.values = values;
                    assert!(
                        trial.try_values(output, argument, false, true),
                        "{}",
                        shown()
                    );
                }
                Verdict::Never if never < pairs => {
                    never += 1;
                    trial.values = values.div_ceil(5);
                    assert!(
                        trial.try_values(output, argument, false, false),
                        "{}",
                        shown()
                    );
                    assert!(
                        trial.try_values(argument, output, true, false),
                        "{}",
                        shown()
                    );
                }
                Verdict::FitsSometimes { fits, does_not } => {
                    let (fits, does_not) = (fits.clone(), does_not.clone());
                    assert_ne!(
                        trial.is_valid(argument, false, &fits),
                        Some(false),
                        "{}: {fits}",
                        shown()
                    );
                    assert_ne!(
                        trial.is_valid(argument, false, &does_not),
                        Some(true),
                        "{}: {does_not}",
                        shown()
                    );
                }
                _ => {}
            }
        }
        eprintln!(
            "{name}: {fits} that fit and {never} that never do, of {draws} pairs; {} values tried",
            trial.tried
        );
        assert!(fits > 0 && never > 0 && trial.tried > 0);
    }
}

#[test]
fn edges_are_few_for_each_argument_and_the_same_each_time() {
    for (name, catalog) in find_catalogs() {
        let started = Instant::now();
        let flow = find_dataflow(&catalog, MOST);
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{name}: {} tools, {} edges, {} verdicts on {} pairs of shapes, {seconds:.2} s",
            flow.tools.len(),
            flow.edges.len(),
            flow.verdicts.len(),
            flow.pairs
        );
        let undecided = flow
            .verdicts
            .iter()
            .filter(|verdict| matches!(verdict, Verdict::Undecided { .. }));
        eprintln!("{name}: {} verdicts undecided", undecided.count());
        let mut counts: HashMap<(u32, &str), usize> = HashMap::new();
        for edge in &flow.edges {
            *counts.entry((edge.to, &edge.argument)).or_default() += 1;
            assert_ne!(edge.from, edge.to, "a tool feeds itself");
            assert!(edge.score > 0.0 && edge.score <= 1.0);
        }
        assert!(counts.values().all(|count| *count <= MOST));
        let listed: usize = flow.out.iter().map(Vec::len).sum();
        let reached: usize = flow.into.iter().map(Vec::len).sum();
        assert_eq!((listed, reached), (flow.edges.len(), flow.edges.len()));
        if name != "fms-dgt" {
            let again = find_dataflow(&catalog, MOST);
            assert!(again == flow, "{name}: another time, another flow");
        }
    }
}

#[test]
fn every_sampled_call_holds() {
    let count = number("TOOLC_DATAFLOW_PAIRS", 60);
    for (name, catalog) in find_catalogs() {
        let mut pool = Pool::of(&catalog);
        pool.add_dataflow(&find_dataflow(&catalog, MOST));
        let mut caller = Caller::new(&catalog);
        let mut random = Uniform::new(7);
        let mut validators: HashMap<usize, Option<Validator>> = HashMap::new();
        let (mut calls, mut handed_on, mut followers, mut none) = (0, 0, 0, 0);
        for (pattern, k) in [
            (Pattern::Random, 4),
            (Pattern::Chain, 3),
            (Pattern::FanOut, 3),
            (Pattern::FanIn, 3),
        ] {
            for _ in 0..count {
                let request = Request::new(pattern, k);
                let sample = match draw_exactly(&pool, &request, &mut random) {
                    Ok(sample) => sample,
                    // few tools of a registry may have output schemas
                    Err(error) => {
                        assert!(pattern != Pattern::Random, "{error}");
                        continue;
                    }
                };
                let Ok(made) = caller.make_calls(&pool, pattern, &sample, &mut random) else {
                    none += 1;
                    continue;
                };
                for call in &made {
                    let tool = &catalog.tools[call.tool];
                    let validator = validators
                        .entry(call.tool)
                        .or_insert_with(|| subschema(&catalog, &tool.input_text, ""));
                    if let Some(validator) = validator {
                        assert!(
                            validator.is_valid(&call.arguments),
                            "{}: {}",
                            tool.qualified(),
                            call.arguments
                        );
                        calls += 1;
                    }
                    handed_on += call.references.len();
                }
                followers += match pattern {
                    Pattern::Random => 0,
                    _ => made.len() - 1,
                };
            }
        }
        eprintln!(
            "{name}: {calls} calls hold, {handed_on} values handed on for {followers} edges, {none} samples without arguments"
        );
        assert!(calls > 0);
    }
}
