//! A Rust module that a folder begins with: its functions, and which of them can be tools.

use super::super::Exit;
use super::super::input::compile_paths_from;
use super::super::output::refuse_with;
use super::super::spec_file::read_spec_file;
use std::path::{Component, Path, PathBuf};
use toolc_base::diagnostic::{Diagnostic, Severity};
use toolc_compile::compile::{Options, Outcome};
use toolc_model::model::Tool;
use toolc_read::load::Overlay;
use toolc_read::read::list_candidates;
use toolc_resolve::resolve::file_stem;

const ADVICE: &str = "name a file below `src` of this crate, such as `src/stock.rs`";

/// Files that are no module which a path names: functions have to be in another one.
const ROOTS: &[&str] = &["main", "lib", "build"];

/// A module whose functions a worker can list.
pub(super) struct Module {
    /// Its name in Rust, which is the namespace of its tools.
    pub name: String,
    /// The file, relative to the folder of the crate.
    pub file: String,
    /// `crate::stock`
    pub rust_path: String,
    /// Whether that is the path of its file, so that a worker need not say it.
    pub is_at_root: bool,
    /// The functions that can be tools.
    pub tools: Vec<Function>,
    /// The names of the others, each with the reason.
    pub unfit: Vec<(String, String)>,
    /// The type of the value whose methods some tools are, if it is one type; several are `Receivers`.
    pub receiver: Option<String>,
}

/// A function that can be a tool.
pub(super) struct Function {
    pub name: String,
    pub description: String,
}

/// Reads a module of the crate in a folder.
pub(super) fn read_module(folder: &Path, source: &str) -> Result<Module, Exit> {
    let path = Path::new(source);
    let text = read_spec_file(path)
        .map_err(|error| refuse_with(&format!("cannot read `{source}`: {error}"), ADVICE))?;
    let (file, segments) = locate_module(folder, path).ok_or_else(|| {
        let message = format!(
            "`{source}` is not a module of the crate in `{}`",
            folder.display()
        );
        refuse_with(&message, ADVICE)
    })?;
    let Some(name) = segments.last().cloned() else {
        let message =
            format!("`{source}` is the root of the crate, and tools are read from a module");
        let help = "move the functions to a module of their own, such as `src/stock.rs`";
        return Err(refuse_with(&message, help));
    };
    let names = list_candidates(&text).map_err(|reason| {
        let message = format!("`{source}` cannot be read: {reason}");
        refuse_with(&message, "correct it as the compiler says")
    })?;
    if names.is_empty() {
        let message =
            format!("`{source}` has no function that could be a tool, so nothing is written");
        let help =
            "write `pub` before functions and methods that take at most one struct of the file";
        return Err(refuse_with(&message, help));
    }
    let rust_path = format!("crate::{}", segments.join("::"));
    let is_at_root = segments.len() == 1 && file_stem(&file) == Some(name.as_str());
    let mut module = Module {
        name,
        file,
        rust_path,
        is_at_root,
        tools: Vec::new(),
        unfit: Vec::new(),
        receiver: None,
    };
    module.try_functions(&text, names);
    if let (true, Some((function, reason))) = (module.tools.is_empty(), module.unfit.first()) {
        let message = format!("no function of `{source}` can be a tool, so nothing is written");
        return Err(refuse_with(&message, &format!("`{function}`: {reason}")));
    }
    Ok(module)
}

impl Module {
    /// Compiles all functions, and each that is left out once more by itself for its reason.
    fn try_functions(&mut self, text: &str, names: Vec<String>) {
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let outcome = self.compile_functions(text, &all);
        let catalog = match (&outcome.checked, &outcome.partial) {
            (Some(checked), _) => Some(checked.catalog()),
            (None, partial) => partial.as_deref(),
        };
        let known: Vec<&Tool> = catalog.iter().flat_map(|catalog| &catalog.tools).collect();
        let mut receivers = Vec::new();
        for name in &names {
            let Some(tool) = known.iter().find(|tool| tool.name == *name) else {
                self.unfit
                    .push((name.clone(), self.find_reason(text, name)));
                continue;
            };
            self.tools.push(Function {
                name: name.clone(),
                description: tool.description.clone(),
            });
            let native = tool.native.as_ref();
            if let Some(receiver) = native.and_then(|native| native.receiver.as_ref()) {
                receivers.push(receiver.path.join("::"));
            }
        }
        receivers.sort();
        receivers.dedup();
        self.receiver = match receivers.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some("Receivers".to_owned()),
        };
    }

    fn find_reason(&self, text: &str, name: &str) -> String {
        let outcome = self.compile_functions(text, &[name]);
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let found = outcome.diagnostics.iter().find(is_error);
        found.map_or_else(String::new, |found| found.message.clone())
    }

    /// Compiles a worker that lists functions.
    fn compile_functions(&self, text: &str, names: &[&str]) -> Outcome {
        let folder = Path::new(".");
        let module = serde_json::json!({ "module": "module.rs", "rust_path": &self.rust_path, "tools": names, "approval": { "default": "ask" } });
        let worker_text =
            serde_json::json!({ "name": "worker", "toolsets": { &self.name: module } });
        let mut files = Overlay::default();
        let config = folder.join("toolc.yaml");
        files.replace_file(&config, "workers: [worker.yaml]");
        files.replace_file(&folder.join("worker.yaml"), worker_text.to_string());
        files.replace_file(&folder.join("module.rs"), text);
        let paths: Vec<PathBuf> = vec![config];
        compile_paths_from(&files, &paths, &Options::default(), None).1
    }
}

/// The file relative to the folder of the crate, and the path of the module below the crate's root: empty for the root itself.
fn locate_module(folder: &Path, path: &Path) -> Option<(String, Vec<String>)> {
    let root = folder.canonicalize().ok()?;
    let real = path.canonicalize().ok()?;
    let within = real.strip_prefix(&root).ok()?;
    let mut words = Vec::new();
    for part in within.components() {
        match part {
            Component::Normal(word) => words.push(word.to_str()?.to_owned()),
            _ => return None,
        }
    }
    let file = words.join("/");
    let (last, folders) = words.split_last()?;
    let (first, folders) = folders.split_first()?;
    let stem = last.strip_suffix(".rs")?;
    if first != "src" {
        return None;
    }
    let mut segments = folders.to_vec();
    match stem {
        "mod" => {}
        root if folders.is_empty() && ROOTS.contains(&root) => {}
        stem => segments.push(stem.to_owned()),
    }
    Some((file, segments))
}
