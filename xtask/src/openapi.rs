//! `cargo xtask openapi`: builds and compiles every API description of the corpus, and reports the cost.

pub mod consumer;
pub mod documents;

use crate::bench_build::process::{Cost, Run, cpu_of, measure_run};
use crate::cargo::cargo_command;
use crate::options::Options;
use crate::page::{machine, put, verdict};
use crate::{root, target};
use consumer::Consumer;
use documents::{Document, documents, unpacked, with_engine};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GRAPH: &str = "openapi/3.0/microsoft.com__graph.json.gz";
/// The budget for building it, in seconds and MB.
const GRAPH_BUDGET: (f64, f64) = (3.0, 1024.0);

/// The descriptions that are listed by name, and their names.
const NAMED: &[(&str, &str)] = &[
    ("GitHub", "openapi/3.0/octokit__api.github.com.json"),
    ("Stripe", "openapi/3.0/stripe.com.json"),
    ("Kubernetes", "openapi/2.0/kubernetes__swagger-1.13.json"),
    ("Microsoft Graph", GRAPH),
];

/// How many times a description is built; the smallest time is reported.
const ROUNDS: usize = 3;

/// The maximum number of operations of a description whose code is compiled.
pub const LARGEST: u64 = 2_000;

/// The percentage of all operations that should become tools.
const WANTED: f64 = 99.5;

pub fn openapi(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(
        arguments,
        &["--only", "--toolc"],
        &["--build-only", "--dry"],
    )?;
    let is_all = options.text("--only").is_none()
        && options.text("--toolc").is_none()
        && !options.has("--build-only");
    if !is_all && !options.has("--dry") {
        return Err(
            "only figures of all that this binary does are written: add `--dry`".to_owned(),
        );
    }
    let corpus = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from);
    let corpus = corpus.ok_or("`TOOLC_CORPUS` must name the corpus")?;
    let folder = target().join("openapi");
    let bench = Bench {
        toolc: match options.text("--toolc") {
            Some(path) => PathBuf::from(path),
            None => built()?,
        },
        consumer: match options.has("--build-only") {
            true => None,
            false => Some(Consumer::of_toolc(folder.join("consumer"))?),
        },
        folder,
    };
    let mut rows = Vec::new();
    for document in documents(&corpus)? {
        let only = options.text("--only");
        if only.is_some_and(|only| !document.name.contains(only)) {
            continue;
        }
        let row = bench.row(&corpus, document)?;
        eprintln!("{}", row.line());
        rows.push(row);
    }
    let page = page(&rows);
    if options.has("--dry") {
        eprintln!("{page}");
    } else {
        put("openapi", "OpenAPI", &page)?;
    }
    match rows
        .iter()
        .find_map(|row| row.check.as_ref()?.as_ref().err())
    {
        Some(why) => Err(format!("not all code compiles: {why}")),
        None => Ok(()),
    }
}

/// Builds the compiler in its release profile.
pub fn built() -> Result<PathBuf, String> {
    let mut build = cargo_command();
    build
        .current_dir(root())
        .args(["build", "--release", "--quiet", "--package", "toolc"]);
    cpu_of(build)?;
    Ok(target().join("release/toolc"))
}

/// Builds descriptions and compiles the resulting code.
struct Bench {
    toolc: PathBuf,
    consumer: Option<Consumer>,
    folder: PathBuf,
}

impl Bench {
    fn row(&self, corpus: &Path, document: Document) -> Result<Row, String> {
        let source = unpacked(&self.folder, &corpus.join(&document.name))?;
        let out = self.folder.join(document.name.replace('/', "__"));
        let Run { mut cost, said } = self.build(&source, &out)?;
        for _ in 1..ROUNDS {
            let again = self.build(&source, &out)?.cost;
            cost.seconds = cost.seconds.min(again.seconds);
            cost.peak = cost.peak.max(again.peak);
        }
        let summary = said.lines().last().unwrap_or("").to_owned();
        let number = |word: &str| {
            let counted = |part: &str| {
                let (number, noun) = part.trim().split_once(' ')?;
                noun.starts_with(word).then(|| number.parse::<u64>().ok())?
            };
            summary.split(", ").find_map(counted)
        };
        let tools = number("tool").ok_or(format!("{}: {summary}", document.name))?;
        let lines = lines(&out)?;
        let consumer = self.consumer.as_ref().filter(|_| tools <= LARGEST);
        let check = consumer.map(|consumer| self.compiled(consumer, &source, &out));
        let _ = fs::remove_dir_all(&out);
        Ok(Row {
            tools,
            left_out: number("skipped").unwrap_or(0),
            lines,
            check,
            document,
            cost,
        })
    }

    fn build(&self, source: &Path, out: &Path) -> Result<Run, String> {
        let _ = fs::remove_dir_all(out);
        let mut command = Command::new(&self.toolc);
        command.arg("build").arg(source).arg("--out").arg(out);
        measure_run(command)
    }

    /// Lints the code that was built, and checks the code that is built for an engine that sends the calls:
    /// returns the CPU seconds of the check.
    fn compiled(&self, consumer: &Consumer, source: &Path, out: &Path) -> Result<f64, String> {
        consumer.passes("clippy", &out.join("tools.rs"))?;
        let specs = with_engine(&self.folder, source)?;
        let Run { cost, said } = self.build(&specs, out)?;
        if cost.ended != "exit 0" {
            return Err(format!("with an engine: {}", said.trim()));
        }
        consumer.passes("check", &out.join("tools.rs"))
    }
}

