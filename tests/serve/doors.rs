//! Every door of a served worker decides alike about the same arguments, and so does the validator of others
//! about its schemas: for the specs of `tests/serve`, and with `TOOLC_CORPUS` for the MCP servers and a sample
//! of the API descriptions there (`TOOLC_DOORS=1` takes all of them). Nothing that is valid fails as a fault of
//! the configuration.

use super::arguments::Generator;
use super::compiled;
use super::random::Random;
use super::size::size;
use super::skip;
use super::spelling::{respell, unreadable};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use toolc_cli::serve::serve_worker;
use toolc_runtime::engines::Engines;
use toolc_runtime::testing::{Simulation, block_on};
use toolc_runtime::{Begun, Context, ErrorKind, ToolCall, ToolEntry, ToolError, Verdict, Worker};

/// Number of valid arguments that are made for each tool; each of them is broken twice.
const VALUES: usize = 3;

/// One of so many documents is tried.
const DOCUMENTS: usize = 12;

/// Larger documents are left to the benchmarks.
const LARGEST: u64 = 400_000;

/// The code of a failure whose cause is that a valid value cannot stand in its place in a request.
const UNSENDABLE: &str = "HTTP_UNSENDABLE";

#[derive(Debug, Default)]
struct Tally {
    tools: usize,
    valid: usize,
    invalid: usize,
    unsendable: usize,
    judged: usize,
    /// Whether there is nothing to reach, so that valid calls fail too.
    is_offline: bool,
    faults: Vec<String>,
}

#[test]
fn the_doors_of_own_specs_decide_alike() {
    let mut tally = Tally {
        is_offline: true,
        ..Tally::default()
    };
    let (sources, checked) = compiled("tests/serve/specs");
    let worker = checked.workers.iter().find(|worker| worker.name == "desk");
    let served = serve_worker(&sources, &checked, worker.expect("a worker")).expect("served");
    tally.try_worker(&served.worker);
    tally.settle(10);
}

#[test]
fn the_doors_of_the_corpus_decide_alike() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut tally = Tally::default();
    for path in list_files(&corpus.join("mcp")) {
        let entry = format!("{{ type: mcp, snapshot: {path:?}, namespace: api, engine: api }}");
        tally.try_file(&entry, "{ type: mcp, url: \"https://api.example/mcp\" }");
    }
    let step = size("TOOLC_DOORS", DOCUMENTS);
    for version in ["2.0", "3.0", "3.1"] {
        let files = list_files(&corpus.join("openapi").join(version));
        for path in files.into_iter().step_by(step) {
            let entry = format!("{{ type: rest, spec: {path:?}, namespace: api, engine: api }}");
            tally.try_file(&entry, "{ type: http, base_url: \"https://api.example\" }");
        }
    }
    tally.settle(1_000);
}

fn list_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("the corpus").flatten();
    let mut paths: Vec<PathBuf> = files
        .filter(|file| file.metadata().is_ok_and(|facts| facts.len() < LARGEST))
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ext| ext != "md"))
        .collect();
    paths.sort();
    paths
}

impl Tally {
    /// Serves all tools of one file.
    fn try_file(&mut self, entry: &str, engine: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-doors");
        fs::create_dir_all(&folder).expect("a folder");
        let config = format!("tools:\n  registry: [{entry}]\n  engines: {{ api: {engine} }}\n");
        fs::write(folder.join("toolc.yaml"), config).expect("written");
        let (sources, checked) = compiled(&folder.to_string_lossy());
        let worker = checked.workers.first();
        if let Some(worker) = worker.filter(|worker| !worker.grants.is_empty()) {
            let served = serve_worker(&sources, &checked, worker).expect("engines run all of it");
            // before anybody is asked, a server would be looked for
            let worker = match entry.contains("type: mcp") {
                true => served.worker.simulated(Simulation::new(1)),
                false => served.worker,
            };
            self.try_worker(&worker);
        }
    }

