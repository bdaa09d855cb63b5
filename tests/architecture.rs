//! The rules of the code layout: which module may import which, which may use the file system, the network
//! and the like, how long files are, that every code has its page and its test case, and that links between
//! pages lead somewhere.

#[path = "architecture/book.rs"]
mod book;
#[path = "architecture/codes.rs"]
mod codes;
#[path = "architecture/controls.rs"]
mod controls;
#[path = "architecture/emission.rs"]
mod emission;
#[path = "architecture/links.rs"]
mod links;
#[path = "architecture/packaging.rs"]
mod packaging;
#[path = "architecture/parity.rs"]
mod parity;
#[path = "architecture/settings.rs"]
mod settings;
#[path = "architecture/sources.rs"]
mod sources;
#[cfg(unix)]
#[path = "architecture/trial.rs"]
mod trial;

use sources::{File, files, files_lossy, first_word, house, report};
use std::collections::BTreeSet;
use std::path::Path;

/// The crates along the floors, and which of the others each of them may use. Cargo holds the walls; a new arrow is a
/// decision, and is made here.
const FLOORS: &[(&str, &[&str])] = &[
    ("base", &["errors"]),
    ("schema", &["base"]),
    ("model", &["base", "schema"]),
    ("openapi", &["base", "schema", "model"]),
    ("read", &["base", "schema", "model", "openapi"]),
    ("resolve", &["base", "schema", "model"]),
    ("enrich", &["base", "schema", "model"]),
    ("emit", &["base", "schema", "model", "resolve", "enrich"]),
    ("lock", &["base", "schema", "model", "resolve"]),
    ("descriptor", &["base", "model", "resolve", "lock"]),
    (
        "compile",
        &[
            "base", "model", "openapi", "read", "resolve", "emit", "lock",
        ],
    ),
    ("plugin", &["base", "emit", "compile"]),
    ("calls", &["base", "schema", "model"]),
    ("lsp", &["base", "schema", "model", "read", "compile"]),
    ("hosts", &["base", "model"]),
    (
        "cli",
        &[
            "base",
            "schema",
            "model",
            "read",
            "resolve",
            "emit",
            "lock",
            "enrich",
            "descriptor",
            "compile",
            "plugin",
            "calls",
            "lsp",
            "hosts",
            "postgres",
            "server",
        ],
    ),
];

/// Modules of one crate of which the first must not know the second.
const WALLS: &[(&str, &str, &str)] = &[
    (
        "resolve",
        "check",
        "a catalog is resolved before it is checked",
    ),
    (
        "check",
        "resolve",
        "checks see the catalog, not how it was made",
    ),
    ("lock", "drift", "a lock is taken before it is compared"),
    ("lock", "digests", "a lock is taken before it is compared"),
    ("digests", "drift", "naming what differs takes no proofs"),
    ("compile", "write", "compilation touches no disk"),
    ("write", "compile", "what is written needs no catalog"),
    ("report", "cli", "a page is made of values"),
    ("serve", "cli", "a worker is made of values"),
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
    ("prove", "fill", "a constant tells alternatives apart"),
    ("fill", "tables", "a default is tried on its table"),
];

/// Which modules may use which external API or crate.
const OWNERS: &[(&str, &[&str])] = &[
    ("std::fs", &["load", "write", "cli"]),
    ("std::env::", &["load", "build_script", "process", "cli"]),
    ("std::process::exit", &["build_script"]),
    ("std::time::", &["cli", "process", "server"]),
    ("std::net", &[]),
    ("clap", &["cli"]),
    ("tokio", &["cli"]),
    ("unicode_width", &["diagnostic"]),
    ("granit_parser", &["parse"]),
    ("hmac_sha256", &["sha256"]),
    ("syn", &["read"]),
    ("toml::", &["parse"]),
    ("proc_macro2", &["read"]),
    ("println!", &["build_script"]),
];

#[test]
fn crates_use_the_floors_below_them() {
    let mut faults = Vec::new();
    for entry in std::fs::read_dir("crates").expect("the crates").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let allowed = FLOORS.iter().find(|(own, _)| *own == name);
        let Some((_, allowed)) = allowed else {
            faults.push(format!("crates/{name}: on no floor"));
            continue;
        };
        let manifest =
            std::fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
        let used = manifest
            .split("[dev-dependencies]")
            .next()
            .unwrap_or_default()
            .lines();
        let used = used
            .filter_map(|line| line.strip_prefix("toolc-"))
            .map(first_word);
        let used: BTreeSet<&str> = used.filter(|used| *used != "runtime").collect();
        if used != allowed.iter().copied().collect() {
            faults.push(format!(
                "crates/{name}: uses {used:?}, and may use {allowed:?}"
            ));
        }
    }
    report(&faults);
}

#[test]
fn walls_within_crates_hold() {
    let mut faults = Vec::new();
    for file in house() {
        for other in file.imports() {
            let wall = WALLS
                .iter()
                .find(|(from, to, _)| *from == file.module() && *to == other);
            if let Some((_, _, reason)) = wall {
                faults.push(format!(
                    "{}: must not know `{other}`: {reason}",
                    file.path.display()
                ));
            }
        }
    }
    report(&faults);
}

#[test]
fn the_nouns_of_schemas_lie_below_the_verbs() {
    let mut faults = Vec::new();
    for file in files("crates/schema/src/schema", "rs") {
        let below = file
            .path
            .strip_prefix("crates/schema/src/schema")
            .expect("in the house");
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
fn every_outside_thing_has_its_owner() {
    let mut faults = Vec::new();
    for file in house() {
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
    for file in house() {
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
    let files: Vec<_> = ["src", "crates", "runtime/src", "xtask/src"]
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
            "crates",
            "runtime",
            "generated",
            "docs",
            "tests",
            "specs",
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
    "crates",
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
