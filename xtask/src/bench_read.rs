//! `cargo xtask bench-read`: how long `toolc build` takes for a large description of an API, beside what Python needs to
//! parse the same JSON, so that the figure says something on each machine.

use crate::bench_build::process::measure;
use crate::cargo::cargo_command;
use crate::options::Options;
use crate::page::{machine, put, verdict};
use crate::{root, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents of the corpus, with the budget as a ratio.
const DOCUMENTS: &[(&str, Option<f64>)] = &[
    ("openapi/3.0/octokit__api.github.com.json", Some(1.5)),
    ("openapi/3.0/stripe.com.json", None),
];

/// Reads a file and parses it.
const PARSER: &str = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))";

/// `[--rounds N] [--dry]`
pub fn bench_read(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--rounds"], &["--dry"])?;
    let rounds = options.number("--rounds")?.unwrap_or(11);
    let corpus = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from);
    let corpus = corpus.ok_or("`TOOLC_CORPUS` must name the folder of real specs")?;
    let mut build = cargo_command();
    build.current_dir(root()).args([
        "build",
        "--release",
        "--quiet",
        "--locked",
        "--package",
        "toolc",
    ]);
    if !build.status().map_err(|error| error.to_string())?.success() {
        return Err("toolc does not compile".to_owned());
    }
    let mut page = format!(
        "{}\n\nThe least of {rounds} runs in turns, each a process from start to end: `toolc build` with nothing written yet, and Python \
         that reads and parses the same file.\n\n\
         | description | `toolc build` | Python's `json.load` | ratio | budget | |\n|---|---|---|---|---|---|\n",
        machine()
    );
    for (name, budget) in DOCUMENTS {
        let document = corpus.join(name);
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..rounds {
            ours = ours.min(build_seconds(&document)?);
            theirs = theirs.min(parse_seconds(&document)?);
        }
        let ratio = ours / theirs;
        let (budget, word) = match budget {
            Some(budget) => (budget.to_string(), verdict(ratio, *budget)),
            None => (String::new(), ""),
        };
        page.push_str(&format!(
            "| {name} | {ours:.3} s | {theirs:.3} s | {ratio:.2} | {budget} | {word} |\n"
        ));
    }
    eprintln!("{page}");
    if options.has("--dry") {
        return Ok(());
    }
    put("bench-read", "Reading large descriptions", &page)
}

fn build_seconds(document: &Path) -> Result<f64, String> {
    let out = target().join("bench-read");
    let _ = fs::remove_dir_all(&out);
    let mut command = Command::new(target().join("release/toolc"));
    command.arg("build").arg(document).arg("--out").arg(&out);
    seconds_of(command)
}

fn parse_seconds(document: &Path) -> Result<f64, String> {
    let mut command = Command::new("python3");
    command.args(["-c", PARSER]).arg(document);
    seconds_of(command)
}

fn seconds_of(command: Command) -> Result<f64, String> {
    let words = format!("{command:?}");
    let cost = measure(command)?;
    match cost.ended.as_str() {
        "exit 0" => Ok(cost.seconds),
        ended => Err(format!("{words}: {ended}")),
    }
}
