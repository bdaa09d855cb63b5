//! Results of real operations, shown in part: what is shown is what the shown schema says, by an independent validator,
//! whatever is kept, dropped and cut. With `TOOLC_CORPUS`, the response examples of GitHub's description and results
//! generated for GitHub, Stripe, Slack and Gitea, whose descriptions have no examples; else results for `specs/`.

#[path = "../support/random.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod random;
#[path = "../support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use jsonschema::{Validator, draft202012};
use random::Random;
use serde_json::Value;
use skip::find_corpus;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc::source::Spanned;
use toolc_model::model::results::{
    Budget, GrantedResults, ResultEntry, ResultPointer, ResultSettings, ResultSubject, ResultsData,
};
use toolc_model::model::rule::Step;
use toolc_model::model::token::estimate_tokens;
use toolc_model::model::{Catalog, Tool};
use toolc_model::prove::projected::write_projected;
use toolc_model::prove::reach::{Reach, reach_result};
use toolc_resolve::check::Checked;
use toolc_runtime::testing::Generator;
use toolc_runtime::{Json, ShownResult, show_result};
use toolc_schema::data::Data;
use toolc_schema::schema::shape::{Shape, ShapeId, Shapes};
use toolc_schema::schema::tables::Tables;

/// How many results are generated for each tool, and in how many ways each is shown.
const RESULTS: usize = 2;
const WAYS: usize = 2;

/// The names of what tells a thing from others, of which the ten largest examples are shown.
const TELLING: &[&str] = &[
    "id",
    "number",
    "name",
    "full_name",
    "title",
    "state",
    "status",
    "login",
    "sha",
    "path",
    "ref",
    "message",
    "key",
];

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

fn compile_one(path: PathBuf) -> Option<Compiled> {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let whole = outcome.checked;
    let whole = whole.map(|checked| Compiled::Whole(Box::new(checked)));
    whole.or(outcome.partial.map(Compiled::Partly))
}

/// A document with the response examples of its operations, by method and path.
type Document = (&'static str, Compiled, BTreeMap<String, Vec<Value>>);

fn find_documents() -> Vec<Document> {
    let Some(corpus) = find_corpus() else {
        let specs = compile_one("specs".into()).expect("specs");
        return vec![("specs", specs, BTreeMap::new())];
    };
    let documents = [
        "3.0/octokit__api.github.com.json",
        "3.0/stripe.com.json",
        "2.0/slackapi__slack_web_openapi_v2_without_examples.json",
        "3.0/gitea.io.json",
    ];
    let documents = documents.into_iter().map(|name| {
        let path = corpus.join("openapi").join(name);
        let text = std::fs::read_to_string(&path).expect("a document");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let compiled = compile_one(path).unwrap_or_else(|| panic!("{name} compiles"));
        (name, compiled, list_examples(&document))
    });
    documents.collect()
}

fn list_examples(document: &Value) -> BTreeMap<String, Vec<Value>> {
    let mut examples: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let paths = document["paths"].as_object().expect("paths");
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let responses = operation["responses"].as_object();
            let successes = responses.into_iter().flatten();
            for (_, response) in successes.filter(|(code, _)| code.starts_with('2')) {
                let content = &resolve(document, response)["content"]["application/json"];
                let named = content["examples"].as_object().into_iter().flatten();
                let named = named.map(|(_, example)| &resolve(document, example)["value"]);
                let all = content.get("example").into_iter().chain(named);
                let known = examples.entry(format!("{} {path}", method.to_uppercase()));
                known.or_default().extend(all.cloned());
            }
        }
    }
    examples
}

fn resolve<'d>(document: &'d Value, node: &'d Value) -> &'d Value {
    let target = node.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    target.unwrap_or(node)
}

