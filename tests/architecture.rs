//! The rules of the code layout: which module may import which, which may use the file system, the network
//! and the like, how long files are, and that every code has its page and its test case.

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/codes.rs"]
mod codes;
#[path = "architecture/emission.rs"]
mod emission;
#[path = "architecture/parity.rs"]
mod parity;
#[path = "architecture/sources.rs"]
mod sources;
#[cfg(unix)]
#[path = "architecture/trial.rs"]
mod trial;

use sources::{File, files, files_lossy, report};
use std::path::Path;

/// The stages. Only `compile` and the entry points call them.
const VERBS: &[&str] = &[
    "load", "parse", "read", "openapi", "resolve", "check", "emit", "write", "drift", "lock",
    "prove", "serve",
];

/// The entry points.
const DOORS: &[&str] = &["lib", "main", "cli", "build_script"];

/// The data types that stages hand on, and which of the others each of them may use.
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
    ("date", &[]),
    ("diagnostic", &["source", "secret", "date", "sha256"]),
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
    (
        "report",
        &["diagnostic", "model", "schema", "sha256", "template"],
    ),
];

/// The data modules below `schema`, each of which may use those before it. The stages below `schema` may use
/// all of them.
const SCHEMA_NOUNS: &[&str] = &[
    "written",
    "uri",
    "rust_path",
    "path",
    "position",
    "edition",
    "json_type",
    "select",
    "formats",
    "document",
    "work",
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

/// The stages below `schema` that use another one.
const SCHEMA_ARROWS: &[(&str, &str, &str)] = &[
    ("read", "link", "a schema is read where a reference leads"),
    ("lower", "join", "what is lowered is what holds together"),
    ("prove", "tables", "a value is tried on its table"),
];

/// Stages that use the result of another stage, that is, the type named after it.
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
    ("serve", "check", "what is served was checked"),
    ("lock", "check", "a lock is taken of a `Checked`"),
    ("lock", "parse", "a lock is read from its own text"),
    ("drift", "lock", "drift is between two locks"),
];

/// Which modules may use which external API or crate.
const OWNERS: &[(&str, &[&str])] = &[
    ("std::fs", &["load", "write", "cli"]),
    ("std::env::", &["load", "build_script", "cli"]),
    ("std::process::exit", &["build_script"]),
    ("std::time::", &["cli"]),
    ("std::net", &[]),
    ("clap", &["cli"]),
    ("tokio", &["cli"]),
    ("annotate_snippets", &["diagnostic"]),
    ("granit_parser", &["parse"]),
    ("hmac_sha256", &["sha256"]),
    ("syn", &["read"]),
    ("proc_macro2", &["read"]),
    ("println!", &["build_script"]),
];

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

/// Returns whether a name after `crate::` is a top-level module rather than an item that `lib` exports.
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

/// Returns whether a line names a thing, and not something whose name only contains it.
fn names(line: &str, thing: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(thing).any(|(at, _)| {
        let after = line[at + thing.len()..].chars().next();
        let ends = !thing.ends_with(is_word) || !after.is_some_and(is_word);
        ends && !line[..at].ends_with(is_word)
    })
}

/// A collector that nobody can read loses findings silently. Where that is intended, the code says
/// `Diagnostics::silent`.
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
                // Text by others is kept verbatim.
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

/// Folders of handwritten code. Generated code and code by others may be of any length.
const WRITTEN: &[&str] = &[
    "src",
    "runtime/src",
    "runtime/tests",
    "xtask/src",
    "tests",
    "benches",
    "examples",
];

#[test]
fn files_stay_small() {
    const MOST: usize = 400;
    let is_made = |path: &Path| {
        let made = ["tests/golden", "tests/reference"];
        let is_table = path.ends_with("diagnostic/code.rs");
        is_table || made.iter().any(|folder| path.starts_with(folder))
    };
    let mut faults = Vec::new();
    for file in WRITTEN.iter().flat_map(|folder| files(folder, "rs")) {
        let lines = file.text.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        let count = lines.count();
        if count > MOST && !is_made(&file.path) {
            faults.push(format!("{}: {count} lines", file.path.display()));
        }
    }
    report(&faults);
}
