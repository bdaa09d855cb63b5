//! Compiles a whole corpus of real tool files: nothing fails, next to nothing is left out, and clippy has no
//! complaints about the generated code.
//!
//! `TOOLC_CORPUS=… cargo test --test corpus -- --nocapture` prints the tables. For each version of OpenAPI, a
//! sample is compiled by rustc; `cargo xtask openapi` compiles the code of every document.

// Which keyword a value violates does not matter here.
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "support/arguments.rs"]
mod arguments;
#[path = "support/lenient.rs"]
mod lenient;
#[path = "support/own_target.rs"]
mod own_target;
#[path = "support/random.rs"]
mod random;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "corpus/strict.rs"]
mod strict;
#[path = "support/strict_form.rs"]
mod strict_form;

use lenient::lenient;
use own_target::{copy_target, write_once};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Instant;
use toolc::artifact::Artifact;
use toolc::compile::{Options, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::load_sources;

/// Number of documents per version whose code is compiled, from the smallest to the largest.
const SAMPLE: usize = 12;
/// Maximum number of operations of such a document; Microsoft Graph has more.
const LARGEST: usize = 2_000;
/// Maximum number of operations of a document that clippy checks; rustc compiles the larger ones.
const LARGEST_LINTED: usize = 150;

/// The result of compiling some files.
struct Built {
    name: String,
    files: usize,
    tools: usize,
    skipped: BTreeMap<String, usize>,
    /// Errors: code and message.
    errors: Vec<(String, String)>,
    artifacts: Vec<Artifact>,
    seconds: f64,
}

impl Built {
    fn of(corpus: &Path, name: &str) -> Built {
        Built::from(name, corpus.join(name))
    }

    /// Compiles a description with an engine for its operations.
    fn of_api(corpus: &Path, name: &str) -> Built {
        let document = corpus.join(name);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus_specs");
        let folder = folder.join(name.replace('/', "__"));
        let config = format!(
            "tools:\n  registry: [{{ type: rest, spec: {document:?}, namespace: api, engine: api }}]\n  engines: {{ api: {{ type: http, base_url: \"https://api.example\" }} }}\n"
        );
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("toolc.yaml"), config).expect("written");
        Built::from(name, folder)
    }

    fn from(name: &str, path: PathBuf) -> Built {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, &[path]);
        let loaded = lenient(loaded);
        let outcome = compile(diagnostics, &loaded, &Options::default());
        let seconds = started.elapsed().as_secs_f64();
        let mut skipped = BTreeMap::new();
        for left_out in &outcome.summary.skipped {
            *skipped.entry(left_out.code.to_string()).or_default() += 1;
        }
        let errors = outcome
            .diagnostics
            .into_iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| (found.code.to_string(), found.message));
        Built {
            name: name.to_owned(),
            files: outcome.summary.files,
            tools: outcome.summary.tools,
            skipped,
            errors: errors.collect(),
            artifacts: outcome.artifacts,
            seconds,
        }
    }

    fn left_out(&self) -> usize {
        self.skipped.values().sum()
    }

    fn lines(&self) -> usize {
        let lines = |artifact: &Artifact| artifact.text.lines().count();
        self.artifacts.iter().map(lines).sum()
    }

    /// Returns a row of the table; `check` is the time that `cargo check` of the output took.
    fn row(&self, check: Option<f64>) -> String {
        let codes: Vec<String> = self
            .skipped
            .iter()
            .map(|(code, count)| format!("{count} {code}"))
            .collect();
        format!(
            "{:<52} {:>5} {:>6} {:>7.2} {:>8} {:>7}  {}",
            self.name,
            self.files,
            self.tools,
            self.seconds,
            self.lines(),
            check.map_or_else(|| "-".to_owned(), |check| format!("{check:.2}")),
            codes.join(", ")
        )
    }
}

const HEAD: &str = "folder or document                                   files  tools seconds    lines   check  left out";

/// A crate with compiled specs as its modules.
struct Scratch {
    root: PathBuf,
    target: PathBuf,
    linted: String,
    included: String,
    modules: usize,
}

