//! The rules that the layout keeps: who may import whom, who may touch the outside, and that every
//! code has its page and its case.

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/emission.rs"]
mod emission;
#[path = "architecture/parity.rs"]
mod parity;
#[cfg(unix)]
#[path = "architecture/trial.rs"]
mod trial;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toolc::diagnostic::code::CODES;

/// Stages; only `compile` and the doors call them.
const VERBS: &[&str] = &[
    "load", "parse", "read", "openapi", "resolve", "check", "emit", "write", "drift", "lock",
    "prove",
];

/// What a user comes in by.
const DOORS: &[&str] = &["lib", "main", "cli", "build_script"];

/// What stages hand on, and what each of them may know.
const NOUNS: &[(&str, &[&str])] = &[
    ("toolsets", &[]),
    ("source", &["toolsets"]),
    ("node", &["source"]),
    ("artifact", &[]),
    ("rust", &[]),
    ("pattern", &["rust"]),
    ("quantity", &[]),
    ("restriction", &["node"]),
    ("secret", &[]),
    ("sha256", &[]),
    ("diagnostic", &["source", "secret"]),
    (
        "config",
        &["source", "node", "diagnostic", "schema", "model"],
    ),
    (
        "draft",
        &["source", "node", "diagnostic", "schema", "model", "config"],
    ),
    (
        "reading",
        &[
            "source",
            "node",
            "restriction",
            "diagnostic",
            "schema",
            "model",
            "config",
            "draft",
        ],
    ),
    (
        "schema",
        &[
            "source",
            "node",
            "diagnostic",
            "pattern",
            "quantity",
            "restriction",
            "sha256",
        ],
    ),
    (
        "model",
        &[
            "source",
            "node",
            "diagnostic",
            "toolsets",
            "schema",
            "sha256",
        ],
    ),
];

/// The nouns of the house of JSON Schema, each of which may know those before it. Its verbs know all of
/// them.
const SCHEMA_NOUNS: &[&str] = &[
    "uri",
    "rust_path",
    "path",
    "position",
    "edition",
    "json_type",
    "select",
    "formats",
    "document",
    "pattern",
    "bound",
    "leak",
    "rules",
    "evaluated",
    "shape",
    "keywords",
    "vocabulary",
    "value",
];

/// The verbs of that house that know another one.
const SCHEMA_ARROWS: &[(&str, &str, &str)] = &[
    ("read", "link", "a schema is read where a reference leads"),
    ("lower", "join", "what is lowered is what holds together"),
    ("prove", "tables", "a value is tried on its table"),
];

/// Verbs that know another one's result: the noun that bears the verb's name.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("load", "parse", "`toolc.yaml` says what is loaded"),
    ("load", "read", "`toolc.yaml` says what is loaded"),
    (
        "read",
        "openapi",
        "an API description is one of the formats",
    ),
    ("resolve", "prove", "a rule must not loosen what it implies"),
    ("check", "prove", "findings say what is certain"),
    ("emit", "check", "emitters see a `Checked` only"),
    ("lock", "check", "a lock is taken of a `Checked`"),
    ("lock", "parse", "a lock is read from its own text"),
    ("drift", "lock", "drift is between two locks"),
];

/// Who may use what of the outside.
const OWNERS: &[(&str, &[&str])] = &[
    ("std::fs", &["load", "write", "cli"]),
    ("std::env::", &["load", "build_script", "cli"]),
    ("std::process::exit", &["build_script"]),
    ("std::time::", &["cli"]),
    ("std::net", &[]),
    ("clap", &["cli"]),
    ("annotate_snippets", &["diagnostic"]),
    ("granit_parser", &["parse"]),
    ("hmac_sha256", &["sha256"]),
    ("syn", &["read"]),
    ("proc_macro2", &["read"]),
    ("println!", &["build_script"]),
];

/// Codes that no file in `tests/ui` can show, and the test that does.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "T0101",
        "tests/cli.rs: a file that may not be read is none in a repository",
    ),
    (
        "T0102",
        "tests/cli.rs: the file would be too large for a repository",
    ),
    ("T0109", "tests/cli.rs: links do not survive every checkout"),
    ("T0116", "tests/cli.rs: is about two folders"),
    ("T0117", "tests/cli.rs: links do not survive every checkout"),
    ("T0501", "tests/write.rs: is about the output"),
    ("T0502", "tests/write.rs: is about the output"),
    ("T0503", "tests/write.rs: is about the output"),
    ("T0504", "tests/write.rs: is about the output"),
    ("T0617", "tests/cli/locks.rs: is about where files lie"),
];

struct File {
    path: PathBuf,
    text: String,
}

impl File {
    /// The module of the first level: `read` of `src/read/openapi.rs`.
    fn module(&self) -> &str {
        let below = self.path.strip_prefix("src").expect("a source file");
        let first = below
            .iter()
            .next()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        first.trim_end_matches(".rs")
    }