/// The outcome for a description.
struct Row {
    document: Document,
    tools: u64,
    left_out: u64,
    cost: Cost,
    lines: usize,
    /// The CPU seconds of the check, or what is wrong with the code; `None` if it was not compiled.
    check: Option<Result<f64, String>>,
}

impl Row {
    /// The number of operations in the document.
    fn operations(&self) -> u64 {
        self.document
            .operations
            .unwrap_or(self.tools + self.left_out)
    }

    fn line(&self) -> String {
        let document = &self.document;
        let name = document.name.trim_start_matches("openapi/");
        format!("| {name} | {} {}", document.version, self.figures())
    }

    fn megabytes(&self) -> f64 {
        self.cost.peak as f64 / 1024.0
    }

    fn figures(&self) -> String {
        let ended = match self.cost.ended.as_str() {
            "exit 0" => String::new(),
            ended => format!(" {ended}"),
        };
        let check = match &self.check {
            None => "-".to_owned(),
            Some(Ok(seconds)) => format!("{seconds:.2}"),
            Some(Err(why)) => format!("**{why}**"),
        };
        format!(
            "| {} | {} | {} | {:.3} | {:.0} | {}{ended} | {check} |",
            self.operations(),
            self.tools,
            self.left_out,
            self.cost.seconds,
            self.megabytes(),
            self.lines,
        )
    }
}

/// The number of lines of Rust below a folder; 0 if nothing was written.
pub fn lines(folder: &Path) -> Result<usize, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(0);
    };
    let mut sum = 0;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            sum += lines(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            sum += text.lines().count();
        }
    }
    Ok(sum)
}

const HEAD: &str =
    "| operations | tools | left out | seconds | peak MB | lines of Rust | check |\n";
const RULE: &str = "|---|---|---|---|---|---|---|\n";

fn page(rows: &[Row]) -> String {
    let (operations, tools) = (sum(rows, Row::operations), sum(rows, |row| row.tools));
    let share = 100.0 * tools as f64 / operations.max(1) as f64;
    let word = if share >= WANTED { "met" } else { "**missed**" };
    let compiled = rows.iter().filter_map(|row| row.check.as_ref());
    let (passed, compiled) = (
        compiled.clone().filter(|check| check.is_ok()).count(),
        compiled.count(),
    );
    let mut out = format!(
        "{}\n\n`toolc build` of each API description of the corpus by itself, release, nothing written before, the least of {ROUNDS} runs. \
         {tools} of {operations} operations became tools, {share:.2} %; the aim is {WANTED} %: {word}.\n\n\
         The code of {passed} of {compiled} descriptions with up to {LARGEST} operations compiles without a warning: clippy has \
         nothing to say of it,\nand `check` is what `cargo check` takes, in CPU seconds, where an engine sends the calls. \
         The dependencies are compiled before.\n",
        machine()
    );
    out.push_str(&format!("\n| | version {HEAD}|---|---{RULE}"));
    for (title, name) in NAMED {
        for row in rows.iter().filter(|row| row.document.name == *name) {
            let version = &row.document.version;
            out.push_str(&format!("| {title} | {version} {}\n", row.figures()));
        }
    }
    for row in rows.iter().filter(|row| row.document.name == GRAPH) {
        let (seconds, megabytes) = GRAPH_BUDGET;
        out.push_str(&format!(
            "\nThe budget of Microsoft Graph is {seconds} s ({}) and {megabytes} MB ({}).\n",
            verdict(row.cost.seconds, seconds),
            verdict(row.megabytes(), megabytes),
        ));
    }
    out.push_str(&totals(rows));
    out.push_str(&format!(
        "\n## Each document\n\n| document | version {HEAD}|---|---{RULE}"
    ));
    for row in rows {
        out.push_str(&row.line());
        out.push('\n');
    }
    out
}

fn sum(rows: &[Row], number: fn(&Row) -> u64) -> u64 {
    rows.iter().map(number).sum()
}

/// One row for each version, and one for all of them.
fn totals(rows: &[Row]) -> String {
    let mut versions: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let version = &row.document.version;
        let version = version.get(..3).unwrap_or(version);
        versions.entry(version).or_default().push(row);
    }
    versions.insert("all", rows.iter().collect());
    let mut out = format!("\n| version | documents {HEAD}|---|---{RULE}");
    for (version, rows) in versions {
        let seconds: f64 = rows.iter().map(|row| row.cost.seconds).sum();
        let peak = rows.iter().map(|row| row.cost.peak).max().unwrap_or(0);
        let checks = rows
            .iter()
            .filter_map(|row| row.check.as_ref()?.as_ref().ok());
        out.push_str(&format!(
            "| {version} | {} | {} | {} | {} | {seconds:.2} | {:.0} | {} | {:.2} |\n",
            rows.len(),
            rows.iter().map(|row| row.operations()).sum::<u64>(),
            rows.iter().map(|row| row.tools).sum::<u64>(),
            rows.iter().map(|row| row.left_out).sum::<u64>(),
            peak as f64 / 1024.0,
            rows.iter().map(|row| row.lines).sum::<usize>(),
            checks.sum::<f64>(),
        ));
    }
    out
}