impl Scratch {
    /// An empty crate, with a target folder in which the dependencies are compiled.
    fn new(name: &str) -> Scratch {
        static DEPENDENCIES: OnceLock<PathBuf> = OnceLock::new();
        let compiled = DEPENDENCIES.get_or_init(|| {
            let empty = Scratch::with_manifest("dependencies");
            empty.compile();
            empty.target
        });
        let scratch = Scratch::with_manifest(name);
        let _ = fs::remove_dir_all(scratch.root.join("src"));
        fs::create_dir_all(scratch.root.join("src")).expect("a folder");
        copy_target(compiled, &scratch.target).expect("copied");
        scratch
    }

    fn with_manifest(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let root = folder.join(format!("corpus_{name}"));
        let target = folder.join(format!("corpus_{name}_target"));
        fs::create_dir_all(root.join("src")).expect("a folder");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
        let manifest = format!(
            "[package]\nname = \"scratch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\ntoolc-runtime = {{ path = {runtime:?}, features = [\"ask\", \"http\"] }}\n\n[workspace]\n"
        );
        write_once(&root.join("Cargo.toml"), &manifest).expect("written");
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        fs::copy(lock, root.join("Cargo.lock")).expect("copied");
        Scratch {
            root,
            target,
            linted: String::new(),
            included: String::new(),
            modules: 0,
        }
    }

    /// Adds the code as source files of the crate, for clippy.
    fn lint(&mut self, built: &Built) {
        let module = self.write(built);
        self.linted += &format!(
            "/// {}\n#[path = \"{module}/tools.rs\"]\npub mod {module};\n",
            built.name
        );
    }

    /// Adds the code as `include_tools!` does, for rustc.
    fn include(&mut self, built: &Built) {
        let module = self.write(built);
        let tools = self.root.join("src").join(&module).join("tools.rs");
        self.included += &format!(
            "/// {}\n#[allow(dead_code, reason = \"as include_tools! has it\")]\npub mod {module} {{\n    include!({tools:?});\n}}\n",
            built.name
        );
    }

    /// Adds the code in one of the two ways: running clippy on large files costs more than it shows.
    fn lint_or_include(&mut self, built: &Built) {
        if built.tools <= LARGEST_LINTED {
            self.lint(built);
        } else {
            self.include(built);
        }
    }

    fn write(&mut self, built: &Built) -> String {
        self.modules += 1;
        let module = format!("m{}", self.modules);
        let folder = self.root.join("src").join(&module);
        for artifact in &built.artifacts {
            let path = folder.join(&artifact.path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, &artifact.text).expect("written");
        }
        module
    }

    /// Compiles all modules and returns the time in seconds.
    fn compile(&self) -> f64 {
        let with_root = |modules: &str, arguments: &[&str]| {
            let root = format!("//! Compiled specs.\n\n{modules}");
            write_once(&self.root.join("src/lib.rs"), &root).expect("written");
            self.cargo(arguments)
        };
        with_root(&self.linted, &["clippy", "--", "-D", "warnings"])
            + with_root(&self.included, &["check"])
    }

    fn cargo(&self, arguments: &[&str]) -> f64 {
        let started = Instant::now();
        let output = Command::new(env!("CARGO"))
            .args(["--offline", "--quiet"])
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stderr);
        let told: Vec<&str> = text.lines().take(60).collect();
        assert!(
            output.status.success(),
            "{arguments:?}\n{}",
            told.join("\n")
        );
        started.elapsed().as_secs_f64()
    }
}

fn tools_compile(folder: &str) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let built = Built::of(&corpus, folder);
    assert_eq!(built.errors, []);
    let all = built.tools + built.left_out();
    assert!(
        built.tools > 0 && built.tools * 1000 >= all * 995,
        "{folder}"
    );
    let mut scratch = Scratch::new(&folder.replace('/', "_"));
    scratch.lint(&built);
    scratch.include(&built);
    eprintln!("{HEAD}\n{}", built.row(Some(scratch.compile())));
}

#[test]
fn tools_of_mcp_servers_compile() {
    tools_compile("mcp");
}

#[test]
fn tools_of_the_benchmark_compile() {
    tools_compile("bfcl-tools");
}

