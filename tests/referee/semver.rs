//! What `toolc semver` says of two versions of real servers and APIs: no call that was valid refutes a level below
//! major, and no result that is possible now.

use crate::apis::{Schemas, put_specs, read_schemas};
use crate::arguments::Generator;
use crate::random::Random;
use crate::skip;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// How many calls and results are tried for each tool that both versions have.
const TRIED: usize = 200;

/// Larger descriptions are left to those who have more time.
const MAX_BYTES: u64 = 500_000;

#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    /// How many pairs have this level for callers: none, patch, minor, major.
    levels: [usize; 4],
    tools: usize,
    calls: usize,
    results: usize,
    gone: usize,
}

#[test]
fn no_sampled_call_refutes_a_level() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut tally = Tally::default();
    for (old, new, entry) in list_pairs(&corpus) {
        judge(&old, &new, entry, &mut tally);
    }
    eprintln!("{tally:?}");
    assert!(tally.pairs > 120 && tally.calls > 20_000, "{tally:?}");
    assert!(tally.levels.iter().all(|count| *count > 0), "{tally:?}");
}

/// Versions of servers, versions of APIs, and the cases of oasdiff, each with its kind of registry entry.
fn list_pairs(corpus: &Path) -> Vec<(PathBuf, PathBuf, &'static str)> {
    let mut pairs = Vec::new();
    let servers = list_files(&corpus.join("drift/mcp"));
    let server = |path: &Path| {
        path.to_string_lossy()
            .rsplit_once("__")
            .map(|(name, _)| name.to_owned())
    };
    for files in servers
        .windows(2)
        .filter(|files| server(&files[0]) == server(&files[1]))
    {
        pairs.push((files[0].clone(), files[1].clone(), "type: mcp, snapshot"));
    }
    let list = fs::read_to_string(corpus.join("drift/openapi/pairs.json")).expect("the list");
    let list: Vec<Value> = serde_json::from_str(&list).expect("JSON");
    for pair in &list {
        let [old, new] =
            ["old", "new"].map(|side| corpus.join(pair[side]["file"].as_str().expect("a file")));
        let is_small = |path: &Path| fs::metadata(path).expect("a file").len() <= MAX_BYTES;
        if is_small(&old) && is_small(&new) {
            pairs.push((old, new, "type: rest, spec"));
        }
    }
    for old in list_files(&corpus.join("drift/oasdiff/checker")) {
        let name = old
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let new = old.with_file_name(name.replace("_base.", "_revision."));
        if new != old && new.is_file() {
            pairs.push((old, new, "type: rest, spec"));
        }
    }
    pairs
}

fn list_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// A change of oasdiff's cases is breaking for callers where its rules say so, except for reasons.
#[test]
fn levels_of_the_cases_of_oasdiff_differ_for_reasons() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee/oasdiff.json");
    let theirs: Value =
        serde_json::from_str(&fs::read_to_string(file).expect("the list")).expect("JSON");
    let reasons = theirs["differences"].as_object().expect("reasons");
    let mut faults = Vec::new();
    let mut compared = 0;
    for (old, new, entry) in list_pairs(&corpus) {
        let name = old
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Some(name) = name.strip_suffix("_base.yaml") else {
            continue;
        };
        compared += 1;
        let verdict = theirs["cases"][name].as_str().expect("a verdict");
        let said = run_semver("oasdiff", &old, &new, entry).expect("both compile");
        let is_major = said["audiences"][1]["level"] == "major";
        let differs =
            verdict != "unclear" && is_major != ["breaking", "warning"].contains(&verdict);
        if differs != reasons.contains_key(name) {
            faults.push(format!("{name}: {verdict}, and major is {is_major}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(compared, theirs["cases"].as_object().expect("cases").len());
}

/// What is said of two versions; `None` if one of them has errors.
fn run_semver(folder: &str, old: &Path, new: &Path, entry: &str) -> Option<Value> {
    let work = work_folder(folder);
    let _ = fs::remove_dir_all(&work);
    put_specs(&work, &[old, new], entry);
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    let command = command
        .current_dir(&work)
        .args(["semver", "old", "new", "--format", "json"]);
    let output = command.output().expect("toolc runs");
    if output.status.code() == Some(3) {
        return None;
    }
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    Some(said["semver"].clone())
}

fn work_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("semver_{name}"))
}

fn judge(old: &Path, new: &Path, entry: &str, tally: &mut Tally) {
    let work = work_folder("sampled");
    let Some(said) = run_semver("sampled", old, new, entry) else {
        return;
    };
    let changes = said["changes"].as_array().expect("changes");
    let is_major = |change: &&Value| change["levels"]["callers"] == "major";
    let major: BTreeSet<&str> = changes
        .iter()
        .filter(is_major)
        .filter_map(|change| change["tool"].as_str())
        .collect();
    tally.pairs += 1;
    let level = said["audiences"][1]["level"].as_str().expect("a level");
    let levels = ["none", "patch", "minor", "major"];
    tally.levels[levels
        .iter()
        .position(|name| *name == level)
        .expect("a level")] += 1;
    let [was, is] = ["old", "new"].map(|side| read_schemas(&work.join(side)));
    for (part, tool) in was.keys() {
        if major.contains(tool.as_str()) {
            continue;
        }
        let key = (*part, tool.clone());
        let told = format!("{}: {tool}: {said:#}", old.display());
        match *part {
            "input" if !is.contains_key(&key) => {
                // a tool that is gone is major, whatever it is called now
                assert_eq!(level, "major", "{told}");
                tally.gone += 1;
            }
            "input" => tally.calls += try_values(&was, &is, &key, &told),
            _ if is.contains_key(&key) => tally.results += try_values(&is, &was, &key, &told),
            _ => {}
        }
        tally.tools += 1;
    }
    let _ = fs::remove_dir_all(&work);
}

/// Asserts that values which one side accepts are accepted by the other, too. Returns how many were tried.
fn try_values(from: &Schemas, to: &Schemas, key: &(&'static str, String), told: &str) -> usize {
    let (schema, accepts) = &from[key];
    let (other, also) = &to[key];
    let tries = if schema == other { 5 } else { TRIED };
    let mut random = Random::new(tries as u64);
    let mut tried = 0;
    for _ in 0..tries {
        let value = Generator::new(schema, &mut random).valid();
        if accepts.is_valid(&value) {
            assert!(also.is_valid(&value), "{told}: {value}");
            tried += 1;
        }
    }
    tried
}