    fn try_worker(&mut self, worker: &Worker<Engines>) {
        for entry in worker.tools() {
            self.tools += 1;
            let schema: Value = serde_json::from_str(&entry.schema()).expect("a schema");
            // the other validator knows other formats, and no paths
            let text = entry.schema();
            let judge = (!text.contains("\"format\":") && !text.contains("\"x-path\":"))
                .then(|| jsonschema::draft202012::new(&schema).expect("a schema"));
            let mut random = Random::new(self.tools as u64);
            for _ in 0..VALUES {
                let valid = Generator::new(&schema, &mut random).valid();
                let broken = Generator::new(&schema, &mut random).broken(&valid, 2);
                let broken = broken.into_iter().map(|broken| broken.value);
                for value in [valid].into_iter().chain(broken) {
                    let text = respell(&value, &mut random);
                    let expected = judge.as_ref().map(|judge| judge.is_valid(&value));
                    self.judged += usize::from(expected.is_some());
                    self.compare(worker, entry, &text, expected);
                }
            }
            if self.tools.is_multiple_of(20) {
                let valid = Generator::new(&schema, &mut random).valid();
                for text in unreadable(&valid) {
                    self.compare(worker, entry, &text, Some(false));
                }
            }
        }
    }

    fn compare(
        &mut self,
        worker: &Worker<Engines>,
        entry: &ToolEntry,
        text: &str,
        expected: Option<bool>,
    ) {
        let context = Context::new("doors");
        let is_valid = entry.validate(text).is_ok();
        let call = ToolCall::new("1", entry.wire_name, text);
        let mut doors = vec![
            ("the other validator", expected.unwrap_or(is_valid)),
            (
                "dry_run",
                match block_on(worker.dry_run(&context, &call)).verdict {
                    Verdict::Refused(error) => self.verdict(&error),
                    _ => true,
                },
            ),
            ("begin", self.begun(block_on(worker.begin(&context, call)))),
        ];
        if let Ok(value) = serde_json::from_str::<Value>(text)
            && entry.validate(&value.to_string()).is_ok() == is_valid
        {
            let begun = worker.begin_value(&context, "1", entry.wire_name, value.clone());
            doors.push(("validate_value", entry.validate_value(&value).is_ok()));
            doors.push(("begin_value", self.begun(block_on(begun))));
        }
        let differing = doors.iter().filter(|(_, found)| *found != is_valid);
        let differing: Vec<&str> = differing.map(|(door, _)| *door).collect();
        if !differing.is_empty() {
            self.faults.push(format!(
                "{} {text}\n  validate says {is_valid}; differently: {differing:?}",
                entry.name
            ));
        }
        match is_valid {
            true => self.valid += 1,
            false => self.invalid += 1,
        }
    }

    fn begun(&mut self, begun: Begun) -> bool {
        match begun {
            Begun::Ended(result) => match result.error {
                Some(error) => self.verdict(&error),
                None => true,
            },
            _ => true,
        }
    }

    /// Whether the arguments of a call that ended with this error were valid.
    fn verdict(&mut self, error: &ToolError) -> bool {
        let code = error.code.as_deref().unwrap_or_default();
        match error.kind {
            ErrorKind::InvalidArguments if code == UNSENDABLE => {
                self.unsendable += 1;
                true
            }
            ErrorKind::InvalidArguments => false,
            // a rule, or what a caller has to have
            ErrorKind::Denied | ErrorKind::Unauthorized => true,
            _ if self.is_offline => true,
            _ => {
                self.faults.push(format!("{code} {}", error.message));
                true
            }
        }
    }

    fn settle(mut self, fewest: usize) {
        let faults = std::mem::take(&mut self.faults);
        eprintln!("{self:?}");
        let first: Vec<&String> = faults.iter().take(10).collect();
        assert!(
            first.is_empty(),
            "{} faults, the first:\n{first:#?}",
            faults.len()
        );
        assert!(
            self.tools >= fewest && self.valid > self.tools && self.invalid > self.tools / 2,
            "{self:?}"
        );
    }
}