    /// The code without comments and without tests, at its end or in files of their own.
    fn code(&self) -> impl Iterator<Item = &str> {
        let mut names = self.path.iter();
        let is_tests = names.any(|name| name == "tests" || name == "tests.rs");
        let code = self.text.split("#[cfg(test)]\nmod tests").next();
        let code = code.filter(|_| !is_tests).unwrap_or("");
        code.lines()
            .filter(|line| !line.trim_start().starts_with("//"))
    }

    /// What of the house of JSON Schema the code names.
    fn schema_rooms(&self) -> BTreeSet<&str> {
        let code = self.code().flat_map(|line| {
            let places = line.split("crate::schema::").skip(1);
            let is_room_file = self.path.iter().count() == 3;
            let beside = line.split("use super::").skip(1);
            places.chain(beside.filter(move |_| is_room_file))
        });
        code.map(first_word).collect()
    }

    /// The modules of the first level that the code names.
    fn imports(&self) -> BTreeSet<&str> {
        let code = self.code().flat_map(|line| line.split("crate::").skip(1));
        code.map(first_word).collect()
    }
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
        .unwrap_or("")
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let hidden =
            entry.file_name().to_string_lossy().starts_with('.') || entry.file_name() == "target";
        if path.is_dir() && !hidden {
            collect(&path, found);
        } else if path.is_file() && !hidden {
            found.push(path);
        }
    }
}

fn files(folder: &str, extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    let read = |path: PathBuf| File {
        text: fs::read_to_string(&path).expect("a text file"),
        path,
    };
    paths.into_iter().map(read).collect()
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nouns_import_nouns_downward() {
    let mut faults = Vec::new();
    for file in files("src", "rs") {
        let Some((noun, allowed)) = NOUNS.iter().find(|(noun, _)| *noun == file.module()) else {
            continue;
        };
        let foreign = file
            .imports()
            .into_iter()
            .filter(|name| name != noun && !allowed.contains(name));
        for name in foreign.filter(|name| is_module(name)) {
            faults.push(format!(
                "{}: the noun `{noun}` must not know `{name}`",
                file.path.display()
            ));
        }
    }
    report(&faults);
}

#[test]
fn the_nouns_of_schemas_lie_below_the_verbs() {
    let mut faults = Vec::new();
    for file in files("src/schema", "rs") {
        let below = file.path.strip_prefix("src/schema").expect("in the house");
        let own = below.iter().next().and_then(|name| name.to_str());
        let own = own.expect("a plain name").trim_end_matches(".rs");
        let place = |name: &str| SCHEMA_NOUNS.iter().position(|noun| *noun == name);
        for other in file.schema_rooms().into_iter().filter(|name| *name != own) {
            let allowed = match (place(own), place(other)) {
                (Some(own), Some(other)) => other < own,
                (None, Some(_)) => true,
                (Some(_), None) => false,
                (None, None) => SCHEMA_ARROWS
                    .iter()
                    .any(|(from, to, _)| *from == own && *to == other),
            };
            if !allowed {
                faults.push(format!(
                    "{}: `{own}` must not know `{other}`",
                    file.path.display()
                ));
            }
        }
    }
    report(&faults);
}

#[test]
fn verbs_import_no_other_verb() {
    let mut faults = Vec::new();
    for file in files("src", "rs")
        .iter()
        .filter(|file| VERBS.contains(&file.module()))
    {
        let verb = file.module();
        for other in file.imports().into_iter().filter(|name| *name != verb) {
            let excepted = EXCEPTIONS
                .iter()
                .any(|(from, to, _)| *from == verb && *to == other);
            if (VERBS.contains(&other) || other == "compile" || DOORS.contains(&other)) && !excepted
            {
                faults.push(format!(
                    "{}: the stage `{verb}` must not know `{other}`",
                    file.path.display()
                ));
            }
        }
    }
    report(&faults);
}

/// Whether a name after `crate::` is a module of the first level, not an item that `lib` exports.
fn is_module(name: &str) -> bool {
    Path::new("src").join(format!("{name}.rs")).exists()
}

#[test]
fn every_outside_thing_has_its_owner() {
    let mut faults = Vec::new();
    for file in files("src", "rs") {
        for (thing, owners) in OWNERS {
            let used = file.code().any(|line| names(line, thing));
            if used && !owners.contains(&file.module()) {
                faults.push(format!(
                    "{}: `{thing}` belongs to {owners:?}",
                    file.path.display()
                ));
            }
        }
    }
    report(&faults);
}

/// Whether a line names a thing, and not something whose name only ends in the same way.
fn names(line: &str, thing: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(thing).any(|(at, _)| {
        let after = line[at + thing.len()..].chars().next();
        let ends = !thing.ends_with(is_word) || !after.is_some_and(is_word);
        ends && !line[..at].ends_with(is_word)
    })
}

/// A collector that nobody can read loses findings without a word; where that is meant,
/// `Diagnostics::silent` says so.
#[test]
fn every_collector_is_read() {
    let mut faults = Vec::new();
    for file in files("src", "rs") {
        let inner = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_test = file
            .path
            .components()
            .any(|part| part.as_os_str() == "tests")
            || file.path.ends_with("tests.rs");
        if !is_test && inner.contains("&mut Diagnostics::default()") {
            faults.push(format!(
                "{}: nobody reads this collector",
                file.path.display()
            ));
        }
    }
    report(&faults);
}

#[test]
fn every_file_says_what_it_is_for() {
    let is_silent = |file: &&File| !file.text.starts_with("//! ");
    let files: Vec<_> = ["src", "runtime/src", "xtask/src"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .collect();
    let faults: Vec<_> = files
        .iter()
        .filter(is_silent)
        .map(|file| format!("{}: no `//!` line", file.path.display()))
        .collect();
    report(&faults);
}

#[test]
fn every_code_is_new_and_in_order() {
    assert!(CODES.is_sorted_by(|a, b| a.code < b.code), "codes ascend");
    let slugs: BTreeSet<_> = CODES.iter().map(|row| row.slug).collect();
    assert_eq!(slugs.len(), CODES.len(), "no slug occurs twice");
}

#[test]
fn every_code_has_a_page() {
    let mut faults = Vec::new();
    for row in CODES {
        let heading = format!("# {}: ", row.code);
        let sections = ["\n## What\n", "\n## Why\n", "\n## Wrong\n", "\n## Right\n"];
        let missing: Vec<_> = sections
            .iter()
            .filter(|section| !row.page.contains(**section))
            .map(|section| section.trim())
            .collect();
        if !row.page.starts_with(&heading) || !missing.is_empty() {
            faults.push(format!(
                "docs/errors/{}.md: starts with `{heading}`, has {missing:?}",
                row.code
            ));
        }
    }
    let pages =
        files("docs/errors", "md").len() - usize::from(Path::new("docs/errors/README.md").exists());
    assert_eq!(pages, CODES.len(), "pages of no code in docs/errors");
    report(&faults);
}

#[test]
fn every_code_has_a_case() {
    let mut names: Vec<String> = fs::read_dir("tests/ui")
        .expect("the folder of the cases")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| !name.ends_with(".stderr"));
    let mut faults = Vec::new();
    for row in CODES {
        let code = row.code.to_string();
        let in_ui = names
            .iter()
            .any(|name| name.starts_with(&format!("{code}_{}", row.slug)));
        match ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == code) {
            Some(_) if in_ui => {
                faults.push(format!("{code} has a case in tests/ui and is in ELSEWHERE"))
            }
            Some((_, reason)) => faults.extend(uncovered(&code, reason)),
            None if !in_ui => faults.push(format!("{code}: no case tests/ui/{code}_{}", row.slug)),
            None => {}
        }
    }
    report(&faults);
}

