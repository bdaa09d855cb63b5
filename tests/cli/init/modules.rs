//! `toolc init --module`.

use super::NEW;
use crate::command::{Folder, stderr};

const STOCK: &str = r#"use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Article {
    /// Its number.
    pub number: u32,
}

#[derive(Serialize)]
pub struct Stock {
    pub pieces: u32,
}

pub struct Crm;

/// Find out how many pieces of an article there are.
pub fn count_pieces(args: Article) -> Stock {
    Stock { pieces: args.number % 10 }
}

/// Compare two articles.
pub fn compare(one: Article, other: Article) -> Stock {
    Stock { pieces: one.number - other.number }
}

fn helper() {}
"#;

#[test]
fn functions_of_a_module_are_what_a_crate_begins_with() {
    let folder = Folder::new("init_module");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    folder.put("src/tools.rs", STOCK);
    let origin = env!("CARGO_MANIFEST_DIR");
    let output = folder.toolc(&["init", "--toolc", origin, "--module", "src/tools.rs"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("1 of 2 tools granted"), "{said}");
    let worker = folder.read("specs/workers/agent.yaml");
    for line in [
        "    module: \"../../src/tools.rs\"",
        "      - count_pieces # Find out how many pieces of an article there are.",
        "      # - compare # the function `compare` takes more than one struct",
    ] {
        assert!(worker.lines().any(|own| own == line), "{line}: {worker}");
    }
    assert!(!worker.contains("helper"), "{worker}");
    let manifest = folder.read("Cargo.toml");
    assert!(
        manifest.contains("default-features = false, features = [\"rust-modules\"] }"),
        "{manifest}"
    );
    // the macro creates a module `tools` as well
    let program = folder.read("src/main.rs");
    for expected in [
        "mod tools;",
        "mod compiled {",
        "compiled::tools::agent::worker(())",
    ] {
        assert!(program.contains(expected), "{program}");
    }
    let output = folder.toolc(&["check", "specs", "--fail-on", "note"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_module_that_only_its_author_can_call_is_left_to_its_author() {
    let folder = Folder::new("init_methods");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    let method = "\nimpl Crm {\n    /// Find one.\n    pub fn find(&self, args: Article) -> Stock {\n        \
                  Stock { pieces: args.number }\n    }\n}\n";
    folder.put("src/crm/agent.rs", &format!("{STOCK}{method}"));
    let origin = env!("CARGO_MANIFEST_DIR");
    let output = folder.toolc(&["init", "--toolc", origin, "--module", "src/crm/agent.rs"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let advice = "By hand:\n  where the module `agent` is declared: `toolc_runtime::include_tools!();`, and a worker with \
                  `tools::worker::worker(crate::crm::agent::Crm { … })`";
    assert!(said.contains(advice), "{said}");
    assert_eq!(folder.read("src/main.rs"), NEW[1].1, "{said}");
    let worker = folder.read("specs/workers/worker.yaml");
    assert!(
        worker.contains("    rust_path: crate::crm::agent\n"),
        "{worker}"
    );
}

#[test]
fn what_is_no_module_is_refused_before_anything_is_written() {
    let folder = Folder::new("init_no_module");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    folder
        .put("src/empty.rs", "fn private() {}\n")
        .put(
            "src/unfit.rs",
            "pub fn add(a: u32, b: u32) -> u32 { a + b }\n",
        )
        .put("src/broken.rs", "pub fn add( {\n")
        .put("outside.rs", STOCK);
    for (file, expected) in [
        ("src/nowhere.rs", "cannot read `src/nowhere.rs`"),
        ("src/main.rs", "is the root of the crate"),
        ("src/empty.rs", "has no function that could be a tool"),
        (
            "src/unfit.rs",
            "no function of `src/unfit.rs` can be a tool",
        ),
        (
            "src/broken.rs",
            "brackets, strings or comments are not balanced",
        ),
        ("outside.rs", "is not a module of the crate"),
        ("Cargo.toml", "is not a module of the crate"),
    ] {
        let origin = env!("CARGO_MANIFEST_DIR");
        let output = folder.toolc(&["init", "--toolc", origin, "--module", file]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert!(said.contains(expected), "{file}: {said}");
        assert!(!folder.0.join("specs").exists(), "{file}");
    }
}

#[test]
fn a_build_script_gets_the_feature_for_modules_that_specs_name() {
    let folder = Folder::new("init_module_kept");
    NEW.iter().for_each(|(path, text)| {
        folder.put(path, text);
    });
    folder.put("src/stock.rs", STOCK).put(
        "specs/clerk.worker.yaml",
        "name: clerk\ntoolsets:\n  stock:\n    module: ../src/stock.rs\n    tools: [count_pieces]\n    \
         approval: { default: ask }\n",
    );
    let output = folder.toolc(&["init", "--toolc", env!("CARGO_MANIFEST_DIR")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let manifest = folder.read("Cargo.toml");
    assert!(manifest.contains("\"rust-modules\""), "{manifest}");
}
