//! Search for tools by the questions of people: all questions of a benchmark over all its tools at once. Needs
//! `TOOLC_CORPUS`. With `TOOLC_SEARCH_POOL`, writes what a peer needs to answer the same (`benches/search/run`).

#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use serde_json::{Value, json};
use skip::find_corpus;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_enrich::index::{Index, make_index};
use toolc_model::model::{Catalog, Tool};
use toolc_runtime::search::{Posting, find_best};

/// The files with questions, and those with the tools that they offer.
const CATEGORIES: &[&str] = &[
    "simple_python",
    "multiple",
    "parallel",
    "parallel_multiple",
    "live_simple",
    "live_multiple",
    "live_parallel",
    "live_parallel_multiple",
];

/// How often the right tool has to be the first, and among the first five: what was measured, less half a percent. A
/// peer is in `benches/results/search.md`.
const LEAST: [f64; 2] = [0.58, 0.81];

/// A question, and the names of the tools that it takes.
struct Question {
    text: String,
    names: BTreeSet<String>,
}

fn read_questions(corpus: &Path) -> Vec<Question> {
    let mut questions = Vec::new();
    for category in CATEGORIES {
        let path = corpus.join(format!("bfcl-calls/{category}.jsonl"));
        let text = fs::read_to_string(path).expect("questions");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).expect("a line of JSON");
            let calls = value["calls"].as_array().into_iter().flatten();
            let names = calls.filter_map(|call| call["name"].as_str());
            questions.push(Question {
                text: value["question"].as_str().unwrap_or_default().to_owned(),
                names: names.map(str::to_owned).collect(),
            });
        }
    }
    questions
}

/// All tools, in one namespace, as far as they compile: repeated ones are left out.
fn read_tools(corpus: &Path) -> Box<Catalog> {
    let entries = CATEGORIES.iter().map(|category| {
        let path = corpus.join(format!("bfcl-tools/BFCL_v4_{category}.json"));
        format!("    - {{ type: file, path: {path:?}, namespace: tools }}\n")
    });
    let config = format!(
        "tools:\n  registry:\n{}workers: []\n",
        entries.collect::<String>()
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("search");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    outcome
        .partial
        .expect("overloads that toolc refuses side by side")
}

/// How many of the names that questions ask for are among the first `k`.
fn find_share(index: &Index, questions: &[Question], k: usize) -> f64 {
    let (mut found, mut all) = (0, 0);
    for question in questions {
        let best = index.search(&question.text, k);
        let names: Vec<&str> = best
            .iter()
            .filter_map(|(tool, _)| tool.qualified.strip_prefix("tools::"))
            .collect();
        all += question.names.len();
        found += question
            .names
            .iter()
            .filter(|name| names.contains(&name.as_str()))
            .count();
    }
    found as f64 / all as f64
}

#[test]
fn the_right_tool_is_among_the_first() {
    let Some(corpus) = find_corpus() else {
        return;
    };
    let catalog = read_tools(&corpus);
    let questions = read_questions(&corpus);
    let index = make_index(&catalog, &catalog.tools);
    if let Some(path) = std::env::var_os("TOOLC_SEARCH_POOL") {
        write_pool(Path::new(&path), &catalog.tools, &questions);
    }
    let shares = [1, 5].map(|k| find_share(&index, &questions, k));
    eprintln!(
        "{} questions, {} tools, {} words: first {:.4}, among the first five {:.4}",
        questions.len(),
        index.tools.len(),
        index.words.len(),
        shares[0],
        shares[1]
    );
    assert!(shares[0] >= LEAST[0] && shares[1] >= LEAST[1], "{shares:?}");
}

/// Tools and questions for a peer, which reads the same texts.
fn write_pool(path: &Path, tools: &[Tool], questions: &[Question]) {
    let tools = tools.iter().map(|tool| {
        let schema: Value = serde_json::from_str(&tool.input_text.text).unwrap_or_default();
        let mut texts = Vec::new();
        collect_texts(&schema, &mut texts);
        json!({ "name": tool.name, "description": tool.description, "arguments": texts })
    });
    let tools: Vec<Value> = tools.collect();
    let questions = questions
        .iter()
        .map(|question| json!({ "text": question.text, "names": question.names }));
    let questions: Vec<Value> = questions.collect();
    let pool = json!({ "tools": tools, "questions": questions });
    fs::write(path, pool.to_string()).expect("written");
}

/// The names and descriptions of arguments, from the outside in.
fn collect_texts(schema: &Value, out: &mut Vec<String>) {
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        out.push(name.clone());
        out.extend(inner["description"].as_str().map(str::to_owned));
        collect_texts(inner, out);
    }
    if schema.get("items").is_some() {
        collect_texts(&schema["items"], out);
    }
}

/// The tools four times over, so that there are about ten thousand.
#[test]
fn ten_thousand_tools_are_searched_in_no_time() {
    let Some(corpus) = find_corpus() else {
        return;
    };
    let catalog = read_tools(&corpus);
    let questions = read_questions(&corpus);
    let times = 10_000usize.div_ceil(catalog.tools.len());
    let all = (0..times).flat_map(|_| &catalog.tools).take(10_000);
    let started = Instant::now();
    let index = make_index(&catalog, all);
    let made = started.elapsed().as_secs_f64();
    // as generated code has it: a sorted list
    let words: Vec<(&str, &[Posting])> = index
        .words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_slice()))
        .collect();
    let find = |word: &str| {
        let at = words.binary_search_by(|(known, _)| known.cmp(&word));
        at.map_or(&[][..], |at| words[at].1)
    };
    let started = Instant::now();
    let mut found = 0;
    for question in &questions {
        found += find_best(index.tools.len(), &question.text, 5, find, |_| true).len();
    }
    let each = started.elapsed().as_secs_f64() / questions.len() as f64;
    eprintln!(
        "{} tools: made in {made:.2} s, a search takes {:.3} ms, {found} found",
        index.tools.len(),
        each * 1e3
    );
    assert!(found > questions.len() * 4);
    // without optimization it takes ten times as long
    assert!(each < 0.02, "{each} s");
}