/// A fault where the named test does not speak of the code.
fn uncovered(code: &str, reason: &str) -> Option<String> {
    let path = reason.split(':').next().unwrap_or("");
    let text = fs::read_to_string(path).unwrap_or_default();
    let speaks = text.contains(&code.to_lowercase()) || text.contains(code);
    (!speaks).then(|| format!("{code}: {path} does not speak of it"))
}

#[test]
fn no_machine_paths() {
    let homes = ["/home/", "/Users/", "/root/", "/tmp/", "C:\\\\Users"];
    let mut faults = Vec::new();
    for extension in ["rs", "md", "stderr", "yaml", "toml", "lock", "json"] {
        for folder in [
            "src",
            "runtime",
            "generated",
            "docs",
            "tests",
            "specs",
            "templates",
            "xtask",
        ] {
            for file in files_lossy(folder, extension) {
                // What others wrote is there verbatim.
                if file.path.starts_with("tests/reference/blocks") {
                    continue;
                }
                let found = homes.iter().find(|home| file.text.contains(**home));
                if let (Some(home), false) = (found, file.path.ends_with("tests/architecture.rs")) {
                    faults.push(format!("{}: `{home}`", file.path.display()));
                }
            }
        }
    }
    report(&faults);
}

/// Cases may hold bytes that are not text.
fn files_lossy(folder: &str, extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a file");
        File {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            path,
        }
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn files_stay_small() {
    let mut faults = Vec::new();
    for file in files("src", "rs")
        .into_iter()
        .chain(files("runtime/src", "rs"))
    {
        let lines = file.code().count();
        let is_table = file.path.ends_with("diagnostic/code.rs");
        if lines > 400 && !is_table {
            faults.push(format!("{}: {lines} lines", file.path.display()));
        }
    }
    report(&faults);
}