/// The places in results, as pointers, down to a depth.
fn list_places(shapes: &Shapes, id: ShapeId, depth: usize, at: &[Step], out: &mut Vec<Vec<Step>>) {
    if depth == 0 {
        return;
    }
    let mut below = |step: Step, id: ShapeId| {
        let mut steps = at.to_vec();
        steps.push(step);
        out.push(steps.clone());
        list_places(shapes, id, depth - 1, &steps, out);
    };
    match &shapes.get(id).shape {
        Shape::Object(object) => {
            for field in &object.fields {
                below(Step::Key(field.name.clone()), field.shape);
            }
        }
        Shape::List(list) => below(Step::Every, list.items),
        Shape::Nullable(inner) => list_places(shapes, *inner, depth, at, out),
        Shape::Union(_, branches) => {
            for branch in branches {
                list_places(shapes, *branch, depth, at, out);
            }
        }
        Shape::Complete(base, _) => list_places(shapes, *base, depth, at, out),
        _ => {}
    }
}

fn pointers(places: Vec<Vec<Step>>, tool: &Tool) -> Option<Spanned<Vec<ResultPointer>>> {
    let pointers = places.into_iter().map(|steps| ResultPointer {
        text: Spanned::new(String::new(), tool.span),
        steps,
    });
    let pointers: Vec<ResultPointer> = pointers.collect();
    (!pointers.is_empty()).then(|| Spanned::new(pointers, tool.span))
}

fn entry_of(settings: ResultSettings, tool: &Tool) -> GrantedResults {
    GrantedResults {
        levels: vec![vec![ResultEntry {
            subject: ResultSubject::Tool(tool.qualified()),
            name: None,
            settings: Arc::new(settings),
            span: tool.span,
        }]],
        pages: false,
    }
}

/// Shows results of a tool by some settings, with the validator of what is shown.
struct Way {
    results: toolc_runtime::v1::Results,
    validator: Validator,
}

impl Way {
    fn new(catalog: &Catalog, tool: &Tool, output: ShapeId, granted: &GrantedResults) -> Self {
        let data = ResultsData {
            projection: catalog.project_results(tool, granted),
            items: granted.items().map(|items| items.value),
            bytes: granted.budget().map(|budget| budget.value.bytes()),
            pages: false,
        };
        let cuts = data.bytes.is_some();
        let schema = write_projected(
            &catalog.shapes,
            output,
            &data.projection,
            cuts,
            tool.structured,
        );
        let text = schema.compose(&schema.text);
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        Way {
            results: data.build(),
            validator: draft202012::new(&schema).expect("a schema"),
        }
    }

    fn show(&self, tool: &Tool, text: &str) -> Option<Arc<ShownResult>> {
        let shown = show_result(&self.results, &Json::parse(text).expect("JSON"));
        let is_text = shown.as_ref().is_some_and(|shown| shown.is_text);
        let value = shown.as_ref().map_or(text, |shown| shown.text.as_str());
        assert!(
            value.len() as u64 <= self.results.bytes,
            "{}",
            tool.qualified()
        );
        let value: Value = serde_json::from_str(value).expect("JSON");
        if !is_text {
            let errors: Vec<String> = self
                .validator
                .iter_errors(&value)
                .map(|it| it.to_string())
                .collect();
            assert!(
                errors.is_empty(),
                "{}: {errors:?}\n{text}\n{value}",
                tool.qualified()
            );
        }
        shown
    }
}

/// A random choice of settings.
fn choose_settings(random: &mut Random, places: &[Vec<Step>], tool: &Tool) -> ResultSettings {
    let mut choose = |percent: usize| -> Vec<Vec<Step>> {
        let chosen = places.iter().filter(|_| random.chance(percent));
        chosen.cloned().collect()
    };
    let (keep, drop) = (choose(25), choose(12));
    let span = tool.span;
    let items = (random.chance(50), 1 + random.below(5) as u64);
    let bytes = (random.chance(70), 300 + random.below(2_000) as u64);
    ResultSettings {
        keep: pointers(keep, tool).filter(|_| random.chance(70)),
        drop: pointers(drop, tool).filter(|_| random.chance(50)),
        items: items.0.then(|| Spanned::new(items.1, span)),
        budget: bytes.0.then(|| Spanned::new(Budget::Bytes(bytes.1), span)),
        rest: None,
    }
}

