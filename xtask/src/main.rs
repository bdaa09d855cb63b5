//! The maintenance tasks of the repository: `cargo xtask` lists them.

mod agreement;
mod bench;
mod bench_build;
mod bench_compile;
mod bench_read;
mod cargo;
mod drift;
mod features;
mod full;
mod fuzz;
mod measure;
mod openapi;
mod options;
mod page;
mod peers;
mod release;
mod replay;
mod unicode;

use cargo::cargo_command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toolc::diagnostic::code::{CODES, Row};

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
    ("errors", "write the index docs/errors/README.md", |_| {
        write_index()
    }),
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
    write_index()?;
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

/// The stages, by the first two digits of their codes.
const STAGES: &[(&str, &str)] = &[
    ("T01", "Load and parse"),
    ("T02", "Read"),
    ("T03", "Resolve"),
    ("T04", "Check"),
    ("T05", "Emit and write"),
    ("T06", "Drift"),
    ("T07", "Snapshot, serve and replay"),
];

fn write_index() -> Result<(), String> {
    let path = root().join("docs/errors/README.md");
    fs::write(&path, index()).map_err(|error| format!("docs/errors/README.md: {error}"))
}

const PREFACE: &str = "\
# Codes

Each finding of toolc has a code. `toolc explain T0301` shows its page.

A warning that leaves a tool out is an error if the tool is in a file of your own, unless `lints` in `toolc.yaml`
names its code. In the files of servers, providers and APIs it stays a warning, and `--strict` makes it an error.
";

fn index() -> String {
    let mut page = PREFACE.to_owned();
    for (prefix, stage) in STAGES {
        page.push_str(&format!(
            "\n## {stage}\n\n| code | severity | what |\n|---|---|---|\n"
        ));
        let rows = CODES
            .iter()
            .filter(|row| row.code.to_string().starts_with(prefix));
        page.extend(rows.map(line));
    }
    page
}

fn line(row: &Row) -> String {
    let page = toolc_errors::find_page(&row.code.to_string()).unwrap_or_default();
    let heading = page.lines().next().unwrap_or_default();
    let title = heading
        .split_once(": ")
        .map_or(row.slug, |(_, title)| title);
    let code = row.code;
    format!(
        "| [{code}]({code}.md) | {} | {title} |\n",
        row.severity.name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_names_every_code_once() {
        let page = index();
        for row in CODES {
            assert_eq!(
                page.matches(&format!("[{}]", row.code)).count(),
                1,
                "{}",
                row.code
            );
        }
    }

    #[test]
    fn the_index_is_up_to_date() {
        let found = fs::read_to_string(root().join("docs/errors/README.md")).unwrap_or_default();
        assert!(found == index(), "run `cargo xtask errors`");
    }
}
