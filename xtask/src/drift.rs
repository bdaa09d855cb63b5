//! How real tools change from one version to the next: runs `toolc diff` over the pairs of the corpus, counts
//! its findings by class, and shows which keywords leave a change of a schema undecided.

use crate::options::Options;
use crate::page;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Larger API descriptions are only compared with `--all`.
const MAX_BYTES: u64 = 2_000_000;

/// Two states of the same thing, and the name of the file for each.
struct Pair {
    old: PathBuf,
    new: PathBuf,
    file: String,
}

impl Pair {
    /// Shows the schemas of results: those that are hidden are compared by their fingerprints alone.
    fn registry(&self) -> String {
        let Pair { file, .. } = self;
        let source = match file.ends_with(".mcp.json") {
            true => format!("type: mcp, snapshot: {file}"),
            false => format!("type: rest, spec: {file}"),
        };
        format!("tools: {{ registry: [{{ {source}, namespace: tools, output: show }}] }}\n")
    }
}

#[derive(Default)]
struct Tally {
    pairs: usize,
    refused: Vec<String>,
    classes: BTreeMap<String, usize>,
    /// How many undecided changes name a keyword first.
    ways: BTreeMap<String, usize>,
}

/// Counts, and writes benches/results/drift.md.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments, &["--toolc"], &["--all", "--dry"])?;
    let corpus = std::env::var_os("TOOLC_CORPUS").ok_or("TOOLC_CORPUS is not set")?;
    let corpus = Path::new(&corpus);
    let folder = corpus.join("drift");
    let toolc = match options.text("--toolc") {
        Some(path) => PathBuf::from(path),
        None => crate::target().join("release/toolc"),
    };
    let sources = [
        ("MCP servers", of_servers(&folder.join("mcp"))?),
        ("APIs", of_apis(corpus, options.has("--all"))?),
        (
            "oasdiff's cases",
            of_cases(&folder.join("oasdiff/checker"))?,
        ),
    ];
    let mut tallies = Vec::new();
    for (name, pairs) in sources {
        let mut tally = Tally::default();
        for pair in &pairs {
            tally.add(&toolc, pair)?;
        }
        eprintln!("{name}: {} pairs", tally.pairs);
        tallies.push((name, tally));
    }
    let body = write(&tallies, options.has("--all"));
    eprintln!("{body}");
    if options.has("--dry") {
        return Ok(());
    }
    page::put("drift", "Changes of real tools", &body)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = read.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// `server__1.json` and its later versions.
fn of_servers(folder: &Path) -> Result<Vec<Pair>, String> {
    let mut pairs = Vec::new();
    for files in entries(folder)?.windows(2) {
        let server = |path: &Path| {
            name_of(path)
                .rsplit_once("__")
                .map(|(server, _)| server.to_owned())
        };
        if server(&files[0]) == server(&files[1]) {
            pairs.push(Pair {
                old: files[0].clone(),
                new: files[1].clone(),
                file: "server.mcp.json".to_owned(),
            });
        }
    }
    Ok(pairs)
}

/// The pairs that `pairs.json` lists, each with the paths of two files in the corpus.
fn of_apis(corpus: &Path, all: bool) -> Result<Vec<Pair>, String> {
    let list = corpus.join("drift/openapi/pairs.json");
    let wrong = |what: String| format!("{}: {what}", list.display());
    let text = fs::read_to_string(&list).map_err(|error| wrong(error.to_string()))?;
    let list: Vec<Value> = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let mut pairs = Vec::new();
    for pair in &list {
        let side = |name: &str| match pair[name]["file"].as_str() {
            Some(file) => Ok(corpus.join(file)),
            None => Err(wrong(format!("a pair without `{name}.file`: {pair}"))),
        };
        let (old, new) = (side("old")?, side("new")?);
        let is_small =
            |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= MAX_BYTES);
        if all || is_small(&old) && is_small(&new) {
            let extension = old.extension().unwrap_or_default().to_string_lossy();
            let file = format!("api.{extension}");
            pairs.push(Pair { old, new, file });
        }
    }
    Ok(pairs)
}

/// `x_base.yaml` and `x_revision.yaml`.
fn of_cases(folder: &Path) -> Result<Vec<Pair>, String> {
    let files = entries(folder)?;
    let pairs = files.iter().filter_map(|old| {
        let name = name_of(old);
        let new = old.with_file_name(name.replace("_base.", "_revision."));
        (new != *old && new.is_file()).then(|| Pair {
            old: old.clone(),
            new,
            file: "api.yaml".to_owned(),
        })
    });
    Ok(pairs.collect())
}