#[test]
fn what_is_shown_of_real_results_is_what_the_shown_schema_says() {
    let mut random = Random::new(11);
    let mut largest: Vec<(usize, String, u64, u64)> = Vec::new();
    for (name, catalog, examples) in find_documents() {
        let mut tables = Tables::new(&catalog.shapes);
        let (mut tools, mut shown, mut cut, mut texts, mut unfit, mut given) = (0, 0, 0, 0, 0, 0);
        let mut rates: Vec<f64> = Vec::new();
        for tool in &catalog.tools {
            let Some(output) = tool.output else { continue };
            let schema = tables.full_table(output);
            let route = tool.http.as_deref();
            let route = route.map(|http| format!("{} {}", http.method, http.path));
            let own = route.and_then(|route| examples.get(&route));
            let own: Vec<String> = own.into_iter().flatten().map(Value::to_string).collect();
            let mut results = Vec::new();
            for text in own {
                // some examples break their own schemas
                match toolc_runtime::validate(schema, &text) {
                    Ok(()) => results.push(text),
                    Err(_) => unfit += 1,
                }
            }
            given += results.len();
            let mut places = Vec::new();
            list_places(&catalog.shapes, output, 4, &[], &mut places);
            for text in &results {
                rates.push(text.len() as f64 / estimate_tokens(text) as f64);
                let telling = places.iter().filter(|steps| match steps.last() {
                    Some(Step::Key(name)) => TELLING.contains(&name.as_str()),
                    _ => false,
                });
                let settings = ResultSettings {
                    keep: pointers(telling.cloned().collect(), tool),
                    ..ResultSettings::default()
                };
                let way = Way::new(&catalog, tool, output, &entry_of(settings, tool));
                if let Some(part) = way.show(tool, text) {
                    let tokens = [text, &part.text].map(|text| estimate_tokens(text));
                    largest.push((text.len(), tool.qualified(), tokens[0], tokens[1]));
                }
            }
            let mut generator = Generator::new(7);
            for _ in 0..RESULTS {
                results.extend(generator.value(schema));
            }
            tools += 1;
            // validators are slow to make
            if catalog.tools.len() > 100 && random.chance(50) {
                continue;
            }
            for _ in 0..WAYS {
                let settings = choose_settings(&mut random, &places, tool);
                let granted = entry_of(settings, tool);
                let way = Way::new(&catalog, tool, output, &granted);
                for text in &results {
                    let part = way.show(tool, text);
                    shown += 1;
                    cut += usize::from(part.as_ref().is_some_and(|part| part.is_cut()));
                    texts += usize::from(part.as_ref().is_some_and(|part| part.is_text));
                }
            }
            // a slip in a name leads nowhere, or to where the schema says nothing
            for steps in places.iter().take(20) {
                let mut steps = steps.clone();
                if let Some(Step::Key(name)) = steps.last_mut() {
                    name.push_str("zq");
                    let reach = reach_result(&catalog.shapes, output, &steps);
                    let is_open = matches!(&reach, Reach::To { open, .. } if *open)
                        || matches!(&reach, Reach::To { .. });
                    assert!(
                        !is_open || is_map_above(&catalog.shapes, output, &steps),
                        "{}: {steps:?}",
                        tool.qualified()
                    );
                }
            }
        }
        rates.sort_by(f64::total_cmp);
        let at = |share: usize| rates.get(rates.len().saturating_sub(1) * share / 100);
        eprintln!(
            "{name}: {tools} tools, {given} examples ({unfit} more break their schemas), {shown} shown in part, {cut} of them \
             cut, {texts} as a text; bytes for a token: {:?} {:?} {:?} (1 %, median, 99 %)",
            at(1),
            at(50),
            at(99)
        );
        assert!(shown > 0, "{name}");
    }
    largest.sort_by(|one, other| other.cmp(one));
    let mut known = Vec::new();
    for (bytes, tool, before, after) in largest {
        if known.len() == 10 || known.contains(&tool) {
            continue;
        }
        eprintln!(
            "  {tool}: {bytes} bytes, {before} tokens, shown {after} (-{:.1} %)",
            100.0 - 100.0 * after as f64 / before as f64
        );
        assert!(after * 5 <= before, "{tool}");
        known.push(tool);
    }
}

/// Whether the object that the last step leads from describes the values of any key.
fn is_map_above(shapes: &Shapes, output: ShapeId, steps: &[Step]) -> bool {
    let mut other = steps.to_vec();
    other.pop();
    other.push(Step::Key("entirely other".to_owned()));
    matches!(reach_result(shapes, output, &other), Reach::To { .. })
}
