//! `cargo xtask differential` and `cargo xtask texts`: run the tests that compare toolc with independent
//! implementations, at the requested size.

use crate::cargo::cargo_command;
use crate::options::Options;
use crate::page::{machine, put};
use crate::root;
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// The number of tools in the corpus folders that `tests/referee.rs` compiles.
const TOOLS: u64 = 10_500;

/// The number of values that one round of `tests/random_schemas.rs` compares.
const PER_ROUND: u64 = 1_750;

/// Fewer rounds have too few schemas of some sorts to say anything, and the test says so.
const LEAST_ROUNDS: u64 = 11;

/// From this size on, it pays to compile the tests with optimizations.
const MANY: u64 = 500_000;

/// What a test has compared.
struct Compared {
    what: String,
    instances: u64,
    valid: u64,
    differences: u64,
}

/// Compares validators: `[--instances N] [--seed N] [--dry]`.
pub fn differential(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--instances", "--seed"], &["--dry"])?;
    let wanted = options.number("--instances")?.unwrap_or(2_000_000);
    let seed = options.number("--seed")?.unwrap_or(0);
    if std::env::var_os("TOOLC_CORPUS").is_none() {
        return Err("`TOOLC_CORPUS` must name the folder of real tool files".to_owned());
    }
    let sizes = [
        (
            "TOOLC_ROUNDS",
            (wanted / 2).div_ceil(PER_ROUND).max(LEAST_ROUNDS),
        ),
        ("TOOLC_VALUES", (wanted * 6 / 10).div_ceil(TOOLS).max(20)),
        ("TOOLC_SEED", seed),
    ];
    let tests = ["random_schemas", "referee"];
    let (lines, passed) = run(&tests, &sizes, wanted >= MANY)?;
    let compared: Vec<Compared> = lines.iter().filter_map(|line| read_line(line)).collect();
    let sum = |of: fn(&Compared) -> u64| compared.iter().map(of).sum::<u64>();
    let instances = sum(|row| row.instances);
    let differences = sum(|row| row.differences);
    eprintln!("{instances} instances, {differences} differences");
    if differences > 0 {
        return Err("toolc and the referee differ".to_owned());
    }
    if !passed {
        return Err("a test failed, or could not be compiled: its output is above".to_owned());
    }
    if instances < wanted {
        return Err(format!(
            "only {instances} of {wanted} instances were compared"
        ));
    }
    match options.has("--dry") {
        true => Ok(()),
        false => put("differential", "Agreement", &agreement(&compared, seed)),
    }
}

fn read_line(line: &str) -> Option<Compared> {
    let mut parts = line.strip_prefix("compared\t")?.split('\t');
    Some(Compared {
        what: parts.next()?.to_owned(),
        instances: parts.next()?.parse().ok()?,
        valid: parts.next()?.parse().ok()?,
        differences: parts.next()?.parse().ok()?,
    })
}

fn agreement(compared: &[Compared], seed: u64) -> String {
    let mut page = format!(
        "{}; seed {seed}\n\nVerdicts of toolc and of the `jsonschema` crate: for the tools of the corpus those of \
         generated code,\ntyped and type-erased, for random schemas those of the tables.\n\n| schemas | instances | valid | differences |\n|---|---|---|---|\n",
        machine()
    );
    let all = Compared {
        what: "all".to_owned(),
        instances: compared.iter().map(|row| row.instances).sum(),
        valid: compared.iter().map(|row| row.valid).sum(),
        differences: compared.iter().map(|row| row.differences).sum(),
    };
    for row in compared.iter().chain([&all]) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            row.what, row.instances, row.valid, row.differences
        );
    }
    page
}

/// Compares readers: `[--texts N] [--seed N] [--dry]`.
pub fn texts(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--texts", "--seed"], &["--dry"])?;
    let wanted = options.number("--texts")?.unwrap_or(5_000_000);
    let seed = options.number("--seed")?.unwrap_or(0);
    let sizes = [("TOOLC_TEXTS", wanted), ("TOOLC_SEED", seed)];
    let (lines, passed) = run(&["random_texts"], &sizes, wanted >= MANY)?;
    let row = lines.iter().find_map(|line| line.strip_prefix("read\t"));
    let row: Vec<&str> = row.unwrap_or_default().split('\t').collect();
    let [texts, taken, twice, numbers] = row[..] else {
        return Err("the readers differ".to_owned());
    };
    if !passed {
        return Err("the test failed".to_owned());
    }
    let page = format!(
        "{}; seed {seed}\n\n{texts} mutated texts, read by toolc and by serde_json: {taken} are JSON to both, \
         {twice} have a key twice,\nwhich toolc alone refuses, the others are JSON to neither. All {numbers} \
         numbers in them are equal to the last\nbit.\n",
        machine()
    );
    match options.has("--dry") {
        true => Ok(()),
        false => put("texts", "Texts", &page),
    }
}

/// Runs tests; returns their output and whether they pass.
fn run(
    tests: &[&str],
    sizes: &[(&str, u64)],
    release: bool,
) -> Result<(Vec<String>, bool), String> {
    let mut command = cargo_command();
    command
        .current_dir(root())
        .args(["test", "--quiet", "--workspace", "--no-fail-fast"])
        .args(release.then_some("--release"))
        .args(tests.iter().flat_map(|test| ["--test", test]))
        .args(["--", "--nocapture"])
        .envs(sizes.iter().map(|(name, size)| (name, size.to_string())))
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("cargo test: {error}"))?;
    let stderr = child.stderr.take().ok_or("cargo test has no output")?;
    let mut lines = Vec::new();
    for line in BufReader::new(stderr).lines() {
        let line = line.map_err(|error| error.to_string())?;
        eprintln!("{line}");
        lines.push(line);
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok((lines, status.success()))
}