#[test]
fn tools_of_the_registry_compile() {
    tools_compile("fms-dgt/data");
}

#[test]
fn tools_of_providers_compile() {
    tools_compile("provider-formats");
}

#[test]
fn the_duplicate_of_the_registry_tests_is_the_only_error() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let built = Built::of(&corpus, "fms-dgt");
    eprintln!("{HEAD}\n{}", built.row(None));
    let codes: Vec<&str> = built.errors.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(codes, ["T0301"], "{:?}", built.errors);
    assert!(built.artifacts.is_empty());
}

/// Returns the documents of a version with the number of their operations, as the index of the corpus lists
/// them.
fn documents(corpus: &Path, version: &str) -> Vec<(String, usize)> {
    let index = fs::read_to_string(corpus.join("openapi/index.jsonl")).expect("an index");
    let rows = index.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let file = row["file"].as_str().expect("a file").to_owned();
        let operations = row["operations"].as_u64().expect("a number");
        (file, usize::try_from(operations).expect("a small number"))
    });
    let prefix = format!("openapi/{version}/");
    rows.filter(|(file, _)| file.starts_with(&prefix) && !file.ends_with(".gz"))
        .collect()
}

/// Returns a sample of the documents, evenly spread over their sizes, including the smallest and the largest.
fn sample(documents: &[(String, usize)]) -> BTreeSet<&str> {
    let mut by_size: Vec<(usize, &str)> = documents
        .iter()
        .map(|(name, operations)| (*operations, name.as_str()))
        .filter(|(operations, _)| *operations <= LARGEST)
        .collect();
    by_size.sort_unstable();
    let last = by_size.len() - 1;
    (0..SAMPLE)
        .map(|step| by_size[step * last / (SAMPLE - 1)].1)
        .collect()
}

fn documents_compile(version: &str, expected: usize) {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let documents = documents(&corpus, version);
    assert!(documents.len() >= expected, "{} documents", documents.len());
    let sample = sample(&documents);
    assert_eq!(sample.len(), SAMPLE.min(documents.len()), "{version}");
    eprintln!("{HEAD}");
    let mut scratch = Scratch::new(version);
    let (mut all_operations, mut all_tools) = (0, 0);
    for (name, operations) in &documents {
        let built = Built::of_api(&corpus, name);
        eprintln!("{}", built.row(None));
        assert_eq!(built.errors, [], "{name}");
        assert_eq!(built.tools + built.left_out(), *operations, "{name}");
        all_operations += operations;
        all_tools += built.tools;
        if sample.contains(name.as_str()) {
            scratch.lint_or_include(&built);
        }
    }
    eprintln!("{all_tools} tools of {all_operations} operations");
    assert!(all_tools * 1000 >= all_operations * 995, "{version}");
    let seconds = scratch.compile();
    eprintln!(
        "{} documents of these: compiled in {seconds:.2} s",
        scratch.modules
    );
}

#[test]
fn documents_of_swagger_2_0_compile() {
    documents_compile("2.0", 22);
}

/// Descriptions that consist of several files, and the number of their operations.
const SEVERAL: &[(&str, usize)] = &[
    ("digitalocean/DigitalOcean-public.v2.yaml", 659),
    ("openziti-edge/client.yml", 51),
    ("openziti-edge/management.yml", 181),
];

#[test]
fn documents_of_several_files_compile() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    eprintln!("{HEAD}");
    let mut scratch = Scratch::new("several");
    for (name, operations) in SEVERAL {
        let built = Built::of_api(&corpus, &format!("openapi/multifile/{name}"));
        eprintln!("{}", built.row(None));
        assert_eq!(built.errors, [], "{name}");
        assert_eq!(built.tools + built.left_out(), *operations, "{name}");
        assert!(built.left_out() <= 1, "{name}");
        scratch.lint_or_include(&built);
    }
    eprintln!("compiled in {:.2} s", scratch.compile());
}

#[test]
fn documents_of_openapi_3_0_compile() {
    documents_compile("3.0", 95);
}

#[test]
fn documents_of_openapi_3_1_compile() {
    documents_compile("3.1", 20);
}
