//! Takes the README and the pages of `docs/` as what they say they are: files of a project. Specs are
//! compiled, Rust becomes modules of this crate, and generated code that is shown must be what comes out.

#![expect(clippy::print_stdout, reason = "cargo reads it")]

mod markdown;

use markdown::{Block, find_blocks};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What brings generated code in; a project of a page has it in another folder than a crate has.
const INCLUDE: &str = "toolc_runtime::include_tools!();";

fn main() {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let root = here.join("../..");
    let mut modules = String::new();
    for (name, path) in pages(&root) {
        println!("cargo::rerun-if-changed={}", path.display());
        let page = fs::read_to_string(&path).expect("a page");
        let blocks = find_blocks(&page).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut projects: BTreeMap<&str, Vec<&Block>> = BTreeMap::new();
        for block in &blocks {
            projects.entry(&block.section).or_default().push(block);
        }
        for (section, blocks) in projects {
            let project = Project {
                page: &name,
                name: format!("{}_{section}", name.replace('-', "_")),
                blocks,
            };
            modules.push_str(&project.compile(&here.join("support"), &out));
        }
    }
    put(&out.join("pages.rs"), &modules);
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=support");
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// Folders with pages whose sections are projects, and what the names of their pages begin with. `tests/tutorials.rs` follows the
/// tutorials, each of which is one project.
const FOLDERS: &[(&str, &str)] = &[
    ("docs", ""),
    ("docs/cookbook", "cookbook-"),
    ("docs/guides", "guides-"),
];

/// The README, that of the runtime, and the pages of `docs/`, with the names they go by.
fn pages(root: &Path) -> Vec<(String, PathBuf)> {
    let mut pages = vec![
        ("readme".to_owned(), root.join("README.md")),
        ("runtime".to_owned(), root.join("runtime/README.md")),
    ];
    for (folder, prefix) in FOLDERS {
        for entry in fs::read_dir(root.join(folder)).expect(folder) {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.file_stem().expect("a name").to_string_lossy();
                pages.push((format!("{prefix}{name}"), path.clone()));
            }
        }
    }
    pages.sort();
    pages
}

/// The blocks of one section of a page: the files of one project.
struct Project<'p> {
    page: &'p str,
    name: String,
    blocks: Vec<&'p Block>,
}

impl Project<'_> {
    /// Compiles the project, and gives the module that its Rust becomes.
    fn compile(&self, support: &Path, out: &Path) -> String {
        let folder = out.join(&self.name);
        copy(&support.join(&self.name), &folder);
        for block in &self.blocks {
            // workers name files of Rust under `module`
            if is_input(&block.path) || block.path.starts_with("src/") {
                put(&folder.join(&block.path), &block.text);
            }
        }
        let has_specs = folder.join("specs").exists();
        if has_specs {
            self.compile_specs(&folder);
        }
        let mut modules = String::new();
        for block in &self.blocks {
            if block.path.starts_with("generated/") {
                self.compare_generated(&folder, block);
            } else if block.path.ends_with(".rs") {
                modules.push_str(&self.module(&folder, block));
            }
        }
        format!("pub mod {} {{\n{modules}}}\n", self.name)
    }

    fn compile_specs(&self, folder: &Path) {
        let builder = toolc::Builder::default().specs(folder.join("specs"));
        let report = match builder.out_dir(folder.join("generated")).run() {
            Ok(report) => report,
            Err(errors) => panic!("{} does not compile:\n{errors}", self.place(self.blocks[0])),
        };
        let warnings = report.diagnostics.iter();
        let warnings: Vec<_> = warnings
            .filter(|found| found.severity == toolc::diagnostic::Severity::Warning)
            .map(|found| format!("{}: {}", found.code, found.message))
            .collect();
        let place = self.place(self.blocks[0]);
        assert!(warnings.is_empty(), "{place} has warnings: {warnings:#?}");
    }

    /// Every line of a shortened text must be in the file that it is of, in the same order.
    fn compare_generated(&self, folder: &Path, block: &Block) {
        let text = fs::read_to_string(folder.join(&block.path));
        let text = text.unwrap_or_else(|_| panic!("{}: no such file", self.place(block)));
        let mut lines = text.lines().map(str::trim);
        for line in block
            .text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let is_there = lines.any(|generated| generated == line);
            assert!(is_there, "{}: `{line}` is not generated", self.place(block));
        }
    }

    /// Rust of a page, as a module.
    fn module(&self, folder: &Path, block: &Block) -> String {
        let tools = folder.join("generated/tools.rs");
        let include = format!(
            "#[path = {:?}]\npub mod tools;",
            tools.display().to_string()
        );
        let name = module_name(&block.path);
        let path = folder.join(format!("{name}.module.rs"));
        let text = block.text.replace(INCLUDE, &include);
        let mut text = text;
        for other in self
            .blocks
            .iter()
            .filter(|other| other.path.ends_with(".rs"))
        {
            let stem = other
                .path
                .trim_end_matches(".rs")
                .trim_start_matches("src/");
            let there = format!("pub use super::{} as {stem};\n", module_name(&other.path));
            text = text.replace(&format!("pub mod {stem};\n"), &there);
        }
        // The program is called from elsewhere: `src/main.rs` of this crate.
        let text = text.replace("\nasync fn main()", "\npub async fn main()");
        put(&path, &text);
        let path = path.display().to_string();
        format!("#[path = {path:?}]\npub mod {name};\n")
    }

    fn place(&self, block: &Block) -> String {
        format!("{}, line {}: `{}`", self.page, block.line, block.path)
    }
}

/// `src_main` of `src/main.rs`.
fn module_name(path: &str) -> String {
    path.trim_end_matches(".rs").replace(['/', '.', '-'], "_")
}

/// Whether a block is a file that toolc reads.
fn is_input(path: &str) -> bool {
    [".yaml", ".json"].iter().any(|end| path.ends_with(end))
}

/// Copies what the files of a page refer to and nobody wants to read there.
fn copy(from: &Path, to: &Path) {
    let Ok(entries) = fs::read_dir(from) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            put(&to, &fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// Writes a file where it is not so already: cargo looks at its time.
fn put(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}
