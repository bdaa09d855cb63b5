//! `cargo xtask bench-build`: what toolc and its runtime add to a clean build, and how long compiling large
//! specs takes.

mod fixture;
pub mod process;

use crate::cargo::cargo_command;
use crate::features::list_features;
use crate::page::{machine, put, verdict};
use crate::{root, target};
use fixture::Fixture;
use process::{Cost, cpu_of, measure};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of clean builds of each kind; the median is reported.
const ROUNDS: usize = 7;

/// The number of clean builds with each feature.
const FEATURE_ROUNDS: usize = 3;

pub fn bench_build() -> Result<(), String> {
    let folder = target().join("bench-build");
    let fixtures = Fixture::write_all(&folder)?;
    let mut page = format!("{}\n", machine());
    page.push_str(&clean_builds(&fixtures)?);
    page.push_str(&runtime_tree()?);
    page.push_str(&feature_costs(&folder, &fixtures[2])?);
    page.push_str(&compile_times(&folder, &fixtures)?);
    put("bench-build", "Builds", &page)
}

/// CPU seconds of clean debug builds, taken in turns.
fn clean_builds(fixtures: &[Fixture; 3]) -> Result<String, String> {
    let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (fixture, seconds) in fixtures.iter().zip(&mut seconds) {
            fixture.clean()?;
            seconds.push(cpu_of(fixture.cargo(&["build", "--quiet"]))?);
        }
    }
    let [_, json, runtime] = &seconds;
    let added = median(
        runtime
            .iter()
            .zip(json)
            .map(|(with, without)| with - without)
            .collect(),
    );
    let [toolc, json, _] = seconds.map(median);
    let crates = fixtures[0].crates()?;
    Ok(format!(
        "
## Clean debug builds

Medians of {ROUNDS} builds in turns, CPU seconds; dependencies are compiled as from a registry (not incrementally).

| what | figure | budget | |
|---|---|---|---|
| a consumer with toolc as a build-dependency (`default-features = false`) | {toolc:.1} s | 16 s | {} |
| crates of it | {crates} | 18 | {} |
| a consumer with serde_json | {json:.1} s | | |
| … and toolc-runtime: added | {added:.1} s | 2 s | {} |
",
        verdict(toolc, 16.0),
        verdict(crates as f64, 18.0),
        verdict(added, 2.0),
    ))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// What each feature adds to a clean build of a consumer with default features.
fn feature_costs(folder: &Path, default: &Fixture) -> Result<String, String> {
    let mut out = format!(
        "
## Features of toolc-runtime

What each adds to the clean debug build of a consumer of toolc-runtime as it is by default: the median of {FEATURE_ROUNDS} builds,
each beside one of the default, in CPU seconds.

| feature | CPU seconds | crates |
|---|---|---|
"
    );
    let crates = default.crates()?;
    // What every program has, and what is not for programs.
    let included = ["calls", "compiler"];
    for feature in list_features()? {
        if included.contains(&feature.as_str()) {
            continue;
        }
        let fixture = Fixture::with_feature(folder, &feature)?;
        let mut added = Vec::new();
        for _ in 0..FEATURE_ROUNDS {
            default.clean()?;
            fixture.clean()?;
            let before = cpu_of(default.cargo(&["build", "--quiet"]))?;
            added.push(cpu_of(fixture.cargo(&["build", "--quiet"]))? - before);
        }
        let (seconds, more) = (median(added), fixture.crates()?.saturating_sub(crates));
        fixture.clean()?;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| `{feature}` | {seconds:.1} | {more} |");
    }
    Ok(out)
}

fn runtime_tree() -> Result<String, String> {
    let mut tree = cargo_command();
    tree.current_dir(root())
        .args(["tree", "--edges", "normal", "--package", "toolc-runtime"]);
    let lines = process::lines(&mut tree)?;
    let tree: Vec<&str> = lines
        .iter()
        .map(|line| {
            line.split_once(" (")
                .map_or(line.as_str(), |(line, _)| line)
        })
        .collect();
    Ok(format!(
        "\n`cargo tree --edges normal --package toolc-runtime`, {} lines:\n\n```text\n{}\n```\n",
        tree.len(),
        tree.join("\n"),
    ))
}

/// Folders and files of the corpus, with the budget for a cold build in seconds.
const INPUTS: &[(&str, Option<f64>)] = &[
    ("mcp", None),
    ("provider-formats", None),
    ("bfcl-tools", None),
    ("openapi/2.0", None),
    (GITHUB, Some(0.5)),
];

const GITHUB: &str = "openapi/3.0/octokit__api.github.com.json";

fn compile_times(folder: &Path, fixtures: &[Fixture; 3]) -> Result<String, String> {
    let mut out = "\n## `toolc build`\n\n".to_owned();
    let Some(corpus) = std::env::var_os("TOOLC_CORPUS").map(PathBuf::from) else {
        out.push_str("Skipped: `TOOLC_CORPUS` is not set.\n");
        return Ok(out);
    };
    let mut build = cargo_command();
    build
        .current_dir(root())
        .args(["build", "--release", "--quiet", "--package", "toolc"]);
    cpu_of(build)?;
    out.push_str(
        "Release, cold (nothing written yet) and again (nothing changed). Budgets of GitHub: 0.5 s, 0.05 s.\n\n\
         | input | cold | peak memory | again | ended | |\n|---|---|---|---|---|---|\n",
    );
    let toolc = target().join("release/toolc");
    for (input, budget) in INPUTS {
        let target = folder.join("out");
        let _ = fs::remove_dir_all(&target);
        let run = || {
            let mut command = Command::new(&toolc);
            command
                .arg("build")
                .arg(corpus.join(input))
                .arg("--out")
                .arg(&target);
            measure(command)
        };
        let (cold, again) = (run()?, run()?);
        let word = budget.map_or("", |budget| verdict(cold.seconds, budget));
        row(&mut out, input, &cold, Some(&again), word);
    }
    let script = fixtures[0].build_script()?;
    let mut command = Command::new(script);
    let target = folder.join("out-script");
    let _ = fs::remove_dir_all(&target);
    fs::create_dir_all(&target).map_err(|error| error.to_string())?;
    command
        .env("OUT_DIR", &target)
        .env("SPECS", corpus.join(GITHUB));
    let cost = measure(command)?;
    let word = verdict(cost.seconds, 3.0);
    row(
        &mut out,
        "the last in an unoptimised build script, budget 3 s",
        &cost,
        None,
        word,
    );
    Ok(out)
}

fn row(out: &mut String, input: &str, cold: &Cost, again: Option<&Cost>, word: &str) {
    let again = again.map_or(String::new(), |cost| format!("{:.3} s", cost.seconds));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "| {input} | {:.3} s | {:.0} MB | {again} | {} | {word} |",
        cold.seconds,
        cold.peak as f64 / 1024.0,
        cold.ended,
    );
}
