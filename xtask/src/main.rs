//! The maintenance tasks of the repository: `cargo xtask` lists them.

mod agreement;
mod archive;
mod bench;
mod bench_build;
mod bench_compile;
mod bench_read;
mod book;
mod cargo;
mod drift;
mod features;
mod full;
mod fuzz;
mod index;
mod measure;
mod openapi;
mod options;
mod page;
mod peers;
mod release;
mod replay;
mod unicode;

use cargo::cargo_command;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A task: its name, a short description, and its function.
type Task = (
    &'static str,
    &'static str,
    fn(&[String]) -> Result<(), String>,
);

const TASKS: &[Task] = &[
    (
        "bless",
        "accept what the tests produce now: goldens, UI texts, generated/",
        |_| bless(),
    ),
    (
        "book",
        "what mdBook runs over the pages of docs/, or with `check FOLDER` a look at what it rendered",
        book::run,
    ),
    (
        "errors",
        "write the index docs/errors/README.md, and the pages of errors in docs/SUMMARY.md",
        |_| index::write(),
    ),
    (
        "fuzz",
        "mutate texts, a run over all targets writes benches/results/fuzz.md: [reader] [validator] [compile] [--seconds N] [--seed N] [--input FILE] [--dry]",
        fuzz::run,
    ),
    (
        "differential",
        "compare verdicts with the jsonschema crate: [--instances N] [--seed N] [--dry]",
        agreement::differential,
    ),
    (
        "texts",
        "compare the reader with serde_json: [--texts N] [--seed N] [--dry]",
        agreement::texts,
    ),
    (
        "bench",
        "measure calls beside their peers, write benches/results/bench.md",
        |_| bench::bench(),
    ),
    (
        "bench-build",
        "measure what building costs, write benches/results/bench-build.md",
        |_| bench_build::bench_build(),
    ),
    (
        "bench-read",
        "compare `toolc build` of large descriptions with Python's parser, write benches/results/bench-read.md: [--rounds N] [--dry]",
        bench_read::bench_read,
    ),
    (
        "bench-compile",
        "measure what compiling the output costs, write benches/results/bench-compile.md: [--rounds N] [--check-only] [--no-peers] [--dry]",
        bench_compile::bench_compile,
    ),
    (
        "openapi",
        "build every API description of the corpus and compile the code, write benches/results/openapi.md: [--dry [--only NAME] [--toolc BINARY] [--build-only]]",
        openapi::openapi,
    ),
    (
        "drift",
        "count what `toolc diff` says of real tools by class, write benches/results/drift.md: [--toolc BINARY] [--all] [--dry]",
        drift::run,
    ),
    (
        "replay",
        "judge the right answers of a benchmark in the corpus, write benches/results/replay.md: [--toolc BINARY] [--dry]",
        replay::run,
    ),
    (
        "features",
        "check toolc-runtime with each of its features alone: no errors, no warnings: [--target-dir FOLDER]",
        features::check_each,
    ),
    (
        "measure",
        "print figures about the code: names, functions, circles of imports, files per keyword: [--tree FOLDER]; or the names of one word: --names",
        measure::measure,
    ),
    (
        "peers",
        "compile every API description of the corpus beside progenitor and typify, write benches/results/peers.md: [--dry [--only NAME]]",
        peers::peers,
    ),
    (
        "full",
        "all long runs at the size of a release, one after the other, and their pages in benches/results; it takes hours",
        |_| full::run_all(),
    ),
    (
        "release",
        "rehearse a release: changelog, addresses, every package built from what it would publish: [--packages], for these alone",
        release::rehearse,
    ),
    (
        "archive",
        "build what a release publishes for a target, with its checksum: [--target TRIPLE] [--profile NAME] [--out FOLDER]",
        archive::write_archive,
    ),
    (
        "unicode",
        "write the code points of Unicode properties, which patterns are compiled with",
        |_| unicode::write(),
    ),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_default();
    let arguments: Vec<String> = arguments.collect();
    let Some((_, _, task)) = TASKS.iter().find(|(name, _, _)| *name == wanted) else {
        for (name, what, _) in TASKS {
            eprintln!("cargo xtask {name:12} {what}");
        }
        return ExitCode::from(2);
    };
    match task(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder in which cargo builds.
fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Runs the tests in a mode that rewrites their expectations, then once more to check that they agree.
fn bless() -> Result<(), String> {
    index::write()?;
    cargo(
        &[
            "run",
            "--quiet",
            "--package",
            "toolc",
            "--",
            "build",
            "specs",
            "--out",
            "generated",
        ],
        false,
    )?;
    let enrich = [
        "run",
        "--quiet",
        "--package",
        "toolc",
        "--",
        "enrich",
        "specs",
    ];
    cargo(&enrich, false)?;
    let tests = [
        "test",
        "--package",
        "toolc",
        "--package",
        "toolc-base",
        "--package",
        "toolc-misuse",
    ];
    cargo(&[&tests[..], &["--no-fail-fast"]].concat(), true)?;
    cargo(&tests, false)
}

fn cargo(arguments: &[&str], bless: bool) -> Result<(), String> {
    let mut command = cargo_command();
    command.current_dir(root()).args(arguments);
    if bless {
        command.env("TOOLC_BLESS", "1").env("TRYBUILD", "overwrite");
    }
    let words = arguments.join(" ");
    let status = command
        .status()
        .map_err(|error| format!("cargo {words}: {error}"))?;
    if status.success() || bless {
        Ok(())
    } else {
        Err(format!("cargo {words} failed"))
    }
}
