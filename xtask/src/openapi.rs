//! `cargo xtask openapi`: every API description of the corpus, built, and what that takes.

use crate::bench_build::process::{Cost, Run, cpu_of, measure_said};
use crate::options::Options;
use crate::page::{machine, put};
use crate::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The descriptions that are named, and what they are called.
const NAMED: &[(&str, &str)] = &[
    ("GitHub", "openapi/3.0/octokit__api.github.com.json"),
    ("Stripe", "openapi/3.0/stripe.com.json"),
    ("Kubernetes", "openapi/2.0/kubernetes__swagger-1.13.json"),
    (
        "Microsoft Graph",
        "openapi/3.0/microsoft.com__graph.json.gz",
    ),
];

/// Descriptions in several files, with their versions.
const SEVERAL_FILES: &[(&str, &str)] = &[
    (
        "openapi/multifile/digitalocean/DigitalOcean-public.v2.yaml",
        "3.0",
    ),
    ("openapi/multifile/openziti-edge/client.yml", "2.0"),
    ("openapi/multifile/openziti-edge/management.yml", "2.0"),
];

/// What share of all operations is to become tools, in percent.
const WANTED: f64 = 99.5;

pub fn openapi(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--only", "--toolc"], &["--dry"])?;
    let corpus = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from);
    let corpus = corpus.ok_or("`TOOLC_CORPUS` must name the corpus")?;
    let toolc = match options.text("--toolc") {
        Some(path) if options.has("--dry") => PathBuf::from(path),
        Some(_) => return Err("figures of another binary are not written: add `--dry`".to_owned()),
        None => built()?,
    };
    let folder = root().join("target/openapi");
    let mut rows = Vec::new();
    for document in documents(&corpus)? {
        if options
            .text("--only")
            .is_some_and(|only| !document.name.contains(only))
        {
            continue;
        }
        let row = Row::of(&toolc, &folder, &corpus, document)?;
        eprintln!("{}", row.line());
        rows.push(row);
    }
    let page = page(&rows);
    if options.has("--dry") {
        eprintln!("{page}");
        return Ok(());
    }
    put(&root().join("BENCHMARKS.md"), "OpenAPI", &page)
}

/// The compiler in its release profile.
fn built() -> Result<PathBuf, String> {
    let mut build = Command::new(env!("CARGO"));
    build
        .current_dir(root())
        .args(["build", "--release", "--quiet", "--package", "toolc"]);
    cpu_of(build)?;
    Ok(root().join("target/release/toolc"))
}

/// A description of the corpus.
struct Document {
    /// Its path in the corpus.
    name: String,
    version: String,
    /// How many operations the corpus counts in it.
    operations: Option<u64>,
}

/// The documents that the index of the corpus lists, and those in several files.
fn documents(corpus: &Path) -> Result<Vec<Document>, String> {
    let index = fs::read_to_string(corpus.join("openapi/index.jsonl"))
        .map_err(|error| format!("the index of the corpus: {error}"))?;
    let mut documents = Vec::new();
    for line in index.lines() {
        let row: serde_json::Value =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        documents.push(Document {
            name: text("file"),
            version: text("version"),
            operations: row["operations"].as_u64(),
        });
    }
    documents.extend(SEVERAL_FILES.iter().map(|(name, version)| Document {
        name: (*name).to_owned(),
        version: (*version).to_owned(),
        operations: None,
    }));
    Ok(documents)
}

/// What came of a description.
struct Row {
    document: Document,
    tools: u64,
    left_out: u64,
    cost: Cost,
    lines: usize,
}

impl Row {
    fn of(toolc: &Path, folder: &Path, corpus: &Path, document: Document) -> Result<Self, String> {
        let source = unpacked(folder, &corpus.join(&document.name))?;
        let out = folder.join("out");
        let _ = fs::remove_dir_all(&out);
        let mut command = Command::new(toolc);
        command.arg("build").arg(&source).arg("--out").arg(&out);
        let Run { cost, said } = measure_said(command)?;
        let summary = said.lines().last().unwrap_or("").to_owned();
        let number = |word: &str| {
            let counted = |part: &str| {
                let (number, noun) = part.trim().split_once(' ')?;
                noun.starts_with(word).then(|| number.parse::<u64>().ok())?
            };
            summary.split(", ").find_map(counted)
        };
        let tools = number("tool").ok_or(format!("{}: {summary}", document.name))?;
        Ok(Row {
            tools,
            left_out: number("skipped").unwrap_or(0),
            lines: lines(&out)?,
            document,
            cost,
        })
    }

    /// The operations of the document.
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

    fn figures(&self) -> String {
        let ended = match self.cost.ended.as_str() {
            "exit 0" => String::new(),
            ended => format!(" {ended}"),
        };
        format!(
            "| {} | {} | {} | {:.3} | {:.0} | {}{ended} |",
            self.operations(),
            self.tools,
            self.left_out,
            self.cost.seconds,
            self.cost.peak as f64 / 1024.0,
            self.lines,
        )
    }
}

/// The document as a file that is not packed.
fn unpacked(folder: &Path, path: &Path) -> Result<PathBuf, String> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(path.to_owned());
    }
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let target = folder.join(path.file_stem().unwrap_or_default());
    let output = Command::new("gzip").arg("-dc").arg(path).output();
    let output = output.map_err(|error| format!("gzip: {error}"))?;
    fs::write(&target, output.stdout).map_err(|error| error.to_string())?;
    Ok(target)
}

/// The lines of Rust below a folder; none where nothing was written.
fn lines(folder: &Path) -> Result<usize, String> {
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

const HEAD: &str = "| operations | tools | left out | seconds | peak MB | lines of Rust |\n";
const RULE: &str = "|---|---|---|---|---|---|\n";

fn page(rows: &[Row]) -> String {
    let (operations, tools) = (sum(rows, Row::operations), sum(rows, |row| row.tools));
    let share = 100.0 * tools as f64 / operations.max(1) as f64;
    let word = if share >= WANTED { "met" } else { "**missed**" };
    let mut out = format!(
        "{}\n\n`toolc build` of each API description of the corpus by itself, release, nothing written before. \
         {tools} of {operations} operations became tools, {share:.2} %; the aim is {WANTED} %: {word}.\n",
        machine()
    );
    out.push_str(&format!("\n| | version {HEAD}|---|---{RULE}"));
    for (title, name) in NAMED {
        for row in rows.iter().filter(|row| row.document.name == *name) {
            let version = &row.document.version;
            out.push_str(&format!("| {title} | {version} {}\n", row.figures()));
        }
    }
    out.push_str(&totals(rows));
    out.push_str(&format!(
        "\n### Each document\n\n| document | version {HEAD}|---|---{RULE}"
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

/// A row for each version, and one for all.
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
        out.push_str(&format!(
            "| {version} | {} | {} | {} | {} | {seconds:.2} | {:.0} | {} |\n",
            rows.len(),
            rows.iter().map(|row| row.operations()).sum::<u64>(),
            rows.iter().map(|row| row.tools).sum::<u64>(),
            rows.iter().map(|row| row.left_out).sum::<u64>(),
            peak as f64 / 1024.0,
            rows.iter().map(|row| row.lines).sum::<usize>(),
        ));
    }
    out
}
