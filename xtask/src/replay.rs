//! The right answers of a benchmark, judged: runs `toolc replay` over the questions of BFCL in the corpus, counts the
//! answers by the reason, and lists those that do not hold.

use crate::options::Options;
use crate::page;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Judges, and writes benches/results/replay.md.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--toolc"], &["--dry"])?;
    let corpus = std::env::var_os("TOOLC_CORPUS").ok_or("TOOLC_CORPUS is not set")?;
    let toolc = match options.text("--toolc") {
        Some(path) => PathBuf::from(path),
        None => crate::target().join("release/toolc"),
    };
    let body = judge_all(Path::new(&corpus), &toolc)?;
    eprintln!("{body}");
    if options.has("--dry") {
        return Ok(());
    }
    page::put("replay", "Right answers of a benchmark", &body)
}

fn judge_all(corpus: &Path, toolc: &Path) -> Result<String, String> {
    let folder = corpus.join("bfcl-calls");
    let read = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = read.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    let mut counts = String::new();
    let mut refused = String::new();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let mut sums = [0, 0, 0];
    for path in &paths {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let said = judge_file(corpus, path, &stem, toolc)?;
        let count = |key: &str| said["replay"][key].as_u64().unwrap_or_default();
        let (answers, calls, valid) = (count("records"), count("calls"), count("valid"));
        counts += &format!(
            "| {stem} | {answers} | {calls} | {valid} | {} |\n",
            answers - valid
        );
        for (sum, more) in sums.iter_mut().zip([answers, calls, valid]) {
            *sum += more;
        }
        for (reason, count) in said["replay"]["reasons"].as_object().into_iter().flatten() {
            *reasons.entry(reason.clone()).or_default() += count.as_u64().unwrap_or_default();
        }
        let records = said["records"].as_array().into_iter().flatten();
        for record in records.filter(|record| record["valid"] == false) {
            let text = |key: &str| record[key].as_str().unwrap_or_default();
            refused += &format!(
                "| {} | {} |\n",
                text("id"),
                text("message").replace('|', "\\|")
            );
        }
        eprintln!("{stem}: {answers} answers");
    }
    let [answers, calls, valid] = sums;
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    Ok(format!(
        "What `toolc replay` says of the answers that the Berkeley Function Calling Leaderboard accepts, each judged \
         against the tools that its question offers ([docs/replay.md](../../docs/replay.md)).\n\n\
         | file | answers | calls | hold | do not |\n|---|---|---|---|---|\n{counts}\
         | all | {answers} | {calls} | {valid} | {} |\n\nBy the reason: {}.\n\n\
         ## Those that do not hold\n\n| answer | what is wrong |\n|---|---|\n{refused}",
        answers - valid,
        reasons.join(", ")
    ))
}

/// Judges the answers of a file, each with the definitions of its tools in place of where they are.
fn judge_file(corpus: &Path, path: &Path, stem: &str, toolc: &Path) -> Result<Value, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let tools = corpus.join(format!("bfcl-tools/BFCL_v4_{stem}.json"));
    let tools = fs::read_to_string(&tools).map_err(|error| wrong(&error))?;
    let tools: Value = serde_json::from_str(&tools).map_err(|error| wrong(&error))?;
    let mut lines = String::new();
    for line in fs::read_to_string(path)
        .map_err(|error| wrong(&error))?
        .lines()
    {
        let mut record: Value = serde_json::from_str(line).map_err(|error| wrong(&error))?;
        if record.get("functions").is_none() {
            let refs = record["tool_refs"].as_array().into_iter().flatten();
            let offered = refs.filter_map(|at| tools.get(at.as_u64()? as usize).cloned());
            record["functions"] = json!(offered.collect::<Vec<Value>>());
        }
        lines += &format!("{record}\n");
    }
    let work = crate::target().join("tmp/right_answers");
    let written =
        fs::create_dir_all(&work).and_then(|()| fs::write(work.join("calls.jsonl"), lines));
    written.map_err(|error| wrong(&error))?;
    let mut command = Command::new(toolc);
    command
        .current_dir(&work)
        .args(["replay", "calls.jsonl", "--format", "json"]);
    let output = command
        .output()
        .map_err(|error| format!("{}: {error}", toolc.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        wrong(&format!(
            "{error}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))
    })
}