impl Tally {
    fn add(&mut self, toolc: &Path, pair: &Pair) -> Result<(), String> {
        let work = crate::target().join("tmp/changes_of_real_tools");
        let _ = fs::remove_dir_all(&work);
        for (side, path) in [("old", &pair.old), ("new", &pair.new)] {
            let folder = work.join(side);
            let copied = fs::create_dir_all(&folder)
                .and_then(|()| fs::copy(path, folder.join(&pair.file)))
                .and_then(|_| fs::write(folder.join("toolc.yaml"), pair.registry()));
            copied.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let mut command = Command::new(toolc);
        command
            .current_dir(&work)
            .args(["diff", "old", "new", "--format", "json"]);
        let output = command
            .output()
            .map_err(|error| format!("{}: {error}", toolc.display()))?;
        self.pairs += 1;
        let Ok(said) = serde_json::from_slice::<Value>(&output.stdout) else {
            self.refused.push(name_of(&pair.old));
            return Ok(());
        };
        for finding in said["diagnostics"].as_array().into_iter().flatten() {
            let class = finding["class"].as_str().unwrap_or("none").to_owned();
            if class.ends_with("-undecided") {
                let message = finding["message"].as_str().unwrap_or_default();
                *self.ways.entry(first_keyword(message)).or_default() += 1;
            }
            *self.classes.entry(class).or_default() += 1;
        }
        Ok(())
    }

    fn count(&self, classes: &[&str]) -> usize {
        classes
            .iter()
            .filter_map(|class| self.classes.get(*class))
            .sum()
    }
}

/// `oneOf` of "the input of `x` changed: `oneOf` of the top level changed".
fn first_keyword(message: &str) -> String {
    let changes = message.split_once(": ").map_or("", |(_, changes)| changes);
    let quoted = changes.split('`').skip(1).step_by(2);
    let mut words = quoted.filter(|word| !word.starts_with('/') && !word.contains(' '));
    let types = [
        "null", "boolean", "number", "integer", "string", "array", "object",
    ];
    match words.next() {
        None => "properties".to_owned(),
        Some(word) if types.contains(&word) => "type".to_owned(),
        Some(word) if word.starts_with('"') => "enum".to_owned(),
        Some(word) => word.to_owned(),
    }
}

fn write(tallies: &[(&str, Tally)], all: bool) -> String {
    let size = match all {
        true => "Descriptions of APIs of more than 2 MB are among them (`--all`).",
        false => "Descriptions of APIs of more than 2 MB are left out (`--all`).",
    };
    let names: Vec<&str> = tallies.iter().map(|(name, _)| *name).collect();
    let mut body = format!(
        "What `toolc diff` says of two versions of the same thing, by class ([docs/lock.md](../../docs/lock.md#classes)). \
         {size}\n\n\
         | class | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    let mut classes: Vec<&String> = tallies
        .iter()
        .flat_map(|(_, tally)| tally.classes.keys())
        .collect();
    classes.sort();
    classes.dedup();
    let row = |name: &str, cells: Vec<String>| format!("| {name} | {} |\n", cells.join(" | "));
    let each =
        |cell: &dyn Fn(&Tally) -> String| tallies.iter().map(|(_, tally)| cell(tally)).collect();
    body += &row("pairs", each(&|tally| tally.pairs.to_string()));
    for class in classes {
        body += &row(
            &format!("`{class}`"),
            each(&|tally| tally.count(&[class]).to_string()),
        );
    }
    for part in ["input", "output"] {
        let decided = ["breaking", "compatible", "equivalent"].map(|word| format!("{part}-{word}"));
        let open = format!("{part}-undecided");
        let cell = |tally: &Tally| {
            let sure = tally.count(&decided.each_ref().map(String::as_str));
            format!("{sure} of {}", sure + tally.count(&[&open]))
        };
        body += &row(&format!("changed {part} schemas decided"), each(&cell));
    }
    for (name, tally) in tallies {
        if !tally.ways.is_empty() {
            let ways: Vec<String> = tally
                .ways
                .iter()
                .map(|(word, count)| format!("`{word}` {count}"))
                .collect();
            body += &format!(
                "\nNot decided in {name}, by the keyword that is named first: {}.\n",
                ways.join(", ")
            );
        }
        if !tally.refused.is_empty() {
            body += &format!(
                "\nNot compared in {name}, since one of the two does not compile: {}.\n",
                tally.refused.len()
            );
        }
    }
    body
}
